"""The vectors of the latest queries, by text. A value of one event loop; it computes nothing."""

from collections import OrderedDict

from app.embedder.weights import Floats


class RecentVectors:
    """Keeps the `limit` entries that were used last."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._entries: OrderedDict[str, Floats] = OrderedDict()

    def __len__(self) -> int:
        return len(self._entries)

    def get(self, text: str) -> Floats | None:
        """The vector of a text, which thereby counts as used."""
        vector = self._entries.get(text)
        if vector is not None:
            self._entries.move_to_end(text)
        return vector

    def put(self, text: str, vector: Floats) -> None:
        """Keep a copy of a vector; the entry unused for longest goes when there are too many."""
        self._entries[text] = vector.copy()
        self._entries.move_to_end(text)
        if len(self._entries) > self._limit:
            self._entries.popitem(last=False)
