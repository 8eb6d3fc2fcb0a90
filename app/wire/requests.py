"""What reading a request is made of in every dialect: a user's messages, the head, cache marks, a title's schema."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from app.wire.loose import as_dict, objects
from app.wire.neutral import Message
from app.wire.words import texts, users_words
from app.wire.wrappers import is_summary, own_text, wrappers_at_head

Where = Literal["after_system", "tail"]
"""Where a block goes: behind the caller's own system prompt, or at a user message."""

_MOST_WRAPPERS = 64
"""That are kept of the head: all that clients put before the first words, and then some."""


class Head:
    """Gathers the client's wrappers at the beginning of a history: those before the first words of a person.

    After Codex has compacted a history, its context stands behind words that it kept: messages that are nothing but
    wrappers count there too.
    """

    def __init__(self) -> None:
        self._wrappers: list[str] = []
        self._later: list[str] = []
        self._words_seen = False

    def add(self, raw: Sequence[str], words: str) -> None:
        """Takes a user message's raw texts; `words` are its own."""
        if words and self._words_seen:
            return
        found = self._later if self._words_seen else self._wrappers
        for text in raw:
            found += wrappers_at_head(text)
            if own_text(text):
                break
        self._words_seen = self._words_seen or bool(words)

    def compacted(self) -> None:
        """Takes note that all that was added stands before the summary of a compacted history."""
        self._wrappers += self._later
        self._later.clear()

    @property
    def wrappers(self) -> tuple[str, ...]:
        """What was gathered, each wrapper as it stands."""
        return tuple(self._wrappers[:_MOST_WRAPPERS])


def users_messages(content: object, head: Head, index: int, id: str | None, *, launched: int = 0) -> Iterator[Message]:
    """What a user message says. `launched`: how many skills it brings the texts of.

    The summary of a compacted history was written by the assistant, and stands for its answers and for what its tools
    found: it becomes an assistant's message without words and a step after it, so that the user messages that a client
    keeps before it are not new again, and a turn that was under way goes on.
    """
    raw = texts(content)
    words = users_words(raw, launched)
    head.add(raw, words)
    summary = next(filter(is_summary, raw), None)
    if summary is not None:
        head.compacted()
        yield Message("assistant", "", (), (), index, None)
        yield Message("tool", "", (), (_step_after(summary),), index, id)
    if words or summary is None:
        yield Message("user", words, (), (), index, id)


def _step_after(summary: str) -> str:
    """An id that tells one summary from another."""
    return hashlib.blake2b(" ".join(summary.split()).encode("utf-8", "replace"), digest_size=16).hexdigest()


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
