"""What this process keeps of erasures until they are scrubbed: hashes of pieces of what was erased, never its words.

In memory alone, for in the file they would be traces themselves. After a restart there is nothing to search for any
more; the file is then rewritten all the same.
"""

from storage.scrub import Pieces


class Traces:
    """The pieces to search for, by the number of the erasure."""

    def __init__(self) -> None:
        self._pieces: dict[int, Pieces] = {}
        self.tried_at: float | None = None
        """When a scrub was tried last and wasn't finished, on the world's monotonic clock."""

    def add(self, num: int, pieces: Pieces) -> None:
        """Keeps the pieces of an erasure. May be called from the writer's thread."""
        self._pieces[num] = pieces

    def get(self, num: int) -> Pieces | None:
        """The pieces of an erasure, None when it was made by an earlier process."""
        return self._pieces.get(num)

    def drop(self, num: int) -> None:
        """Drops the pieces of an erasure: its scrub is done."""
        self._pieces.pop(num, None)
