"""The tables of the README that are made from the program itself, so that they can't drift from it (cog checks)."""

from collections.abc import Iterator

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

from app.cli.main import cli
from app.cli.snippets import snippets
from app.config import VARIABLES
from app.memory.settings import Settings


def environment() -> str:
    """Every environment variable."""
    rows = ((f"`{variable.env}`", variable.default or "-", variable.help) for variable in VARIABLES)
    return _table(("variable", "default", "meaning"), rows)


def commands() -> str:
    """Every command with its arguments and options."""
    return _table(("command", "does"), _commands(typer.main.get_command(cli), "loregate"))


def _commands(command: object, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(command, TyperGroup):
        for name, inner in command.commands.items():
            yield from _commands(inner, f"{path} {name}")
    elif isinstance(command, TyperCommand):
        words = [path, *(word for parameter in command.params if (word := _word(parameter)))]
        yield f"`{' '.join(words)}`", (command.help or "").strip()


def _word(parameter: object) -> str:
    if isinstance(parameter, TyperArgument):
        name = (parameter.name or "").upper() + ("…" if parameter.nargs == -1 else "")
        return name if parameter.required else f"[{name}]"
    if isinstance(parameter, TyperOption) and not parameter.hidden and "--help" not in parameter.opts:
        value = "" if parameter.is_flag else f" {(parameter.name or '').upper()}"
        return f"[{max(parameter.opts, key=len)}{value}]"
    return ""


def settings() -> str:
    """Every setting of a project."""
    rows = (
        (f"`{name}`", _default(name, field.get_default(call_default_factory=False)), field.description or "")
        for name, field in Settings.model_fields.items()
    )
    return _table(("setting", "default", "meaning"), rows)


def _default(name: str, value: object) -> str:
    if name == "time_zone":
        return "the machine's"
    if value is None:
        return "null"
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    return f"`{list(value)}`" if isinstance(value, tuple) else f"`{value}`" if value != "" else '`""`'


def clients() -> str:
    """How each client is pointed at the gateway."""
    parts = (f"**{item.client}**\n\n```\n{item.text}\n```" for item in snippets("http://127.0.0.1:8377", "lg_…"))
    return "\n\n".join(parts)


def _table(head: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)
