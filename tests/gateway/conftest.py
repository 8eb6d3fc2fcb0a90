"""A running house for each test of the gateway."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.house import House, house_at


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with house_at(tmp_path / "data") as running:
        yield running
