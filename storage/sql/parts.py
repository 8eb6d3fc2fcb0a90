"""The parts of batches: the work of one model call each, from waiting to done.

A part goes from `waiting` to `running` when it is claimed, which counts the attempt before anything can crash,
and from there to `done`, back to `waiting` with a later time, or to `failed` once its attempts are used up. Whoever
claimed it may only write while the part is still theirs: same attempt, still running.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from storage.db import Row, Tx
from storage.model import StoredMessage
from storage.sql.conversations import message

PartState = Literal["waiting", "running", "done", "failed"]


@dataclass(frozen=True, slots=True)
class Piece:
    """Characters `start` to `end` (None: the last) of a message's content: its text, then its tools' arguments."""

    message: int
    start: int = 0
    end: int | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """One model call's worth of a batch: messages of one subject and one space."""

    num: int
    batch: int
    project: int
    space: str
    subject: str | None
    state: PartState
    attempts: int
    next_try_at: int
    lease_until: int
    started_at: int | None
    ended_at: int | None
    counts: Mapping[str, Any]
    cost_usd: float
    model: str | None
    error: str | None


@dataclass(frozen=True, slots=True)
class Read:
    """One message of a claimed part, as it stands now, with the piece of it to read."""

    piece: Piece
    message: StoredMessage
    conversation_id: str
    model: str | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an attempt came to."""

    at: int
    counts: Mapping[str, Any] = field(default_factory=dict[str, Any])
    cost_usd: float = 0.0
    model: str | None = None


def insert(
    tx: Tx, batch: int, project: int, *, space: str, subject: str | None, pieces: Sequence[Piece], at: int
) -> None:
    """Adds a part that may be claimed at once."""
    num = tx.value(
        "INSERT INTO batch_parts (batch, project, space, subject, next_try_at) VALUES (?, ?, ?, ?, ?) RETURNING num",
        (batch, project, space, subject, at),
    )
    tx.executemany(
        "INSERT INTO part_messages (part, message, start_char, end_char) VALUES (?, ?, ?, ?)",
        [(num, piece.message, piece.start, piece.end) for piece in pieces],
    )


def take_over(tx: Tx, project: int, conversation: int, at: int) -> None:
    """Takes a conversation's messages out of the parts that have not begun, for a batch that reads it from its start.

    A part that is left with nothing is done; its record stays for whoever asks for it by id.
    """
    tx.execute(
        "DELETE FROM part_messages WHERE message IN (SELECT num FROM messages WHERE conversation = ?)"
        " AND part IN (SELECT num FROM batch_parts WHERE project = ? AND state IN ('waiting', 'failed'))",
        (conversation, project),
    )
    tx.execute(
        "UPDATE batch_parts SET state = 'done', ended_at = ?, error = NULL"
        " WHERE project = ? AND state IN ('waiting', 'failed')"
        " AND NOT EXISTS (SELECT 1 FROM part_messages WHERE part = batch_parts.num)",
        (at, project),
    )


def try_now(tx: Tx, project: int, at: int) -> None:
    """Lets everything that waits for a later time, or was given up, be tried again at once, with fresh attempts."""
    tx.execute(
        "UPDATE batch_parts SET state = 'waiting', next_try_at = ?, ended_at = NULL,"
        " attempts = CASE state WHEN 'failed' THEN 0 ELSE attempts END"
        " WHERE project = ? AND state IN ('waiting', 'failed')",
        (at, project),
    )


def next_due(tx: Tx, project: int) -> int | None:
    """When a part may next be claimed: a waiting one's time, or the end of a running one's lease."""
    return tx.value(
        "SELECT min(CASE state WHEN 'waiting' THEN next_try_at ELSE lease_until END) FROM batch_parts"
        " WHERE project = ? AND state IN ('waiting', 'running')",
        (project,),
    )


def claim(
    tx: Tx, project: int, *, at: int, lease_until: int, most_attempts: int
) -> tuple[Part, str, str | None] | None:
    """Claims the part that is due for longest, and returns it with its batch's id and focus; None when none is due.

    Two parts of one subject in one space never run at the same time, for the later one must see what the first
    learned. A running part whose lease is over counts as due; one without attempts left is given up.
    """
    tx.execute(
        "UPDATE batch_parts SET state = 'failed', ended_at = ?, error = coalesce(error, 'interrupted')"
        " WHERE project = ? AND state = 'running' AND lease_until <= ? AND attempts >= ?",
        (at, project, at, most_attempts),
    )
    row = tx.one(
        "UPDATE batch_parts SET state = 'running', attempts = attempts + 1, lease_until = ?,"
        " started_at = coalesce(started_at, ?)"
        " WHERE num = (SELECT p.num FROM batch_parts p WHERE p.project = ?"
        " AND ((p.state = 'waiting' AND p.next_try_at <= ?) OR (p.state = 'running' AND p.lease_until <= ?))"
        " AND NOT EXISTS (SELECT 1 FROM batch_parts r WHERE r.project = p.project AND r.state = 'running'"
        " AND r.lease_until > ? AND r.space = p.space AND r.subject IS p.subject)"
        " ORDER BY p.next_try_at, p.num LIMIT 1) RETURNING *",
        (lease_until, at, project, at, at, at),
    )
    if row is None:
        return None
    batch = tx.one("SELECT id, focus FROM batches WHERE num = ?", (row["batch"],))
    assert batch is not None
    return part_of(row), batch["id"], batch["focus"]


def reading(tx: Tx, part: Part) -> list[Read]:
    """What a part reads, as it stands now and in order; nothing of a conversation that was forgotten meanwhile."""
    rows = tx.all(
        "SELECT m.*, p.start_char, p.end_char, c.id AS conversation_id, c.model FROM part_messages p"
        " JOIN messages m ON m.num = p.message JOIN conversations c ON c.num = m.conversation"
        " WHERE p.part = ? AND m.project = ? AND NOT c.never_learn ORDER BY m.num, p.start_char",
        (part.num, part.project),
    )
    return [
        Read(Piece(row["num"], row["start_char"], row["end_char"]), message(row), row["conversation_id"], row["model"])
        for row in rows
    ]


def is_ours(tx: Tx, part: Part) -> bool:
    """Whether the attempt that `part` was claimed for is still the one that counts."""
    return (
        tx.value(
            "SELECT 1 FROM batch_parts WHERE num = ? AND project = ? AND state = 'running' AND attempts = ?",
            (part.num, part.project, part.attempts),
        )
        is not None
    )


def finish(tx: Tx, part: Part, outcome: Outcome) -> None:
    """Ends a part and marks its messages as learned from, but for those of which another part has yet to read more."""
    tx.execute(
        "UPDATE batch_parts SET state = 'done', ended_at = ?, counts = ?, cost_usd = cost_usd + ?, model = ?,"
        " error = NULL WHERE num = ?",
        (outcome.at, json.dumps(outcome.counts), outcome.cost_usd, outcome.model, part.num),
    )
    tx.execute(
        "UPDATE messages SET learned = 1 WHERE num IN (SELECT message FROM part_messages WHERE part = ?)"
        " AND NOT EXISTS (SELECT 1 FROM part_messages o JOIN batch_parts p ON p.num = o.part"
        " WHERE o.message = messages.num AND p.state <> 'done')",
        (part.num,),
    )


def put_back(
    tx: Tx, part: Part, *, next_try_at: int | None, at: int, error: str | None, cost_usd: float = 0.0, used: bool = True
) -> bool:
    """Lets a part wait for its next attempt; gives it up when `next_try_at` is None. False when it isn't ours.

    `used` False takes the attempt back, for one that never got to a model.
    """
    found = tx.execute(
        "UPDATE batch_parts SET state = ?, next_try_at = coalesce(?, next_try_at), error = coalesce(?, error),"
        " cost_usd = cost_usd + ?, ended_at = ?, attempts = attempts - ?"
        " WHERE num = ? AND project = ? AND state = 'running' AND attempts = ?",
        (
            "failed" if next_try_at is None else "waiting",
            next_try_at,
            error,
            cost_usd,
            at if next_try_at is None else None,
            0 if used else 1,
            part.num,
            part.project,
            part.attempts,
        ),
    )
    return found.rowcount == 1


def is_first_with(tx: Tx, part: Part, error: str) -> bool:
    """Whether no older part of the project waits with this error: then this one is tried for all of them."""
    return (
        tx.value(
            "SELECT 1 FROM batch_parts WHERE project = ? AND state = 'waiting' AND error = ? AND num < ?",
            (part.project, error, part.num),
        )
        is None
    )


def wake(tx: Tx, project: int, error: str, at: int) -> None:
    """Lets the parts that wait with this error be tried now."""
    tx.execute(
        "UPDATE batch_parts SET next_try_at = ? WHERE project = ? AND state = 'waiting' AND error = ?",
        (at, project, error),
    )


def running(tx: Tx, project: int) -> list[Part]:
    """The parts that are claimed, oldest first."""
    rows = tx.all("SELECT * FROM batch_parts WHERE project = ? AND state = 'running' ORDER BY num", (project,))
    return [part_of(row) for row in rows]


def part_of(row: Row) -> Part:
    """A part from its row."""
    return Part(
        num=row["num"],
        batch=row["batch"],
        project=row["project"],
        space=row["space"],
        subject=row["subject"],
        state=row["state"],
        attempts=row["attempts"],
        next_try_at=row["next_try_at"],
        lease_until=row["lease_until"],
        started_at=row["started_at"],
        ended_at=row["ended_at"],
        counts=json.loads(row["counts"]),
        cost_usd=row["cost_usd"],
        model=row["model"],
        error=row["error"],
    )
