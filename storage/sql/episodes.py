"""Conversations as readers list them: within what they may see, newest turn first, page by page."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from storage.db import Tx
from storage.model import Conversation
from storage.sql.conversations import conversation


@dataclass(frozen=True, slots=True)
class Page:
    """Which conversations: `spaces` and `subjects` None mean all; among subjects, None is those without one.

    `before` is the last turn's time and the number of the last conversation of the page before.
    """

    spaces: Sequence[str] | None = None
    subjects: Sequence[str | None] | None = None
    titled: bool = False
    before: tuple[int, int] | None = None
    limit: int = 50


def listed(tx: Tx, project: int, page: Page) -> list[Conversation]:
    """One page of a project's conversations."""
    sql, values = "project = ?", list[Any]([project])
    if page.spaces is not None:
        sql += f" AND space IN ({_holes(page.spaces)})"
        values += page.spaces
    if page.subjects is not None:
        named = [subject for subject in page.subjects if subject is not None]
        sql += f" AND (subject IN ({_holes(named)})" + (" OR subject IS NULL)" if None in page.subjects else ")")
        values += named
    if page.titled:
        sql += " AND title IS NOT NULL"
    if page.before is not None:
        sql += " AND (last_turn_at, num) < (?, ?)"
        values += page.before
    rows = tx.all(
        f"SELECT * FROM conversations WHERE {sql} ORDER BY last_turn_at DESC, num DESC LIMIT ?", (*values, page.limit)
    )
    return [conversation(row) for row in rows]


def of_turn(tx: Tx, project: int, turn_id: str) -> Conversation | None:
    """The conversation that a turn stands in."""
    row = tx.one(
        "SELECT c.* FROM turns t JOIN conversations c ON c.num = t.conversation WHERE t.project = ? AND t.id = ?",
        (project, turn_id),
    )
    return None if row is None else conversation(row)


def learned_from_turn(tx: Tx, project: int, turn_id: str) -> list[str]:
    """The ids of the memories that rest on a turn's messages, oldest first."""
    rows = tx.all(
        "SELECT DISTINCT o.num, o.id FROM turns t JOIN messages m ON m.turn = t.num"
        " JOIN memories o ON o.project = t.project"
        " JOIN memory_sources s ON s.memory = o.num AND s.message_id = m.id"
        " WHERE t.project = ? AND t.id = ? ORDER BY o.num",
        (project, turn_id),
    )
    return [row["id"] for row in rows]


def _holes(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))
