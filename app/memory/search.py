"""Search over memories and conversations, by words and by meaning, within what the caller may see.

Who may see what is decided here, in `visible`, and holds in both indexes before any limit. A query costs at most one
embedding; when the embedder fails or is slow, words alone find what they find.
"""

import asyncio
import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

import numpy as np

from app.errors import LoregateError
from app.memory.context import Ctx
from app.memory.ranking import (
    Candidate,
    MessageCandidate,
    Ranked,
    RankedMessage,
    promising,
    rank_memories,
    rank_messages,
)
from app.memory.settings import Settings
from app.memory.snippets import snippet_of
from storage.db import Tx
from storage.model import DEFAULT_SPACE, Conversation, Memory
from storage.sql import conversations, memories, memory_index, message_index, scopes, vectors
from storage.sql.memories import Filters
from storage.terms import Scope, query_terms

log = logging.getLogger(__name__)

Within = Literal["memories", "conversations", "both"]

DEPTH = 100
"""Candidates that each index gives at least; half as many memories are then read and ranked."""

LONGEST_QUERY = 4_000
"""Characters of a query that are looked at."""

PATIENCE_S = 1.5
"""How long a query's vector may take before words alone must do."""


@dataclass(frozen=True, slots=True)
class Visible:
    """What a caller may see, by names; None means everything. Among subjects, None is the project's own."""

    spaces: tuple[str, ...] | None
    subjects: tuple[str | None, ...] | None


@dataclass(frozen=True, slots=True)
class ConversationHit:
    """A conversation, with the words that were found in it."""

    conversation: Conversation
    snippet: str
    score: float
    why: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found, each list best first."""

    memories: tuple[Ranked, ...] = ()
    conversations: tuple[ConversationHit, ...] = ()


def visible(settings: Settings, subject: str | None, space: str | None) -> Visible:
    """What a caller sees that names this subject and space (contract, sections 1 and 3).

    With a subject: that subject's and the project's own. Without: the project's own, and every subject's unless the
    project narrows that. In a space: that space and `default`. Without one: every space, as in lists.
    """
    subjects: tuple[str | None, ...] | None = (None,)
    if subject is not None:
        subjects = (None, subject)
    elif settings.unscoped_reads == "everything":
        subjects = None
    spaces = None if space is None else tuple(dict.fromkeys((space, DEFAULT_SPACE)))
    return Visible(spaces, subjects)


def scope_in(tx: Tx, project: int, seen: Visible) -> Scope | None:
    """What may be seen, as the indexes know it; None where nothing can be in it."""
    spaces = subjects = None
    if seen.spaces is not None:
        spaces = _known(scopes.space_num(tx, project, name) for name in seen.spaces)
    if seen.subjects is not None:
        subjects = _known(scopes.subject_num(tx, project, name) for name in seen.subjects)
    return None if spaces == () or subjects == () else Scope(project, spaces, subjects)


def _known(nums: Iterable[int | None]) -> tuple[int, ...]:
    return tuple(num for num in nums if num is not None)


async def search(
    ctx: Ctx,
    project: int,
    query: str,
    seen: Visible,
    *,
    within: Within = "both",
    limit: int = 10,
    filters: Filters | None = None,
    patience_s: float = PATIENCE_S,
) -> Found:
    """The best matches in what `seen` allows, at most `limit` of each sort. Filters are about memories alone."""
    query = query[:LONGEST_QUERY]
    if not query.strip():
        return Found()
    vector = await _query_vector(ctx, query, patience_s)
    asked = Query(project, query, vector, ctx.embedder.id, seen, max(DEPTH, 2 * limit), ctx.world.now_ms())
    return await ctx.db.read(partial(_search, asked=asked, within=within, limit=limit, filters=filters or Filters()))


async def nearest(
    ctx: Ctx, project: int, *, subject: str | None, space: str | None, texts: Sequence[str], limit: int = 20
) -> list[Memory]:
    """The memories nearest to any of these texts, best first: of this subject alone (None: the project's own).

    In a space, those of that space and of `default`. For the memory models, which are shown what is known already.
    """
    texts = [text[:LONGEST_QUERY] for text in texts if text.strip()]
    if not texts:
        return []
    blobs: list[bytes | None] = [None] * len(texts)
    if ctx.embedder.dim:
        try:
            blobs = [_blob(row) for row in await ctx.embedder.embed(texts, "passage")]
        except (LoregateError, TimeoutError, RuntimeError, OSError):
            log.warning("no vectors for what is known already: words alone must do", exc_info=True)
    seen = Visible(None if space is None else tuple(dict.fromkeys((space, DEFAULT_SPACE))), (subject,))
    id, now = ctx.embedder.id, ctx.world.now_ms()

    def work(tx: Tx) -> list[Memory]:
        best: dict[int, Ranked] = {}
        for text, blob in zip(texts, blobs, strict=True):
            for one in _memories(tx, Query(project, text, blob, id, seen, limit, now), Filters()):
                if one.memory.num not in best or best[one.memory.num].score < one.score:
                    best[one.memory.num] = one
        return [one.memory for one in sorted(best.values(), key=lambda r: (-r.score, -r.memory.num))[:limit]]

    return await ctx.db.read(work)


async def _query_vector(ctx: Ctx, query: str, patience_s: float) -> bytes | None:
    if ctx.embedder.dim == 0:
        return None
    try:
        async with asyncio.timeout(patience_s):
            found = await ctx.embedder.embed([query], "query")
    except (LoregateError, TimeoutError, RuntimeError, OSError) as error:
        log.warning("no vector for a query (%s): words alone must do", type(error).__name__)
        return None
    return _blob(found[0])


def _blob(vector: "np.ndarray[tuple[int, ...], np.dtype[np.float32]]") -> bytes:
    return np.ascontiguousarray(vector, "<f4").tobytes()


# --- in one snapshot ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Query:
    """One query with its vector (of the embedder with this id), and what may be seen at the moment `now`."""

    project: int
    text: str
    vector: bytes | None
    embedder: str
    seen: Visible
    depth: int
    now: int


def _search(tx: Tx, *, asked: Query, within: Within, limit: int, filters: Filters) -> Found:
    found: tuple[Ranked, ...] = ()
    talks: tuple[ConversationHit, ...] = ()
    if within != "conversations":
        found = tuple(_memories(tx, asked, filters)[:limit])
    if within != "memories":
        talks = tuple(_conversations(tx, asked, limit))
    return Found(found, talks)


def _memories(tx: Tx, asked: Query, filters: Filters) -> list[Ranked]:
    scope = scope_in(tx, asked.project, asked.seen)
    if scope is None:
        return []
    only = memories.only(asked.project, filters) if filters else None
    terms = query_terms(asked.text)
    words = dict(memory_index.matching(tx, scope, terms, asked.depth, now=asked.now, only=only))
    near: dict[int, float] = {}
    embedder = vectors.embedder_num(tx, asked.embedder)
    if asked.vector is not None and embedder is not None:
        near = dict(vectors.nearest(tx, "memory", embedder, scope, asked.vector, asked.depth, now=asked.now, only=only))
    rows = memories.by_nums(tx, asked.project, promising(words, near, asked.depth // 2))
    return rank_memories(
        asked.text, [Candidate(memory, words.get(num, 0.0), near.get(num)) for num, memory in rows.items()]
    )


def ranked_messages(tx: Tx, asked: Query) -> list[RankedMessage]:
    """The messages that match a query, best first."""
    scope = scope_in(tx, asked.project, asked.seen)
    if scope is None:
        return []
    words = {found.num: found for found in message_index.matching(tx, scope, query_terms(asked.text), asked.depth)}
    near: dict[int, float] = {}
    embedder = vectors.embedder_num(tx, asked.embedder)
    if asked.vector is not None and embedder is not None:
        near = dict(vectors.nearest(tx, "message", embedder, scope, asked.vector, asked.depth))
    nothing = message_index.Found(0, 0.0, 0.0)
    candidates = [
        MessageCandidate(
            num,
            place.conversation,
            place.before,
            words.get(num, nothing).own,
            words.get(num, nothing).pair,
            near.get(num),
        )
        for num, place in message_index.places(tx, asked.project, [*{*words, *near}]).items()
    ]
    return rank_messages(candidates)


def _conversations(tx: Tx, asked: Query, limit: int) -> list[ConversationHit]:
    """The conversations of the best messages, each with its best one."""
    best: dict[int, RankedMessage] = {}
    for message in ranked_messages(tx, asked):
        best.setdefault(message.conversation, message)
    chosen = list(best.values())[:limit]
    texts = message_index.texts(tx, asked.project, [message.num for message in chosen])
    hits: list[ConversationHit] = []
    for message in chosen:
        conversation = conversations.by_num(tx, asked.project, message.conversation)
        if conversation is not None:
            snippet = snippet_of(texts.get(message.num, ""), query_terms(asked.text))
            hits.append(ConversationHit(conversation, snippet, message.score, message.why))
    return hits
