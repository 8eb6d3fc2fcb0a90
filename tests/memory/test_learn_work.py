"""Working a batch off: what is written, what becomes of failures, and what is never written."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from app.memory import learn
from app.memory.learn import learn_due, recover, remember, start_all, start_batch
from app.memory.learning_status import status
from storage.db import Tx
from storage.sql import batches, calls, conflicts, parts
from tests.memory.learning import Bench, entry, memories, repeat_users
from tests.model_server import Reply


async def one_batch(bench: Bench, *turns: str) -> None:
    await bench.converse(*turns or ("I am vegetarian.",))
    await start_batch(bench.ctx, bench.project.num)


async def test_a_learned_memory_says_where_it_comes_from(bench: Bench) -> None:
    await one_batch(bench)
    new = entry("Ana is vegetarian.", 1, quote="“I am  VEGETARIAN”", kind="preference", valid_from="2026-11-30")
    bench.answer = lambda question: memories(new)
    await learn_due(bench.ctx)
    (batch,) = await bench.batches()
    row = await bench.ctx.db.read(lambda tx: tx.one("SELECT * FROM memories"))
    assert row is not None
    assert (row["author"], row["subject"], row["space"], row["kind"]) == ("learned", "ana", "default", "preference")
    assert (row["batch_id"], row["confidence"], row["valid_from"]) == (batch.id, 0.9, "2026-11-30")
    source = await bench.ctx.db.read(lambda tx: tx.one("SELECT * FROM memory_sources"))
    assert source is not None
    assert (source["role"], source["quote"]) == ("user", "“I am VEGETARIAN”")
    assert await bench.value("SELECT actor FROM memory_history") == f"batch:{batch.id}"


async def test_the_call_is_recorded_as_the_project_s_spend(bench: Bench) -> None:
    await one_batch(bench)
    await learn_due(bench.ctx)
    assert await bench.value("SELECT count(*) FROM calls WHERE application = 'loregate-memory'") == 1
    (batch,) = await bench.batches()
    assert batch.model == "model-one"
    assert (await bench.ctx.db.read(lambda tx: calls.month_cost(tx, bench.project.num, learn.APPLICATION, 0))) == (
        batch.cost_usd
    )


async def test_nothing_to_learn_is_done(bench: Bench) -> None:
    await one_batch(bench)
    await learn_due(bench.ctx)
    (batch,) = await bench.batches()
    assert (batch.state, batch.counts["learned"], batch.error) == ("done", 0, None)
    assert (await status(bench.ctx, bench.project.num))["waiting"] == 0


@pytest.mark.parametrize(
    "answer", ["I found nothing of interest.", "", '{"memories": [{"text": "Ana', Reply(status=500)]
)
async def test_a_useless_answer_is_a_failure_and_the_messages_wait(bench: Bench, answer: str | Reply) -> None:
    await one_batch(bench)
    bench.answer = lambda question: answer
    await learn_due(bench.ctx)
    (batch,) = await bench.batches()
    assert batch.state == "waiting"
    told = await status(bench.ctx, bench.project.num)
    assert told["waiting"] == 2
    assert told["last_error"]
    assert told["next_batch_at"] is not None
    bench.clock.turn(30)
    bench.answer = repeat_users
    await learn_due(bench.ctx)
    assert await bench.learned() == ["I am vegetarian."]
    assert (await status(bench.ctx, bench.project.num))["last_error"] is None


async def test_delays_grow_and_in_the_end_it_is_given_up(bench: Bench) -> None:
    await one_batch(bench)
    bench.answer = lambda question: "prose"
    waits: list[float] = []
    while (batch := (await bench.batches())[0]).state == "waiting":
        bench.clock.ms = batch.parts[0].next_try_at
        tried = bench.clock.ms
        assert await learn_due(bench.ctx) == 1
        waits.append((((await bench.batches())[0]).parts[0].next_try_at - tried) / 1000)
    assert waits == [30, 120, 480, 1800, 7200, 21600, 21600, 21600, 21600, 21600, 21600, 0]
    assert len(bench.questions) == learn.MOST_ATTEMPTS == 12
    assert (batch.state, batch.parts[0].attempts) == ("failed", 12)
    told = await status(bench.ctx, bench.project.num)
    assert told["last_error"].startswith("bad_answer")
    assert told["waiting"] == 2
    bench.clock.turn(30 * 24 * 3600)
    assert await learn_due(bench.ctx) == 0


@pytest.mark.parametrize("by", ["remember", "run-job"])
async def test_what_was_given_up_can_be_started_again(bench: Bench, by: str) -> None:
    conversation = await bench.converse("I am vegetarian.")
    await start_batch(bench.ctx, bench.project.num)
    bench.answer = lambda question: "prose"
    for _ in range(12):
        await learn_due(bench.ctx)
        bench.clock.turn(6 * 3600)
    bench.answer = repeat_users
    if by == "remember":
        await remember(bench.ctx, bench.project.num, conversation.id)
    else:
        await start_all(bench.ctx)
    await learn_due(bench.ctx)
    assert await bench.learned() == ["I am vegetarian."]
    assert (await status(bench.ctx, bench.project.num))["last_error"] is None


async def test_one_subject_never_blocks_another(bench: Bench) -> None:
    await bench.converse("I am vegetarian.", subject="ana")
    await bench.converse("I eat meat.", subject="ben")
    await start_batch(bench.ctx, bench.project.num)
    bench.answer = lambda question: "prose" if question["subject"] == "ana" else repeat_users(question)
    await learn_due(bench.ctx)
    assert await bench.learned("ben") == ["I eat meat."]
    assert await bench.learned("ana") == []
    assert (await bench.batches())[0].state == "waiting"


async def test_with_memory_off_messages_wait_and_the_status_says_so(bench: Bench) -> None:
    await one_batch(bench)
    await bench.settings(enabled=False)
    bench.clock.turn(7200)
    assert await learn_due(bench.ctx) == 0
    told = await status(bench.ctx, bench.project.num)
    assert (told["waiting"], told["next_batch_at"], told["last_error"]) == (2, None, "memory_off")
    await bench.settings(enabled=True)
    assert await learn_due(bench.ctx) == 1


async def test_memory_switched_off_during_the_call_writes_nothing(bench: Bench) -> None:
    await one_batch(bench)

    async def off() -> None:
        await bench.settings(enabled=False)

    await during_the_call(bench, off)
    assert await bench.learned() == []
    assert (await bench.batches())[0].state == "waiting"
    assert await bench.value("SELECT count(*) FROM calls") == 1


async def test_the_budget_stops_learning_until_the_next_month_of_the_project_s_zone(bench: Bench) -> None:
    await bench.settings(monthly_budget_usd=0)
    await one_batch(bench)
    assert await learn_due(bench.ctx) == 0
    told = await status(bench.ctx, bench.project.num)
    assert (told["last_error"], told["next_batch_at"]) == ("budget_reached", None)
    await bench.settings(monthly_budget_usd=0.0001)
    await bench.ctx.db.write(lambda tx: tx.execute("UPDATE calls SET cost_usd = 0"))
    bench.answer = lambda question: "prose"
    await learn_due(bench.ctx)
    await bench.ctx.db.write(lambda tx: tx.execute("UPDATE calls SET cost_usd = 1"))
    bench.clock.turn(3600)
    assert await learn_due(bench.ctx) == 0
    bench.clock.turn(22 * 3600)  # 2026-11-30T23:53Z, which is December in Berlin
    assert await learn_due(bench.ctx) == 1


async def test_without_a_model_messages_wait_and_no_attempt_is_counted(bench: Bench) -> None:
    for _ in range(3):
        await bench.converse("I am vegetarian.", model=None, subject="ben")
        await start_batch(bench.ctx, bench.project.num)
    assert await learn_due(bench.ctx) == 3
    for _ in range(20):
        bench.clock.turn(60)
        assert await learn_due(bench.ctx) == 1, "one part looks for all"
    told = await status(bench.ctx, bench.project.num)
    assert (told["waiting"], told["last_error"], bench.questions) == (6, "no_memory_model", [])
    assert [part.attempts for batch in await bench.batches() for part in batch.parts] == [0, 0, 0]
    await bench.converse("I live in Berlin.", subject="ana")
    await start_batch(bench.ctx, bench.project.num)
    bench.answer = repeat_users
    assert await learn_due(bench.ctx) == 1, "one whose conversation has a model waits for nobody"
    assert await bench.learned("ana") == ["I live in Berlin."]


async def test_once_there_is_a_model_all_that_waited_for_it_is_learned_from(bench: Bench) -> None:
    for text in ("I am vegetarian.", "I live in Berlin."):
        await bench.converse(text, model=None)
        await start_batch(bench.ctx, bench.project.num)
    await learn_due(bench.ctx)
    await bench.ctx.db.write(lambda tx: tx.execute("UPDATE conversations SET model = 'model-one'"))
    bench.clock.turn(60)
    bench.answer = repeat_users
    assert await learn_due(bench.ctx) == 2
    assert await bench.learned() == ["I am vegetarian.", "I live in Berlin."]


async def during_the_call(bench: Bench, change: Callable[[], Awaitable[None]]) -> None:
    """Learns, with `change` happening while the model's first answer is on its way."""
    asked = asyncio.Event()
    answered = asyncio.Event()

    def held(question: dict[str, Any]) -> Reply:
        if asked.is_set():
            return Reply(repeat_users(question))
        asked.set()
        return Reply(repeat_users(question), wait=answered)

    bench.answer = held
    learning = asyncio.create_task(learn_due(bench.ctx))
    await asked.wait()
    await change()
    answered.set()
    await learning


async def test_an_erased_subject_does_not_come_back(bench: Bench) -> None:
    await one_batch(bench)

    async def erase() -> None:
        def work(tx: Tx) -> None:
            batches.drop_subject(tx, bench.project.num, "ana")
            tx.execute("DELETE FROM conversations WHERE subject = 'ana'")

        await bench.ctx.db.write(work)

    await during_the_call(bench, erase)
    assert await bench.value("SELECT count(*) FROM memories") == 0
    assert await bench.batches() == []
    assert await bench.value("SELECT count(*) FROM part_messages") == 0
    assert await bench.value("SELECT count(*) FROM calls") == 1


async def test_a_deleted_conversation_is_left_out_and_the_rest_is_read_again(bench: Bench) -> None:
    gone = await bench.converse("I live in Berlin.")
    await one_batch(bench)

    async def delete() -> None:
        await bench.ctx.db.write(lambda tx: tx.execute("DELETE FROM conversations WHERE num = ?", (gone.num,)))

    await during_the_call(bench, delete)
    assert await bench.learned() == ["I am vegetarian."]
    assert len(bench.questions) == 2


async def test_a_forgotten_conversation_is_left_out(bench: Bench) -> None:
    await one_batch(bench)
    await bench.ctx.db.write(lambda tx: tx.execute("UPDATE conversations SET never_learn = 1"))
    bench.answer = repeat_users
    await learn_due(bench.ctx)
    assert bench.questions == []
    assert (await bench.batches())[0].state == "done"


async def test_an_answer_after_the_lease_writes_nothing(bench: Bench) -> None:
    await one_batch(bench)

    async def late() -> None:
        bench.clock.turn(learn.LEASE_S + 1)
        claim = await learn._claim(bench.ctx)
        assert claim is not None
        assert claim.part.attempts == 2

    await during_the_call(bench, late)
    assert await bench.learned() == []
    await recover(bench.ctx)
    bench.clock.turn(120)
    await learn_due(bench.ctx)
    assert await bench.learned() == ["I am vegetarian."]


async def test_two_parts_of_one_subject_don_t_run_side_by_side(bench: Bench) -> None:
    for subject in ("ana", "ben"):
        await bench.converse("I am vegetarian.", subject=subject)
        await start_batch(bench.ctx, bench.project.num)
        await bench.converse("I live in Berlin.", subject=subject)
        await start_batch(bench.ctx, bench.project.num)
    first, second = await learn._claim(bench.ctx), await learn._claim(bench.ctx)
    assert first is not None
    assert second is not None
    assert {first.part.subject, second.part.subject} == {"ana", "ben"}
    assert await learn._claim(bench.ctx) is None


async def test_what_an_older_memory_says_is_replaced_and_kept(bench: Bench) -> None:
    old = await bench.store("Ana lives in Berlin.")
    await one_batch(bench, "I live in Rome now.")
    bench.answer = lambda q: memories(entry("Ana lives in Rome.", 1, quote="I live in Rome", replaces=old.id))
    await learn_due(bench.ctx)
    assert await bench.learned() == ["Ana lives in Rome."]
    row = await bench.ctx.db.read(lambda tx: tx.one("SELECT * FROM memories WHERE id = ?", (old.id,)))
    assert row is not None
    assert (row["state"], row["valid_until"], row["text"]) == ("replaced", "2026-11-30", "Ana lives in Berlin.")
    assert (await bench.batches())[0].counts["replaced"] == 1


@pytest.mark.parametrize("trust", [{"author": "person"}, {"pinned": True}, {"confirmed": True}])
async def test_what_a_person_vouches_for_becomes_a_conflict(bench: Bench, trust: dict[str, Any]) -> None:
    old = await bench.store("Ana lives in Berlin.", **trust)
    await one_batch(bench, "I live in Rome now.")
    bench.answer = lambda q: memories(entry("Ana lives in Rome.", 1, quote="I live in Rome", replaces=old.id))
    await learn_due(bench.ctx)
    assert await bench.learned() == ["Ana lives in Berlin.", "Ana lives in Rome."]
    (conflict,) = await bench.ctx.db.read(lambda tx: conflicts.open_ones(tx, bench.project.num))
    assert conflict.kept == old.id
    assert (await bench.batches())[0].counts["conflicts"] == 1


async def test_an_id_of_another_subject_replaces_nothing(bench: Bench) -> None:
    foreign = await bench.store("Ben lives in Berlin.", subject="ben")
    await one_batch(bench, "I live in Rome now.")
    bench.answer = lambda q: memories(entry("Ana lives in Rome.", 1, quote="I live in Rome", replaces=foreign.id))
    await learn_due(bench.ctx)
    assert await bench.learned("ben") == ["Ben lives in Berlin."]
    assert (await bench.batches())[0].counts["adjusted"] == {"unknown_id": 1}


async def test_copies_in_one_answer_and_of_what_is_stored_are_written_once(bench: Bench) -> None:
    await bench.store("Ana is vegetarian.")
    await one_batch(bench, "I am vegetarian and like tea.")
    quote = {"quote": "vegetarian and like tea"}
    bench.answer = lambda q: memories(
        entry("Ana likes tea.", 1, **quote),
        entry("ana really likes tea", 1, **quote),
        entry("Ana is a vegetarian", 1, **quote),
    )
    await learn_due(bench.ctx)
    assert await bench.learned() == ["Ana is vegetarian.", "Ana likes tea."]
    assert (await bench.batches())[0].counts["duplicates"] == 2


async def test_a_bug_in_one_part_is_recorded_and_stops_no_other(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await bench.converse("I am vegetarian.", subject="ana")
    await bench.converse("I eat meat.", subject="ben")
    await start_batch(bench.ctx, bench.project.num)
    finish = parts.finish

    def broken(tx: Tx, part: parts.Part, outcome: parts.Outcome) -> None:
        if part.subject == "ana":
            raise ZeroDivisionError
        finish(tx, part, outcome)

    monkeypatch.setattr(parts, "finish", broken)
    bench.answer = repeat_users
    await learn_due(bench.ctx)
    assert await bench.learned("ben") == ["I eat meat."]
    assert await bench.learned("ana") == []
    assert (await status(bench.ctx, bench.project.num))["last_error"] == "internal_error: See the log."
    assert "ZeroDivisionError" in caplog.text
