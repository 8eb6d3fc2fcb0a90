"""What reading a request is made of in every dialect: a user's messages, the head, cache marks, a title's schema."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from app.wire.loose import as_dict, objects
from app.wire.neutral import Message
from app.wire.words import texts, users_words
from app.wire.wrappers import is_summary

Where = Literal["after_system", "tail"]
"""Where a block goes: behind the caller's own system prompt, or at a user message."""

_LONGEST_HEAD = 256 * 1024
"""Characters that are kept of it: all that clients put before the first words, and then some."""


class Head:
    """Gathers the raw texts of the user's messages up to the first that has words of their own."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._whole = False

    def add(self, raw: Sequence[str], words: str) -> None:
        """Takes a user message's raw texts; `words` are its own."""
        if not self._whole:
            self._texts += raw
            self._whole = bool(words)

    @property
    def text(self) -> str:
        """What was gathered."""
        return "\n".join(self._texts)[:_LONGEST_HEAD]


def users_messages(content: object, head: Head, index: int, id: str | None, *, launched: int = 0) -> Iterator[Message]:
    """What a user message says. `launched`: how many skills it brings the texts of.

    The summary of a compacted history was written by the assistant, and stands for its answers: it becomes an
    assistant's message without words, so that the user messages that a client keeps before it are not new again.
    """
    raw = texts(content)
    words = users_words(raw, launched)
    head.add(raw, words)
    summary = any(map(is_summary, raw))
    if summary:
        yield Message("assistant", "", (), (), index, id)
    if words or not summary:
        yield Message("user", words, (), (), index, id)


def only_title(schema: object) -> bool:
    """Whether a JSON Schema is of an object with the single property `title`."""
    return list(as_dict(as_dict(schema).get("properties"))) == ["title"]


def has_cache_marks(body: Mapping[str, Any]) -> bool:
    """Whether the caller marks what an upstream shall cache: body, system, tools, messages and their parts."""
    if "cache_control" in body:
        return True
    for key in ("system", "tools", "messages", "input"):
        for entry in objects(body.get(key)):
            if _is_marked(entry):
                return True
    return False


def _is_marked(entry: Mapping[str, Any]) -> bool:
    """Whether a message or block is marked, or a part of it, or a part of a tool's result in it."""
    if "cache_control" in entry:
        return True
    return any(
        "cache_control" in part or any("cache_control" in inner for inner in objects(part.get("content")))
        for part in objects(entry.get("content"))
    )
