"""A real conversation, replayed call by call with its history sent again each time.

Its data is not ours to ship: name a file in LoCoMo's format by LOREGATE_LOCOMO to run this with real input. Without
one a short made-up conversation of the same shape is replayed.
"""

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from tests.house import House
from tests.model_server import Received, Reply

MADE_UP: dict[str, Any] = {
    "conversation": {
        "speaker_a": "Ana",
        "speaker_b": "Ben",
        "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_1": [
            {"speaker": "Ana", "dia_id": "D1:1", "text": "Hey Ben! Good to see you!"},
            {"speaker": "Ben", "dia_id": "D1:2", "text": "Hey Ana! What's new?"},
            {"speaker": "Ana", "dia_id": "D1:3", "text": "I adopted a greyhound called Pixel."},
            {"speaker": "Ana", "dia_id": "D1:4", "text": "She sleeps all day."},
            {"speaker": "Ben", "dia_id": "D1:5", "text": "How lovely!"},
        ],
        "session_2_date_time": "1:14 pm on 25 May, 2023",
        "session_2": [
            {"speaker": "Ben", "dia_id": "D2:1", "text": "Hey Ana! Long time."},
            {"speaker": "Ana", "dia_id": "D2:2", "text": "I started pottery classes on Tuesday."},
            {"speaker": "Ben", "dia_id": "D2:3", "text": "Wow, show me a vase!"},
            {"speaker": "Ana", "dia_id": "D2:4", "text": "Soon."},
        ],
    },
    "qa": [
        {"question": "What is the name of Ana's greyhound?", "evidence": ["D1:3"], "category": 4},
        {"question": "Which classes did Ana start?", "evidence": ["D2:2"], "category": 4},
    ],
}


def samples() -> list[dict[str, Any]]:
    file = os.environ.get("LOREGATE_LOCOMO")
    return json.loads(Path(file).read_text("utf-8")) if file else [MADE_UP]


def sessions(sample: dict[str, Any]) -> list[list[dict[str, Any]]]:
    talk = sample["conversation"]
    names = [name for name in talk if re.fullmatch(r"session_\d+", name) and talk[name]]
    return [talk[name] for name in sorted(names, key=lambda name: int(name.split("_")[1]))]


@pytest.mark.parametrize("number", range(int(os.environ.get("LOREGATE_LOCOMO_SAMPLES", "1"))))
async def test_a_replayed_conversation_is_exactly_its_messages_and_search_finds_the_evidence(
    house: House, number: int
) -> None:
    """The speaker who opens a session is the user there; the other's words are the upstream's answers."""
    sample = samples()[number]
    expected: list[list[str]] = []
    for session in sessions(sample):
        expected.append(await replay(house, session))
    assert [[text for _, text in said] for said in await house.said()] == expected

    await house.settings(settle_after_s=1, batch_of=10_000, at_least_every_s=10_000)
    await house.ctx.db.write(
        lambda tx: tx.execute("UPDATE conversations SET last_turn_at = last_turn_at - 5000") and None
    )
    await house.server.jobs.run_once("settle")
    await house.server.jobs.run_once("embed")
    found, asked = 0, 0
    by_id = {turn["dia_id"]: turn["text"] for session in sessions(sample) for turn in session}
    at = {turn["dia_id"]: index for index, session in enumerate(sessions(sample)) for turn in session}
    ids = [conversation.id for conversation in await house.conversations()]
    for question in sample["qa"]:
        evidence = [id for id in question.get("evidence", []) if id in by_id]
        if question.get("category") == 5 or not evidence:
            continue
        answer = await house.http.post(
            "/v1/memory/search", json={"query": question["question"], "in": "conversations", "limit": 10}
        )
        hits = [hit["id"] for hit in answer.json()["conversations"]]
        asked += 1
        found += any(ids[at[id]] in hits for id in evidence)
    print(f"{found} of {asked} questions find a conversation of their evidence among the first ten")
    assert found >= 0.9 * asked


async def replay(house: House, session: list[dict[str, Any]]) -> list[str]:
    """Plays a session; returns its messages as they should be stored."""
    user = session[0]["speaker"]
    history: list[dict[str, str]] = []
    kept: list[str] = []
    waiting: list[str] = []
    index = 0
    while index < len(session):
        turn = session[index]
        if turn["speaker"] == user:
            waiting.append(turn["text"])
            history.append({"role": "user", "content": turn["text"]})
            index += 1
            continue
        answers = []
        while index < len(session) and session[index]["speaker"] != user:
            answers.append(session[index]["text"])
            index += 1
        answer = "\n".join(answers)
        house.upstream.answers = lambda received, answer=answer: say(received, answer)
        assert (await house.chat(*history)).status_code == 200
        history.append({"role": "assistant", "content": answer})
        kept += [*waiting, answer]
        waiting = []
    await house.recorded()
    return kept


def say(_: Received, text: str) -> Reply:
    return Reply(text)
