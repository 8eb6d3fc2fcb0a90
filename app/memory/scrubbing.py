"""Scrubbing in quiet moments: the file is written anew, searched for what was erased, and the certificates say so.

One scrub serves all erasures that wait for it. It keeps the writer busy while it writes, so it waits for calls to
pause, but never so long that an erasure is an hour old.
"""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from functools import partial

from app.memory.context import Ctx
from storage import scrub
from storage.db import Tx
from storage.errors import StorageFull
from storage.scrub import Pieces, Searched
from storage.sql import calls, erasures
from storage.sql.erasures import Erasure, Scan

log = logging.getLogger(__name__)

QUIET_MS = 10_000
"""A moment is quiet when no call has ended, and nothing was erased, for so long."""

LATEST_MS = 45 * 60 * 1000
"""Then it is done in the midst of calls: the contract wants it within an hour."""

REST_S = 60.0
"""Between two tries, when a reader or a full disk was in the way."""

BUSY = "A reader holds on to what was before. It is tried again."
FULL = "The disk has no room to write the file anew. It is tried again."
FOUND = "Pieces of it were still found, in {}. It is tried again."
RESTARTED = "The program was started again before the search, for which it keeps nothing: written anew, not searched."


async def scrub_due(ctx: Ctx) -> int:
    """Scrubs if something waits and the moment is right; returns how many certificates were completed."""
    waiting = await ctx.db.read(erasures.pending)
    tried_at = ctx.traces.tried_at
    if not waiting or (tried_at is not None and ctx.world.monotonic() < tried_at + REST_S):
        return 0
    if ctx.world.now_ms() < _due(waiting, await ctx.db.read(calls.last_end)):
        return 0
    return await _scrub(ctx, waiting)


async def scrub_now(ctx: Ctx) -> int:
    """Scrubs if something waits, whatever the moment; returns how many certificates were completed."""
    waiting = await ctx.db.read(erasures.pending)
    return await _scrub(ctx, waiting) if waiting else 0


async def next_scrub(ctx: Ctx) -> int | None:
    """When the next scrub is due as far as is known now, in ms since 1970."""
    waiting = await ctx.db.read(erasures.pending)
    return _due(waiting, await ctx.db.read(calls.last_end)) if waiting else None


def _due(waiting: Sequence[Erasure], last_end: int | None) -> int:
    return min(waiting[0].at + LATEST_MS, max(waiting[-1].at, last_end or 0) + QUIET_MS)


async def _scrub(ctx: Ctx, waiting: Sequence[Erasure]) -> int:
    """One try: all of what waits, for the file holds it all."""
    ctx.traces.tried_at = ctx.world.monotonic()
    nums = [erasure.num for erasure in waiting]
    if (obstacle := await _rewrite(ctx)) is not None:
        await ctx.db.write(partial(erasures.set_note, nums=nums, note=obstacle))
        return 0
    sought = {num: pieces for num in nums if (pieces := ctx.traces.get(num)) is not None}
    searched, left = await _search(ctx, sought)
    dirty = [num for num, pieces in sought.items() if len(pieces.both(left))]
    clean = [num for num in nums if num not in dirty]
    await ctx.db.write(
        partial(_certify, at=ctx.world.now_ms(), clean=clean, dirty=dirty, sought=sought, searched=searched)
    )
    for num in clean:
        ctx.traces.drop(num)
    if not dirty:
        ctx.traces.tried_at = None
    return len(clean)


async def _rewrite(ctx: Ctx) -> str | None:
    """Writes the file anew; returns what stood in the way, if something did."""
    try:
        return None if await ctx.db.alone(scrub.rewrite) else BUSY
    except StorageFull as error:
        log.error("what was erased can't be scrubbed: %s", error)
        return FULL


async def _search(ctx: Ctx, sought: Mapping[int, Pieces]) -> tuple[Searched, Pieces]:
    """What the files were searched for and hold, and which of that no living row has."""
    pieces = Pieces.together(sought.values())
    searched = await asyncio.to_thread(scrub.search, ctx.db.path.parent, pieces)
    found = Pieces.together(searched.found.values())
    left = found.without(await ctx.db.read(partial(scrub.living, pieces=found))) if len(found) else found
    if len(left):
        names = [name for name, here in searched.found.items() if len(here.both(left))]
        log.error("%d pieces of what was erased are still in %s", len(left), ", ".join(names))
    return searched, left


def _certify(
    tx: Tx, *, at: int, clean: list[int], dirty: list[int], sought: Mapping[int, Pieces], searched: Searched
) -> None:
    scans = {num: Scan(len(pieces), searched.files, searched.bytes) for num, pieces in sought.items()}
    erasures.set_done(tx, [num for num in clean if num in sought], at=at, scans=scans)
    erasures.set_done(tx, [num for num in clean if num not in sought], at=at, scans={}, note=RESTARTED)
    erasures.set_note(tx, dirty, FOUND.format(", ".join(searched.found)))
