"""An erasure is one transaction with its certificate and its audit: all of it, or nothing."""

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from app.memory.forgetting import delete, erase, forget
from app.memory.subjects import subject_sha256
from storage import db
from storage.db import Tx
from storage.sql import erasures
from tests.forgetting.layouts import HashEmbedder, Layout, layout
from tests.forgetting.ownership import check, tables
from tests.memory.shelf import Shelf, shelf


class Broken(Exception):
    """What a failing statement raises."""


class Counting(Tx):
    """A transaction whose statement number `fails_at` fails; statements that only read count as well."""

    fails_at = -1
    count = 0

    def _next(self) -> None:
        Counting.count += 1
        if Counting.count == Counting.fails_at:
            raise Broken

    def execute(self, *args: Any) -> Any:
        self._next()
        return super().execute(*args)

    def one(self, *args: Any) -> Any:
        self._next()
        return super().one(*args)

    def all(self, *args: Any) -> Any:
        self._next()
        return super().all(*args)

    def value(self, *args: Any) -> Any:
        self._next()
        return super().value(*args)


def everything(tx: Tx) -> dict[str, list[tuple[Any, ...]]]:
    return {name: sorted(map(tuple, tx.all(f"SELECT * FROM {name}")), key=repr) for name in tables(tx)}


async def _subject(town: Layout) -> object:
    subject = next(name for name in town.subjects if name is not None)
    return await erase(town.shelf.ctx, town.project, subject, actor="key:key_1")


async def _everything(town: Layout) -> object:
    return await forget(town.shelf.ctx, town.project, conversations=True, actor="key:key_1")


async def _memory(town: Layout) -> object:
    return await delete(town.shelf.ctx, town.project, town.made[0].id, actor="person:per_1")


@pytest.mark.parametrize("deed", [_subject, _everything, _memory])
async def test_a_failure_at_any_statement_leaves_everything_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, deed: Callable[[Layout], Awaitable[object]]
) -> None:
    async with shelf(tmp_path / "loregate.db", HashEmbedder()) as made:
        town = await layout(made, 3, 60)
        before = await made.ctx.db.read(everything)
        generations = dict(made.ctx.db.generations)
        for fails_at in range(1, 1000):
            Counting.fails_at, Counting.count = fails_at, 0
            try:
                with monkeypatch.context() as patch:
                    patch.setattr(db, "Tx", Counting)
                    await deed(town)
            except Broken:
                assert await made.ctx.db.read(everything) == before
                assert dict(made.ctx.db.generations) == generations
            else:
                break
        assert fails_at > 20
        after = await made.ctx.db.read(everything)
        assert len(after["erasures"]) == len(after["audit"]) == 1
        assert after != before
        await made.ctx.db.write(check)


async def test_nothing_changes_where_the_last_statement_fails(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    town = await layout(shelf, 4, 40)
    before = await shelf.ctx.db.read(everything)
    monkeypatch.setattr(erasures, "insert", _fails)
    with pytest.raises(Broken):
        await _subject(town)
    assert await shelf.ctx.db.read(everything) == before
    monkeypatch.undo()
    assert "erasures" not in shelf.ctx.db.generations


def _fails(*_: object) -> None:
    raise Broken


async def test_the_audit_keeps_a_hash_the_counts_and_the_time_and_no_word(shelf: Shelf) -> None:
    await shelf.put("Ana is allergic to peanuts and cashews", subject="ana")
    erased = await erase(shelf.ctx, shelf.project.num, "ana", actor="key:key_9")
    (row,) = await shelf.ctx.db.read(lambda tx: tx.all("SELECT * FROM audit"))
    assert (row["actor"], row["action"], row["at"]) == ("key:key_9", "forget.subject", shelf.hands.ms)
    details = json.loads(row["details"])
    assert details["subject_sha256"] == subject_sha256("ana") == erased.subject_sha256
    assert details["deleted"]["memories"] == 1
    assert "peanuts" not in row["details"]


async def test_erasing_again_finds_nothing_and_has_a_certificate_of_its_own(shelf: Shelf) -> None:
    await shelf.put("Ana is allergic to peanuts", subject="ana")
    first = await erase(shelf.ctx, shelf.project.num, "ana", actor="key:key_1")
    again = await erase(shelf.ctx, shelf.project.num, "ana", actor="key:key_1")
    assert again.id != first.id
    assert set(again.deleted.values()) == {0}
    assert again.deleted.keys() == first.deleted.keys()
