"""`loregate provider`, `model` and `chain`: which models there are, and which are tried in which order."""

import json as jsonlib
import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.prompt import Prompt

from app.cli.options import AsJson, InProject, options
from app.cli.output import as_json, console, done, failed, table
from app.cli.reach import run
from app.config import BadConfig

provider = typer.Typer(no_args_is_help=True, help="Providers: where models are, and with which secret.")
model = typer.Typer(no_args_is_help=True, help="Models: a provider's model under a name of yours, with its options.")
chain = typer.Typer(no_args_is_help=True, help="Chains: what a model's name stands for, and what is tried in turn.")


def _secret(env: str | None, file: Path | None, *, stdin: bool) -> str:
    """The secret from where it was said to be, else asked for without being shown."""
    if env is not None:
        if not (value := os.environ.get(env, "")):
            raise BadConfig(f"The variable {env} isn't set.")
        return value
    if file is not None:
        try:
            return file.read_text("utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise BadConfig(f"{file} can't be read: {getattr(error, 'strerror', None) or error}.") from error
    if stdin:
        return sys.stdin.readline().strip()
    if not sys.stdin.isatty():
        raise BadConfig("Give the secret by --key-env, --key-file or --key-stdin, or say --no-key.")
    return Prompt.ask("Secret", console=console(error=True), password=True).strip()


@provider.command("add")
def provider_add(  # noqa: PLR0913, PLR0917 - an option is an argument
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="A name of yours.")],
    url: Annotated[str, typer.Argument(help="Its base URL, with or without /v1.")],
    project: InProject = "default",
    key_env: Annotated[str | None, typer.Option(help="The variable that holds the secret.")] = None,
    key_file: Annotated[Path | None, typer.Option(help="The file that holds the secret.")] = None,
    key_stdin: Annotated[bool, typer.Option("--key-stdin", help="Read the secret from standard input.")] = False,
    no_key: Annotated[bool, typer.Option("--no-key", help="It needs no secret.")] = False,
    client_credentials: Annotated[
        bool, typer.Option("--client-credentials", help="Clients sign in to it themselves.")
    ] = False,
    dialect: Annotated[
        list[str] | None,
        typer.Option(help="chat, messages, responses or embeddings; may be repeated. All, if not said."),
    ] = None,
    passthrough: Annotated[bool, typer.Option(help="Pass model names that nobody knows on to it.")] = True,
    default: Annotated[bool, typer.Option("--default", help="Make it the default provider.")] = False,
    json: AsJson = False,
) -> None:
    """Add a provider. Its secret is asked for, and goes to the keyring."""
    credentials = "client" if client_credentials else "none" if no_key else "secret"
    secret = _secret(key_env, key_file, stdin=key_stdin) if credentials == "secret" else None
    args: dict[str, Any] = {"project": project, "name": name, "url": url, "credentials": credentials}
    args |= {"secret": secret, "dialects": dialect or None, "passthrough": passthrough, "default": default}
    result = run(options(context), "provider.add", args)
    if json:
        as_json(result)
    else:
        done(f"Provider {result['name']} is there. Try it: loregate provider test {result['name']}")


@provider.command("list")
def provider_list(context: typer.Context, project: InProject = "default", json: AsJson = False) -> None:
    """List a project's providers."""
    result = run(options(context), "provider.list", {"project": project})
    if json:
        as_json(result)
        return
    columns = {"name": "name", "url": "url", "dialects": "dialects", "credentials": "credentials", "default": "default"}
    table(result["data"], columns, "There is no provider yet. Make one with: loregate provider add")


@provider.command("remove")
def provider_remove(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="Its name or id.")],
    project: InProject = "default",
    json: AsJson = False,
) -> None:
    """Remove a provider with its models and its secret."""
    result = run(options(context), "provider.remove", {"project": project, "name": name})
    if json:
        as_json(result)
    else:
        done(f"Provider {name} is gone, and its secret with it.")


@provider.command("test")
def provider_test(
    context: typer.Context,
    name: Annotated[str | None, typer.Argument(help="Its name or id; without it, the default one.")] = None,
    project: InProject = "default",
    json: AsJson = False,
) -> None:
    """See whether a provider answers and takes its secret."""
    result = run(options(context), "provider.test", {"project": project, "name": name})
    models = "" if result["models"] is None else f", with {result['models']} models"
    if json:
        as_json(result)
    elif result["ok"]:
        done(f"{result['name']}: {result['text']}{models}.")
    else:
        failed(f"{result['name']}: {result['text']}")
    if not result["ok"]:
        raise typer.Exit(1)


@model.command("add")
def model_add(  # noqa: PLR0913, PLR0917 - an option is an argument
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="The name that clients use.")],
    provider: Annotated[str | None, typer.Option(help="Its provider; without it, the default one.")] = None,
    upstream_name: Annotated[str | None, typer.Option(help="The provider's own name for it.")] = None,
    effort: Annotated[str | None, typer.Option(help="Reasoning effort, such as low.")] = None,
    price_in: Annotated[float | None, typer.Option(help="USD for a million input tokens.")] = None,
    price_out: Annotated[float | None, typer.Option(help="USD for a million output tokens.")] = None,
    extra_body: Annotated[str | None, typer.Option(help="Further body fields, as a JSON object.")] = None,
    hidden: Annotated[bool, typer.Option("--hidden", help="Usable when typed, but not listed.")] = False,
    project: InProject = "default",
    json: AsJson = False,
) -> None:
    """Add a model."""
    price = {name: value for name, value in (("input", price_in), ("output", price_out)) if value is not None}
    args = {"project": project, "name": name, "provider": provider, "upstream_name": upstream_name, "effort": effort}
    args |= {"price": price or None, "hidden": hidden, "extra_body": _json_object(extra_body)}
    result = run(options(context), "model.add", args)
    if json:
        as_json(result)
    else:
        done(f"Model {result['name']} is there, at {result['provider']}.")


def _json_object(value: str | None) -> Any:
    try:
        return None if value is None else jsonlib.loads(value)
    except ValueError as error:
        raise BadConfig("--extra-body must be a JSON object.") from error


@model.command("list")
def model_list(context: typer.Context, project: InProject = "default", json: AsJson = False) -> None:
    """List a project's models."""
    result = run(options(context), "model.list", {"project": project})
    if json:
        as_json(result)
        return
    columns = {"name": "name", "provider": "provider", "upstream_name": "there", "effort": "effort", "listed": "listed"}
    table(result["data"], columns, "There is no model yet; the default provider's own names may work all the same.")


@model.command("remove")
def model_remove(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="Its name or id.")],
    project: InProject = "default",
    json: AsJson = False,
) -> None:
    """Remove a model. Chains that name it go on without it."""
    result = run(options(context), "model.remove", {"project": project, "name": name})
    if json:
        as_json(result)
    else:
        done(f"Model {name} is gone.")


@chain.command("set")
def chain_set(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="A public model id, or an internal tier such as memory-extract.")],
    models: Annotated[list[str], typer.Argument(help="Models, in the order in which they are tried.")],
    hidden: Annotated[bool, typer.Option("--hidden", help="Usable when typed, but not listed.")] = False,
    project: InProject = "default",
    json: AsJson = False,
) -> None:
    """Say what a name stands for."""
    args = {"project": project, "name": name, "models": models, "hidden": hidden}
    result = run(options(context), "chain.set", args)
    if json:
        as_json(result)
    else:
        done(f"{result['name']} is now {', then '.join(result['models'])}.")


@chain.command("list")
def chain_list(context: typer.Context, project: InProject = "default", json: AsJson = False) -> None:
    """List a project's chains."""
    _show_chains(run(options(context), "chain.list", {"project": project}), json=json)


def _show_chains(result: dict[str, Any], *, json: bool) -> None:
    if json:
        as_json(result)
    else:
        columns = {"name": "name", "models": "models, in turn", "listed": "listed"}
        table(result["data"], columns, "There is no chain yet.")


@chain.command("remove")
def chain_remove(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="Its name.")],
    project: InProject = "default",
    json: AsJson = False,
) -> None:
    """Remove a chain."""
    result = run(options(context), "chain.remove", {"project": project, "name": name})
    if json:
        as_json(result)
    else:
        done(f"Chain {name} is gone.")


@chain.command("preset")
def chain_preset(
    context: typer.Context,
    preset: Annotated[str, typer.Argument(help="strix (nine public ids), or proxium-default (memory models).")],
    models: Annotated[list[str] | None, typer.Argument(help="For strix: the models behind them.")] = None,
    provider: Annotated[str | None, typer.Option(help="For proxium-default: the provider.")] = None,
    project: InProject = "default",
    json: AsJson = False,
) -> None:
    """Make ready-made chains."""
    args = {"project": project, "preset": preset, "models": models or [], "provider": provider}
    _show_chains(run(options(context), "chain.preset", args), json=json)
