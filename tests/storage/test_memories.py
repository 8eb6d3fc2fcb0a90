"""Memories in the file: what a row keeps, what its history says, and what lists show."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from storage.db import Database
from storage.model import Memory, Source
from storage.sql import memories, projects
from storage.sql.memories import Filters, View

DAY = 24 * 3600 * 1000


@pytest_asyncio.fixture(name="db")
async def _db(tmp_path: Path) -> AsyncIterator[Database]:
    db = await Database.open(tmp_path / "loregate.db", readers=1)
    await db.write(lambda tx: [projects.insert(tx, f"prj_{n}", f"p{n}", "", {}, 1) for n in (1, 2)])
    yield db
    await db.close()


def memory(id: str, text: str = "Ana likes tea.", **more: Any) -> Memory:
    values: dict[str, Any] = {"space": "default", "subject": "ana", "kind": "fact", "project": 1, "author": "agent"}
    values |= {"importance": 0.5, "confidence": 1.0, "state": "live", "created_at": 10, "updated_at": 10} | more
    return Memory(num=0, id=id, text=text, **values)


async def test_a_memory_comes_back_as_it_was_stored(db: Database) -> None:
    whole = memory(
        "mem_1",
        pinned=True,
        categories=("food", "drink"),
        metadata={"a": 1, "b": True, "c": None, "d": "ä"},
        expires_at=99,
        valid_from="2026-01-01",
        batch_id="bat_1",
    )
    source = Source("msg_1", "con_1", "user", 5, "I like tea")
    stored = await db.write(lambda tx: memories.insert(tx, whole, [source], "batch:bat_1"))
    assert stored == replace(whole, num=stored.num)
    assert await db.read(lambda tx: memories.by_id(tx, 1, "mem_1")) == stored
    assert await db.read(lambda tx: memories.sources(tx, 1, stored.num)) == [source]
    assert [e.action for e in await db.read(lambda tx: memories.history(tx, 1, stored.num))] == ["created"]


async def test_nothing_is_read_across_projects(db: Database) -> None:
    stored = await db.write(lambda tx: memories.insert(tx, memory("mem_1"), [], "key:1"))
    assert await db.read(lambda tx: memories.by_id(tx, 2, "mem_1")) is None
    assert await db.read(lambda tx: memories.by_nums(tx, 2, [stored.num])) == {}
    assert await db.read(lambda tx: memories.history(tx, 2, stored.num)) == []
    assert await db.read(lambda tx: memories.same_text(tx, 2, "ana", stored.text)) is None
    assert await db.read(lambda tx: memories.listed(tx, 2, View(11))) == []
    assert await db.write(lambda tx: memories.set_state(tx, 2, "mem_1", "removed", actor="k", at=11)) is None


@pytest.mark.parametrize("text", ["ana likes TEA", "  Ana likes\ntea!! ", "Ａna likes tea。"])
async def test_the_same_words_are_the_same_text(db: Database, text: str) -> None:
    stored = await db.write(lambda tx: memories.insert(tx, memory("mem_1"), [], "key:1"))
    assert await db.read(lambda tx: memories.same_text(tx, 1, "ana", text)) == stored
    assert await db.read(lambda tx: memories.same_text(tx, 1, "ben", text)) is None
    assert await db.read(lambda tx: memories.same_text(tx, 1, None, text)) is None
    assert await db.read(lambda tx: memories.same_text(tx, 1, "ana", text, space="other")) is None


async def test_a_correction_keeps_the_id_and_the_old_text(db: Database) -> None:
    stored = await db.write(lambda tx: memories.insert(tx, memory("mem_1"), [], "key:1"))
    changed = replace(stored, text="Ana likes coffee.", updated_at=20)
    await db.write(lambda tx: memories.correct(tx, changed, actor="key:2"))
    assert await db.read(lambda tx: memories.by_id(tx, 1, "mem_1")) == changed
    entries = await db.read(lambda tx: memories.history(tx, 1, stored.num))
    assert [(e.at, e.action, e.actor, e.text) for e in entries] == [
        (10, "created", "key:1", "Ana likes tea."),
        (20, "corrected", "key:2", "Ana likes tea."),
    ]
    assert await db.read(lambda tx: memories.same_text(tx, 1, "ana", "ana likes tea")) is None


async def test_a_state_is_entered_once(db: Database) -> None:
    stored = await db.write(lambda tx: memories.insert(tx, memory("mem_1"), [], "key:1"))
    for at in (20, 30):
        gone = await db.write(
            lambda tx, at=at: memories.set_state(
                tx, 1, "mem_1", "replaced", actor="batch:b", at=at, replaced_by="mem_2", valid_until="2026-01-01"
            )
        )
    assert gone is not None
    assert (gone.state, gone.updated_at, gone.replaced_by, gone.valid_until) == ("replaced", 20, "mem_2", "2026-01-01")
    assert len(await db.read(lambda tx: memories.history(tx, 1, stored.num))) == 2


async def test_lists_are_filtered_before_their_limit(db: Database) -> None:
    def work(tx: Any) -> None:
        memories.insert(tx, memory("mem_1", "one", kind="event", categories=("a", "b"), metadata={"x": 1}), [], "k")
        memories.insert(tx, memory("mem_2", "two", subject=None, categories=("b",), metadata={"x": True}), [], "k")
        memories.insert(tx, memory("mem_3", "three", subject="ben", space="repo", metadata={"x": "1"}), [], "k")
        memories.insert(tx, memory("mem_4", "four", state="removed"), [], "k")
        memories.insert(tx, memory("mem_5", "five", expires_at=11, author="person"), [], "k")
        for n in range(20):
            memories.insert(tx, memory(f"mem_b{n}", f"b{n}", subject="bea"), [], "k")

    await db.write(work)

    async def ids(filters: Filters | None = None, **view: Any) -> list[str]:
        view = {"now": 11, "subjects": (None, "ana", "ben"), "limit": 3, **view}
        return [m.id for m in await db.read(lambda tx: memories.listed(tx, 1, View(**view), filters))]

    assert await ids() == ["mem_3", "mem_2", "mem_1"]
    assert await ids(now=10) == ["mem_5", "mem_3", "mem_2"]
    assert await ids(subjects=("ana",)) == ["mem_1"]
    assert await ids(subjects=(None,)) == ["mem_2"]
    assert await ids(spaces=("repo",)) == ["mem_3"]
    assert await ids(limit=1) == ["mem_3"]
    assert await ids(trusted=True, now=10) == ["mem_5"]
    assert await ids(Filters(kind="event")) == ["mem_1"]
    assert await ids(Filters(includes=("b",))) == ["mem_2", "mem_1"]
    assert await ids(Filters(includes=("a", "b"))) == ["mem_1"]
    assert await ids(Filters(includes=("b",), excludes=("a",))) == ["mem_2"]
    assert await ids(Filters(metadata={"x": 1})) == ["mem_1"]
    assert await ids(Filters(metadata={"x": True})) == ["mem_2"]
    assert await ids(Filters(metadata={"x": "1"})) == ["mem_3"]


async def test_what_has_expired_enters_that_state_when_somebody_cleans_up(db: Database) -> None:
    await db.write(lambda tx: memories.insert(tx, memory("mem_1", expires_at=DAY), [], "k"))
    assert await db.write(lambda tx: memories.expire(tx, 1, DAY - 1)) == 0
    assert await db.write(lambda tx: memories.expire(tx, 1, DAY)) == 1
    gone = await db.read(lambda tx: memories.by_id(tx, 1, "mem_1"))
    assert gone is not None
    assert gone.state == "expired"
