"""`loregate project` and `loregate key`: tenants, and who may call for them."""

import sys
from typing import Annotated

import typer
from rich.markup import escape
from rich.prompt import Prompt

from app.cli.options import AsJson, InProject, options
from app.cli.output import as_json, console, done, table
from app.cli.reach import run

project = typer.Typer(no_args_is_help=True, help="Projects: each has its own keys, models, settings and memories.")
key = typer.Typer(no_args_is_help=True, help="Virtual keys: what clients send to the gateway.")

PRESET_HELP = {
    "on-request": "remember every call, recall when a call asks",
    "silent": "remember every call, recall in every call",
    "opt-in": "remember and recall only when a call asks",
}


def ask_preset() -> str:
    """Asks a person which preset a project gets; without a terminal it is the default one."""
    if not sys.stdin.isatty():
        return "on-request"
    out = console()
    out.print("What should this project remember?")
    for name, text in PRESET_HELP.items():
        out.print(f"  [key]{name:<11}[/] {text}")
    return Prompt.ask("Preset", console=out, choices=list(PRESET_HELP), default="on-request")


@project.command("add")
def project_add(
    context: typer.Context,
    slug: Annotated[str, typer.Argument(help="Its short name: a-z, 0-9 and -.")],
    name: Annotated[str | None, typer.Option(help="Its name for people.")] = None,
    preset: Annotated[str | None, typer.Option(help=f"One of {', '.join(PRESET_HELP)}.")] = None,
    json: AsJson = False,
) -> None:
    """Make a project."""
    chosen = preset or ("on-request" if json else ask_preset())
    result = run(options(context), "project.add", {"slug": slug, "name": name, "preset": chosen})
    if json:
        as_json(result)
    else:
        done(
            f"Project {result['slug']} is there, with the preset {result['preset']}. Next: loregate key add "
            f"--project {result['slug']}"
        )


@project.command("list")
def project_list(context: typer.Context, json: AsJson = False) -> None:
    """List all projects."""
    result = run(options(context), "project.list", {})
    if json:
        as_json(result)
    else:
        columns = {"slug": "project", "name": "name", "preset": "preset", "created_at": "since"}
        table(result["data"], columns, "There is no project yet.")


@project.command("show")
def project_show(
    context: typer.Context,
    slug: Annotated[str, typer.Argument(help="The project.")] = "default",
    json: AsJson = False,
) -> None:
    """Show a project with its settings."""
    result = run(options(context), "project.show", {"project": slug})
    if json:
        as_json(result)
        return
    settings = [{"name": name, "value": value} for name, value in result.pop("settings").items()]
    table([{"name": name, "value": value} for name, value in result.items()] + settings, {"name": "", "value": ""}, "")


@key.command("add")
def key_add(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="What the key is for.")] = "key",
    project: InProject = "default",
    space: Annotated[str | None, typer.Option(help="Bind the key to one space.")] = None,
    scope: Annotated[str, typer.Option(help="write, or read: such a key changes nothing.")] = "write",
    days: Annotated[int | None, typer.Option(help="Days until it expires; without it, never.")] = None,
    json: AsJson = False,
) -> None:
    """Make a key, and show it this once."""
    args = {"project": project, "name": name, "space": space, "scope": scope, "days": days}
    result = run(options(context), "key.add", args)
    if json:
        as_json(result)
        return
    out = console()
    out.print(f"[key]{escape(result['key'])}[/]", soft_wrap=True)
    out.print(
        f"A {result['scope']} key of the project {result['project']}. It is shown this once: keep it now.",
        style="quiet",
    )


@key.command("list")
def key_list(context: typer.Context, project: InProject = "default", json: AsJson = False) -> None:
    """List a project's keys."""
    result = run(options(context), "key.list", {"project": project})
    if json:
        as_json(result)
        return
    columns = {"id": "id", "name": "name", "hint": "ends in", "scope": "scope", "space": "space"}
    columns |= {"created_at": "since", "expires_at": "until", "revoked_at": "revoked"}
    table(result["data"], columns, "There is no key yet. Make one with: loregate key add")


@key.command("revoke")
def key_revoke(
    context: typer.Context,
    id: Annotated[str, typer.Argument(help="The key's id (key_…).")],
    project: InProject = "default",
    json: AsJson = False,
) -> None:
    """End a key at once."""
    result = run(options(context), "key.revoke", {"project": project, "id": id})
    if json:
        as_json(result)
    else:
        done(f"Key {result['id']} is no longer good.")
