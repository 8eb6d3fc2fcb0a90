"""Recall for one call: which memories match, where their block goes, and that it stays there byte for byte.

Prompt caches of upstreams hold as long as the beginning of a request stays the same. So a block that was placed at
a user message is placed there again whenever that message is sent again (the *ledger* keeps it under the message's
anchor), a block's markup depends on nothing but its lines, and what a conversation has been told once is not told
again.
"""

import hashlib
import logging
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.memory.capture import Origin
from app.memory.context import Ctx
from app.memory.recall import block_lines, query_of, recall_for_call
from app.memory.settings import Settings
from app.memory.turns import Exchange, History, idents
from app.wire.block import holds, render
from app.wire.clients import Client
from app.wire.dialect import Dialect
from app.wire.neutral import Request
from storage.db import Database
from storage.model import CallMemory, Project
from storage.sql import calls

log = logging.getLogger(__name__)

EXCHANGES_LOOKED_AT = 200
"""How far back blocks are placed again; a history longer than that has long left its first cache behind."""

NOTHING = ""
"""Kept in the ledger for words that were sent again and got no block this time, so that none comes back there."""


@dataclass(frozen=True, slots=True)
class Placed:
    """What recall did for a call. `block` is to be kept in the ledger; None when there is nothing to keep.

    `state` is none, ok, slow, failed, or reused (a step of a turn that has its block, a client's compaction).
    `touched`: the body changed.
    """

    state: str = "none"
    took_ms: float | None = None
    got: tuple[CallMemory, ...] = ()
    block: str | None = None
    touched: bool = False


class Ledger:
    """The blocks that were placed, by anchor: the newest in memory, all in the database."""

    ROOM = 4096

    def __init__(self, db: Database) -> None:
        self._db = db
        self._recent: OrderedDict[tuple[int, bytes], str] = OrderedDict()
        self._seen = self.generation

    @property
    def generation(self) -> int:
        """How often something was forgotten since the start: what was read before it must not be added after it."""
        return self._db.generations["blocks"]

    async def find(self, project: int, anchors: Sequence[bytes]) -> dict[bytes, str]:
        """The blocks at these anchors."""
        self._renew()
        found = {a: block for a in anchors if (block := self._recent.get((project, a))) is not None}
        missing = [a for a in anchors if a not in found]
        if missing:
            found |= await self._db.read(lambda tx: calls.block_at(tx, project, missing))
        return found

    def add(self, project: int, anchor: bytes, block: str, *, read_at: int) -> None:
        """Remembers a block until the recorder has written it, and for as long as there is room.

        `read_at` is the generation in which its memories were read.
        """
        self._renew()
        if read_at != self._seen:
            return
        self._recent[project, anchor] = block
        while len(self._recent) > self.ROOM:
            self._recent.popitem(last=False)

    def _renew(self) -> None:
        """Drops what is in memory once something was forgotten."""
        if self._seen != self.generation:
            self._recent.clear()
            self._seen = self.generation


@dataclass(frozen=True, slots=True)
class Asking:
    """A call that wants memories."""

    project: Project
    settings: Settings
    origin: Origin
    history: History
    request: Request
    client: Client
    asked: bool


async def place_memories(ctx: Ctx, ledger: Ledger, dialect: Dialect, body: dict[str, Any], asking: Asking) -> Placed:
    """Finds the memories for a call and edits its body in place. A failure here leaves the body as it was."""
    project = asking.project.num
    turns = [(e, a) for e, a in idents(asking.history, asking.origin.who) if e.has_words][-EXCHANGES_LOOKED_AT:]
    if not turns:
        return Placed()
    read_at = ledger.generation
    told = await ledger.find(project, [anchor for _, anchor in turns])
    own_exchange, own_anchor = turns[-1]
    earlier = [(exchange, told[anchor]) for exchange, anchor in turns[:-1] if told.get(anchor)]
    begins = asking.history.own.has_words and asking.client.side is None
    if not begins:
        standing = earlier[-1][1] if earlier and not _tail(asking) else None
        touched = _place(dialect, body, asking, earlier, own_exchange, told.get(own_anchor) or standing)
        return Placed("reused", touched=touched)

    recalled = await recall_for_call(
        ctx,
        project,
        asking.settings,
        query=query_of([m.text for e in (*asking.history.past, asking.history.own) for m in e.ask if m.role == "user"]),
        subject=asking.origin.subject,
        space=asking.origin.space,
        asked=asking.asked,
    )
    got = tuple(CallMemory(h.memory.id, h.score, h.why, h.tokens) for h in recalled.memories)
    block = _new_block(asking, block_lines(recalled), [block for _, block in earlier])
    if block is None and own_anchor in told:  # these words were sent before, and had a block
        block = NOTHING if recalled.state == "ok" else told[own_anchor]
    touched = _place(dialect, body, asking, earlier, own_exchange, block or None)
    if block is not None:
        ledger.add(project, own_anchor, block, read_at=read_at)
    return Placed(recalled.state, recalled.took_ms, got, block, touched)


def _new_block(asking: Asking, lines: Sequence[Mapping[str, Any]], earlier: Sequence[str]) -> str | None:
    """The block to place at the call's own message.

    At the tail only what this conversation has not been told yet. After the system prompt there is one block, which
    stays as it is as long as it holds all that matches: of the earlier ones only the last still stands there.
    """
    if _tail(asking):
        return _render(asking, [line for line in lines if not any(holds(block, line) for block in earlier)])
    if earlier and all(holds(earlier[-1], line) for line in lines):
        return earlier[-1]
    return _render(asking, lines)


def _render(asking: Asking, lines: Sequence[Mapping[str, Any]]) -> str | None:
    if not lines:
        return None
    content = repr([asking.project.id, lines]).encode("utf-8", "replace")
    return render(hashlib.blake2b(content, digest_size=6).hexdigest(), lines)


def _tail(asking: Asking) -> bool:
    placement = asking.settings.placement
    if placement == "auto":
        return asking.client.is_coding or asking.request.has_cache_marks
    return placement == "tail"


def _place(
    dialect: Dialect,
    body: dict[str, Any],
    asking: Asking,
    earlier: Sequence[tuple[Exchange, str]],
    own: Exchange,
    block: str | None,
) -> bool:
    if _tail(asking):
        blocks = [*earlier, *([(own, block)] if block is not None else [])]
        dialect.place_all(body, [(_last_words_at(exchange), text) for exchange, text in blocks])
        return bool(blocks)
    if block is None:
        return False
    dialect.place(body, block, "after_system", None)
    return True


def _last_words_at(exchange: Exchange) -> int:
    return max(message.index for message in exchange.ask if message.role == "user" and message.text)
