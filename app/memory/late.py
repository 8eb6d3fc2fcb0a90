"""Calls that were under way while something was erased: what they bring afterwards must not bring it back.

The order is told by the numbers of erasures, not by a clock, which may be set back.
"""

from dataclasses import dataclass

from storage.db import Database, Tx
from storage.model import Call
from storage.sql import erasures


class Epochs:
    """The number of the latest erasure, from memory until there is another one."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._epoch = 0
        self._seen = -1

    async def now(self) -> int:
        """The epoch in which a call begins."""
        generation = self._db.generations["erasures"]
        if generation != self._seen:
            self._epoch = await self._db.read(erasures.newest)
            self._seen = generation
        return self._epoch


@dataclass(frozen=True, slots=True)
class Stays:
    """What may be kept of a call that has ended: its words and what it recalled; and whether one learns from it."""

    words: bool = True
    recalled: bool = True
    learned: bool = True


def what_stays(tx: Tx, call: Call, epoch: int) -> Stays:
    """What may be kept of a call that began in this epoch.

    What it recalled goes with any erasure in the project: its receipt may name, its block may hold, what is gone.
    """
    erased = erasures.since(tx, call.project, epoch)
    if not erased:
        return Stays()
    mine = [one for one in erased if one.covers(subject_sha256=call.subject_sha256, space=call.space)]
    words = not any(one.what == "subject" or one.conversations for one in mine)
    return Stays(words=words, recalled=False, learned=not mine)
