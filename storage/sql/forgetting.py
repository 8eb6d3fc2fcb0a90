"""Takes rows away with everything that hangs on them: one function for each sort of row, for all ways of forgetting.

Each reads the words that go and overwrites them in place before it deletes their rows, so that fewer bytes are left
in the gaps of a page until the file is scrubbed. Index entries, vectors, history, sources, names, turns and conflicts
go with their rows, by triggers and foreign keys. Whoever takes memories or conversations has the indexes compacted or
the file scrubbed afterwards.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson

from storage.db import Tx
from storage.sql import batches

_CALLS_OF = "call_id IN (SELECT id FROM calls WHERE project = ? AND {})"

NOUNS = ("memories", "conversations", "messages", "calls", "blocks", "work")
"""What a certificate counts. `calls` are the stored words of calls, `work` parts of batches."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Rows of one table of one project: all, or those that a condition of this package's own holds for."""

    project: int
    condition: str = ""
    values: tuple[Any, ...] = ()

    @property
    def where(self) -> str:
        """The condition, with the project's."""
        return f"project = ? AND {self.condition}" if self.condition else "project = ?"

    @property
    def given(self) -> tuple[Any, ...]:
        """The values of `where`, in order."""
        return (self.project, *self.values)


@dataclass(frozen=True, slots=True)
class Taken:
    """What was taken: how many of each noun, and the words that stood in it, in no order."""

    counts: Counter[str] = field(default_factory=lambda: Counter[str](dict.fromkeys(NOUNS, 0)))
    words: list[str] = field(default_factory=list[str])


def erase_subject(tx: Tx, project: int, subject: str, *, sha256: str, marks: Sequence[str]) -> Taken:
    """Takes all that is stored of a subject. `marks` are the words by which a recall block tells of it."""
    taken = Taken(words=[subject])
    own = Rows(project, "subject = ?", (subject,))
    of_calls = Rows(project, _CALLS_OF.format("subject_sha256 = ?"), (project, sha256))
    take_blocks(tx, taken, memories=own, others=of_calls, marks=marks)
    tx.execute(f"DELETE FROM call_memories WHERE {of_calls.where}", of_calls.given)
    take_call_texts(tx, taken, own)
    _read_work(tx, taken, own)
    batches.drop_subject(tx, project, subject)
    take_memories(tx, taken, own)
    take_conversations(tx, taken, own)
    tx.execute("DELETE FROM subjects WHERE project = ? AND name = ?", (project, subject))
    return taken


def forget_space(tx: Tx, project: int, space: str | None, *, conversations: bool) -> Taken:
    """Takes the memories of a space (None: of all) and the work that waits to make some.

    Its conversations are never learned from again; `conversations` takes them too, with the stored words of its calls.
    """
    taken = Taken()
    within = Rows(project) if space is None else Rows(project, "space = ?", (space,))
    of_calls = Rows(project, _CALLS_OF.format(within.condition or "true"), within.given)
    take_blocks(tx, taken, memories=within, others=of_calls)
    _read_work(tx, taken, within)
    batches.drop_space(tx, project, space)
    take_memories(tx, taken, within)
    if conversations:
        in_calls = f"call IN (SELECT num FROM calls WHERE {within.where})"
        take_call_texts(tx, taken, Rows(project, in_calls, within.given))
        take_conversations(tx, taken, within)
    drop_unused_subjects(tx, project)
    return taken


def never_learn(tx: Tx, project: int, conversation_id: str) -> None:
    """Lets nothing be learned from a conversation that came too late to be forgotten with the others."""
    tx.execute("UPDATE conversations SET never_learn = 1 WHERE project = ? AND id = ?", (project, conversation_id))


def delete_memory(tx: Tx, project: int, num: int, *, marks: Sequence[str]) -> Taken:
    """Takes one memory. `marks` are the words by which a recall block tells of it."""
    taken = Taken()
    one = Rows(project, "num = ?", (num,))
    take_blocks(tx, taken, memories=one, marks=marks)
    take_memories(tx, taken, one)
    drop_unused_subjects(tx, project)
    return taken


# --- one sort of row ---------------------------------------------------------------------------------------------


def take_memories(tx: Tx, taken: Taken, which: Rows) -> None:
    """Memories with history, sources, conflicts, index entries, vectors, and the lines of receipts that name them."""
    tx.touch("memories")
    ids = f"SELECT id FROM memories WHERE {which.where}"
    nums = f"memory IN (SELECT num FROM memories WHERE {which.where})"
    tx.execute(f"DELETE FROM call_memories WHERE memory_id IN ({ids})", which.given)
    tx.execute(
        f"UPDATE memories SET replaced_by = NULL WHERE project = ? AND replaced_by IN ({ids})",
        (which.project, *which.given),
    )
    _wipe(tx, taken, "memory_history", ("text",), nums, which.given)
    _wipe(tx, taken, "memory_sources", ("quote",), nums, which.given)
    _wipe(tx, taken, "memories", ("text", "categories", "metadata"), which.where, which.given)
    taken.counts["memories"] += _delete(tx, "memories", which, "memory_fts")


def take_conversations(tx: Tx, taken: Taken, which: Rows) -> None:
    """Conversations with names, turns, messages, index entries, vectors, and what the call log kept of their turns."""
    tx.touch("conversations")
    nums = f"conversation IN (SELECT num FROM conversations WHERE {which.where})"
    of_turns = f"SELECT num FROM calls WHERE turn_id IN (SELECT id FROM turns WHERE {nums})"
    take_call_texts(tx, taken, Rows(which.project, f"call IN ({of_turns})", which.given))
    taken.counts["messages"] += _wipe(tx, taken, "messages", ("text", "tool_calls"), nums, which.given)
    _wipe(tx, taken, "conversations", ("title",), which.where, which.given)
    taken.counts["conversations"] += _delete(tx, "conversations", which, "message_fts")


def take_call_texts(tx: Tx, taken: Taken, which: Rows) -> None:
    """The stored prompts and answers of calls. What is left of a call is its line in the log."""
    _wipe(tx, taken, "call_texts", ("prompt", "answer"), which.where, which.given)
    taken.counts["calls"] += tx.execute(f"DELETE FROM call_texts WHERE {which.where}", which.given).rowcount


def take_blocks(tx: Tx, taken: Taken, *, memories: Rows, others: Rows | None = None, marks: Sequence[str] = ()) -> None:
    """The recall blocks that hold one of these memories, as a receipt or a mark in them tells, and `others`.

    To be taken before the memories, whose receipts lead to them. The mark is needed as well, for a block that stays
    the same from call to call may hold more than the latest receipt tells.
    """
    tx.touch("blocks")
    got = f"SELECT call_id FROM call_memories WHERE memory_id IN (SELECT id FROM memories WHERE {memories.where})"
    conditions, values = [f"call_id IN ({got})"], [*memories.given]
    if others is not None:
        conditions.append(f"({others.where})")
        values += others.given
    if marks:
        conditions.append("EXISTS (SELECT 1 FROM json_each(?) AS mark WHERE instr(block, mark.value))")
        values.append(orjson.dumps(list(marks)).decode())
    where = f"project = ? AND ({' OR '.join(conditions)})"
    # What is overwritten would no longer show its marks, so the rows are found once.
    anchors = [row[0] for row in tx.all(f"SELECT anchor FROM recall_blocks WHERE {where}", (memories.project, *values))]
    for anchor in anchors:
        one = (memories.project, anchor)
        _wipe(tx, taken, "recall_blocks", ("block",), "project = ? AND anchor = ?", one)
        tx.execute("DELETE FROM recall_blocks WHERE project = ? AND anchor = ?", one)
    taken.counts["blocks"] += len(anchors)


def drop_unused_subjects(tx: Tx, project: int) -> None:
    """Deletes the numbers of subjects of whom nothing is stored any more: the name of a subject tells of one, too."""
    tx.execute(
        "DELETE FROM subjects WHERE project = ?"
        " AND NOT EXISTS (SELECT 1 FROM memories m WHERE m.project = subjects.project AND m.subject = name)"
        " AND NOT EXISTS (SELECT 1 FROM conversations c WHERE c.project = subjects.project AND c.subject = name)",
        (project,),
    )


def _delete(tx: Tx, table: str, which: Rows, index: str) -> int:
    """Deletes rows; returns how many.

    Their index only marks its entries as deleted meanwhile: to take each word out at once needs 40 times as long
    (measured: 25 ms a message). The words go when the index is written anew (`storage.scrub.compact`).
    """
    tx.execute(f"INSERT INTO {index} ({index}, rank) VALUES ('secure-delete', 0)")
    count = tx.execute(f"DELETE FROM {table} WHERE {which.where}", which.given).rowcount
    tx.execute(f"INSERT INTO {index} ({index}, rank) VALUES ('secure-delete', 1)")
    return count


def _read_work(tx: Tx, taken: Taken, which: Rows) -> None:
    """The words in parts of batches, before `batches` drops them: a focus is of one conversation, so of one subject."""
    of_batches = f"num IN (SELECT batch FROM batch_parts WHERE {which.where})"
    _wipe(tx, taken, "batches", ("focus",), of_batches, which.given)
    _wipe(tx, taken, "batch_parts", ("error",), which.where, which.given)
    count = tx.value(f"SELECT count(*) FROM batch_parts WHERE {which.where}", which.given)
    taken.counts["work"] += count


def _wipe(tx: Tx, taken: Taken, table: str, columns: Sequence[str], where: str, values: Sequence[Any]) -> int:
    """Takes the words out of columns and puts zeros of the same length in their place; returns how many rows."""
    for row in tx.all(f"SELECT {', '.join(columns)} FROM {table} WHERE {where}", values):
        taken.words.extend(word for word in row if word)
    zeros = ", ".join(f"{c} = iif({c} IS NULL, NULL, CAST(zeroblob(octet_length({c})) AS TEXT))" for c in columns)
    return tx.execute(f"UPDATE {table} SET {zeros} WHERE {where}", values).rowcount
