"""Memories with their history and sources. Every change keeps the search index in step, in the same transaction.

Only a live memory is in the index; whatever it becomes instead takes it out at once. No rule about who may do what
stands here.
"""

import hashlib
import json
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

from storage.db import Row, Tx
from storage.model import HistoryEntry, Memory, MemoryState, Source
from storage.sql import memory_index
from storage.sql.vectors import Only

_COLUMNS = tuple(f.name for f in fields(Memory))
_WRITTEN = (*_COLUMNS[1:], "same_text")
_BOOLEANS = ("pinned", "confirmed")
_TRAILING = ".!?;:,…。！？；：，、"

_ACTIONS: Mapping[MemoryState, str] = {
    "live": "restored",
    "suspended": "suspended",
    "replaced": "replaced",
    "removed": "removed",
    "expired": "expired",
}


@dataclass(frozen=True, slots=True)
class Filters:
    """What a list or a search may be narrowed to. Every one of `includes` is required, any of `excludes` removes."""

    kind: str | None = None
    includes: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    metadata: Mapping[str, Any] = field(default_factory=dict[str, Any])

    def __bool__(self) -> bool:
        return bool(self.kind is not None or self.includes or self.excludes or self.metadata)

    def where(self) -> tuple[str, list[Any]]:
        """Conditions on `memories`, each with its ` AND ` before it, and their values."""
        sql, values = "", list[Any]()
        if self.kind is not None:
            sql += " AND kind = ?"
            values.append(self.kind)
        for wanted, names in (("EXISTS", self.includes), ("NOT EXISTS", self.excludes)):
            for name in names:
                sql += f" AND {wanted} (SELECT 1 FROM json_each(categories) c WHERE c.value = ?)"
                values.append(name)
        for key, value in self.metadata.items():
            sql += " AND EXISTS (SELECT 1 FROM json_each(metadata) m WHERE m.key = ? AND m.type = ? AND m.atom IS ?)"
            values += [key, _json_type(value), value]
        return sql, values


@dataclass(frozen=True, slots=True)
class View:
    """What a list shows at the moment `now`. `spaces` and `subjects` None mean all; the subject None is the project's.

    `before` is the last number of the page before.
    """

    now: int
    spaces: tuple[str, ...] | None = None
    subjects: tuple[str | None, ...] | None = None
    states: tuple[MemoryState, ...] = ("live", "suspended")
    trusted: bool = False
    before: int | None = None
    limit: int = 50

    def where(self) -> tuple[str, list[Any]]:
        """Conditions on `memories`, each with its ` AND ` before it, and their values."""
        sql = f" AND (expires_at IS NULL OR expires_at > ?) AND state IN ({_holes(self.states)})"
        values: list[Any] = [self.now, *self.states]
        if self.spaces is not None:
            sql += f" AND space IN ({_holes(self.spaces)})"
            values += self.spaces
        if self.subjects is not None:
            named = [subject for subject in self.subjects if subject is not None]
            or_own = " OR subject IS NULL" if None in self.subjects else ""
            sql += f" AND (subject IN ({_holes(named)}){or_own})"
            values += named
        if self.trusted:
            sql += " AND (author = 'person' OR confirmed OR pinned)"
        if self.before is not None:
            sql += " AND num < ?"
            values.append(self.before)
        return sql, values


def _json_type(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    names: dict[type, str] = {type(None): "null", str: "text", int: "integer", float: "real"}
    return names[type(value)]


def fingerprint(text: str) -> bytes:
    """16 bytes that are equal for texts of the same words: width, case, white space and a final stop don't count."""
    words = " ".join(unicodedata.normalize("NFKC", text).casefold().split()).rstrip(_TRAILING + " ")
    return hashlib.blake2b(words.encode("utf-8", "replace"), digest_size=16).digest()


# --- writing -----------------------------------------------------------------------------------------------------


def insert(tx: Tx, memory: Memory, sources: Sequence[Source], actor: str) -> Memory:
    """Adds a memory with its sources and its history's first entry, and returns it with its number."""
    values = [*_values(memory), fingerprint(memory.text)]
    holes = ", ".join("?" * len(_WRITTEN))
    num = tx.value(f"INSERT INTO memories ({', '.join(_WRITTEN)}) VALUES ({holes}) RETURNING num", values)
    stored = replace(memory, num=num)
    tx.executemany(
        "INSERT INTO memory_sources (memory, message_id, conversation_id, role, at, quote) VALUES (?, ?, ?, ?, ?, ?)",
        [(num, s.message_id, s.conversation_id, s.role, s.at, s.quote) for s in sources],
    )
    _note(tx, stored, "created", actor, memory.created_at)
    if stored.state == "live":
        memory_index.add(tx, stored)
    tx.touch("memories")
    return stored


def correct(tx: Tx, changed: Memory, *, actor: str, action: str = "corrected") -> Memory:
    """Overwrites a stored memory with what was changed of it; its history keeps what it said before."""
    before = by_num(tx, changed.project, changed.num)
    if before is None:
        raise LookupError(f"project {changed.project} has no memory number {changed.num}")
    settings = ", ".join(f"{column} = ?" for column in _WRITTEN)
    values = [*_values(changed), fingerprint(changed.text), changed.project, changed.num]
    tx.execute(f"UPDATE memories SET {settings} WHERE project = ? AND num = ?", values)
    _note(tx, before, action, actor, changed.updated_at)
    if _indexed_as(before) != _indexed_as(changed):
        memory_index.remove(tx, changed.num)
        if changed.state == "live":
            memory_index.add(tx, changed)
    tx.touch("memories")
    return changed


def _indexed_as(memory: Memory) -> tuple[object, ...]:
    return (memory.state == "live", memory.text, memory.categories, memory.space, memory.subject, memory.expires_at)


def set_state(
    tx: Tx,
    project: int,
    id: str,
    state: MemoryState,
    *,
    actor: str,
    at: int,
    replaced_by: str | None = None,
    valid_until: str | None = None,
) -> Memory | None:
    """Puts a memory into another state, in or out of the index accordingly. None when the project has none of this id.

    A memory that is in the state already is left as it is.
    """
    memory = by_id(tx, project, id)
    if memory is None or memory.state == state:
        return memory
    changed = replace(
        memory,
        state=state,
        updated_at=at,
        replaced_by=replaced_by if replaced_by is not None else memory.replaced_by,
        valid_until=valid_until if valid_until is not None else memory.valid_until,
    )
    return correct(tx, changed, actor=actor, action=_ACTIONS[state])


def expire(tx: Tx, project: int, at: int) -> int:
    """Puts what has expired into that state, and returns how many. They were hidden before by their time."""
    ids = [row[0] for row in tx.all(f"SELECT id FROM memories WHERE {_EXPIRED}", (project, at))]
    for id in ids:
        set_state(tx, project, id, "expired", actor="system", at=at)
    return len(ids)


_EXPIRED = "project = ? AND state = 'live' AND expires_at IS NOT NULL AND expires_at <= ?"


def _note(tx: Tx, memory: Memory, action: str, actor: str, at: int) -> None:
    tx.execute(
        "INSERT INTO memory_history (memory, at, action, actor, text) VALUES (?, ?, ?, ?, ?)",
        (memory.num, at, action, actor, memory.text),
    )


# --- reading -----------------------------------------------------------------------------------------------------


def by_id(tx: Tx, project: int, id: str) -> Memory | None:
    """One memory of this project, in whatever state."""
    row = tx.one("SELECT * FROM memories WHERE project = ? AND id = ?", (project, id))
    return None if row is None else _memory(row)


def by_num(tx: Tx, project: int, num: int) -> Memory | None:
    """One memory of this project, by its number."""
    row = tx.one("SELECT * FROM memories WHERE project = ? AND num = ?", (project, num))
    return None if row is None else _memory(row)


def by_nums(tx: Tx, project: int, nums: Iterable[int]) -> dict[int, Memory]:
    """Memories of this project by their numbers; those that it hasn't are left out."""
    wanted = json.dumps(list(nums))
    rows = tx.all(
        "SELECT * FROM memories WHERE project = ? AND num IN (SELECT value FROM json_each(?))", (project, wanted)
    )
    return {row["num"]: _memory(row) for row in rows}


def same_text(tx: Tx, project: int, subject: str | None, text: str, *, space: str | None = None) -> Memory | None:
    """The live memory of this subject (None: the project's own) that says the same words; of one space, if given."""
    row = tx.one(
        "SELECT * FROM memories WHERE project = ? AND same_text = ? AND subject IS ? AND state = 'live'"
        " AND (? IS NULL OR space = ?) ORDER BY num LIMIT 1",
        (project, fingerprint(text), subject, space, space),
    )
    return None if row is None else _memory(row)


def listed(tx: Tx, project: int, view: View, filters: Filters | None = None) -> list[Memory]:
    """The memories of a view, newest first. What has expired by its `now` is never among them."""
    where, values = view.where()
    more, more_values = (filters or Filters()).where()
    rows = tx.all(
        f"SELECT * FROM memories WHERE project = ?{where}{more} ORDER BY num DESC LIMIT ?",
        (project, *values, *more_values, view.limit),
    )
    return [_memory(row) for row in rows]


def only(project: int, filters: Filters) -> Only:
    """The numbers that filters leave, for a search to be narrowed to."""
    more, values = filters.where()
    return Only(f"SELECT num FROM memories WHERE project = ? AND state = 'live'{more}", (project, *values))


def history(tx: Tx, project: int, num: int) -> list[HistoryEntry]:
    """A memory's history, oldest first."""
    rows = tx.all(
        "SELECT h.at, h.action, h.actor, h.text FROM memory_history h JOIN memories m ON m.num = h.memory"
        " WHERE m.project = ? AND m.num = ? ORDER BY h.num",
        (project, num),
    )
    return [HistoryEntry(*row) for row in rows]


def sources(tx: Tx, project: int, num: int) -> list[Source]:
    """The messages that a memory rests on, oldest first."""
    rows = tx.all(
        "SELECT s.message_id, s.conversation_id, s.role, s.at, s.quote FROM memory_sources s"
        " JOIN memories m ON m.num = s.memory WHERE m.project = ? AND m.num = ? ORDER BY s.at, s.message_id",
        (project, num),
    )
    return [Source(*row) for row in rows]


def count_saved(tx: Tx, project: int) -> int:
    """How many live memories were saved by people, keys and agents; what batches learned doesn't count."""
    return tx.value(
        "SELECT count(*) FROM memories WHERE project = ? AND state IN ('live', 'suspended') AND author <> 'learned'",
        (project,),
    )


def saved_spaces(tx: Tx, project: int) -> set[str]:
    """The spaces that live saved memories are in."""
    rows = tx.all(
        "SELECT DISTINCT space FROM memories"
        " WHERE project = ? AND state IN ('live', 'suspended') AND author <> 'learned'",
        (project,),
    )
    return {row[0] for row in rows}


# --- rows --------------------------------------------------------------------------------------------------------


def _holes(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))


def _values(memory: Memory) -> list[Any]:
    plain = {column: getattr(memory, column) for column in _COLUMNS[1:]}
    plain |= {column: int(plain[column]) for column in _BOOLEANS}
    plain |= {"categories": json.dumps(list(memory.categories)), "metadata": json.dumps(dict(memory.metadata))}
    return list(plain.values())


def _memory(row: Row) -> Memory:
    values = {column: row[column] for column in _COLUMNS}
    values |= {column: bool(values[column]) for column in _BOOLEANS}
    values |= {"categories": tuple(json.loads(row["categories"])), "metadata": json.loads(row["metadata"])}
    return Memory(**values)
