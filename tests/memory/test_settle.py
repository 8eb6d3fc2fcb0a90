"""Settling: a quiet conversation is read, without a model."""

import pytest

from app.memory.settle import next_settling, settle_due, title_of
from storage.model import StoredMessage
from storage.sql import conversations, waiting
from tests.memory.learning import Bench


async def test_a_conversation_is_read_once_it_has_been_quiet(bench: Bench) -> None:
    conversation = await bench.converse(("I am\n  vegetarian.", "Noted."), subject=None)
    assert await next_settling(bench.ctx) == bench.clock.ms + 300_000
    bench.clock.turn(299)
    assert await settle_due(bench.ctx) == 0
    bench.clock.turn(1)
    assert await settle_due(bench.ctx) == 1
    read = await bench.ctx.db.read(lambda tx: conversations.by_id(tx, bench.project.num, conversation.id))
    assert read is not None
    assert (read.state, read.title) == ("read", "I am vegetarian.")
    assert await settle_due(bench.ctx) == 0
    assert await next_settling(bench.ctx) is None
    assert bench.questions == []


async def test_the_time_of_quiet_is_the_project_s(bench: Bench) -> None:
    await bench.settings(settle_after_s=1)
    await bench.converse("I am vegetarian.")
    bench.clock.turn(1)
    assert await settle_due(bench.ctx) == 1


async def test_a_new_turn_is_indexed_at_the_next_settling_and_the_title_stays(bench: Bench) -> None:
    conversation = await bench.converse("I am vegetarian.")
    await settle_due(bench.ctx, everything=True)
    await bench.say(conversation, "I live in Berlin.")
    opened = await bench.ctx.db.read(lambda tx: conversations.by_id(tx, bench.project.num, conversation.id))
    assert opened is not None
    assert opened.state == "open"
    unsettled = await bench.ctx.db.read(lambda tx: waiting.unsettled_messages(tx, opened))
    assert [message.text for message in unsettled] == ["I live in Berlin.", "I see."]
    bench.clock.turn(300)
    assert await settle_due(bench.ctx) == 1
    assert await bench.value("SELECT title FROM conversations") == "I am vegetarian."
    assert await bench.ctx.db.read(lambda tx: waiting.unsettled_messages(tx, opened)) == []


async def test_settling_goes_on_with_memory_off(bench: Bench) -> None:
    await bench.converse("I am vegetarian.")
    await bench.settings(enabled=False)
    bench.clock.turn(300)
    assert await settle_due(bench.ctx) == 1


async def test_a_crash_while_settling_settles_nothing_by_half(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    await bench.converse("I am vegetarian.")
    bench.clock.turn(300)
    with monkeypatch.context() as patch:
        patch.setattr(waiting, "set_read", lambda *args, **more: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            await settle_due(bench.ctx)
    await bench.reopen()
    assert await bench.value("SELECT state FROM conversations") == "open"
    assert await bench.value("SELECT count(*) FROM message_index") == 0
    assert await settle_due(bench.ctx) == 1


def test_a_title_is_one_line_of_at_most_120_characters() -> None:
    def message(text: str, role: str = "user") -> StoredMessage:
        return StoredMessage(1, "msg_1", 1, 1, role, text, (), 0)  # pyright: ignore[reportArgumentType]

    assert title_of([message("Hello", "assistant"), message(" \n"), message("a\n\tb")]) == "a b"
    assert title_of([message("x" * 120)]) == "x" * 120
    long = title_of([message("word " * 50)])
    assert long is not None
    assert len(long) <= 120
    assert long.endswith("word…")
    assert title_of([message("", "user")]) is None
