"""Explicit saves, corrections and removals: by a person or by a key, word for word, with no model. Rules: `rules`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from app.errors import NotFound
from app.memory import rules
from app.memory.context import Ctx
from app.memory.settings import Settings
from storage.db import Tx
from storage.model import DEFAULT_SPACE, Memory
from storage.sql import memories, scopes


@dataclass(frozen=True, slots=True)
class Draft:
    """What is to be saved, as it was asked for. `subject` has passed `subject_of` already."""

    text: str
    kind: str = "fact"
    importance: float = 0.5
    subject: str | None = None
    space: str = DEFAULT_SPACE
    categories: Sequence[str] = ()
    metadata: Mapping[str, Any] = field(default_factory=dict[str, Any])
    ttl_days: int | None = None


@dataclass(frozen=True, slots=True)
class Correction:
    """What is to be changed of a memory; None leaves it."""

    text: str | None = None
    kind: str | None = None
    importance: float | None = None


async def save(ctx: Ctx, project: int, draft: Draft, *, actor: str) -> Memory:
    """Saves one memory, or returns the live one of this subject and space that says the same already.

    Raises MemoryOff, BadRequest, TooLarge, Forbidden (reads like an injection) or LimitReached.
    """
    return (await save_all(ctx, project, [draft], actor=actor))[0]


async def save_all(ctx: Ctx, project: int, drafts: Sequence[Draft], *, actor: str) -> list[Memory]:
    """Saves all of them or, where one can't be, nothing."""
    settings = await ctx.projects.settings(project)
    rules.need_memory_on(settings)
    fresh = [_memory(ctx, project, draft, actor) for draft in drafts]
    stored = await ctx.db.write(partial(_insert_all, fresh=fresh, settings=settings, actor=actor))
    ctx.bell.ring()
    return stored


def _memory(ctx: Ctx, project: int, draft: Draft, actor: str) -> Memory:
    now = ctx.world.now_ms()
    return Memory(
        num=0,
        id=ctx.world.new_id("mem"),
        project=project,
        space=rules.fit_space(draft.space),
        subject=draft.subject,
        text=rules.fit_text(draft.text),
        kind=rules.fit_kind(draft.kind),
        importance=rules.fit_share(draft.importance, "importance"),
        confidence=1.0,
        author=rules.author_of(actor),
        state="live",
        created_at=now,
        updated_at=now,
        categories=rules.fit_categories(draft.categories),
        metadata=rules.fit_metadata(draft.metadata),
        expires_at=rules.expires_at(draft.ttl_days, now),
    )


def _insert_all(tx: Tx, *, fresh: Sequence[Memory], settings: Settings, actor: str) -> list[Memory]:
    return [_insert(tx, memory, settings, actor) for memory in fresh]


def _insert(tx: Tx, memory: Memory, settings: Settings, actor: str) -> Memory:
    known = memories.same_text(tx, memory.project, memory.subject, memory.text, space=memory.space)
    if known is not None and not _expired(known, memory.created_at):
        return known
    rules.need_room(
        settings,
        memories.count_saved(tx, memory.project),
        memories.saved_spaces(tx, memory.project),
        memory.space,
        space_exists=scopes.space_num(tx, memory.project, memory.space) is not None,
    )
    return memories.insert(tx, memory, (), actor)


async def correct(ctx: Ctx, project: int, id: str, correction: Correction, *, actor: str) -> Memory:
    """Changes a memory; it keeps its id, and its history what it said before.

    A new text by a key clears what a person's hand had given it, `confirmed` and `pinned`. Raises NotFound for one
    that isn't there or is no longer live, Forbidden, BadRequest or TooLarge.
    """
    text = None if correction.text is None else rules.fit_text(correction.text)
    kind = None if correction.kind is None else rules.fit_kind(correction.kind)
    importance = None if correction.importance is None else rules.fit_share(correction.importance, "importance")

    def work(tx: Tx) -> Memory:
        memory = _standing(tx, project, id, now)
        rules.need_rights(actor, memory)
        changed = replace(
            memory,
            text=memory.text if text is None else text,
            kind=memory.kind if kind is None else kind,
            importance=memory.importance if importance is None else importance,
        )
        if changed == memory:
            return memory
        if changed.text != memory.text and not rules.is_person(actor):
            changed = replace(changed, confirmed=False, pinned=False)
        return memories.correct(tx, replace(changed, updated_at=now), actor=actor)

    now = ctx.world.now_ms()
    stored = await ctx.db.write(work)
    ctx.bell.ring()
    return stored


async def remove(ctx: Ctx, project: int, id: str, *, actor: str) -> Memory:
    """Takes a memory out of every index at once; its row stays as `removed`. Removing it again changes nothing.

    Raises NotFound or Forbidden.
    """

    def work(tx: Tx) -> Memory:
        memory = _memory_of(tx, project, id)
        rules.need_rights(actor, memory)
        removed = memories.set_state(tx, project, id, "removed", actor=actor, at=now)
        assert removed is not None
        return removed

    now = ctx.world.now_ms()
    return await ctx.db.write(work)


async def read(ctx: Ctx, project: int, id: str) -> Memory:
    """One memory, in whatever state. Raises NotFound; what has expired says so, cleanup or no cleanup."""
    memory = await ctx.db.read(partial(_memory_of, project=project, id=id))
    if memory.state == "live" and _expired(memory, ctx.world.now_ms()):
        return replace(memory, state="expired")
    return memory


def _memory_of(tx: Tx, project: int, id: str) -> Memory:
    memory = memories.by_id(tx, project, id)
    if memory is None:
        raise no_memory(id)
    return memory


def _standing(tx: Tx, project: int, id: str, now: int) -> Memory:
    memory = _memory_of(tx, project, id)
    if memory.state not in ("live", "suspended") or _expired(memory, now):
        raise no_memory(id)
    return memory


def no_memory(id: str) -> NotFound:
    """The one answer for an id that is unknown, another project's, or gone."""
    return NotFound(f"No memory {id[:64]} in this project.")


def _expired(memory: Memory, now: int) -> bool:
    return memory.expires_at is not None and memory.expires_at <= now
