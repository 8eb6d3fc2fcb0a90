"""Keeps the search indexes in step with what is stored: words at once, vectors in the background.

Text is the truth; vectors are derived, and made anew when the embedder changes. No search waits for any of this.
"""

from collections.abc import Sequence
from functools import partial

import numpy as np

from app.memory.context import Ctx
from storage.db import Tx
from storage.model import Conversation, StoredMessage
from storage.sql import memories, memory_index, message_index, projects, vectors
from storage.sql.vectors import Kind, VectorRow

_SLICE = 16
"""Texts that are embedded between two transactions: a second or two of the built-in embedder's work at most."""

_TO_EMBED = {"memory": memory_index.to_embed, "message": message_index.to_embed}
_KINDS: tuple[Kind, ...] = ("memory", "message")


def index_messages(tx: Tx, project: int, conversation: Conversation, messages: Sequence[StoredMessage]) -> None:
    """Makes messages of a conversation findable by their words. Indexing them again is harmless."""
    if conversation.project != project:
        raise LookupError(f"project {project} has no conversation {conversation.id}")
    message_index.add(tx, conversation, messages)


async def embed_waiting(ctx: Ctx) -> int:
    """Gives every indexed row that has none a vector of the current embedder; returns how many got one.

    Raises what the embedder raises; what was done until then is kept.
    """
    if ctx.embedder.dim == 0:
        return 0
    done = 0
    for kind in _KINDS:
        while found := await ctx.db.read(partial(_slice, kind=kind, id=ctx.embedder.id)):
            vectors_of = await ctx.embedder.embed([text for _, text in found], "passage")
            rows = np.ascontiguousarray(vectors_of, "<f4")
            stored = await ctx.db.write(
                partial(
                    _store,
                    kind=kind,
                    id=ctx.embedder.id,
                    dim=ctx.embedder.dim,
                    found=found,
                    blobs=[row.tobytes() for row in rows],
                )
            )
            done += stored
    if done:
        await ctx.db.write(partial(_tidy, id=ctx.embedder.id))
    return done


def _slice(tx: Tx, *, kind: Kind, id: str) -> list[tuple[VectorRow, str]]:
    nums = vectors.waiting(tx, kind, vectors.embedder_num(tx, id), _SLICE)
    return _TO_EMBED[kind](tx, nums)


def _store(
    tx: Tx, *, kind: Kind, id: str, dim: int, found: Sequence[tuple[VectorRow, str]], blobs: Sequence[bytes]
) -> int:
    """Stores vectors of texts that still stand as they were read: one may have been corrected or erased meanwhile."""
    embedder = vectors.ensure_embedder(tx, id, dim)
    made = {row.num: (text, blob) for (row, text), blob in zip(found, blobs, strict=True)}
    now = _TO_EMBED[kind](tx, list(made))
    rows = [
        VectorRow(row.num, row.project, row.space, row.subject, made[row.num][1], row.expires_at)
        for row, text in now
        if made[row.num][0] == text
    ]
    return vectors.put(tx, kind, embedder, rows)


def _tidy(tx: Tx, *, id: str) -> None:
    current = vectors.embedder_num(tx, id)
    if current is not None:
        vectors.drop_unused(tx, current)


async def count_waiting(ctx: Ctx) -> int:
    """How many memories and messages have no vector of the current embedder yet."""
    if ctx.embedder.dim == 0:
        return 0

    def work(tx: Tx) -> int:
        current = vectors.embedder_num(tx, ctx.embedder.id)
        return sum(vectors.count_waiting(tx, kind, current) for kind in _KINDS)

    return await ctx.db.read(work)


async def expire_due(ctx: Ctx) -> int:
    """Puts memories whose time is over into the state `expired`; returns how many. Nobody saw them any more."""
    now = ctx.world.now_ms()
    return await ctx.db.write(lambda tx: sum(memories.expire(tx, p.num, now) for p in projects.every(tx)))
