"""Conversations that wait to be read, and messages that wait to be learned from.

A message waits while its `learned` is 0; see `m0003_learning` for the other values. It is *new* while no part of a
batch has it. Learned from is a conversation with more than one turn, a subject, or a call that asked; never one
that was forgotten.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from storage.db import Tx
from storage.model import Conversation, StoredMessage
from storage.sql.conversations import conversation, message

_LEARNABLE = "(c.turns > 1 OR c.subject IS NOT NULL OR c.asked)"
_WAITS = (
    "FROM messages m JOIN conversations c ON c.num = m.conversation"
    f" WHERE m.project = ? AND m.learned = 0 AND NOT c.never_learn AND {_LEARNABLE}"
)
_NEW = f"{_WAITS} AND NOT EXISTS (SELECT 1 FROM part_messages p WHERE p.message = m.num)"


@dataclass(frozen=True, slots=True)
class Waiting:
    """A message with what decides into which part of a batch it goes."""

    space: str
    subject: str | None
    message: StoredMessage


def quiet_since(tx: Tx, project: int, at: int) -> list[int]:
    """The numbers of the open conversations without a turn after this moment, oldest first."""
    rows = tx.all(
        "SELECT num FROM conversations WHERE state = 'open' AND last_turn_at <= ? AND project = ?"
        " ORDER BY last_turn_at",
        (at, project),
    )
    return [row[0] for row in rows]


def oldest_open(tx: Tx, project: int) -> int | None:
    """When the open conversation that has been quiet for longest had its last turn."""
    return tx.value("SELECT min(last_turn_at) FROM conversations WHERE state = 'open' AND project = ?", (project,))


def unsettled_messages(tx: Tx, of: Conversation) -> list[StoredMessage]:
    """The messages that no settling has indexed yet, in order."""
    rows = tx.all(
        "SELECT * FROM messages WHERE project = ? AND conversation = ?"
        " AND num > coalesce((SELECT upto FROM settled WHERE conversation = ?), 0) ORDER BY num",
        (of.project, of.num, of.num),
    )
    return [message(row) for row in rows]


def set_read(tx: Tx, of: Conversation, *, title: str | None, upto: int | None) -> None:
    """Marks a conversation as read up to a message, and sets its messages aside where nothing is learned from it."""
    tx.touch("conversations")
    tx.execute("UPDATE conversations SET state = 'read', title = ? WHERE num = ?", (title, of.num))
    if upto is not None:
        tx.execute(
            "INSERT INTO settled (conversation, upto) VALUES (?, ?)"
            " ON CONFLICT (conversation) DO UPDATE SET upto = excluded.upto",
            (of.num, upto),
        )
    tx.execute(
        "UPDATE messages SET learned = 2 WHERE conversation = ? AND learned = 0"
        f" AND EXISTS (SELECT 1 FROM conversations c WHERE c.num = ? AND NOT {_LEARNABLE})",
        (of.num, of.num),
    )


def count(tx: Tx, project: int) -> int:
    """How many messages wait, in a batch or not."""
    return tx.value(f"SELECT count(*) {_WAITS}", (project,))


def new_ones(tx: Tx, project: int) -> tuple[int, int | None]:
    """How many messages are in no batch yet, and since when the oldest of them waits."""
    row = tx.one(f"SELECT count(*), min(m.at) {_NEW}", (project,))
    assert row is not None
    return row[0], row[1]


def take_back(tx: Tx, project: int) -> None:
    """Lets the messages wait again that were set aside in conversations which have gone on since."""
    tx.execute(
        "UPDATE messages SET learned = 0 WHERE project = ? AND learned = 2"
        f" AND conversation IN (SELECT DISTINCT c.num {_NEW})",
        (project, project),
    )


def new_messages(tx: Tx, project: int) -> list[Waiting]:
    """All messages of a project that are in no batch yet, in order."""
    rows = tx.all(f"SELECT m.*, c.space AS in_space, c.subject AS of_subject {_NEW} ORDER BY m.num", (project,))
    return [Waiting(row["in_space"], row["of_subject"], message(row)) for row in rows]


def messages_of(tx: Tx, of: Conversation, *, from_start: bool) -> list[Waiting]:
    """The messages of a conversation that are in no batch yet, or all of them, whether or not it is learned from."""
    unread = (
        "AND learned <> 1 AND NOT EXISTS (SELECT 1 FROM part_messages p WHERE p.message = messages.num)"
        if not from_start
        else ""
    )
    rows = tx.all(
        f"SELECT * FROM messages WHERE project = ? AND conversation = ? {unread} ORDER BY num", (of.project, of.num)
    )
    return [Waiting(of.space, of.subject, message(row)) for row in rows]


def conversations_of(tx: Tx, project: int, messages: Sequence[StoredMessage]) -> dict[int, Conversation]:
    """The conversations that these messages stand in, by number."""
    found: dict[int, Conversation] = {}
    for num in {m.conversation for m in messages}:
        row = tx.one("SELECT * FROM conversations WHERE project = ? AND num = ?", (project, num))
        if row is not None:
            found[num] = conversation(row)
    return found
