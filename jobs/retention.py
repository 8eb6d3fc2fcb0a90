"""The job that deletes, once a day, what is older than its project keeps it."""

from app.memory.context import Ctx
from app.memory.retention import next_retention, retain, retain_due
from jobs.job import Job


async def _now(ctx: Ctx) -> int:
    return (await retain(ctx)).deleted.total()


RETENTION = Job("retention", retain_due, _now, next_retention)
