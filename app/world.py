"""The world outside the program: clock, ids, sleep and network, as one value that is passed in.

Tests pass a hand-turned clock and a transport of their own; nothing else in the program reads the time, sleeps
or opens a connection by itself.
"""

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from uuid import UUID

import httpx

from app.network import open_transport


def uuid7(unix_ms: int, random: int) -> UUID:
    """A version 7 UUID (RFC 9562, 5.7): 48 bits of Unix milliseconds, then 74 random bits."""
    value = (unix_ms & (1 << 48) - 1) << 80 | random & (1 << 80) - 1
    value = value & ~(0xF << 76) | 0x7 << 76
    return UUID(int=value & ~(0x3 << 62) | 0x2 << 62)


@dataclass(frozen=True, slots=True)
class World:
    """Where time, chance and the network come from."""

    now: Callable[[], float] = time.time
    """Seconds since 1970, UTC."""
    monotonic: Callable[[], float] = time.monotonic
    """Seconds on a clock that never jumps; for durations and schedules within one run."""
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    random_bits: Callable[[int], int] = secrets.randbits
    transport: Callable[[], httpx.AsyncBaseTransport] = field(default=open_transport)

    def now_ms(self) -> int:
        """Milliseconds since 1970, UTC: the unit that is stored."""
        return int(self.now() * 1000)

    def new_id(self, prefix: str) -> str:
        """A new id, `<prefix>_<uuid7>`: sortable by time, unguessable, and never a path of ours."""
        return f"{prefix}_{uuid7(self.now_ms(), self.random_bits(80))}"
