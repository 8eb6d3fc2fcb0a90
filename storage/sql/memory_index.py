"""The index of memories: live ones by their words, at once; their vectors follow (`storage/sql/vectors.py`)."""

from collections.abc import Sequence

from storage.db import Tx
from storage.model import Memory
from storage.sql import scopes
from storage.sql.vectors import FOREVER, Only, VectorRow
from storage.terms import Scope, clean, expansion, match, scope_words


def add(tx: Tx, memory: Memory) -> None:
    """Makes a memory findable by its words and categories. It must not be in the index yet."""
    space = scopes.ensure_space(tx, memory.project, memory.space, memory.created_at)
    subject = scopes.ensure_subject(tx, memory.project, memory.subject)
    body = clean("\n".join([memory.text, *memory.categories]))
    tx.execute("INSERT INTO memory_index (memory) VALUES (?)", (memory.num,))
    tx.execute(
        "INSERT INTO memory_fts (rowid, body, expansion, scope) VALUES (?, ?, ?, ?)",
        (memory.num, body, " ".join(expansion(body)), scope_words(memory.project, space, subject)),
    )


def remove(tx: Tx, num: int) -> None:
    """Takes a memory out of the index, its vector with it."""
    tx.execute("DELETE FROM memory_index WHERE memory = ?", (num,))


def matching(
    tx: Tx, scope: Scope, terms: Sequence[str], limit: int, *, now: int, only: Only | None = None
) -> list[tuple[int, float]]:
    """The memories in scope with any of the terms, best first: (number, BM25 score, higher is better)."""
    if not terms:
        return []
    sql, values = "", list[object]()
    if only is not None:
        sql, values = f" AND rowid IN ({only.sql})", [*only.values]
    rows = tx.all(
        "SELECT rowid, bm25(memory_fts, 1.0, 1.0, 0.0) AS score FROM memory_fts WHERE memory_fts MATCH ?"
        " AND rowid NOT IN (SELECT num FROM memories"
        " WHERE project = ? AND state = 'live' AND expires_at IS NOT NULL AND expires_at <= ?)"
        f"{sql} ORDER BY score LIMIT ?",
        (match("body expansion", terms, scope), scope.project, now, *values, limit),
    )
    return [(row[0], -row[1]) for row in rows]


def to_embed(tx: Tx, nums: Sequence[int]) -> list[tuple[VectorRow, str]]:
    """What the vectors of these memories are made of: a row without its vector, and the text."""
    found: list[tuple[VectorRow, str]] = []
    for num in nums:
        row = tx.one(
            "SELECT m.project, m.text, m.expires_at, s.num AS space, u.num AS subject FROM memories m"
            " JOIN spaces s ON s.project = m.project AND s.name = m.space"
            " LEFT JOIN subjects u ON u.project = m.project AND u.name = m.subject WHERE m.num = ?",
            (num,),
        )
        if row is not None:
            expires_at = FOREVER if row["expires_at"] is None else row["expires_at"]
            scoped = VectorRow(num, row["project"], row["space"], row["subject"] or 0, b"", expires_at)
            found.append((scoped, row["text"]))
    return found
