"""`loregate erase`: an end user's request to be forgotten, carried out by the owner."""

import sys
from typing import Annotated

import typer
from rich.markup import escape
from rich.prompt import Prompt

from app.cli.options import AsJson, InProject, options
from app.cli.output import as_json, console, done, failed
from app.cli.reach import run


def erase(
    context: typer.Context,
    subject: Annotated[str, typer.Argument(help="The end user, exactly as calls name it.")],
    project: InProject = "default",
    yes: Annotated[bool, typer.Option("--yes", help="Don't ask; without a terminal it never does.")] = False,
    json: AsJson = False,
) -> None:
    """Erase an end user for good: memories, conversations, prompts and answers. It can't be undone."""
    if not (yes or json or _is_meant(subject)):
        failed("Nothing was erased.")
        raise typer.Exit(1)
    result = run(options(context), "erase", {"project": project, "subject": subject})
    if json:
        as_json(result)
        return
    counts = ", ".join(f"{count} {noun}" for noun, count in result["deleted"].items() if count)
    done(f"Erased: {counts or 'nothing was stored'}. Certificate {result['id']}, scrub {result['scrub']}.")
    if result["note"]:
        console().print(escape(result["note"]), style="quiet")


def _is_meant(subject: str) -> bool:
    """Has the subject typed again, where there is somebody to type it."""
    if not sys.stdin.isatty():
        return True
    console().print("This can't be undone: all memories, conversations, prompts and answers of this end user go.")
    return Prompt.ask("Type the subject again to erase it", console=console()) == subject
