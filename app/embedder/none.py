"""No embedder: search is by words alone, which is a full mode. It only fills the place of one."""

from collections.abc import Sequence

import numpy as np

from app.embedder.interface import Kind
from app.embedder.weights import Floats


class NoEmbedder:
    """Gives every text a vector of no numbers."""

    id = "none"
    dim = 0

    async def embed(self, texts: Sequence[str], kind: Kind) -> Floats:
        """An array [len(texts), 0]."""
        return np.empty((len(texts), 0), np.float32)

    def forget(self) -> None:
        """It keeps nothing."""

    async def close(self) -> None:
        """It holds nothing."""
