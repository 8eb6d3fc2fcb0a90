"""The indexes follow their rows, whatever changes those; a vector outlives neither its text nor its embedder."""

import struct
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest_asyncio

from storage.db import Database, Tx
from storage.model import Memory
from storage.sql import memories, memory_index, projects, scopes, vectors
from storage.sql.memories import Filters
from storage.terms import Scope, query_terms
from tests.storage.test_memories import memory


@pytest_asyncio.fixture(name="db")
async def _db(tmp_path: Path) -> AsyncIterator[Database]:
    db = await Database.open(tmp_path / "loregate.db", readers=1)
    await db.write(lambda tx: [projects.insert(tx, f"prj_{n}", f"p{n}", "", {}, 1) for n in (1, 2)])
    yield db
    await db.close()


def blob(*numbers: float) -> bytes:
    return struct.pack(f"<{len(numbers)}f", *numbers)


def embed(tx: Tx, embedder: int, vector: bytes, *stored: Memory) -> int:
    rows = [replace(row, vector=vector) for row, _ in memory_index.to_embed(tx, [one.num for one in stored])]
    return vectors.put(tx, "memory", embedder, rows)


def found(tx: Tx, query: str, scope: Scope | None = None, now: int = 11) -> list[int]:
    return [num for num, _ in memory_index.matching(tx, scope or Scope(1), query_terms(query), 10, now=now)]


def near(tx: Tx, embedder: int, scope: Scope | None = None, limit: int = 10, now: int = 11) -> list[int]:
    got = vectors.nearest(tx, "memory", embedder, scope or Scope(1), blob(1, 0), limit, now=now)
    return [num for num, _ in got]


async def test_only_what_is_live_is_in_the_index(db: Database) -> None:
    def work(tx: Tx) -> None:
        one = memories.insert(tx, memory("mem_1"), [], "k")
        embedder = vectors.ensure_embedder(tx, "x:2", 2)
        embed(tx, embedder, blob(1, 0), one)
        assert found(tx, "tea") == near(tx, embedder) == [one.num]
        for state in ("suspended", "replaced", "removed"):
            memories.set_state(tx, 1, "mem_1", state, actor="k", at=12)
            assert found(tx, "tea") == near(tx, embedder) == []
        memories.set_state(tx, 1, "mem_1", "live", actor="k", at=13)
        assert found(tx, "tea") == [one.num]
        assert vectors.waiting(tx, "memory", embedder, 10) == [one.num]

    await db.write(work)


async def test_a_corrected_text_is_found_by_its_new_words_and_waits_for_its_vector(db: Database) -> None:
    def work(tx: Tx) -> None:
        one = memories.insert(tx, memory("mem_1"), [], "k")
        embedder = vectors.ensure_embedder(tx, "x:2", 2)
        embed(tx, embedder, blob(1, 0), one)
        memories.correct(tx, replace(one, text="Ana likes coffee.", updated_at=12), actor="k")
        assert found(tx, "tea") == near(tx, embedder) == []
        assert found(tx, "coffee") == vectors.waiting(tx, "memory", embedder, 10) == [one.num]

    await db.write(work)


async def test_what_has_expired_is_not_found_before_anybody_cleans_up(db: Database) -> None:
    def work(tx: Tx) -> None:
        one = memories.insert(tx, memory("mem_1", expires_at=20), [], "k")
        embedder = vectors.ensure_embedder(tx, "x:2", 2)
        embed(tx, embedder, blob(1, 0), one)
        assert found(tx, "tea", now=19) == near(tx, embedder, now=19) == [one.num]
        assert found(tx, "tea", now=20) == near(tx, embedder, now=20) == []

    await db.write(work)


async def test_the_vectors_of_two_embedders_never_mix(db: Database) -> None:
    def work(tx: Tx) -> None:
        one, two = (memories.insert(tx, memory(f"mem_{n}", f"tea {n}"), [], "k") for n in (1, 2))
        old = vectors.ensure_embedder(tx, "old:2", 2)
        embed(tx, old, blob(1, 0), one, two)
        new = vectors.ensure_embedder(tx, "new:3", 3)
        assert vectors.waiting(tx, "memory", new, 10) == [two.num, one.num]
        embed(tx, new, blob(1, 0, 0), one)
        assert near(tx, old) == [two.num]
        assert vectors.waiting(tx, "memory", new, 10) == [two.num]
        vectors.drop_unused(tx, new)
        assert vectors.embedder_num(tx, "old:2") == old
        embed(tx, new, blob(1, 0, 0), two)
        vectors.drop_unused(tx, new)
        assert vectors.embedder_num(tx, "old:2") is None
        assert tx.value("SELECT count(*) FROM sqlite_schema WHERE name LIKE 'memory_vec_1%'") == 0

    await db.write(work)


async def test_scope_and_filters_hold_before_the_limit_in_both_indexes(db: Database) -> None:
    """Security 2.4: a thousand nearer rows of ben never hide ana's."""

    def work(tx: Tx) -> None:
        embedder = vectors.ensure_embedder(tx, "x:2", 2)
        bens = [memories.insert(tx, memory(f"mem_{n}", f"tea tea {n}", subject="ben"), [], "k") for n in range(1000)]
        embed(tx, embedder, blob(1, 0), *bens)
        own = memories.insert(tx, memory("mem_a", "some long text that has tea once", kind="event"), [], "k")
        other = memories.insert(tx, memory("mem_o", "tea", project=2), [], "k")
        embed(tx, embedder, blob(0.1, 1), own)
        embed(tx, embedder, blob(1, 0), other)
        ana = scopes.subject_num(tx, 1, "ana")
        assert ana is not None
        scope = Scope(1, (1,), (0, ana))
        assert found(tx, "tea", scope) == near(tx, embedder, scope, limit=1) == [own.num]
        only = memories.only(1, Filters(kind="event"))
        assert vectors.nearest(tx, "memory", embedder, Scope(1), blob(1, 0), 1, now=11, only=only)[0][0] == own.num
        assert memory_index.matching(tx, Scope(1), ["tea"], 1, now=11, only=only)[0][0] == own.num
        assert found(tx, "tea", Scope(2)) == near(tx, embedder, Scope(2)) == [other.num]

    await db.write(work)


async def test_a_project_takes_all_its_index_entries_along(db: Database) -> None:
    def work(tx: Tx) -> None:
        one = memories.insert(tx, memory("mem_1"), [], "k")
        embedder = vectors.ensure_embedder(tx, "x:2", 2)
        embed(tx, embedder, blob(1, 0), one)
        tx.execute("DELETE FROM projects WHERE num = 1")
        for table in ("memories", "memory_index", "memory_fts", "memory_vec_1", "memory_history"):
            assert tx.value(f"SELECT count(*) FROM {table}") == 0, table

    await db.write(work)
