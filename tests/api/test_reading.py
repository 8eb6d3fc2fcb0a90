"""Search, wake-up, conversations, settings and receipts over REST."""

from typing import Any

import pytest

from storage.db import Tx
from storage.model import Call, CallMemory, Source, Tokens
from storage.sql import calls, conversations, memories
from tests.api.conftest import House


async def test_search_has_the_contract_s_shape(house: House) -> None:
    await house.shelf.put("Ana drinks tea", subject="ana", kind="preference")
    await house.shelf.talk("Where is the tea?", "In the kitchen.", subject="ana")
    status, found = await house.post("/search", {"query": "tea", "subject": "ana"}, key="read")
    assert status == 200
    assert set(found) == {"memories", "conversations"}
    assert found["memories"][0]["text"] == "Ana drinks tea"
    assert {"score", "why"} <= set(found["memories"][0])
    talk = found["conversations"][0]
    assert set(talk) == {"id", "title", "snippet", "score", "last_turn_at", "subject", "space"}
    assert talk["snippet"] == "Where is the tea?"
    only = (await house.post("/search", {"query": "tea", "in": "memories", "kind": "preference"}))[1]
    assert (len(only["memories"]), only["conversations"]) == (1, [])
    assert (await house.post("/search", {"query": "tea", "kind": "event"}))[1]["memories"] == []


@pytest.mark.parametrize(
    "body",
    [
        {}, {"query": ""}, {"query": "  "}, {"query": "a", "limit": 0}, {"query": "a", "limit": 201},
        {"query": "a", "in": "everywhere"}, {"query": "a", "kind": "x"}, {"query": "a", "subject": ""},
        {"query": "a", "subject": None}, {"query": "a", "space": None}, {"query": "a", "project": ""},
        {"query": "a", "within": "both"}, {"query": "a", "metadata": {"a": []}}, {"query": ["a"]},
    ],
)  # fmt: skip
async def test_a_bad_search_is_400(house: House, body: Any) -> None:
    assert (await house.post("/search", body))[0] == 400


@pytest.mark.parametrize("query", ['" OR scope:*', "NEAR(", "text:x", '"', "%", "_", "what is it", "w " * 10_000])
async def test_any_words_are_a_query(house: House, query: str) -> None:
    await house.post("/items", {"text": "scope text what is it"}, key="foreign")
    status, found = await house.post("/search", {"query": query})
    assert (status, found) == (200, {"memories": [], "conversations": []})


async def test_no_canary_crosses_a_subject_or_a_project(house: House) -> None:
    for subject, mark in (("ana", "canary-A"), ("ben", "canary-B"), (None, "canary-P")):
        await house.shelf.put(f"{mark} likes tea", subject=subject, pinned=True)
        await house.shelf.talk(f"{mark} says tea", "ok", subject=subject)
    await house.post("/items", {"text": "canary-C likes tea"}, key="foreign")
    of_ana = {"subject": "ana"}
    answers = [
        await house.post("/search", {"query": "canary tea likes", **of_ana}),
        await house.post("/wake-up", of_ana),
        await house.get("/episodes?subject=ana"),
    ]
    for status, answer in answers:
        assert status == 200
        assert "canary-A" in str(answer)
        assert "canary-B" not in str(answer)
        assert "canary-C" not in str(answer)
    assert "canary-A" not in str(await house.post("/wake-up", {}))
    await house.shelf.set(unscoped_reads="project")
    for answer in (await house.post("/search", {"query": "canary tea"}), await house.get("/episodes")):
        assert "canary-P" in str(answer)
        assert "canary-A" not in str(answer)


async def test_wake_up_has_the_contract_s_shape(house: House) -> None:
    await house.shelf.put("pinned", pinned=True)
    status, answer = await house.post("/wake-up", b"", key="read")
    assert status == 200
    assert set(answer) == {"memories", "conversations", "knowledge_page", "subject"}
    assert answer["subject"] is None
    of = (await house.post("/wake-up", {"subject": "ana", "max_tokens": 500}))[1]["subject"]
    assert set(of) == {"memories", "profile"}
    for body in ({"subject": ""}, {"space": None}, {"max_tokens": 1}, {"more": 1}):
        assert (await house.post("/wake-up", body))[0] == 400


async def test_conversations_are_listed_page_by_page(house: House) -> None:
    for n in range(5):
        await house.shelf.talk(f"talk {n}", "ok")
    seen: list[str] = []
    cursor = ""
    for _ in range(3):
        status, answer = await house.get(f"/episodes?limit=2{cursor}")
        assert status == 200
        seen += [one["title"] for one in answer["data"]]
        cursor = f"&cursor={answer['next_cursor']}"
    assert seen == ["talk 4", "talk 3", "talk 2", "talk 1", "talk 0"]
    assert answer["next_cursor"] is None
    for query in ("limit=0", "limit=x", "limit=201", "cursor=x", "subject=", "space=", "subjekt=a", "limit=1&limit=2"):
        assert (await house.get(f"/episodes?{query}"))[0] == 400, query


async def test_one_conversation_with_its_messages(house: House) -> None:
    talk = await house.shelf.talk("Hello", "Hello to you", subject="ana", space="elsewhere")
    status, answer = await house.get(f"/episodes/{talk.id}", key="read")
    assert status == 200
    assert set(answer) == {
        "id", "title", "subject", "space", "source", "created_at", "last_turn_at", "state", "messages",
    }  # fmt: skip
    assert [(m["role"], m["text"], m["tool_calls"]) for m in answer["messages"]] == [
        ("user", "Hello", []),
        ("assistant", "Hello to you", []),
    ]
    assert set(answer["messages"][0]) == {"id", "role", "text", "tool_calls", "at"}
    for key in ("foreign", "bound"):
        theirs = await house.get(f"/episodes/{talk.id}", key=key)
        none = await house.get("/episodes/con_x", key=key)
        assert theirs[0] == none[0] == 404
        assert str(theirs[1]).replace(talk.id, "con_x") == str(none[1])


async def test_a_conversation_is_learned_from_when_somebody_asks(house: House) -> None:
    talk = await house.shelf.talk("My cat is Momo", "Nice")
    status, answer = await house.post(f"/episodes/{talk.id}/remember", {"focus": "pets"})
    assert status == 202
    assert answer["batch_id"].startswith("bat_")
    assert (await house.post("/episodes/con_x/remember", {}))[0] == 404
    await house.shelf.set(enabled=False)
    assert (await house.post(f"/episodes/{talk.id}/remember"))[0] == 409


async def test_settings_change_what_is_named(house: House) -> None:
    status, before = await house.get("/settings", key="read")
    assert status == 200
    assert (before["enabled"], before["batch_of"], before["only_senders"]) == (True, 20, [])
    status, after = await house.post("/settings", {"batch_of": 5, "only_senders": ["bot"]})
    assert status == 200
    assert after == {**before, "batch_of": 5, "only_senders": ["bot"]}
    assert (await house.get("/settings"))[1] == after
    assert (await house.post("/settings", {"batch_of": 0}))[0] == 400
    assert (await house.post("/settings", {"retention_days": 1, "at_least_every_s": 86400}))[0] == 400
    assert (await house.post("/settings", {"nothing": 1}))[0] == 400
    assert (await house.get("/settings"))[1] == after
    assert (await house.get("/settings", key="foreign"))[1]["batch_of"] == 20


async def test_status_says_what_waits(house: House) -> None:
    await house.shelf.talk("One", "Two", "Three", "Four")
    status, answer = await house.get("/status", key="read")
    assert status == 200
    assert set(answer) >= {"waiting", "next_batch_at", "last_error", "month_cost_usd", "memory_model", "embedder"}
    assert answer["waiting"] == 4


async def test_a_receipt_says_what_a_call_got_wrote_and_cost(house: House) -> None:
    (tea,) = await house.shelf.put("tea")
    talk = await house.shelf.talk("Tea?", "Yes.")

    def work(tx: Tx) -> str:
        turn = tx.value("SELECT id FROM turns WHERE conversation = ?", (talk.num,))
        message = conversations.messages_of(tx, 1, talk.num)[0]
        source = Source(message.id, talk.id, "user", 1, "Tea")
        learned = memories.insert(tx, house.shelf.memory("learned"), [source], "batch:b")
        call = Call(
            "cal_1", 1, "key_1", None, "bot", "default", None, 0, "chat", "recall", "m", "m", "p", 1, 200, None,
            False, True, 1.0, 2.0, Tokens(10, 5), 0.25, recall="ok", recall_ms=3.5, hits=2, turn_id=turn,
        )  # fmt: skip
        got = [CallMemory(tea.id, 0.9, {"words": 0.9}, 7), CallMemory("mem_erased", 0.5, {}, 3)]
        calls.insert(tx, call, None, got)
        return learned.id

    learned = await house.shelf.ctx.db.write(work)
    status, receipt = await house.get("/calls/cal_1", key="read")
    assert status == 200
    assert receipt["recall"] == {"state": "ok", "took_ms": 3.5, "hits": 2}
    assert [(m["id"], m["score"], m["tokens"]) for m in receipt["memories"]] == [
        (tea.id, 0.9, 7),
        ("mem_erased", 0.5, 3),
    ]
    assert (receipt["memories"][0]["text"], receipt["memories"][0]["sources"]) == ("tea", [])
    assert receipt["wrote"]["conversation_id"] == talk.id
    assert receipt["wrote"]["memories"] == [learned]
    assert receipt["cost_usd"] == 0.25
    assert (await house.get("/calls/cal_1", key="foreign"))[0] == 404
