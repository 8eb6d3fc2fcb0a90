"""The index of messages: by their words once their conversation is read; their vectors follow.

A message is found by its own words and, with less weight, by those of the message before it: an answer seldom
repeats what it answers. Its date stands before the text, so that "in May 2023" finds something.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from storage.db import Tx
from storage.model import Conversation, StoredMessage
from storage.sql import scopes
from storage.sql.vectors import VectorRow
from storage.terms import Scope, clean, expansion, match, scope_words

LONGEST = 100_000
"""Characters of one message that are indexed. What comes after them is kept, but not found."""

_WINDOW = 2_000
"""Characters that each of two neighbours brings to the column of both."""

_EMBEDDED = 2_000
"""Characters that an embedder is given: more than the 256 tokens that the built-in one reads."""


@dataclass(frozen=True, slots=True)
class Found:
    """A message that has words of the query: its number, and how well its own and the pair's words match."""

    num: int
    own: float
    pair: float


@dataclass(frozen=True, slots=True)
class Place:
    """Where a message stands: its conversation's number, and the message before it there (0: it is the first)."""

    conversation: int
    before: int


def add(tx: Tx, of: Conversation, messages: Sequence[StoredMessage]) -> None:
    """Indexes messages of one conversation, in order. One that was indexed before is indexed anew."""
    if not messages:
        return
    space = scopes.ensure_space(tx, of.project, of.space, of.created_at)
    subject = scopes.ensure_subject(tx, of.project, of.subject)
    where = scope_words(of.project, space, subject)
    previous = _text_before(tx, messages[0])
    for message in messages:
        said = clean(words_of(message))
        body = dated(said, message.at)
        pair = f"{previous[-_WINDOW:]}\n{body[:_WINDOW]}"
        tx.execute("DELETE FROM message_index WHERE message = ?", (message.num,))
        tx.execute("INSERT INTO message_index (message) VALUES (?)", (message.num,))
        tx.execute(
            "INSERT INTO message_fts (rowid, body, with_previous, expansion, scope) VALUES (?, ?, ?, ?, ?)",
            (message.num, body, pair, " ".join(expansion(said)), where),
        )
        previous = said


def words_of(message: StoredMessage) -> str:
    """What a message is found by: its text, and what it called tools with."""
    parts = [message.text, *(f"{tool.name} {tool.arguments}" for tool in message.tool_calls)]
    return "\n".join(part for part in parts if part)[:LONGEST]


def dated(text: str, at: int) -> str:
    """A text with its date (UTC) before it, in words: `[8 May 2023] …`."""
    day = datetime.fromtimestamp(at / 1000, UTC)
    return f"[{day.day} {day:%B %Y}] {text}"


def _text_before(tx: Tx, message: StoredMessage) -> str:
    text = tx.value(
        "SELECT text FROM messages WHERE conversation = ? AND num < ? ORDER BY num DESC LIMIT 1",
        (message.conversation, message.num),
    )
    return clean(text or "")


def remove(tx: Tx, num: int) -> None:
    """Takes a message out of the index, its vector with it."""
    tx.execute("DELETE FROM message_index WHERE message = ?", (num,))


def matching(tx: Tx, scope: Scope, terms: Sequence[str], limit: int) -> list[Found]:
    """The messages in scope with any of the terms, best first. Higher scores are better."""
    if not terms:
        return []
    rows = tx.all(
        "SELECT rowid, bm25(message_fts, 1.0, 0.0, 1.0, 0.0) AS own, bm25(message_fts, 0.0, 1.0, 0.0, 0.0) AS pair"
        " FROM message_fts WHERE message_fts MATCH ? ORDER BY 0.6 * own + 0.4 * pair LIMIT ?",
        (match("body with_previous expansion", terms, scope), limit),
    )
    return [Found(row[0], -row[1], -row[2]) for row in rows]


def places(tx: Tx, project: int, nums: Sequence[int]) -> dict[int, Place]:
    """Where messages stand in their conversations."""
    rows = tx.all(
        "SELECT m.num, m.conversation, (SELECT max(b.num) FROM messages b"
        " WHERE b.conversation = m.conversation AND b.num < m.num) AS before FROM messages m"
        f" WHERE m.project = ? AND m.num IN ({', '.join('?' * len(nums))})",
        (project, *nums),
    )
    return {row["num"]: Place(row["conversation"], row["before"] or 0) for row in rows}


def texts(tx: Tx, project: int, nums: Sequence[int]) -> dict[int, str]:
    """The own words of messages, by number."""
    rows = tx.all(
        f"SELECT num, text FROM messages WHERE project = ? AND num IN ({', '.join('?' * len(nums))})", (project, *nums)
    )
    return {row["num"]: row["text"] for row in rows}


def to_embed(tx: Tx, nums: Sequence[int]) -> list[tuple[VectorRow, str]]:
    """What the vectors of these messages are made of: a row without its vector, and the text."""
    found: list[tuple[VectorRow, str]] = []
    for num in nums:
        row = tx.one(
            "SELECT c.project, m.text, m.at, s.num AS space, u.num AS subject FROM messages m"
            " JOIN conversations c ON c.num = m.conversation"
            " JOIN spaces s ON s.project = c.project AND s.name = c.space"
            " LEFT JOIN subjects u ON u.project = c.project AND u.name = c.subject WHERE m.num = ?",
            (num,),
        )
        if row is not None:
            scoped = VectorRow(num, row["project"], row["space"], row["subject"] or 0, b"")
            found.append((scoped, dated(row["text"][:_EMBEDDED], row["at"])))
    return found
