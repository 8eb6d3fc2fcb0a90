"""A shelf with vectors, the bench of the learning tests, and a running house."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.forgetting.layouts import HashEmbedder
from tests.house import House, house_at
from tests.memory.conftest import _bench
from tests.memory.shelf import Shelf, shelf

__all__ = ["_bench"]


@pytest.fixture(name="shelf")
async def _shelf(tmp_path: Path) -> AsyncIterator[Shelf]:
    async with shelf(tmp_path / "data" / "loregate.db", HashEmbedder()) as made:
        yield made


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with house_at(tmp_path / "data") as running:
        yield running
