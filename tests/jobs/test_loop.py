"""The loop: it wakes in time and on the bell, survives its jobs, and stops cleanly."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from app.memory.context import Ctx
from app.memory.learn import learn_due, start_batch
from jobs.job import Job, only_events
from jobs.loop import JOBS, REST_S, JobLoop
from tests.memory.learning import Bench, repeat_users
from tests.model_server import Reply


async def until(condition: Callable[[], Awaitable[bool]]) -> None:
    """Returns when the condition holds; the loop runs meanwhile."""
    async with asyncio.timeout(10):
        while not await condition():
            await asyncio.sleep(0.01)


class Running:
    """A loop that runs while the block does."""

    def __init__(self, loop: JobLoop) -> None:
        self.loop = loop

    async def __aenter__(self) -> "Running":
        self.task = asyncio.create_task(self.loop.run())
        return self

    async def __aexit__(self, *error: object) -> None:
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)


async def test_the_bell_starts_what_is_due(bench: Bench) -> None:
    bench.answer = repeat_users
    async with Running(JobLoop(bench.ctx)):
        await bench.converse("I am vegetarian.")
        bench.clock.turn(3600)
        bench.ctx.bell.ring()

        async def done() -> bool:
            read = await bench.value("SELECT state FROM conversations") == "read"
            return read and await bench.learned() == ["I am vegetarian."]

        await until(done)


async def test_it_wakes_by_itself_when_something_comes_due(bench: Bench) -> None:
    await bench.settings(settle_after_s=1)
    await bench.converse("I am vegetarian.")
    async with Running(JobLoop(bench.ctx)):
        await asyncio.sleep(0)
        bench.clock.turn(1)

        async def read() -> bool:
            return await bench.value("SELECT state FROM conversations") == "read"

        await until(read)


async def test_a_job_that_fails_rests_and_stops_neither_the_loop_nor_another_job(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    runs: list[str] = []

    async def broken(ctx: Ctx) -> int:
        runs.append("broken")
        raise ZeroDivisionError

    async def sound(ctx: Ctx) -> int:
        runs.append("sound")
        return 0

    jobs = (Job("broken", broken, broken, only_events), Job("sound", sound, sound, only_events))
    async with Running(JobLoop(bench.ctx, jobs)):
        for _ in range(3):
            count = len(runs)

            async def ran(count: int = count) -> bool:
                return "sound" in runs[count:]

            bench.ctx.bell.ring()
            await until(ran)
        assert runs.count("broken") == 1
        assert "ZeroDivisionError" in caplog.text
        bench.clock.turn(REST_S + 1)

        async def again() -> bool:
            bench.ctx.bell.ring()
            return runs.count("broken") == 2

        await until(again)


async def test_two_parts_are_in_flight_at_most_and_a_stop_frees_them(bench: Bench) -> None:
    held = asyncio.Event()
    bench.answer = lambda question: Reply(repeat_users(question), wait=held)
    for subject in ("ana", "ben", "cem"):
        await bench.converse("I am vegetarian.", subject=subject)
    await start_batch(bench.ctx, bench.project.num)

    async def two() -> bool:
        bench.ctx.bell.ring()
        return len(bench.questions) == 2

    async with Running(JobLoop(bench.ctx)):
        await until(two)
        assert await bench.value("SELECT count(*) FROM batch_parts WHERE state = 'running'") == 2
    assert await bench.value("SELECT count(*) FROM batch_parts WHERE state = 'waiting'") == 3
    assert await bench.value("SELECT count(*) FROM memories") == 0
    held.set()
    bench.answer = repeat_users
    assert await learn_due(bench.ctx) == 3
    assert await bench.learned("cem") == ["I am vegetarian."]


async def test_a_slow_answer_holds_up_no_other_job(bench: Bench) -> None:
    held = asyncio.Event()
    bench.answer = lambda question: Reply(repeat_users(question), wait=held)
    await bench.converse("I am vegetarian.")
    await start_batch(bench.ctx, bench.project.num)
    async with Running(JobLoop(bench.ctx)):

        async def asked() -> bool:
            return bool(bench.questions)

        await until(asked)
        bench.clock.turn(300)
        bench.ctx.bell.ring()

        async def read() -> bool:
            return await bench.value("SELECT state FROM conversations") == "read"

        await until(read)
        held.set()

        async def learned() -> bool:
            return bool(await bench.learned())

        await until(learned)


async def test_a_start_frees_what_a_dead_process_had_claimed(bench: Bench) -> None:
    await bench.converse("I am vegetarian.")
    await start_batch(bench.ctx, bench.project.num)
    await bench.ctx.db.write(
        lambda tx: tx.execute(
            "UPDATE batch_parts SET state = 'running', attempts = 1, lease_until = ?", (bench.clock.ms + 600_000,)
        )
    )
    bench.answer = repeat_users
    async with Running(JobLoop(bench.ctx)):

        async def learned() -> bool:
            return bool(await bench.learned())

        await until(learned)


async def test_a_person_s_order_waits_for_nothing(bench: Bench) -> None:
    bench.answer = repeat_users
    await bench.converse("I am vegetarian.")
    loop = JobLoop(bench.ctx)
    assert await loop.run_once("settle") == 1
    assert await loop.run_once("batch") == 1
    assert await bench.learned() == ["I am vegetarian."]
    assert (await bench.batches())[0].reason == "by_hand"
    with pytest.raises(LookupError, match="settle"):
        await loop.run_once("nothing")


def test_every_job_has_its_name() -> None:
    assert [job.name for job in JOBS] == ["settle", "batch", "embed", "expire", "retention", "scrub"]
    assert replace(JOBS[1]).at_once == 2
