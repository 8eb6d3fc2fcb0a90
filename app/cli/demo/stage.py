"""How the demo looks: scenes, voices, facts and a block. In a pipe it is the same words without colour or motion."""

from collections.abc import Generator
from contextlib import contextmanager

from rich.console import Console
from rich.markup import escape
from rich.panel import Panel
from rich.rule import Rule
from rich.text import Text

from app.cli.output import console
from app.cli.snippets import snippets

VOICES = {"ana": "#d0679d", "ben": "#3aa0c9"}
INDENT = 8
"""Columns that a speaker's name takes."""


class Stage:
    """The terminal, seen as a stage."""

    def __init__(self, out: Console | None = None) -> None:
        self._out = out or console()
        self._scenes = 0
        self._column = 0

    def opening(self, folder: str, *, kept: bool) -> None:
        """Says what is about to be seen."""
        self._out.print()
        self._out.print("[brand]Loregate[/]  memory for every model call, on your own machine")
        self._out.print(
            "This demo runs the real server. The model behind it is scripted: no network, no key, no cost.",
            style="quiet",
        )
        self._out.print(f"Data: {escape(folder)}{'' if kept else ' (removed at the end)'}", style="quiet")

    def scene(self, title: str, text: str) -> None:
        """Begins a scene."""
        self._scenes += 1
        self._out.print()
        self._out.print(Rule(f"[brand]{self._scenes}[/] [bold]{escape(title)}[/]", align="left", style="quiet"))
        self._out.print(escape(text), style="quiet")
        self._out.print()

    def asks(self, who: str, text: str) -> None:
        """A person speaks."""
        self._begins(who, f"bold {VOICES.get(who, '')}")
        for place, word in enumerate(text.split(" ")):
            self.says(word if place == 0 else f" {word}")
        self.said()
        self._begins("model", "quiet")

    def says(self, piece: str) -> None:
        """Somebody speaks, piece by piece as it arrives."""
        if self._out.is_terminal and self._column + len(piece.strip()) >= self._out.width:
            self.said()
            self._out.print(" " * INDENT, end="")
            piece = piece.lstrip()
            self._column = INDENT
        self._out.print(Text(piece), end="", soft_wrap=True)
        self._column += len(piece)

    def said(self) -> None:
        """Somebody has spoken."""
        self._out.print()

    def _begins(self, who: str, style: str) -> None:
        self._out.print(Text(f"{who:>{INDENT - 1}} ", style=style), end="")
        self._column = INDENT

    def space(self) -> None:
        """An empty line."""
        self._out.print()

    def fact(self, text: str) -> None:
        """Something that was checked."""
        self._out.print(f"[good]✓[/] {escape(text)}")

    def memory(self, subject: str, kind: str, text: str, quote: str) -> None:
        """A memory that was learned, with the words that it rests on."""
        self._out.print(f"[good]✓[/] [bold]{escape(text)}[/]")
        self._out.print(f"  {escape(kind)} of {escape(subject)}, for it was said: “{escape(quote)}”", style="quiet")

    def block(self, text: str, caption: str) -> None:
        """What the gateway added to a call, as the model received it."""
        self._out.print()
        self._out.print(
            Panel(Text(text), title="added to the call", title_align="left", border_style="key"), soft_wrap=False
        )
        self._out.print(escape(caption), style="quiet")

    @contextmanager
    def waiting(self, text: str) -> Generator[None]:
        """Shows that something goes on, where the terminal can."""
        if self._out.is_terminal:
            with self._out.status(f"[quiet]{escape(text)}…"):
                yield
        else:
            self._out.print(f"{escape(text)}…", style="quiet")
            yield

    def closing(self, url: str, key: str, *, serving: bool) -> None:
        """How to go on with a real client."""
        self._out.print()
        self._out.print(Rule("[bold]Now with your own client[/]", align="left", style="quiet"))
        if serving:
            self._out.print("This server goes on (Ctrl+C ends it). Point a client at it:", style="quiet")
        else:
            self._out.print(
                "Start your own with [bold]loregate serve[/], make a key with [bold]loregate key add[/], then:"
            )
        for snippet in snippets(url, key):
            self._out.print()
            self._out.print(f"[bold]{escape(snippet.client)}[/]")
            self._out.print(Text(snippet.text, style="where"), soft_wrap=True)
        self._out.print()

    def end(self) -> None:
        """All of it held."""
        self._out.print("[good]✓[/] Everything above was checked while it ran.")
