"""The process dies at any step: nothing is learned twice, nothing is lost, and no attempt goes uncounted."""

from collections.abc import Callable
from typing import Any

import pytest

from app.memory import learn, part
from app.memory.learn import learn_due, recover, start_batch
from app.memory.learning_status import status
from storage.sql import calls, memories, parts
from tests.memory.learning import Bench, repeat_users


class Killed(BaseException):
    """Stands for a process that is gone: no handler of ours catches it."""


def kill(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, *, after: bool = False) -> Callable[[], None]:
    original = getattr(owner, name)

    def dying(*args: Any, **more: Any) -> Any:
        if after:
            original(*args, **more)
        raise Killed

    monkeypatch.setattr(owner, name, dying)
    return lambda: monkeypatch.setattr(owner, name, original)


STEPS: list[tuple[Any, str, bool]] = [
    (learn, "learn_part", False),
    (part, "_numbered", False),
    (part, "nearest", False),
    (part, "read_answer", False),
    (part, "check", False),
    (part, "_commit", False),
    (calls, "insert", True),
    (memories, "insert", False),
    (memories, "insert", True),
    (parts, "finish", False),
    (parts, "finish", True),
    (part, "_commit", True),
]


@pytest.mark.parametrize(("owner", "name", "after"), STEPS, ids=lambda value: getattr(value, "__name__", str(value)))
async def test_a_crash_between_claim_and_commit(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, after: bool
) -> None:
    await bench.converse("I am vegetarian.", "I live in Berlin.")
    await start_batch(bench.ctx, bench.project.num)
    bench.answer = repeat_users
    mend = kill(monkeypatch, owner, name, after=after)
    with pytest.raises(Killed):
        await learn_due(bench.ctx)
    mend()
    await bench.reopen()
    (batch,) = await bench.batches()
    assert (batch.state, batch.parts[0].attempts) == ("running", 1)
    assert await bench.learned() == []
    await recover(bench.ctx)
    assert await learn_due(bench.ctx) == 1
    assert await bench.learned() == ["I am vegetarian.", "I live in Berlin."]
    (batch,) = await bench.batches()
    assert (batch.state, batch.parts[0].attempts) == ("done", 2)
    assert (await status(bench.ctx, bench.project.num))["waiting"] == 0
    assert await learn_due(bench.ctx) == 0


async def test_a_crash_after_the_commit_learns_nothing_twice(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    await bench.converse("I am vegetarian.")
    await start_batch(bench.ctx, bench.project.num)
    bench.answer = repeat_users
    real = part._finish

    async def dying(*args: Any) -> None:
        await real(*args)
        raise Killed

    monkeypatch.setattr(part, "_finish", dying)
    with pytest.raises(Killed):
        await learn_due(bench.ctx)
    monkeypatch.setattr(part, "_finish", real)
    await bench.reopen()
    await recover(bench.ctx)
    bench.clock.turn(24 * 3600)
    assert await learn_due(bench.ctx) == 0
    assert await bench.learned() == ["I am vegetarian."]
    assert len(bench.questions) == 1


async def test_a_part_that_kills_the_process_is_given_up(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    await bench.converse("I am vegetarian.")
    await start_batch(bench.ctx, bench.project.num)
    kill(monkeypatch, part, "_numbered")
    starts = 0
    while (await bench.batches())[0].state != "failed":
        starts += 1
        await recover(bench.ctx)
        bench.clock.ms = max(bench.clock.ms, (await bench.batches())[0].parts[0].next_try_at)
        if (await bench.batches())[0].state == "waiting":
            with pytest.raises(Killed):
                await learn_due(bench.ctx)
        await bench.reopen()
    assert (await bench.batches())[0].parts[0].attempts == learn.MOST_ATTEMPTS
    assert starts == learn.MOST_ATTEMPTS + 1
    assert (await status(bench.ctx, bench.project.num))["last_error"] == "interrupted"


async def test_a_lease_that_is_over_is_reclaimed_without_a_start(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    await bench.converse("I am vegetarian.")
    await start_batch(bench.ctx, bench.project.num)
    mend = kill(monkeypatch, part, "_numbered")
    with pytest.raises(Killed):
        await learn_due(bench.ctx)
    mend()
    bench.answer = repeat_users
    bench.clock.turn(learn.LEASE_S - 1)
    assert await learn_due(bench.ctx) == 0
    bench.clock.turn(1)
    assert await learn_due(bench.ctx) == 1
    assert await bench.learned() == ["I am vegetarian."]
