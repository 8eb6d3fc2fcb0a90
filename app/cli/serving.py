"""`loregate serve`: what a person sees and is asked at the start, and how a signal ends it."""

import asyncio
import os
import signal
import sys

from rich.markup import escape
from rich.panel import Panel
from rich.table import Table

from app.auth import add_key
from app.cli.access import ask_preset
from app.cli.commands import COMMANDS
from app.cli.output import console
from app.cli.signals import on_signals
from app.config import Config
from app.logs import configure
from app.memory.settings import changed, preset_values
from app.serve import Server, running
from storage.sql import keys, projects


def serve_until_stopped(config: Config) -> None:
    """Serves until Ctrl+C or SIGTERM. Raises StartFailed or a StorageError when it can't start."""
    configure(config.log_level)
    if sys.platform != "win32":
        os.umask(0o077)  # whatever is written from here on is the owner's alone
    asyncio.run(_serve(config))


async def _serve(config: Config) -> None:
    first = not config.database.exists()
    preset = ask_preset() if first and sys.stdin.isatty() else None
    async with running(config, commands=COMMANDS) as server:
        with on_signals(server.stop, signal.SIGINT, signal.SIGTERM):
            if preset is not None:
                await _choose(server, preset)
            _greet(server, await _first_key(server))
            await server.ended()


async def _choose(server: Server, preset: str) -> None:
    """Gives the project `default` the preset that the first run asked for."""
    settings = changed({}, preset_values(preset))
    project = server.parts.project
    await server.parts.db.write(lambda tx: projects.set_settings(tx, project.num, settings))


async def _first_key(server: Server) -> str | None:
    """A key for the very first client, where a person is there to see it and no key was ever made."""
    parts = server.parts
    if not sys.stdout.isatty() or await parts.db.read(lambda tx: keys.of_project(tx, parts.project.num)):
        return None
    return (await add_key(parts.db, parts.world, parts.project, "first"))[1]


def _greet(server: Server, key: str | None) -> None:
    config = server.parts.config
    out = console()
    lines = Table.grid(padding=(0, 2))
    lines.add_column(style="quiet")
    lines.add_column()
    lines.add_row("OpenAI clients", f"[where]{escape(server.url)}/v1[/]")
    lines.add_row("Anthropic clients", f"[where]{escape(server.url)}[/]")
    lines.add_row("key", _key_hint(config, key))
    lines.add_row("models", _upstream_hint(config))
    lines.add_row("data", f"[where]{escape(str(config.data_dir))}[/]")
    if out.is_terminal:
        out.print(Panel(lines, title="[brand]Loregate[/] is running", title_align="left", expand=False))
        out.print("Ctrl+C stops it. Try: loregate demo, loregate doctor, loregate --help", style="quiet")
    else:
        out.print(f"Loregate is running at {server.url}, data in {config.data_dir}", soft_wrap=True)


def _key_hint(config: Config, key: str | None) -> str:
    if key is not None:
        return f"[key]{escape(key)}[/] [quiet](shown this once)[/]"
    if config.key is not None:
        return "the one in LOREGATE_KEY"
    return "one of yours, or a new one: loregate key add"


def _upstream_hint(config: Config) -> str:
    if config.upstream_url is not None:
        return f"[where]{escape(config.upstream_url)}[/]"
    return "those of your providers: loregate provider add, or LOREGATE_UPSTREAM_URL"
