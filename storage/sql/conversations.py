"""Conversations with their turns and messages, and the ways in which a later call finds them."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from storage.db import Row, Tx
from storage.model import Conversation, Role, StoredMessage, ToolUse

_NAMES_AT_ONCE = 64


def insert(
    tx: Tx, id: str, project: int, *, space: str, subject: str | None, source: str | None, at: int
) -> Conversation:
    """Begins a conversation without turns."""
    num = tx.value(
        "INSERT INTO conversations (id, project, space, subject, source, state, asked, turns, created_at, last_turn_at)"
        " VALUES (?, ?, ?, ?, ?, 'open', 0, 0, ?, ?) RETURNING num",
        (id, project, space, subject, source, at, at),
    )
    return Conversation(num, id, project, space, subject, source, None, "open", False, False, 0, None, at, at)


def by_id(tx: Tx, project: int, id: str) -> Conversation | None:
    """One conversation of this project."""
    row = tx.one("SELECT * FROM conversations WHERE project = ? AND id = ?", (project, id))
    return None if row is None else conversation(row)


def by_num(tx: Tx, project: int, num: int) -> Conversation | None:
    """One conversation of this project, by its number."""
    row = tx.one("SELECT * FROM conversations WHERE project = ? AND num = ?", (project, num))
    return None if row is None else conversation(row)


def by_name(tx: Tx, project: int, name: bytes) -> Conversation | None:
    """The conversation that the caller, or its client, calls by this name."""
    row = tx.one(
        "SELECT c.* FROM conversation_names n JOIN conversations c ON c.num = n.conversation"
        " WHERE n.project = ? AND n.name = ?",
        (project, name),
    )
    return None if row is None else conversation(row)


def add_name(tx: Tx, project: int, name: bytes, num: int) -> None:
    """Gives a conversation one more name; a name that is taken moves to it."""
    tx.execute(
        "INSERT INTO conversation_names (project, name, conversation) VALUES (?, ?, ?)"
        " ON CONFLICT (project, name) DO UPDATE SET conversation = excluded.conversation",
        (project, name, num),
    )


def continued_by(
    tx: Tx, project: int, marks: Sequence[bytes], *, space: str, subject: str | None
) -> Conversation | None:
    """The conversation that a history continues: the one of this space and subject that it shows most of.

    `marks` are the history's exchanges, oldest first. A conversation whose newest turn stands last in the history
    wins over one that has gone on since; then the one of which more turns are shown; then the newest.
    """
    if not marks:
        return None
    shown = marks[-_NAMES_AT_ONCE:]
    holes = ", ".join("?" * len(shown))
    rows = tx.all(
        f"SELECT DISTINCT m.mark, t.num, t.conversation FROM turn_marks m JOIN turns t ON t.num = m.turn"
        f" JOIN conversations c ON c.num = t.conversation"
        f" WHERE m.project = ? AND m.mark IN ({holes}) AND c.space = ? AND c.subject IS ?",
        (project, *shown, space, subject),
    )
    if not rows:
        return None
    matched = Counter(row["conversation"] for row in rows)
    at_the_end = {row["conversation"] for row in rows if row["mark"] == marks[-1] and _is_newest(tx, row)}
    best = max(matched, key=lambda num: (num in at_the_end, matched[num], num))
    return by_num(tx, project, best)


def _is_newest(tx: Tx, row: Row) -> bool:
    return tx.value("SELECT max(num) FROM turns WHERE conversation = ?", (row["conversation"],)) == row["num"]


def turn_by_ident(tx: Tx, project: int, ident: bytes) -> Row | None:
    """The newest turn with this identity: `num`, `id`, `conversation`, `at`, and whether it is the `newest` one."""
    return tx.one(
        "SELECT t.num, t.id, t.conversation, t.at,"
        " t.num = (SELECT max(num) FROM turns WHERE conversation = t.conversation) AS newest"
        " FROM turns t WHERE t.project = ? AND t.ident = ? ORDER BY t.num DESC LIMIT 1",
        (project, ident),
    )


def add_turn(
    tx: Tx, of: Conversation, id: str, *, ident: bytes, agent: str | None, at: int, asked: bool, model: str | None
) -> int:
    """Adds a turn, which opens its conversation again, and returns the turn's number."""
    turn = tx.value(
        "INSERT INTO turns (id, project, conversation, ident, agent, at) VALUES (?, ?, ?, ?, ?, ?) RETURNING num",
        (id, of.project, of.num, ident, agent, at),
    )
    tx.execute(
        "UPDATE conversations SET turns = turns + 1, last_turn_at = max(last_turn_at, ?), state = 'open',"
        " asked = max(asked, ?), model = coalesce(?, model) WHERE num = ?",
        (at, asked, model, of.num),
    )
    return turn


def add_marks(tx: Tx, project: int, turn: int, marks: Sequence[bytes]) -> None:
    """Adds the fingerprints by which a later history shows this turn."""
    tx.executemany(
        "INSERT INTO turn_marks (project, mark, turn) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        [(project, mark, turn) for mark in marks],
    )


def has_mark(tx: Tx, project: int, mark: bytes, turn: int) -> bool:
    """Whether a turn has this fingerprint."""
    found = "SELECT 1 FROM turn_marks WHERE project = ? AND mark = ? AND turn = ?"
    return tx.one(found, (project, mark, turn)) is not None


def add_message(
    tx: Tx, of: Conversation, turn: int, id: str, role: Role, text: str, tool_calls: Sequence[ToolUse], at: int
) -> None:
    """Adds a message to a turn. It waits to be learned from."""
    tx.execute(
        "INSERT INTO messages (id, project, conversation, turn, role, text, tool_calls, at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (id, of.project, of.num, turn, role, text, json.dumps([asdict(t) for t in tool_calls]), at),
    )


def replace_answer(tx: Tx, turn: int, text: str, tool_calls: Sequence[ToolUse]) -> StoredMessage | None:
    """Puts a retry's answer in the place of the first one, and returns it as it is now.

    None when nothing changed: the answer is the same, or a batch has learned from the first one already.
    """
    row = tx.one(
        "UPDATE messages SET text = ?1, tool_calls = ?2 WHERE role = 'assistant' AND learned <> 1"
        " AND num = (SELECT max(num) FROM messages WHERE turn = ?3) AND (text, tool_calls) <> (?1, ?2) RETURNING *",
        (text, json.dumps([asdict(t) for t in tool_calls]), turn),
    )
    return None if row is None else message(row)


def messages_of(tx: Tx, project: int, num: int, after: int = 0) -> list[StoredMessage]:
    """The messages of a conversation in order, after the one with the number `after`."""
    rows = tx.all(
        "SELECT * FROM messages WHERE project = ? AND conversation = ? AND num > ? ORDER BY num", (project, num, after)
    )
    return [message(row) for row in rows]


def listed(
    tx: Tx, project: int, *, spaces: Sequence[str] | None, subject: str | None, limit: int, before: int | None = None
) -> list[Conversation]:
    """Conversations of a project, newest turn first; `before` is the last `last_turn_at` of the page before.

    `spaces` None means every space. `subject` None means no filter by subject: whether a caller may see that is
    the memory service's decision.
    """
    where: list[str] = ["project = ?"]
    values: list[Any] = [project]
    if spaces is not None:
        where.append(f"space IN ({', '.join('?' * len(spaces))})")
        values += spaces
    if subject is not None:
        where.append("subject = ?")
        values.append(subject)
    if before is not None:
        where.append("last_turn_at < ?")
        values.append(before)
    rows = tx.all(
        f"SELECT * FROM conversations WHERE {' AND '.join(where)} ORDER BY last_turn_at DESC, num DESC LIMIT ?",
        (*values, limit),
    )
    return [conversation(row) for row in rows]


def conversation(row: Row) -> Conversation:
    """A conversation from its row."""
    return Conversation(
        num=row["num"],
        id=row["id"],
        project=row["project"],
        space=row["space"],
        subject=row["subject"],
        source=row["source"],
        title=row["title"],
        state=row["state"],
        asked=bool(row["asked"]),
        never_learn=bool(row["never_learn"]),
        turns=row["turns"],
        model=row["model"],
        created_at=row["created_at"],
        last_turn_at=row["last_turn_at"],
    )


def message(row: Row) -> StoredMessage:
    """A message from its row."""
    calls = tuple(ToolUse(call["name"], call["arguments"]) for call in json.loads(row["tool_calls"]))
    return StoredMessage(
        row["num"], row["id"], row["conversation"], row["turn"], row["role"], row["text"], calls, row["at"]
    )
