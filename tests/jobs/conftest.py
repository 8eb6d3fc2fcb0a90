"""The bench of the learning tests, for the loop that drives it."""

from tests.memory.conftest import _bench

__all__ = ["_bench"]
