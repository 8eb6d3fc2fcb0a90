"""Conflicts: a learned memory says otherwise than one that only a person may change. A person settles them."""

from dataclasses import dataclass
from typing import Literal

from storage.db import Tx


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two live memories that a model holds for incompatible: the one that was kept and the one that was learned."""

    id: str
    project: int
    kept: str
    proposed: str
    at: int
    state: Literal["open", "settled"] = "open"


def insert(tx: Tx, conflict: Conflict) -> None:
    """Adds a conflict. Both memories must exist; it goes when one of them does."""
    tx.execute(
        "INSERT INTO conflicts (id, project, kept, proposed, at, state) VALUES (?, ?, ?, ?, ?, ?)",
        (conflict.id, conflict.project, conflict.kept, conflict.proposed, conflict.at, conflict.state),
    )


def open_ones(tx: Tx, project: int) -> list[Conflict]:
    """The conflicts that wait for a person, oldest first; not those of which one side is no longer live."""
    rows = tx.all(
        "SELECT c.id, c.project, c.kept, c.proposed, c.at, c.state FROM conflicts c"
        " JOIN memories k ON k.id = c.kept JOIN memories p ON p.id = c.proposed"
        " WHERE c.project = ? AND c.state = 'open' AND k.state = 'live' AND p.state = 'live' ORDER BY c.num",
        (project,),
    )
    return [Conflict(*row) for row in rows]


def settle(tx: Tx, project: int, id: str) -> bool:
    """Closes a conflict. False when the project has no such open one."""
    found = tx.execute(
        "UPDATE conflicts SET state = 'settled' WHERE project = ? AND id = ? AND state = 'open'", (project, id)
    )
    return found.rowcount == 1
