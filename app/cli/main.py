"""The command `loregate`: its sub-commands, the options that come before them, and the one way in which it fails."""

import sys
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer

from app.cli import access, erasing, routing
from app.cli.demo import DemoFailed
from app.cli.options import AsJson, options
from app.cli.output import as_json, done, failed
from app.cli.reach import KNOWN, config_of, run

cli = typer.Typer(
    name="loregate",
    help="A memory gateway for model calls, on your own machine.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
cli.add_typer(access.project, name="project")
cli.add_typer(access.key, name="key")
cli.add_typer(routing.provider, name="provider")
cli.add_typer(routing.model, name="model")
cli.add_typer(routing.chain, name="chain")
cli.command("erase")(erasing.erase)

DataDir = Annotated[Path | None, typer.Option("--data-dir", help="The folder that everything is kept in.")]
Host = Annotated[str | None, typer.Option(help="The address to listen on.")]
Port = Annotated[int | None, typer.Option(help="The port to listen on; 0 takes any free one.")]


def _version(wanted: bool) -> None:
    if wanted:
        print(f"loregate {version('loregate')}")
        raise typer.Exit


@cli.callback()
def before(
    context: typer.Context,
    data_dir: DataDir = None,
    version: Annotated[
        bool, typer.Option("--version", help="Show the version.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """A memory gateway for model calls, on your own machine."""
    context.obj = {"data_dir": data_dir}


@cli.command()
def serve(
    context: typer.Context,
    host: Host = None,
    port: Port = None,
    data_dir: DataDir = None,
    log_level: Annotated[str | None, typer.Option(help="debug, info, warning or error.")] = None,
) -> None:
    """Start the gateway. It runs until Ctrl+C or SIGTERM."""
    from app.cli.serving import serve_until_stopped

    typed = {"host": host, "port": port, "log_level": log_level}
    serve_until_stopped(config_of({**options(context), **typed} | ({"data_dir": data_dir} if data_dir else {})))


@cli.command()
def demo(
    context: typer.Context,
    serve: Annotated[bool, typer.Option("--serve", help="Leave the server running at the end.")] = False,
    data_dir: DataDir = None,
    port: Annotated[int, typer.Option(help="The port to listen on; 0 takes any free one.")] = 0,
) -> None:
    """See the whole loop, from a call to a recalled memory: no model, no network, no key."""
    from app.cli.demo.run import play

    play(data_dir or options(context).get("data_dir"), port, serve=serve)


@cli.command()
def doctor(context: typer.Context, json: AsJson = False) -> None:
    """Check the installation, the data and the models, and say what to do."""
    from app.cli.doctor import examine, show

    checks = examine(options(context))
    if json:
        as_json({"checks": checks})
    else:
        show(checks)
    if any(check["state"] == "fail" for check in checks):
        raise typer.Exit(1)


@cli.command("run-job")
def run_job(
    context: typer.Context,
    job: Annotated[str, typer.Argument(help="settle, batch, retention or scrub.")],
    yes: Annotated[bool, typer.Option("--yes", help="For retention: the clock is right, even if it jumped.")] = False,
    json: AsJson = False,
) -> None:
    """Do a job of the job loop now."""
    result = run(options(context), "run-job", {"job": job, "confirmed": yes})
    if json:
        as_json(result)
    elif "held" in result:
        failed(result["held"])
        raise typer.Exit(1)
    else:
        done(f"The job {result['job']} is done: {result['done']} {result['of']}.")


def main() -> None:
    """Runs the command line and ends the process."""
    try:
        cli()
    except (*KNOWN, DemoFailed) as error:
        failed(str(error))
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
