"""What coding clients put beside a person's words, in texts of their own: commands, skills, files.

In Claude Code a person types a command, and what it says to the model, or prints, is the next text. opencode sends a
file that a person names as if it had been read by a tool. None of that is anybody's words.
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
_AGAIN = "(Re-invocation of /"
"""How the note begins that stands before the text of a command or skill that was called before."""

_READING = re.compile(r"Called the \w+ tool with the following input: \{[^\n]*\}")
_READ = re.compile(r"<(?:path|file|entries)>|Read tool failed to read ")
"""How opencode says that it read a file, and how the text begins that it read."""

_GOING_ON = (
    "Continue if you have next steps, or stop and ask for clarification if you are unsure how to proceed.",
    "Summarize the task tool output above and continue with your task.",
)
"""What opencode says by itself after it has compacted a history, or run a subtask."""


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
    for n, text in enumerate(map(str.strip, raw)):
        if (command := _PROMPTING.fullmatch(text)) is not None:
            typed.append(f"{command[1]} {command[2] or ''}".strip())
            foreign += 1
        elif own[n] and not _is_note(text, before):
            if foreign:
                foreign -= 1
            elif n == last or not _LOCAL.fullmatch(before):
                typed.append(own[n])
        before = text
    return typed


def _is_note(text: str, before: str) -> bool:
    """Whether a client says this of its own accord."""
    if text.startswith(_AGAIN) or _READING.fullmatch(text) or text in _GOING_ON:
        return True
    return _READ.match(text) is not None and _READING.fullmatch(before) is not None
