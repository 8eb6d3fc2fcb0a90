"""The job that learns. Two parts may wait for a model at a time, so that one slow answer doesn't stop the others."""

from app.memory.context import Ctx
from app.memory.learn import learn_due, start_all
from app.memory.learning_status import next_work
from jobs.job import Job
from storage.sql import projects


async def _now(ctx: Ctx) -> int:
    await start_all(ctx)
    return await learn_due(ctx)


async def _next_due(ctx: Ctx) -> int | None:
    times = [
        await next_work(ctx, project.num, await ctx.projects.settings(project.num))
        for project in await ctx.db.read(projects.every)
    ]
    return min((time for time in times if time is not None), default=None)


BATCH = Job("batch", learn_due, _now, _next_due, at_once=2)
