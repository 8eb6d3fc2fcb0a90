"""The bench of the learning tests."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from tests.memory.learning import Bench, bench


@pytest_asyncio.fixture(name="bench")
async def _bench(tmp_path: Path) -> AsyncIterator[Bench]:
    async with bench(tmp_path / "loregate.db") as made:
        yield made
