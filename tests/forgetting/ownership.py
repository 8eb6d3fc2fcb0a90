"""What in a database belongs to a subject, told independently of the code that erases it; and what doesn't."""

from collections.abc import Iterator
from typing import Any

from storage.db import Tx

_MEMORIES = "SELECT num FROM memories WHERE project = :project AND subject = :subject"
_MEMORY_IDS = "SELECT id FROM memories WHERE project = :project AND subject = :subject"
_TALKS = "SELECT num FROM conversations WHERE project = :project AND subject = :subject"
_TURNS = f"SELECT num FROM turns WHERE conversation IN ({_TALKS})"
_MESSAGES = f"SELECT num FROM messages WHERE conversation IN ({_TALKS})"
_CALLS = "SELECT id FROM calls WHERE project = :project AND subject_sha256 = :sha256"
_PARTS = "SELECT num FROM batch_parts WHERE project = :project AND subject = :subject"
_TOLD = f"SELECT call_id FROM call_memories WHERE memory_id IN ({_MEMORY_IDS})"

OWNED = {
    "subjects": "project = :project AND name = :subject",
    "memories": f"num IN ({_MEMORIES})",
    "memory_history": f"memory IN ({_MEMORIES})",
    "memory_sources": f"memory IN ({_MEMORIES})",
    "memory_index": f"memory IN ({_MEMORIES})",
    "memory_fts_content": f"id IN ({_MEMORIES})",
    "conflicts": f"kept IN ({_MEMORY_IDS}) OR proposed IN ({_MEMORY_IDS})",
    "conversations": f"num IN ({_TALKS})",
    "conversation_names": f"conversation IN ({_TALKS})",
    "turns": f"num IN ({_TURNS})",
    "turn_marks": f"turn IN ({_TURNS})",
    "messages": f"num IN ({_MESSAGES})",
    "message_index": f"message IN ({_MESSAGES})",
    "message_fts_content": f"id IN ({_MESSAGES})",
    "settled": f"conversation IN ({_TALKS})",
    "batch_parts": f"num IN ({_PARTS})",
    "part_messages": f"part IN ({_PARTS}) OR message IN ({_MESSAGES})",
    "batches": "project = :project AND num IN (SELECT batch FROM batch_parts)"
    f" AND NOT EXISTS (SELECT 1 FROM batch_parts b WHERE b.batch = batches.num AND b.num NOT IN ({_PARTS}))",
    "call_texts": "project = :project AND subject = :subject",
    "call_memories": f"call_id IN ({_CALLS}) OR memory_id IN ({_MEMORY_IDS})",
    "recall_blocks": f"call_id IN ({_CALLS}) OR call_id IN ({_TOLD})",
}
"""By table, the rows that an erasure takes. Every other row of every other table is somebody else's."""

NEW = {"erasures", "audit", "sqlite_sequence"}
"""What an erasure writes."""

_INSIDE = ("_data", "_idx", "_docsize", "_config", "_info", "_chunks", "_rowids", "chunks00")
"""The tables inside of an index, of which one row belongs to many; the index is asked itself."""


def tables(tx: Tx) -> list[str]:
    """The tables whose rows are compared one by one."""
    rows = tx.all("SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY 1")
    return [row[0] for row in rows if not _inside(row[0])]


def _inside(name: str) -> bool:
    return (name.startswith(("memory_", "message_")) and name.endswith(_INSIDE)) or "_metadatachunks" in name


def others(tx: Tx, whose: dict[str, Any]) -> dict[str, set[tuple[Any, ...]]]:
    """Every row that isn't this subject's, by table."""
    found: dict[str, set[tuple[Any, ...]]] = {}
    for name in tables(tx):
        if name not in NEW:
            where = f"WHERE NOT ({OWNED[name]})" if name in OWNED else ""
            found[name] = {tuple(row) for row in tx.execute(f"SELECT * FROM {name} {where}", whose)}
    for name, rows in _indexed(tx, whose):
        found[name] = rows
    return found


def owned(tx: Tx, whose: dict[str, Any]) -> dict[str, int]:
    """How many rows are this subject's, by table."""
    return {name: tx.value(f"SELECT count(*) FROM {name} WHERE {where}", whose) for name, where in OWNED.items()}


def vectors(tx: Tx, whose: dict[str, Any], *, of_others: bool = False) -> dict[tuple[str, int], bytes]:
    """The vectors of a subject's texts, or of all others', by table and number."""
    found: dict[tuple[str, int], bytes] = {}
    negated = "NOT" if of_others else ""
    for (embedder,) in tx.all("SELECT num FROM embedders"):
        for kind, nums in (("memory", _MEMORIES), ("message", _MESSAGES)):
            table = f"{kind}_vec_{embedder}"
            for row in tx.all(f"SELECT num, vector FROM {table} WHERE num {negated} IN ({nums})", whose):
                found[table, row[0]] = row[1]
    return found


def _indexed(tx: Tx, whose: dict[str, Any]) -> Iterator[tuple[str, set[tuple[Any, ...]]]]:
    """What the indexes say of others: their vectors, and which of their rows has which term where."""
    yield "vectors", {(*key, vector) for key, vector in vectors(tx, whose, of_others=True).items()}
    for kind, nums in (("memory", _MEMORIES), ("message", _MESSAGES)):
        vocabulary(tx, kind)
        yield kind, {tuple(row) for row in tx.all(f"SELECT * FROM temp.{kind}_terms WHERE doc NOT IN ({nums})", whose)}


def vocabulary(tx: Tx, kind: str) -> None:
    """Makes `temp.{kind}_terms`, where an index lists its terms, row by row."""
    tx.execute(f"CREATE VIRTUAL TABLE IF NOT EXISTS temp.{kind}_terms USING fts5vocab(main, {kind}_fts, instance)")


def check(tx: Tx) -> None:
    """The database and its indexes are sound."""
    assert tx.value("PRAGMA integrity_check") == "ok"
    assert not tx.all("PRAGMA foreign_key_check")
    for kind in ("memory", "message"):
        tx.execute(f"INSERT INTO {kind}_fts ({kind}_fts, rank) VALUES ('integrity-check', 1)")
