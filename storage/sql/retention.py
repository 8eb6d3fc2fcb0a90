"""What is older than a project keeps it, and the clock by which the daily run tells that."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from storage.db import Tx
from storage.sql import batches
from storage.sql.forgetting import (
    Rows,
    Taken,
    drop_unused_subjects,
    take_blocks,
    take_call_texts,
    take_conversations,
    take_memories,
)

AT_ONCE = 200
"""Conversations, or calls, in one transaction, so that none holds the writer for long."""

_PAST = "state IN ('replaced', 'removed', 'expired') AND updated_at < ?"
_SUPERSEDED = (
    "memory IN (SELECT num FROM memories WHERE project = ?) AND text <> ''"
    " AND text <> (SELECT text FROM memories WHERE num = memory)"
    " AND NOT EXISTS (SELECT 1 FROM memory_history later"
    " WHERE later.memory = memory_history.memory AND later.text = memory_history.text AND later.at >= ?)"
)
"""Entries of the history with an older text. The entry of a correction has the text that it ended, so the latest
entry with a text tells when that was."""


@dataclass(frozen=True, slots=True)
class Clock:
    """When a run looked at the clock last, and since when it isn't trusted, if so."""

    seen_at: int
    held_since: int | None


def old_conversations(tx: Tx, project: int, before: int) -> Taken:
    """Takes conversations whose last turn is older, at most `AT_ONCE`, with their work. One not read yet stays."""
    taken = Taken()
    oldest = "SELECT num FROM conversations WHERE project = ? AND state = 'read' AND last_turn_at < ?"
    values = (project, before, AT_ONCE)
    take_conversations(tx, taken, Rows(project, f"num IN ({oldest} ORDER BY last_turn_at, num LIMIT ?)", values))
    batches.drop_emptied(tx, project)
    return taken


def past_memories(tx: Tx, project: int, before: int) -> Taken:
    """Takes what was replaced, removed or expired before, and the words that corrections before then put an end to.

    Older recall blocks and the focus of older batches go as well. Live memories stay as they are.
    """
    taken = Taken()
    past = Rows(project, _PAST, (before,))
    take_blocks(tx, taken, memories=past, others=Rows(project, "at < ?", (before,)))
    take_memories(tx, taken, past)
    tx.execute(f"UPDATE memory_history SET text = '' WHERE {_SUPERSEDED}", (project, before))
    tx.execute("UPDATE batches SET focus = NULL WHERE project = ? AND created_at < ?", (project, before))
    drop_unused_subjects(tx, project)
    return taken


def old_call_texts(tx: Tx, project: int, before: int) -> Taken:
    """Takes the stored words of calls from before, at most `AT_ONCE`."""
    taken = Taken()
    newest = "SELECT num FROM calls WHERE project = ? AND at < ? ORDER BY at DESC LIMIT 1"
    # Numbers grow with time, so the search for older ones ends at the newest of them.
    older = (
        "SELECT t.call FROM call_texts t CROSS JOIN calls c ON c.num = t.call"
        f" WHERE t.project = ? AND t.call <= ({newest}) AND c.at < ? LIMIT ?"
    )
    take_call_texts(tx, taken, Rows(project, f"call IN ({older})", (project, project, before, before, AT_ONCE)))
    return taken


def clock(tx: Tx) -> Clock | None:
    """The clock as the latest run saw it; None before the first run."""
    row = tx.one("SELECT seen_at, held_since FROM retention_clock")
    return None if row is None else Clock(row["seen_at"], row["held_since"])


def set_clock(tx: Tx, now: Clock) -> None:
    """Keeps how a run saw the clock."""
    tx.execute(
        "INSERT INTO retention_clock (one, seen_at, held_since) VALUES (1, ?, ?)"
        " ON CONFLICT (one) DO UPDATE SET seen_at = excluded.seen_at, held_since = excluded.held_since",
        (now.seen_at, now.held_since),
    )


def last_sign(tx: Tx) -> int | None:
    """The time of the newest thing stored: what stands in for a clock that no run has looked at yet."""
    times = [
        tx.value("SELECT max(at) FROM calls"),
        tx.value("SELECT max(last_turn_at) FROM conversations"),
        tx.value("SELECT max(updated_at) FROM memories"),
    ]
    return max((time for time in times if time is not None), default=None)


def note(tx: Tx, project: int, at: int, deleted: Mapping[str, int]) -> None:
    """Writes a run that deleted something into the audit."""
    tx.execute(
        "INSERT INTO audit (project, at, actor, action, details) VALUES (?, ?, 'system', 'retention', ?)",
        (project, at, json.dumps({"deleted": dict(deleted)})),
    )
