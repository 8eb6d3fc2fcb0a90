"""Retention with a clock turned by hand: what goes, what stays, and that a jump of the clock deletes nothing."""

import json
import random
from typing import Any

import pytest

from app.memory import save
from app.memory.forgetting import delete
from app.memory.indexing import embed_waiting, expire_due
from app.memory.retention import (
    DAY_MS,
    JUMP_MS,
    STEADY_MS,
    held_since,
    next_retention,
    retain,
    retain_due,
)
from app.memory.save import Correction, Draft
from jobs.loop import JobLoop
from storage.db import Tx
from storage.model import Conversation
from storage.sql import batches, memories, parts
from storage.sql.parts import Piece
from storage.sql.retention import Clock
from tests.forgetting.layouts import Layout, bytes_of
from tests.forgetting.ownership import check
from tests.memory.shelf import Shelf

KEY = "key:key_1"
YEAR_MS = 365 * DAY_MS


async def rows(shelf: Shelf, sql: str) -> list[Any]:
    return [row[0] for row in await shelf.ctx.db.read(lambda tx: tx.all(sql))]


async def titles(shelf: Shelf) -> list[str]:
    return await rows(shelf, "SELECT title FROM conversations ORDER BY num")


async def texts(shelf: Shelf) -> list[str]:
    return await rows(shelf, "SELECT text FROM memories ORDER BY num")


async def unread(shelf: Shelf, talk: Conversation) -> None:
    await shelf.ctx.db.write(
        lambda tx: tx.execute("UPDATE conversations SET state = 'open' WHERE num = ?", (talk.num,))
    )


@pytest.fixture(autouse=True)
async def _first_run(shelf: Shelf) -> None:
    await shelf.set(retention_days=30)
    assert await retain_due(shelf.ctx) == 0


async def pass_days(shelf: Shelf, days: float) -> int:
    """Lets days pass, with a run on each; returns how much the runs deleted."""
    deleted = 0
    while days > 0:
        shelf.hands.ms += int(min(days, 1) * DAY_MS)
        deleted += await retain_due(shelf.ctx)
        days -= 1
    return deleted


# --- conversations -----------------------------------------------------------------------------------------------


async def test_a_conversation_goes_once_its_last_turn_is_older(shelf: Shelf) -> None:
    await shelf.talk("old words", "an answer")
    await pass_days(shelf, 15)
    await shelf.talk("young words", "an answer")
    await embed_waiting(shelf.ctx)
    await pass_days(shelf, 14)
    assert await titles(shelf) == ["old words", "young words"]
    assert await pass_days(shelf, 2) > 0
    assert await titles(shelf) == ["young words"]
    assert len(await rows(shelf, "SELECT num FROM message_vec_1")) == 2
    assert [hit.conversation.title for hit in (await shelf.find("words")).conversations] == ["young words"]
    await shelf.ctx.db.write(check)


async def test_memory_off_does_not_stop_it(shelf: Shelf) -> None:
    await shelf.talk("old words", "an answer")
    await shelf.set(retention_days=30, enabled=False)
    await pass_days(shelf, 31)
    assert await titles(shelf) == []


async def test_without_a_number_of_days_nothing_goes_ever(shelf: Shelf) -> None:
    await shelf.set()
    await shelf.talk("old words", "an answer")
    (memory,) = await shelf.put("removed")
    await save.remove(shelf.ctx, shelf.project.num, memory.id, actor=KEY)
    for _ in range(20):
        shelf.hands.ms += 100 * DAY_MS
        assert await retain_due(shelf.ctx) == 0
    assert (await titles(shelf), await texts(shelf)) == (["old words"], ["removed"])


async def test_a_conversation_not_read_yet_stays_until_it_is(shelf: Shelf) -> None:
    talk = await shelf.talk("old words", "an answer")
    await unread(shelf, talk)
    await pass_days(shelf, 40)
    assert await titles(shelf) == ["old words"]
    await shelf.ctx.db.write(lambda tx: tx.execute("UPDATE conversations SET state = 'read'"))
    await pass_days(shelf, 1)
    assert await titles(shelf) == []


async def test_many_conversations_go_in_short_transactions(shelf: Shelf) -> None:
    for number in range(405):
        await shelf.talk(f"words {number}")
    shelf.hands.ms += 31 * DAY_MS
    await retain_due(shelf.ctx)
    assert await titles(shelf) == []
    told = [json.loads(row)["deleted"] for row in await rows(shelf, "SELECT details FROM audit ORDER BY num")]
    assert [one.get("conversations") for one in told] == [200, 200, 5]


async def test_the_stored_words_of_its_calls_go_with_a_conversation(shelf: Shelf) -> None:
    town = Layout(shelf, random.Random(1), ["ana"], ["default"])
    for _ in range(6):
        await town.call()
    await town.settle()
    await shelf.ctx.db.write(
        lambda tx: tx.execute("UPDATE calls SET turn_id = NULL WHERE num = (SELECT max(num) FROM calls)")
    )
    kept = len(await rows(shelf, "SELECT call FROM call_texts JOIN calls ON num = call WHERE turn_id IS NULL"))
    await pass_days(shelf, 31)
    assert len(await rows(shelf, "SELECT call FROM call_texts")) == kept < 6
    assert len(await rows(shelf, "SELECT num FROM calls")) == 6
    assert await rows(shelf, "SELECT anchor FROM recall_blocks") == []


async def test_work_that_waits_on_it_goes_with_a_conversation(shelf: Shelf) -> None:
    talk = await shelf.talk("old words", "an answer")

    def wait(tx: Tx) -> None:
        num = batches.insert(tx, "bat_1", talk.project, reason="remember", focus="on words", at=shelf.hands.ms)
        (first,) = tx.one("SELECT min(num) FROM messages") or ()
        parts.insert(tx, num, talk.project, space="default", subject=None, pieces=[Piece(first)], at=shelf.hands.ms)

    await shelf.ctx.db.write(wait)
    await pass_days(shelf, 31)
    assert await rows(shelf, "SELECT num FROM batch_parts") == []
    assert await rows(shelf, "SELECT num FROM batches") == []


# --- memories ----------------------------------------------------------------------------------------------------


async def test_live_memories_stay_and_what_was_removed_or_replaced_goes(shelf: Shelf) -> None:
    made = await shelf.put("live", "removed", "replaced", "removed late", "rated", "expired")
    _, removed, replaced, late, rated, expired = made
    project = shelf.project.num

    def change(tx: Tx) -> None:
        at = shelf.hands.ms
        for memory, state in ((replaced, "replaced"), (rated, "suspended"), (expired, "expired")):
            memories.set_state(tx, project, memory.id, state, actor="system", at=at, replaced_by=made[0].id)  # type: ignore[arg-type]

    await shelf.ctx.db.write(change)
    await save.remove(shelf.ctx, project, removed.id, actor=KEY)
    await pass_days(shelf, 10)
    await save.remove(shelf.ctx, project, late.id, actor=KEY)
    await pass_days(shelf, 21)
    assert await texts(shelf) == ["live", "removed late", "rated"]
    await pass_days(shelf, 10)
    assert await texts(shelf) == ["live", "rated"]
    await pass_days(shelf, 400)
    assert await texts(shelf) == ["live", "rated"]


async def test_what_a_live_memory_said_before_a_correction_goes_too(shelf: Shelf) -> None:
    (memory,) = await shelf.put("lives in Berlin")
    project = shelf.project.num
    await save.correct(shelf.ctx, project, memory.id, Correction(text="lives in Rome"), actor=KEY)
    await pass_days(shelf, 20)
    await save.correct(shelf.ctx, project, memory.id, Correction(text="lives in Oslo"), actor=KEY)
    await pass_days(shelf, 11)

    async def told() -> list[tuple[str, str]]:
        history = await shelf.ctx.db.read(lambda tx: memories.history(tx, project, memory.num))
        return [(entry.action, entry.text) for entry in history]

    assert await told() == [("created", ""), ("corrected", ""), ("corrected", "lives in Rome")]
    await pass_days(shelf, 20)
    assert await told() == [("created", ""), ("corrected", ""), ("corrected", "")]
    assert await texts(shelf) == ["lives in Oslo"]


async def test_a_memory_whose_conversation_is_gone_still_says_what_it_rests_on(shelf: Shelf) -> None:
    town = Layout(shelf, random.Random(3), ["ana"], ["default"])
    await town.call()
    while not town.made:
        await town.call()
        await town.learned()
    await town.settle()
    quotes = await rows(shelf, "SELECT quote FROM memory_sources")
    await pass_days(shelf, 31)
    assert await titles(shelf) == []
    assert await rows(shelf, "SELECT quote FROM memory_sources") == quotes != []


async def test_what_expires_leaves_the_indexes_and_goes_with_the_rest(shelf: Shelf) -> None:
    await save.save(shelf.ctx, shelf.project.num, Draft("Ana is away", ttl_days=2), actor=KEY)
    await embed_waiting(shelf.ctx)
    assert await shelf.texts("away") == ["Ana is away"]
    shelf.hands.ms += 2 * DAY_MS
    assert await shelf.texts("away") == []
    assert await expire_due(shelf.ctx) == 1
    assert await rows(shelf, "SELECT state FROM memories") == ["expired"]
    assert await rows(shelf, "SELECT memory FROM memory_index") == []
    assert await rows(shelf, "SELECT num FROM memory_vec_1") == []
    await pass_days(shelf, 31)
    assert await texts(shelf) == []


async def test_no_word_of_it_stays_in_the_indexes(shelf: Shelf) -> None:
    await shelf.talk("Ana keeps xylophones", "an answer")
    await pass_days(shelf, 31)
    blocks = await rows(shelf, "SELECT block FROM message_fts_data")
    assert not any(b"xylophon" in block for block in blocks)


# --- calls -------------------------------------------------------------------------------------------------------


async def test_prompts_and_answers_go_after_store_days_and_their_cost_stays(shelf: Shelf) -> None:
    await shelf.set(store_days=7)
    town = Layout(shelf, random.Random(2), ["ana", None], ["default"])
    for _ in range(300):
        await town.call()
    old = await rows(shelf, "SELECT call FROM call_texts WHERE project = 1")
    await pass_days(shelf, 6)
    assert await rows(shelf, "SELECT call FROM call_texts WHERE project = 1") == old
    await town.call()
    await pass_days(shelf, 2)
    assert len(await rows(shelf, "SELECT call FROM call_texts WHERE project = 1")) <= 1
    assert len(await rows(shelf, "SELECT num FROM calls")) == 301
    assert await rows(shelf, "SELECT sum(cost_usd) FROM calls") == [pytest.approx(3.01)]
    assert await titles(shelf)


# --- the clock ---------------------------------------------------------------------------------------------------


async def test_it_runs_once_a_day(shelf: Shelf) -> None:
    loop = JobLoop(shelf.ctx)
    due = await next_retention(shelf.ctx)
    assert due == shelf.hands.ms + DAY_MS
    await shelf.talk("old words", "an answer")
    shelf.hands.ms += 30 * DAY_MS - 1000
    await retain_due(shelf.ctx)
    shelf.hands.ms += DAY_MS - 1
    assert await retain_due(shelf.ctx) == 0
    assert await titles(shelf) == ["old words"]
    shelf.hands.ms += 1
    assert await retain_due(shelf.ctx) > 0
    assert await loop.run_once("retention") == 0


async def test_ten_years_later_in_one_step_nothing_goes_until_a_person_confirms(
    shelf: Shelf, caplog: pytest.LogCaptureFixture
) -> None:
    await shelf.talk("read words", "an answer")
    await unread(shelf, await shelf.talk("unread words", "an answer"))
    live, removed = await shelf.put("live", "removed")
    await save.remove(shelf.ctx, shelf.project.num, removed.id, actor=KEY)
    shelf.hands.ms += 10 * YEAR_MS
    run = await retain(shelf.ctx)
    assert (run.deleted.total(), run.held_since) == (0, shelf.hands.ms)
    assert "clock has jumped" in caplog.text
    assert await titles(shelf) == ["read words", "unread words"]
    await shelf.talk("words after the jump", "an answer")
    assert await pass_days(shelf, 3) == 0
    assert await texts(shelf) == ["live", "removed"]

    run = await retain(shelf.ctx, confirmed=True)
    assert run.held_since is None
    assert await titles(shelf) == ["unread words", "words after the jump"]
    assert await texts(shelf) == ["live"]
    assert (await save.read(shelf.ctx, shelf.project.num, live.id)).state == "live"
    assert await pass_days(shelf, 2) == 0


async def test_a_jump_that_is_undone_deletes_nothing_at_all(shelf: Shelf) -> None:
    await shelf.talk("words", "an answer")
    shelf.hands.ms += 10 * YEAR_MS
    await retain_due(shelf.ctx)
    shelf.hands.ms -= 10 * YEAR_MS
    assert await pass_days(shelf, 29) == 0
    assert await titles(shelf) == ["words"]
    await pass_days(shelf, 2)
    assert await titles(shelf) == []


async def test_a_clock_that_was_set_back_deletes_nothing_when_it_is_right_again(shelf: Shelf) -> None:
    await shelf.talk("words", "an answer")
    shelf.hands.ms -= 10 * YEAR_MS
    assert await pass_days(shelf, 3) == 0
    shelf.hands.ms += 10 * YEAR_MS
    assert await pass_days(shelf, 3) == 0
    assert await titles(shelf) == ["words"]


async def test_a_first_run_in_the_far_future_is_held_by_what_is_stored(shelf: Shelf) -> None:
    await shelf.talk("words", "an answer")
    await shelf.ctx.db.write(lambda tx: tx.execute("DELETE FROM retention_clock"))
    shelf.hands.ms += 10 * YEAR_MS
    assert (await retain(shelf.ctx)).held_since == shelf.hands.ms
    assert await titles(shelf) == ["words"]


def test_when_a_clock_is_trusted() -> None:
    now = 10 * YEAR_MS
    assert held_since(Clock(now - DAY_MS, None), now) is None
    assert held_since(Clock(now - JUMP_MS, None), now) is None
    assert held_since(Clock(now - JUMP_MS - 1, None), now) == now
    assert held_since(Clock(now - DAY_MS, now - STEADY_MS + 1), now) == now - STEADY_MS + 1
    assert held_since(Clock(now - DAY_MS, now - STEADY_MS), now) is None
    assert held_since(Clock(now + YEAR_MS, now + YEAR_MS), now) is None
    assert held_since(Clock(now + YEAR_MS, None), now) is None


# --- everything accounted for ------------------------------------------------------------------------------------


async def test_a_deleted_memory_does_not_come_back_with_a_retention_run(shelf: Shelf) -> None:
    (memory,) = await shelf.put("Ana keeps xylophones", subject="ana")
    await delete(shelf.ctx, shelf.project.num, memory.id, actor=KEY)
    assert await pass_days(shelf, 3) == 0
    await JobLoop(shelf.ctx).run_once("scrub")
    assert b"xylophones" not in bytes_of(shelf.ctx.db.path.parent)
