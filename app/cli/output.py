"""How results are shown: tables and short sentences for people, JSON for programs. Colour only in a terminal."""

import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.theme import Theme

THEME = Theme(
    {
        "brand": "bold #7c5cff",
        "key": "bold #e8a33d",
        "where": "#3aa0c9",
        "good": "bold #3fa45b",
        "warn": "bold #d9942b",
        "bad": "bold #d64545",
        "quiet": "dim",
    }
)
"""Every colour of the command line. Chosen to be readable on light and dark."""


def console(*, error: bool = False) -> Console:
    """The terminal, or plain text where there is none."""
    return Console(theme=THEME, stderr=error, highlight=False, soft_wrap=not sys.stdout.isatty())


def as_json(value: Any) -> None:
    """One JSON value on standard output, for programs."""
    print(json.dumps(value, indent=2, ensure_ascii=False))


def table(rows: Sequence[Mapping[str, Any]], columns: Mapping[str, str], empty: str) -> None:
    """Rows as a table: `columns` maps a row's names to headings. With no rows, the sentence `empty`."""
    out = console()
    if not rows:
        out.print(escape(empty), style="quiet")
        return
    grid = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="quiet")
    for heading in columns.values():
        grid.add_column(heading, overflow="fold")
    for row in rows:
        grid.add_row(*(escape(_cell(row.get(name))) for name in columns))
    out.print(grid)


def _cell(value: Any) -> str:
    if value is None or value == "":
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(str(item) for item in value)  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    return str(value)


def done(sentence: str) -> None:
    """One sentence that says what was done."""
    console().print(f"[good]✓[/] {escape(sentence)}")


def failed(message: str) -> None:
    """One message on standard error that says what went wrong and what to do."""
    console(error=True).print(f"[bad]loregate:[/] {escape(message)}", soft_wrap=True)
