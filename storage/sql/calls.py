"""Calls, their texts, and the receipts of what they got from memory."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, fields

from storage.db import Row, Tx
from storage.model import Call, CallMemory, Tokens

_PLAIN = tuple(field.name for field in fields(Call) if field.name != "tokens")
_TOKENS = ("input", "output", "cache_read", "cache_write", "reasoning")
_INSERT = "INSERT INTO calls ({}, {}) VALUES ({})".format(
    ", ".join(_PLAIN),
    ", ".join(f"{name}_tokens" for name in _TOKENS),
    ", ".join("?" * (len(_PLAIN) + len(_TOKENS))),
)


@dataclass(frozen=True, slots=True)
class CallTexts:
    """What is kept of a call's words: its own new messages (never the history it re-sent) and the answer."""

    subject: str | None
    prompt: str
    answer: str


def insert(tx: Tx, call: Call, texts: CallTexts | None = None, got: Sequence[CallMemory] = ()) -> None:
    """Adds a call to the log, with its texts and its receipt."""
    values = [getattr(call, name) for name in _PLAIN] + [getattr(call.tokens, name) for name in _TOKENS]
    num = tx.execute(_INSERT, values).lastrowid
    if texts is not None:
        tx.execute(
            "INSERT INTO call_texts (call, project, subject, prompt, answer) VALUES (?, ?, ?, ?, ?)",
            (num, call.project, texts.subject, texts.prompt, texts.answer),
        )
    tx.executemany(
        "INSERT INTO call_memories (call_id, project, memory_id, score, why, tokens) VALUES (?, ?, ?, ?, ?, ?)",
        [(call.id, call.project, m.memory_id, m.score, json.dumps(m.why), m.tokens) for m in got],
    )


def by_id(tx: Tx, project: int, id: str) -> Call | None:
    """One call of this project."""
    row = tx.one("SELECT * FROM calls WHERE project = ? AND id = ?", (project, id))
    return None if row is None else _call(row)


def texts_of(tx: Tx, project: int, id: str) -> CallTexts | None:
    """The stored words of a call, if any are kept."""
    row = tx.one(
        "SELECT t.subject, t.prompt, t.answer FROM call_texts t JOIN calls c ON c.num = t.call"
        " WHERE c.project = ? AND c.id = ?",
        (project, id),
    )
    return None if row is None else CallTexts(row["subject"], row["prompt"], row["answer"])


def memories_of(tx: Tx, project: int, id: str) -> list[CallMemory]:
    """What a call got from memory, best first."""
    rows = tx.all(
        "SELECT * FROM call_memories WHERE project = ? AND call_id = ? ORDER BY score DESC, memory_id", (project, id)
    )
    return [CallMemory(row["memory_id"], row["score"], json.loads(row["why"]), row["tokens"]) for row in rows]


def month_cost(tx: Tx, project: int, application: str, since_ms: int) -> float:
    """What an application spent since a moment, in USD."""
    return tx.value(
        "SELECT coalesce(sum(cost_usd), 0.0) FROM calls WHERE project = ? AND application = ? AND at >= ?",
        (project, application, since_ms),
    )


def last_end(tx: Tx) -> int | None:
    """When the call that was recorded last ended, in ms since 1970."""
    return tx.value("SELECT CAST(at + duration_ms AS INTEGER) FROM calls ORDER BY num DESC LIMIT 1")


def block_at(tx: Tx, project: int, anchors: Sequence[bytes]) -> dict[bytes, str]:
    """The recall blocks that were placed at these anchors, for those that have one."""
    marks = ", ".join("?" * len(anchors))
    rows = tx.all(
        f"SELECT anchor, block FROM recall_blocks WHERE project = ? AND anchor IN ({marks})", (project, *anchors)
    )
    return {row["anchor"]: row["block"] for row in rows}


def keep_block(tx: Tx, call: Call, anchor: bytes, block: str) -> None:
    """Keeps a block so that it can be placed again; for words that are asked anew, the newest one counts."""
    tx.execute(
        "INSERT INTO recall_blocks (project, anchor, call_id, block, at) VALUES (?, ?, ?, ?, ?)"
        " ON CONFLICT (project, anchor) DO UPDATE"
        " SET call_id = excluded.call_id, block = excluded.block, at = excluded.at",
        (call.project, anchor, call.id, block, call.at),
    )


def _call(row: Row) -> Call:
    values = {name: row[name] for name in _PLAIN}
    values["stream"], values["complete"] = bool(row["stream"]), bool(row["complete"])
    return Call(**values, tokens=Tokens(*(row[f"{name}_tokens"] for name in _TOKENS)))
