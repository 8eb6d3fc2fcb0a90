"""Forgetting at once and for good: an end user, a space, everything, or one memory. It can't be undone.

Each is one transaction with its certificate and its line in the audit: without them nothing is erased. What the file
still holds of it afterwards is scrubbed (`app/memory/scrubbing.py`).
"""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from app.errors import NotFound
from app.guard import redact
from app.memory import rules
from app.memory.context import Ctx
from app.memory.save import no_memory
from app.memory.shapes import time_of
from app.memory.subjects import subject_of, subject_sha256
from app.wire.block import line
from storage.db import Tx
from storage.scrub import Pieces
from storage.sql import erasures, forgetting, memories
from storage.sql.erasures import Erasure, What
from storage.sql.forgetting import Taken


async def erase(ctx: Ctx, project: int, subject: str, *, actor: str) -> Erasure:
    """Erases an end user: memories, conversations, work, and the stored words of every call that named it.

    A batch or an answer in flight can't bring any of it back. Raises BadSubject, for an empty one too.
    """
    sha256 = subject_sha256(subject_of(subject))
    marks = [_mark(subject=subject)]
    take = partial(forgetting.erase_subject, project=project, subject=subject, sha256=sha256, marks=marks)
    return await _forget(ctx, _draft(ctx, project, "subject", actor, subject_sha256=sha256), take)


async def forget(
    ctx: Ctx, project: int, *, space: str | None = None, conversations: bool = False, actor: str
) -> Erasure:
    """Forgets the memories of a space, or of the whole project (None), people's included.

    Conversations stay searchable and are never learned from again; `conversations` takes them too. Raises BadRequest
    for a name that no space can have.
    """
    what: What = "everything" if space is None else "space"
    name = None if space is None else rules.fit_space(space)
    take = partial(forgetting.forget_space, project=project, space=name, conversations=conversations)
    return await _forget(ctx, _draft(ctx, project, what, actor, space=name, conversations=conversations), take)


async def delete(ctx: Ctx, project: int, id: str, *, actor: str) -> Erasure:
    """Deletes one memory for good. Raises NotFound, and Forbidden for a key where a person wrote it."""

    def take(tx: Tx) -> Taken:
        memory = memories.by_id(tx, project, id)
        if memory is None:
            raise no_memory(id)
        rules.need_rights(actor, memory)
        said = {memory.text, *(entry.text for entry in memories.history(tx, project, memory.num))}
        told = said | {redact(text).text for text in said}  # a block holds what today's rules leave of a text
        return forgetting.delete_memory(tx, project, memory.num, marks=[_mark(text=text) for text in told])

    return await _forget(ctx, _draft(ctx, project, "memory", actor), take)


async def certificate(ctx: Ctx, project: int, id: str) -> Erasure:
    """The certificate of an erasure. Raises NotFound."""
    found = await ctx.db.read(lambda tx: erasures.by_id(tx, project, id))
    if found is None:
        raise NotFound(f"No erasure {id[:64]} in this project.")
    return found


def certificate_shape(erasure: Erasure) -> dict[str, Any]:
    """A certificate as callers see it. `backups` lists those that are known to hold it still."""
    scan = erasure.scan
    return {
        "id": erasure.id,
        "what": erasure.what,
        "subject_sha256": erasure.subject_sha256,
        "space": erasure.space,
        "conversations": erasure.conversations,
        "at": time_of(erasure.at),
        "deleted": dict(erasure.deleted),
        "scrub": erasure.scrub,
        "scrubbed_at": None if erasure.scrubbed_at is None else time_of(erasure.scrubbed_at),
        "scan": None if scan is None else {"pieces": scan.pieces, "files": scan.files, "bytes": scan.bytes},
        "note": erasure.note,
        "backups": [],
    }


def _draft(ctx: Ctx, project: int, what: What, actor: str, **more: Any) -> Erasure:
    return Erasure(0, ctx.world.new_id("era"), project, what, actor, ctx.world.now_ms(), {}, **more)


async def _forget(ctx: Ctx, draft: Erasure, take: Callable[[Tx], Taken]) -> Erasure:
    # Whoever asked may leave: what has begun is done to its end.
    return await asyncio.shield(_forgotten(ctx, draft, take))


async def _forgotten(ctx: Ctx, draft: Erasure, take: Callable[[Tx], Taken]) -> Erasure:
    def work(tx: Tx) -> Erasure:
        taken = take(tx)
        stored = erasures.insert(tx, replace(draft, deleted=dict(taken.counts)))
        ctx.traces.add(stored.num, Pieces.of(taken.words))
        return stored

    try:
        return await ctx.db.write(work)
    finally:
        ctx.embedder.forget()
        ctx.bell.ring()


def _mark(**said: str) -> str:
    """The words in a recall block's line that name this text or subject, and nothing that only speaks of it."""
    return line(said)[1:-1]
