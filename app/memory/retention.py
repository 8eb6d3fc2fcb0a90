"""Retention: once a day, what is older than a project keeps it goes, with memory on or off.

A clock that jumps must not delete what is young. After a jump of half a year or more nothing is deleted until a
person confirms the time, or the clock has gone steadily for a week.
"""

import logging
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from app.memory.context import Ctx
from app.memory.settings import Settings
from storage.db import Tx
from storage.scrub import compact
from storage.sql import projects, retention
from storage.sql.forgetting import Taken
from storage.sql.retention import Clock

log = logging.getLogger(__name__)

DAY_MS = 24 * 3600 * 1000

JUMP_MS = 180 * DAY_MS
"""No machine rests for so long without a person who starts it again and can confirm the time."""

STEADY_MS = 7 * DAY_MS


@dataclass(frozen=True, slots=True)
class Run:
    """What a run deleted, by noun, and since when it holds back because of the clock, in ms since 1970."""

    deleted: Counter[str]
    held_since: int | None = None


async def retain_due(ctx: Ctx) -> int:
    """Runs retention if a day has passed; returns how many rows it deleted."""
    clock = await ctx.db.read(retention.clock)
    if clock is not None and abs(ctx.world.now_ms() - clock.seen_at) < DAY_MS:
        return 0
    return (await retain(ctx)).deleted.total()


async def next_retention(ctx: Ctx) -> int | None:
    """When the next run is due, in ms since 1970."""
    clock, now = await ctx.db.read(retention.clock), ctx.world.now_ms()
    return now if clock is None else min(clock.seen_at, now) + DAY_MS


async def retain(ctx: Ctx, *, confirmed: bool = False) -> Run:
    """Runs retention now. `confirmed`: a person says that the time is right."""
    now = ctx.world.now_ms()
    clock = await ctx.db.write(partial(_look, now=now, confirmed=confirmed))
    if clock.held_since is not None:
        log.warning(
            "retention deletes nothing: the clock has jumped by half a year or more. If the time is right, run "
            "`loregate run-job retention --yes`; otherwise set the clock."
        )
        return Run(Counter(), clock.held_since)
    deleted = Counter[str]()
    for project in await ctx.db.read(projects.every):
        deleted += await _retain(ctx, project.num, await ctx.projects.settings(project.num), now)
    if deleted["memories"] or deleted["conversations"]:
        await ctx.db.write(lambda tx: compact(tx.execute))
    return Run(deleted)


def _look(tx: Tx, *, now: int, confirmed: bool) -> Clock:
    """Looks at the clock and keeps how it stands. Before the first run the newest thing stored tells the time."""
    before = retention.clock(tx) or Clock(retention.last_sign(tx) or now, None)
    held = None if confirmed else held_since(before, now)
    clock = Clock(now, held)
    retention.set_clock(tx, clock)
    return clock


def held_since(before: Clock, now: int) -> int | None:
    """Since when the clock isn't trusted, given how it stood at the run before; None when it is."""
    held = before.held_since
    if now - before.seen_at > JUMP_MS:
        return now
    if held is not None and 0 <= now - held < STEADY_MS:
        return held
    return None  # it never jumped, jumped back, or has gone steadily since


async def _retain(ctx: Ctx, project: int, settings: Settings, now: int) -> Counter[str]:
    deleted = Counter[str]()
    if settings.retention_days is not None:
        before = now - settings.retention_days * DAY_MS
        deleted += await _until_none(ctx, project, partial(retention.old_conversations, project=project, before=before))
        deleted += await _once(ctx, project, partial(retention.past_memories, project=project, before=before))
    if settings.store_days is not None:
        before = now - settings.store_days * DAY_MS
        deleted += await _until_none(ctx, project, partial(retention.old_call_texts, project=project, before=before))
    return deleted


async def _until_none(ctx: Ctx, project: int, take: Callable[[Tx], Taken]) -> Counter[str]:
    """Takes in short transactions until nothing is left to take."""
    deleted = Counter[str]()
    while some := await _once(ctx, project, take):
        deleted += some
    return deleted


async def _once(ctx: Ctx, project: int, take: Callable[[Tx], Taken]) -> Counter[str]:
    def work(tx: Tx) -> Counter[str]:
        taken = +take(tx).counts
        if taken:
            retention.note(tx, project, ctx.world.now_ms(), taken)
        return taken

    return await ctx.db.write(work)
