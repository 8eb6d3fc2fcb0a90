"""The job that reads conversations which have gone quiet."""

from app.memory.context import Ctx
from app.memory.settle import next_settling, settle_due
from jobs.job import Job


async def _now(ctx: Ctx) -> int:
    return await settle_due(ctx, everything=True)


SETTLE = Job("settle", settle_due, _now, next_settling)
