"""Wake-up: what an agent reads first, as much as fits. No search, no model."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from app.memory.context import Ctx
from app.memory.profile import compose
from app.memory.search import Visible, visible
from app.memory.shapes import memory_shape, title_shape
from storage.db import Tx
from storage.model import Conversation, Memory
from storage.sql import episodes, memories
from storage.sql.episodes import Page
from storage.sql.memories import View

MAX_TOKENS = 4_000
"""The size unless the caller says otherwise. A token is counted as four characters of the answer's JSON."""

LEAST_TOKENS = 100
_TITLES = 10
_MOST = 200


@dataclass(frozen=True, slots=True)
class _Read:
    """What there is to choose from, in the order of choosing."""

    trusted: list[Memory]
    own: list[Memory]
    talks: list[Conversation]


async def wake_up(
    ctx: Ctx, project: int, *, subject: str | None = None, space: str | None = None, max_tokens: int = MAX_TOKENS
) -> dict[str, Any]:
    """`{memories, conversations, knowledge_page, subject}` (contract, section 4), at most `max_tokens` large.

    `memories` are the project's own that a person stands for. Without a subject nothing of any subject is shown,
    whatever the settings say.
    """
    settings = await ctx.projects.settings(project)
    spaces = visible(settings, subject, space).spaces
    seen = Visible(spaces, (None,) if subject is None else (None, subject))
    found = await ctx.db.read(lambda tx: _read(tx, project, seen, subject, ctx.world.now_ms()))
    return _fit(found, subject, max_tokens)


def _read(tx: Tx, project: int, seen: Visible, subject: str | None, now: int) -> _Read:
    def live(of: str | None, *, trusted: bool) -> list[Memory]:
        view = View(now, seen.spaces, (of,), ("live",), trusted, limit=_MOST)
        return sorted(memories.listed(tx, project, view), key=_first)

    own = [] if subject is None else live(subject, trusted=False)
    talks = episodes.listed(tx, project, Page(seen.spaces, seen.subjects, titled=True, limit=_TITLES))
    return _Read(live(None, trusted=True), own, talks)


def _first(memory: Memory) -> tuple[Any, ...]:
    return (not memory.pinned, not memory.trusted, -memory.importance, -memory.created_at, memory.id)


def _fit(found: _Read, subject: str | None, max_tokens: int) -> dict[str, Any]:
    """Fills the answer while there is room: what people stand for may take half of it when a subject waits behind."""
    of: dict[str, Any] | None = None if subject is None else {"memories": [], "profile": compose(subject, ())}
    answer: dict[str, Any] = {"memories": [], "conversations": [], "knowledge_page": None, "subject": of}
    room = max_tokens * 4 - _size(answer)
    kept, left = _fitting(found.trusted, room // 2 if of is not None and found.own else room)
    answer["memories"] = [memory_shape(memory) for memory in kept]
    room -= (room // 2 if of is not None and found.own else room) - left
    if of is not None:
        # A memory of the subject stands in the list, and once more in the profile with its summary.
        own, left = _fitting(found.own, room, times=2)
        of["memories"] = [memory_shape(memory) for memory in own]
        of["profile"] = compose(subject, own)
        room = left
    for conversation in found.talks:
        shape = title_shape(conversation)
        room -= _size(shape) + 1
        if room < 0:
            break
        answer["conversations"].append(shape)
    return answer


def _fitting(found: Iterable[Memory], room: int, times: int = 1) -> tuple[list[Memory], int]:
    """The first memories that fit into so many characters, and what room is left."""
    kept: list[Memory] = []
    for memory in found:
        cost = _size(memory_shape(memory)) + 1 + (times - 1) * (2 * _size(memory.text) + 2)
        if cost > room:
            break
        kept.append(memory)
        room -= cost
    return kept, room


def _size(value: object) -> int:
    """Characters of a value as compact JSON."""
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")))
