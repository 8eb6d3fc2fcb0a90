"""The certificates of erasures, with their line in the audit; and which erasures came after a moment."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from storage.db import Row, Tx

What = Literal["subject", "space", "everything", "memory"]


@dataclass(frozen=True, slots=True)
class Scan:
    """What a byte scan looked for and through: pieces of erased texts, files of the data folder, and their bytes."""

    pieces: int
    files: int
    bytes: int


@dataclass(frozen=True, slots=True)
class Erasure:
    """The certificate of one erasure. `deleted` counts what went, by noun; `note` says why a scrub isn't done."""

    num: int
    id: str
    project: int
    what: What
    actor: str
    at: int
    deleted: Mapping[str, int]
    subject_sha256: str | None = None
    space: str | None = None
    conversations: bool = False
    scrub: Literal["pending", "done"] = "pending"
    scrubbed_at: int | None = None
    scan: Scan | None = None
    note: str | None = None

    def covers(self, *, subject_sha256: str | None, space: str | None) -> bool:
        """Whether what belongs to this subject and space is within what was erased."""
        match self.what:
            case "subject":
                return self.subject_sha256 == subject_sha256
            case "space":
                return self.space == space
            case "everything":
                return True
            case "memory":
                return False


def insert(tx: Tx, erasure: Erasure) -> Erasure:
    """Adds a certificate and the line in the audit that goes with it; returns it with its number."""
    tx.touch("erasures")
    num = tx.value(
        "INSERT INTO erasures (id, project, what, subject_sha256, space, conversations, actor, at, deleted)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING num",
        (
            erasure.id,
            erasure.project,
            erasure.what,
            erasure.subject_sha256,
            erasure.space,
            int(erasure.conversations),
            erasure.actor,
            erasure.at,
            json.dumps(dict(erasure.deleted)),
        ),
    )
    stored = _of(tx, num)
    details = {
        "erasure": stored.id,
        "subject_sha256": stored.subject_sha256,
        "space": stored.space,
        "conversations": stored.conversations,
        "deleted": dict(stored.deleted),
    }
    tx.execute(
        "INSERT INTO audit (project, at, actor, action, details) VALUES (?, ?, ?, ?, ?)",
        (stored.project, stored.at, stored.actor, f"forget.{stored.what}", json.dumps(details)),
    )
    return stored


def by_id(tx: Tx, project: int, id: str) -> Erasure | None:
    """One certificate of this project."""
    row = tx.one("SELECT * FROM erasures WHERE project = ? AND id = ?", (project, id))
    return None if row is None else _erasure(row)


def newest(tx: Tx) -> int:
    """The number of the latest erasure of all, 0 before the first: what comes later has a greater one."""
    return tx.value("SELECT coalesce(max(num), 0) FROM erasures")


def since(tx: Tx, project: int, num: int) -> list[Erasure]:
    """The erasures of a project that came after the one with this number."""
    rows = tx.all("SELECT * FROM erasures WHERE project = ? AND num > ? ORDER BY num", (project, num))
    return [_erasure(row) for row in rows]


def pending(tx: Tx) -> list[Erasure]:
    """The erasures of all projects whose traces have yet to be scrubbed, oldest first."""
    return [_erasure(row) for row in tx.all("SELECT * FROM erasures WHERE scrub = 'pending' ORDER BY num")]


def set_done(tx: Tx, nums: Sequence[int], *, at: int, scans: Mapping[int, Scan], note: str | None = None) -> None:
    """Writes on certificates that their scrub is done, with the scan that shows it; `note` qualifies that."""
    tx.executemany(
        "UPDATE erasures SET scrub = 'done', scrubbed_at = ?, scan = ?, note = ? WHERE num = ?",
        [(at, json.dumps(asdict(scans[num])) if num in scans else None, note, num) for num in nums],
    )


def set_note(tx: Tx, nums: Sequence[int], note: str) -> None:
    """Writes on certificates why their scrub isn't done yet."""
    tx.executemany("UPDATE erasures SET note = ? WHERE num = ?", [(note, num) for num in nums])


def _of(tx: Tx, num: int) -> Erasure:
    row = tx.one("SELECT * FROM erasures WHERE num = ?", (num,))
    assert row is not None
    return _erasure(row)


def _erasure(row: Row) -> Erasure:
    scan: dict[str, Any] | None = None if row["scan"] is None else json.loads(row["scan"])
    return Erasure(
        num=row["num"],
        id=row["id"],
        project=row["project"],
        what=row["what"],
        actor=row["actor"],
        at=row["at"],
        deleted=json.loads(row["deleted"]),
        subject_sha256=row["subject_sha256"],
        space=row["space"],
        conversations=bool(row["conversations"]),
        scrub=row["scrub"],
        scrubbed_at=row["scrubbed_at"],
        scan=None if scan is None else Scan(**scan),
        note=row["note"],
    )
