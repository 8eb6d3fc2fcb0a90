"""Slash commands and skills of Claude Code: a person types a few words, the client puts texts of its own behind them.

What such a command says to the model, or prints, is nobody's words; a person's own are what was typed.
"""

import re
from collections.abc import Sequence

from app.wire.wrappers import own_text

_PROMPTING = re.compile(
    r"<command-message>[^<]*</command-message>\s*<command-name>([^<]*)</command-name>"
    r"(?:\s*<command-args>(.*)</command-args>)?",
    re.DOTALL,
)
"""A command that says something to the model, which is the next text."""

_LOCAL = re.compile(
    r"<command-name>[^<]*</command-name>\s*<command-message>[^<]*</command-message>"
    r"(?:\s*<command-args>.*</command-args>)?",
    re.DOTALL,
)
"""A command that the client carries out by itself. What it prints may be the next text, as if a person had said it."""

_LAUNCHED = "Launching skill: "


def is_launch(result: Sequence[str]) -> bool:
    """Whether a tool's result says that a skill was called, whose text the client puts behind the results."""
    return any(text.startswith(_LAUNCHED) for text in result)


def typed_words(raw: Sequence[str], launched: int = 0) -> list[str]:
    """What a person typed, of the texts of one message.

    `launched`: how many skills the assistant called; the first texts are theirs. What a local command printed is only
    told from a person's words by other words that follow it: these are never lost.
    """
    own = [own_text(text) for text in raw]
    last = max((n for n, words in enumerate(own) if words), default=-1)
    typed: list[str] = []
    foreign, before = launched, ""
    for n, text in enumerate(raw):
        if (command := _PROMPTING.fullmatch(text.strip())) is not None:
            typed.append(f"{command[1]} {command[2] or ''}".strip())
            foreign += 1
        elif own[n] and foreign:
            foreign -= 1
        elif own[n] and not (n < last and _LOCAL.fullmatch(before)):
            typed.append(own[n])
        before = text.strip()
    return typed
