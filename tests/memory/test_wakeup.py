"""Wake-up: what a person stands for and what belongs to the subject, within its size; and the composed profile."""

import json
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from app.memory.profile import compose
from app.memory.wakeup import wake_up
from tests.memory.shelf import Shelf, shelf


@pytest_asyncio.fixture(name="made")
async def _made(tmp_path: Path) -> AsyncIterator[Shelf]:
    async with shelf(tmp_path / "loregate.db") as one:
        await one.put("agent's own")
        await one.put("confirmed one", confirmed=True)
        await one.put("pinned one", pinned=True)
        await one.put("ana's tea", subject="ana", kind="preference")
        await one.put("ben's pinned secret", subject="ben", pinned=True)
        await one.put("confirmed elsewhere", confirmed=True, space="repo")
        await one.talk("Talk of all", "ok")
        await one.talk("Talk of ana", "ok", subject="ana")
        await one.talk("Talk of ben", "ok", subject="ben")
        yield one


def texts(listed: list[dict[str, Any]]) -> list[str]:
    return [one["text"] for one in listed]


async def test_without_a_subject_only_the_project_s_own_whatever_the_settings_say(made: Shelf) -> None:
    answer = await wake_up(made.ctx, 1)
    assert texts(answer["memories"]) == ["pinned one", "confirmed elsewhere", "confirmed one"]
    assert [talk["title"] for talk in answer["conversations"]] == ["Talk of all"]
    assert (answer["knowledge_page"], answer["subject"]) == (None, None)


async def test_a_subject_adds_its_own(made: Shelf) -> None:
    answer = await wake_up(made.ctx, 1, subject="ana", space="default")
    assert texts(answer["memories"]) == ["pinned one", "confirmed one"]
    assert texts(answer["subject"]["memories"]) == ["ana's tea"]
    assert answer["subject"]["profile"]["preferences"] == ["ana's tea"]
    assert [talk["title"] for talk in answer["conversations"]] == ["Talk of ana", "Talk of all"]
    assert "ben" not in json.dumps(answer)


async def test_many_of_another_subject_hide_nothing(made: Shelf) -> None:
    await made.put(*(f"ben {n}" for n in range(250)), subject="ben", pinned=True)
    for n in range(12):
        await made.talk(f"Ben again {n}", "ok", subject="ben")
    answer = await wake_up(made.ctx, 1)
    assert len(answer["memories"]) == 3
    assert [talk["title"] for talk in answer["conversations"]] == ["Talk of all"]


async def test_an_unknown_subject_has_nothing(made: Shelf) -> None:
    answer = await wake_up(made.ctx, 1, subject="nobody")
    assert answer["subject"]["memories"] == []
    assert answer["subject"]["profile"]["generated_from"] == 0


@pytest.mark.parametrize("max_tokens", [100, 200, 500, 1000, 4000])
async def test_it_is_never_larger_than_was_asked(made: Shelf, max_tokens: int) -> None:
    await made.put(*(f"ana likes number {n} " + "so much " * 20 for n in range(40)), subject="ana")
    await made.put(*(f"rule number {n} " + "of many " * 20 for n in range(40)), confirmed=True)
    answer = await wake_up(made.ctx, 1, subject="ana", max_tokens=max_tokens)
    size = len(json.dumps(answer, ensure_ascii=False, separators=(",", ":")))
    assert size <= max_tokens * 4
    if max_tokens >= 1000:
        assert answer["memories"]
        assert answer["subject"]["memories"]


async def test_the_profile_is_the_same_bytes_for_the_same_rows(made: Shelf) -> None:
    rows = [
        made.memory(f"statement {n}", kind=kind, confidence=n / 10)
        for n, kind in enumerate(("fact", "preference", "decision", "event", "procedure", "fact"))
    ]
    first = compose("ana", rows)
    assert list(first) == [
        "subject", "summary", "facts", "preferences", "decisions", "events", "procedures", "generated_from",
    ]  # fmt: skip
    assert first["facts"] == ["statement 5", "statement 0"]
    assert first["generated_from"] == 6
    assert first["summary"] == "statement 5; statement 1; statement 0"
    for _ in range(5):
        random.shuffle(rows)
        assert json.dumps(compose("ana", rows)) == json.dumps(first)


def test_a_summary_is_one_line() -> None:
    assert compose("ana", [])["summary"] == ""
