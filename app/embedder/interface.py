"""What every embedder offers, so that the memory service need not know which one it has."""

from collections.abc import Sequence
from typing import Literal, Protocol

from app.embedder.weights import Floats

Kind = Literal["query", "passage"]
"""A query is somebody waiting and goes first; a passage is a text to be found later."""


class Embedder(Protocol):
    """Turns texts into vectors whose dot product says how near their meanings are."""

    @property
    def id(self) -> str:
        """`provider:model:dim:version`, kept beside each vector: vectors of different ids can't be compared."""
        ...

    @property
    def dim(self) -> int:
        """Length of a vector; 0 means that there are none and search is by words alone."""
        ...

    async def embed(self, texts: Sequence[str], kind: Kind) -> Floats:
        """Vectors [len(texts), dim], each of length 1, in the order of the texts. An empty text has one too."""
        ...

    def forget(self) -> None:
        """Drop every text and vector kept in memory; an erasure calls this."""
        ...

    async def close(self) -> None:
        """Finish what runs and free everything; afterwards `embed` fails."""
        ...
