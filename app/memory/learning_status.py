"""What the status of learning says: how much waits, until when, and why. Reads only."""

from datetime import UTC, datetime
from functools import partial
from typing import Any

from app.memory.context import Ctx
from app.memory.learn import month_cost, why_not
from app.memory.settings import Settings
from storage.db import Tx
from storage.sql import batches, parts, waiting


async def status(ctx: Ctx, project: int) -> dict[str, Any]:
    """`{waiting, next_batch_at, last_error, month_cost_usd, memory_model, embedder}` (contract, section 4).

    `next_batch_at` is the latest time of the next batch, RFC 3339 in UTC, or null when none is to come.
    `last_error` is `memory_off`, `budget_reached` or `no_memory_model` while that is why messages wait.
    """
    settings = await ctx.projects.settings(project)
    now = ctx.world.now_ms()
    reason = await why_not(ctx, project, settings)
    count, due, error = await ctx.db.read(partial(_read, project=project, settings=settings, now=now))
    return {
        "waiting": count,
        "next_batch_at": None if due is None or reason is not None else _utc(max(due, now)),
        "last_error": reason if reason is not None and count else error,
        "month_cost_usd": await month_cost(ctx, project, settings),
        "memory_model": await ctx.models.memory_model(project),
        "embedder": ctx.embedder.id,
    }


async def next_work(ctx: Ctx, project: int, settings: Settings) -> int | None:
    """When there is next something to learn in a project, as far as is known now."""
    now = ctx.world.now_ms()
    if await why_not(ctx, project, settings) is not None:
        return None
    return (await ctx.db.read(partial(_read, project=project, settings=settings, now=now)))[1]


def _read(tx: Tx, *, project: int, settings: Settings, now: int) -> tuple[int, int | None, str | None]:
    new, oldest = waiting.new_ones(tx, project)
    times = [parts.next_due(tx, project)]
    if new >= settings.batch_of:
        times.append(now)
    elif oldest is not None:
        times.append(oldest + settings.at_least_every_s * 1000)
    due = min((time for time in times if time is not None), default=None)
    return waiting.count(tx, project), due, batches.last_error(tx, project)


def _utc(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
