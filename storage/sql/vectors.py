"""Vectors of memories and messages: one vec0 table for each of the two and for each embedder, so nothing mixes.

A vector's row carries its scope and the number of its text, never text. `memory_index.embedder` (`message_index` is
the same) says whose vector a row has, 0 for none; changing or deleting that takes the vector along, by triggers that
are made together with the tables.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from storage.db import Tx
from storage.terms import Scope

Kind = Literal["memory", "message"]

FOREVER = (1 << 62) - 1
"""The `expires_at` of what never expires."""

_CHUNK = 64
"""Vectors that vec0 allots at a time and partition. Its default of 1024 takes 25 times the space in small projects."""

MOST = 4096
"""The most neighbours that vec0 gives."""


@dataclass(frozen=True, slots=True)
class VectorRow:
    """One vector to store: little-endian float32, with its text's number and scope."""

    num: int
    project: int
    space: int
    subject: int
    vector: bytes
    expires_at: int = FOREVER


@dataclass(frozen=True, slots=True)
class Only:
    """A query of this package's own that yields the numbers of the rows that may be found."""

    sql: str
    values: tuple[Any, ...]


def embedder_num(tx: Tx, id: str) -> int | None:
    """The number of an embedder, or None when no vector of it was ever stored."""
    return tx.value("SELECT num FROM embedders WHERE id = ?", (id,))


def ensure_embedder(tx: Tx, id: str, dim: int) -> int:
    """The number of an embedder, made with its tables when it is new."""
    if (num := embedder_num(tx, id)) is not None:
        return num
    num = tx.value("INSERT INTO embedders (id, dim) VALUES (?, ?) RETURNING num", (id, dim))
    for kind in ("memory", "message"):
        _create(tx, kind, num, dim)
    return num


def _create(tx: Tx, kind: Kind, embedder: int, dim: int) -> None:
    table = f"{kind}_vec_{embedder}"
    tx.execute(
        f"CREATE VIRTUAL TABLE {table} USING vec0(num INTEGER PRIMARY KEY, project INTEGER PARTITION KEY,"
        " space INTEGER, subject INTEGER, expires_at INTEGER,"
        f" vector FLOAT[{int(dim)}] distance_metric=cosine, chunk_size={_CHUNK})"
    )
    gone = f"BEGIN DELETE FROM {table} WHERE num = old.{kind}; END"
    tx.execute(f"CREATE TRIGGER {table}_gone AFTER DELETE ON {kind}_index WHEN old.embedder = {embedder} {gone}")
    tx.execute(
        f"CREATE TRIGGER {table}_changed AFTER UPDATE OF embedder ON {kind}_index"
        f" WHEN old.embedder = {embedder} AND new.embedder <> {embedder} {gone}"
    )


def drop_unused(tx: Tx, current: int) -> None:
    """Drops the tables of embedders that no row has a vector of any more."""
    for (num,) in tx.all("SELECT num FROM embedders WHERE num <> ?", (current,)):
        if any(tx.value(f"SELECT 1 FROM {kind}_index WHERE embedder = ? LIMIT 1", (num,)) for kind in _KINDS):
            continue
        for kind in _KINDS:
            tx.execute(f"DROP TRIGGER {kind}_vec_{num}_gone")
            tx.execute(f"DROP TRIGGER {kind}_vec_{num}_changed")
            tx.execute(f"DROP TABLE {kind}_vec_{num}")
        tx.execute("DELETE FROM embedders WHERE num = ?", (num,))


_KINDS: tuple[Kind, ...] = ("memory", "message")


def waiting(tx: Tx, kind: Kind, embedder: int | None, limit: int) -> list[int]:
    """The numbers of indexed rows without a vector of this embedder: those without any first, newest first."""
    current = -1 if embedder is None else embedder
    found: list[int] = []
    for side in ("<", ">"):
        rows = tx.all(
            f"SELECT {kind} FROM {kind}_index WHERE embedder {side} ? ORDER BY embedder DESC, {kind} DESC LIMIT ?",
            (current, limit - len(found)),
        )
        found += [row[0] for row in rows]
    return found


def count_waiting(tx: Tx, kind: Kind, embedder: int | None) -> int:
    """How many indexed rows have no vector of this embedder."""
    return tx.value(f"SELECT count(*) FROM {kind}_index WHERE embedder <> ?", (-1 if embedder is None else embedder,))


def put(tx: Tx, kind: Kind, embedder: int, rows: Iterable[VectorRow]) -> int:
    """Stores vectors of rows that are still indexed, in the place of any older ones. Returns how many it stored."""
    stored = 0
    for row in rows:
        # First to 0: a trigger then takes the vector that the row has now, of whichever embedder.
        if tx.execute(f"UPDATE {kind}_index SET embedder = 0 WHERE {kind} = ?", (row.num,)).rowcount == 0:
            continue
        tx.execute(f"UPDATE {kind}_index SET embedder = ? WHERE {kind} = ?", (embedder, row.num))
        tx.execute(
            f"INSERT INTO {kind}_vec_{int(embedder)} (num, project, space, subject, expires_at, vector)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            (row.num, row.project, row.space, row.subject, row.expires_at, row.vector),
        )
        stored += 1
    return stored


def nearest(
    tx: Tx,
    kind: Kind,
    embedder: int,
    scope: Scope,
    vector: bytes,
    limit: int,
    *,
    now: int = 0,
    only: Only | None = None,
) -> list[tuple[int, float]]:
    """The nearest texts in scope, best first: (number, cosine similarity).

    Every filter holds before the limit.
    """
    where = ["vector MATCH ?", "k = ?", "project = ?"]
    values: list[object] = [vector, min(limit, MOST), scope.project]
    for column, allowed in (("space", scope.spaces), ("subject", scope.subjects)):
        if allowed is not None:
            where.append(f"{column} IN ({_holes(allowed)})")
            values += allowed
    if now:
        where.append("expires_at > ?")
        values.append(now)
    if only is not None:
        where.append(f"num IN ({only.sql})")
        values += only.values
    rows = tx.all(f"SELECT num, distance FROM {kind}_vec_{int(embedder)} WHERE {' AND '.join(where)}", values)
    return sorted(((row[0], 1.0 - row[1]) for row in rows), key=lambda found: -found[1])


def _holes(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))
