"""Batches: what is learned from together, and the record of it. Their parts are `storage/sql/parts.py`'s."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from storage.db import Row, Tx
from storage.sql.parts import Part, PartState, part_of

Reason = Literal["size", "age", "asked", "remember", "by_hand"]


@dataclass(frozen=True, slots=True)
class Batch:
    """A batch with its parts. Everything but id, reason, focus and birth is read off the parts."""

    num: int
    id: str
    project: int
    reason: Reason
    focus: str | None
    created_at: int
    parts: tuple[Part, ...] = ()

    @property
    def state(self) -> PartState:
        """`running` while a part runs, `waiting` while one waits, `failed` when one was given up, else `done`."""
        states = {part.state for part in self.parts}
        for state in ("running", "waiting", "failed"):
            if state in states:
                return state
        return "done"

    @property
    def started_at(self) -> int | None:
        """When the first part was claimed first."""
        return min((part.started_at for part in self.parts if part.started_at is not None), default=None)

    @property
    def ended_at(self) -> int | None:
        """When the last part ended; None before that."""
        if self.state in ("waiting", "running"):
            return None
        return max((part.ended_at for part in self.parts if part.ended_at is not None), default=None)

    @property
    def counts(self) -> dict[str, Any]:
        """The sums of what became of the statements: numbers, and numbers by reason for `dropped` and `adjusted`."""
        total: dict[str, Any] = {}
        for part in self.parts:
            add_counts(total, part.counts)
        return total

    @property
    def cost_usd(self) -> float:
        """What all attempts cost."""
        return sum(part.cost_usd for part in self.parts)

    @property
    def model(self) -> str | None:
        """The model that did the latest part."""
        return next((part.model for part in reversed(self.parts) if part.model is not None), None)

    @property
    def error(self) -> str | None:
        """The latest error of a part that is not done."""
        return next((part.error for part in reversed(self.parts) if part.error and part.state != "done"), None)


def add_counts(total: dict[str, Any], more: Mapping[str, Any]) -> None:
    """Adds numbers, and numbers inside of numbers' groups, into `total`."""
    for name, value in more.items():
        if isinstance(value, Mapping):
            group: dict[str, Any] = total.setdefault(name, {})
            add_counts(group, value)  # pyright: ignore[reportUnknownArgumentType]
        else:
            total[name] = total.get(name, 0) + value


def insert(tx: Tx, id: str, project: int, *, reason: Reason, focus: str | None, at: int) -> int:
    """Begins a batch without parts and returns its number."""
    return tx.value(
        "INSERT INTO batches (id, project, reason, focus, created_at) VALUES (?, ?, ?, ?, ?) RETURNING num",
        (id, project, reason, focus, at),
    )


def drop_emptied(tx: Tx, project: int) -> None:
    """Deletes unfinished parts whose messages are gone, and batches that are left without any part."""
    tx.execute(
        "DELETE FROM batch_parts WHERE project = ? AND state <> 'done'"
        " AND NOT EXISTS (SELECT 1 FROM part_messages WHERE part = batch_parts.num)",
        (project,),
    )
    _drop_without_parts(tx, project)


def drop_subject(tx: Tx, project: int, subject: str) -> None:
    """Deletes all work for a subject, done or not: part of its erasure. What is in flight can't be written any more."""
    tx.execute("DELETE FROM batch_parts WHERE project = ? AND subject = ?", (project, subject))
    _drop_without_parts(tx, project)


def drop_space(tx: Tx, project: int, space: str | None) -> None:
    """Deletes all work of a space, or of the whole project (None), and never learns from what it held again."""
    where = "project = ?" if space is None else "project = ? AND space = ?"
    values = (project,) if space is None else (project, space)
    tx.execute(f"DELETE FROM batch_parts WHERE {where}", values)
    tx.execute(f"UPDATE conversations SET never_learn = 1 WHERE {where}", values)
    tx.execute(
        "UPDATE messages SET learned = 1 WHERE learned <> 1"
        f" AND conversation IN (SELECT num FROM conversations WHERE {where})",
        values,
    )
    _drop_without_parts(tx, project)


def _drop_without_parts(tx: Tx, project: int) -> None:
    tx.execute(
        "DELETE FROM batches WHERE project = ? AND NOT EXISTS (SELECT 1 FROM batch_parts WHERE batch = batches.num)",
        (project,),
    )


def by_id(tx: Tx, project: int, id: str) -> Batch | None:
    """One batch of this project."""
    row = tx.one("SELECT * FROM batches WHERE project = ? AND id = ?", (project, id))
    return None if row is None else _batch(tx, row)


def listed(tx: Tx, project: int, *, limit: int, before: int | None = None) -> list[Batch]:
    """Batches of a project, newest first; `before` is the `num` of the last one of the page before."""
    rows = tx.all(
        "SELECT * FROM batches WHERE project = ? AND num < ? ORDER BY num DESC LIMIT ?",
        (project, 2**62 if before is None else before, limit),
    )
    return [_batch(tx, row) for row in rows]


def last_error(tx: Tx, project: int) -> str | None:
    """The latest error of a part that has not been done since."""
    return tx.value(
        "SELECT error FROM batch_parts WHERE project = ? AND state <> 'done' AND error IS NOT NULL"
        " ORDER BY num DESC LIMIT 1",
        (project,),
    )


def _batch(tx: Tx, row: Row) -> Batch:
    parts = tx.all("SELECT * FROM batch_parts WHERE batch = ? ORDER BY num", (row["num"],))
    return Batch(
        row["num"],
        row["id"],
        row["project"],
        row["reason"],
        row["focus"],
        row["created_at"],
        tuple(part_of(part) for part in parts),
    )
