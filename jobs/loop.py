"""The job loop: one task that wakes on the bell or in time for the next thing due, and keeps the jobs running.

A job that fails is logged with its traceback and rests for a while; it stops neither the loop nor another job. When
the loop is stopped its jobs are cancelled, and what they had claimed is free for the next start.
"""

import asyncio
import logging
from collections.abc import Sequence

from app.memory.context import Ctx
from app.memory.learn import recover
from jobs.batch import BATCH
from jobs.embed import EMBED
from jobs.expire import EXPIRE
from jobs.job import Job
from jobs.retention import RETENTION
from jobs.scrub import SCRUB
from jobs.settle import SETTLE

log = logging.getLogger(__name__)

JOBS: tuple[Job, ...] = (SETTLE, BATCH, EMBED, EXPIRE, RETENTION, SCRUB)

LONGEST_WAIT_S = 30.0
SHORTEST_WAIT_S = 0.2
"""Between two rounds, so that a bell that never stops ringing costs little."""

REST_S = 30.0
"""How long a job rests after it failed."""


class JobLoop:
    """Runs the jobs of one process. There is one loop for a database, for it takes all claimed work for its own."""

    def __init__(self, ctx: Ctx, jobs: Sequence[Job] = JOBS) -> None:
        self._ctx = ctx
        self._jobs = {job.name: job for job in jobs}
        self._runs: dict[str, set[asyncio.Task[None]]] = {job.name: set() for job in jobs}
        self._rests_until: dict[str, float] = {}
        self._recovered = False

    async def run(self) -> None:
        """Works until it is cancelled."""
        try:
            while True:
                wait_s = await self._round()
                await self._ctx.world.sleep(SHORTEST_WAIT_S)
                await self._ctx.bell.wait(wait_s)
        finally:
            await self._stop()

    async def run_once(self, name: str) -> int:
        """Runs one job by a person's order; returns how many things it did. Raises LookupError for an unknown job."""
        if name not in self._jobs:
            raise LookupError(f"There is no job {name!r}. Choose one of {', '.join(self._jobs)}.")
        await self._recover()
        return await self._jobs[name].run_now(self._ctx)

    async def _round(self) -> float:
        """Starts what is not running yet; returns the seconds until something is due, as far as is known."""
        try:
            await self._recover()
            for job in self._jobs.values():
                self._start(job)
            return await self._seconds_to_next()
        except Exception:
            log.exception("a round of the job loop failed")
            return LONGEST_WAIT_S

    async def _recover(self) -> None:
        if not self._recovered:
            await recover(self._ctx)
            self._recovered = True

    def _start(self, job: Job) -> None:
        runs = self._runs[job.name]
        if len(runs) >= job.at_once or self._rests_until.get(job.name, 0.0) > self._ctx.world.monotonic():
            return
        task = asyncio.create_task(self._run(job), name=f"job {job.name}")
        runs.add(task)
        task.add_done_callback(runs.discard)

    async def _run(self, job: Job) -> None:
        try:
            done = await job.run(self._ctx)
        except Exception:
            log.exception("the job %s failed", job.name)
            self._rests_until[job.name] = self._ctx.world.monotonic() + REST_S
        else:
            if done:
                self._ctx.bell.ring()  # what one job did may be another's work

    async def _seconds_to_next(self) -> float:
        now = self._ctx.world.now_ms()
        times = [await job.next_due(self._ctx) for job in self._jobs.values()]
        seconds = min(((time - now) / 1000 for time in times if time is not None), default=LONGEST_WAIT_S)
        return min(max(seconds, 1.0), LONGEST_WAIT_S)

    async def _stop(self) -> None:
        tasks = [task for runs in self._runs.values() for task in runs]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
