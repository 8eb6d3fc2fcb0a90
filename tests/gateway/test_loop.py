"""The whole loop: a call becomes part of a conversation, is learned from in a batch, and comes back in a later call."""

import json
from typing import Any

import pytest

from tests.house import House
from tests.model_server import Received, Reply, echo
from tests.wire.shapes.claude_code import COMPACT_ORDER

ANA = {"x-loregate-memory-subject": "user-ana"}
BEN = {"x-loregate-memory-subject": "user-ben"}
RECALL = {"x-loregate-memory": "recall"}


def learning(*memories: dict[str, Any]):
    """A model that answers extraction requests with these memories, and everything else with an echo."""

    def answers(received: Received) -> Reply:
        question = extraction(received)
        return echo(received) if question is None else Reply(json.dumps({"memories": list(memories)}))

    return answers


def extraction(received: Received) -> dict[str, Any] | None:
    """The question of an extraction request; None for any other request."""
    if b'\\"task\\"' not in received.raw:
        return None
    user = received.body["messages"][-1]["content"]
    return json.loads(user) if user.startswith("{") else None


PLAN = {
    "text": "Ana is on the Pro plan.",
    "kind": "fact",
    "about": "user",
    "confidence": 0.9,
    "importance": 0.6,
    "messages": [1],
    "quote": "I am on the Pro plan",
    "valid_from": None,
    "valid_until": None,
    "same_as": None,
    "replaces": None,
}


async def test_what_was_said_once_comes_back_to_its_subject_and_to_nobody_else(house: House) -> None:
    house.upstream.answers = learning(PLAN)
    await house.chat("Hi, I am on the Pro plan.", headers=ANA)
    await house.learn()
    assert [(m.text, m.subject, m.author) for m in await house.memories()] == [
        ("Ana is on the Pro plan.", "user-ana", "learned")
    ]
    for path, body in (
        (
            "/v1/chat/completions",
            {
                "messages": [
                    {"role": "system", "content": "Be kind."},
                    {"role": "user", "content": "Which plan am I on?"},
                ]
            },
        ),
        (
            "/v1/messages",
            {"max_tokens": 9, "system": "Be kind.", "messages": [{"role": "user", "content": "Which plan am I on?"}]},
        ),
    ):
        answer = await house.http.post(path, json={"model": "m", **body}, headers={**ANA, **RECALL})
        assert answer.headers["x-loregate-memory-hits"] == answer.headers["x-strix-memory-hits"] == "1"
        sent = house.upstream.received[-1].body
        assert "Ana is on the Pro plan." in json.dumps(sent)
        if path == "/v1/messages":
            assert [block["type"] for block in sent["system"]] == ["text", "text"]
            assert sent["system"][0]["text"] == "Be kind."
        else:
            assert [m["role"] for m in sent["messages"]] == ["system", "system", "user"]
            assert sent["messages"][0]["content"] == "Be kind."
        other = await house.http.post(path, json={"model": "m", **body}, headers={**BEN, **RECALL})
        assert other.headers["x-loregate-memory-hits"] == "0"
        assert house.upstream.received[-1].body == {"model": "m", **body}


async def test_one_call_with_no_subject_and_no_header_learns_nothing_and_with_write_it_does(house: House) -> None:
    house.upstream.answers = learning({**PLAN, "text": "The plan is Pro."})
    await house.chat("I am on the Pro plan")
    await house.learn()
    assert await house.memories() == []
    assert not any(extraction(received) for received in house.upstream.received)
    await house.chat("By the way, I am on the Pro plan", headers={"x-loregate-memory": "write"})
    await house.learn()
    assert [(m.text, m.subject) for m in await house.memories()] == [("The plan is Pro.", None)]


async def test_plumb_memory_learns_at_once_and_recalls(house: House) -> None:
    house.upstream.answers = learning(PLAN)
    await house.chat("I am on the Pro plan", headers=ANA, plumb_memory=True)
    await house.learn()
    answer = await house.chat("which plan am I on", headers=ANA, plumb_memory=True)
    assert answer.headers["x-loregate-memory-hits"] == "1"


async def test_on_responses_recall_acts_as_write_unless_the_project_says_otherwise(house: House) -> None:
    house.upstream.answers = learning(PLAN)
    await house.chat("I am on the Pro plan", headers=ANA)
    await house.learn()
    ask = {"model": "m", "input": "which plan am I on?"}
    answer = await house.http.post("/v1/responses", json=ask, headers={**ANA, **RECALL})
    assert "x-loregate-memory-hits" not in answer.headers
    assert house.upstream.received[-1].body == ask
    await house.settings(recall_on_responses=True)
    answer = await house.http.post("/v1/responses", json=ask, headers={**ANA, **RECALL})
    assert answer.headers["x-loregate-memory-hits"] == "1"
    assert [item["role"] for item in house.upstream.received[-1].body["input"]] == ["developer", "user"]


async def test_a_recall_block_is_never_remembered_nor_learned_from(house: House) -> None:
    house.upstream.answers = learning(PLAN)
    await house.chat("I am on the Pro plan", headers=ANA)
    await house.learn()
    await house.chat("which plan am I on?", headers={**ANA, **RECALL})
    sent = house.upstream.received[-1].body["messages"]
    block = sent[0]["content"]
    # A client that sends the block back, as its own message and inside another.
    await house.chat(
        *sent, {"role": "assistant", "content": "Pro"}, {"role": "user", "content": f"{block}\nthanks"}, headers=ANA
    )
    texts = [text for said in await house.said() for _, text in said]
    assert "thanks" in texts
    assert not any("loregate-memory" in text for text in texts)


async def test_the_tail_keeps_every_request_a_prefix_of_the_next(house: House) -> None:
    house.upstream.answers = learning(PLAN)
    await house.settings(placement="tail")
    await house.chat("I am on the Pro plan", headers=ANA)
    await house.learn()
    history: list[str] = []
    previous: list[dict] = []
    for turn in range(6):
        await house.chat(*history, f"question {turn} about my plan", headers={**ANA, **RECALL})
        sent = house.upstream.received[-1].body["messages"]
        assert sent[: len(previous)] == previous
        previous = sent
        history += [f"question {turn} about my plan", f"You said: question {turn} about my plan"]
    assert sum("Ana is on the Pro plan." in json.dumps(message) for message in previous) == 1


async def test_after_the_system_prompt_stands_what_matches_even_if_an_earlier_block_said_it(house: House) -> None:
    await house.settings(placement="after_system", recall_max_items=1)
    for text in ("Ana keeps two green parrots.", "The office in Oslo closes at five."):
        await house.http.post("/v1/memory/items", json={"text": text})
    history: list[str] = []
    for question in ("green parrots?", "when does the office in Oslo close?", "green parrots of Ana?"):
        answer = await house.chat(*history, question, headers=RECALL)
        assert answer.headers["x-loregate-memory-hits"] == "1"
        history += [question, f"You said: {question}"]
    (block,) = [m for m in house.upstream.received[-1].body["messages"] if m["role"] == "system"]
    assert "green parrots" in block["content"]


async def test_a_turn_that_is_asked_anew_without_a_block_gets_none_back_later(house: House) -> None:
    await house.settings(placement="tail")
    saved = await house.http.post("/v1/memory/items", json={"text": "Ana keeps two green parrots."})
    await house.chat("green parrots?", headers=RECALL)
    assert len(house.upstream.received[-1].body["messages"]) == 2
    await house.recorded()
    await house.http.delete(f"/v1/memory/items/{saved.json()['id']}")
    await house.chat("green parrots?", headers=RECALL)
    sent = house.upstream.received[-1].body["messages"]
    await house.chat("green parrots?", "You said: green parrots?", "thanks", headers=RECALL)
    assert (len(sent), house.upstream.received[-1].body["messages"][:1]) == (1, sent)
    assert len(house.upstream.received[-1].body["messages"]) == 3


@pytest.mark.parametrize("placement", ["auto", "after_system"])
async def test_a_client_that_compacts_sends_the_beginning_that_the_upstream_knows(house: House, placement: str) -> None:
    house.upstream.answers = learning(PLAN)
    await house.settings(placement=placement)
    await house.chat("I am on the Pro plan", headers={"x-loregate-memory": "write"})
    await house.learn()
    first = {"role": "user", "content": "Which plan am I on?"}
    answer = {"role": "assistant", "content": "Pro."}
    headers = {**RECALL, "x-claude-code-session-id": "s1"}
    body = {"model": "m", "max_tokens": 9, "system": "Be kind."}
    await house.http.post("/v1/messages", json={**body, "messages": [first]}, headers=headers)
    told = house.upstream.received[-1].body
    order = {"role": "user", "content": f"{COMPACT_ORDER} Which plan was it?"}
    compaction = await house.http.post(
        "/v1/messages", json={**body, "messages": [first, answer, order]}, headers=headers
    )
    sent = house.upstream.received[-1].body
    assert (sent["system"], sent["messages"]) == (told["system"], [*told["messages"], answer, order])
    assert "x-loregate-memory-hits" not in compaction.headers
    assert "Ana is on the Pro plan." in json.dumps(sent)
    assert "CRITICAL" not in json.dumps(await house.said())


async def test_a_receipt_says_what_a_call_got(house: House) -> None:
    house.upstream.answers = learning(PLAN)
    await house.chat("I am on the Pro plan", headers=ANA)
    await house.learn()
    answer = await house.chat("which plan am I on?", headers={**ANA, **RECALL})
    id = answer.headers["x-loregate-call-id"]
    await house.recorded()
    receipt = (await house.http.get(f"/v1/memory/calls/{id}")).json()
    assert receipt["id"] == id
    assert [memory["id"] for memory in receipt["memories"]] == [(await house.memories())[0].id]
    assert receipt["memories"][0]["tokens"] > 0


@pytest.mark.parametrize("sabotage", ["slow", "broken"])
async def test_recall_that_is_slow_or_broken_never_fails_a_call(house: House, sabotage: str) -> None:
    await house.settings(recall_budget_ms=1)
    if sabotage == "broken":
        await house.ctx.db.write(lambda tx: tx.execute("DROP TABLE recall_blocks") and None)
    answer = await house.chat("which plan am I on?", headers=RECALL)
    assert answer.status_code == 200
    assert answer.json()["choices"][0]["message"]["content"] == "You said: which plan am I on?"
    assert answer.headers["x-loregate-memory-hits"] == "0"
