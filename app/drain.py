"""The end of a server's life: new requests are turned away, running ones get a bounded time. Stops nothing else.

A request that outstays its time is told that its client is gone, which every app knows how to end on: upstream
calls are cancelled and what had arrived is kept. Only what doesn't listen is cancelled.
"""

import asyncio
from collections.abc import Mapping
from typing import Any

from app.asgi import ASGIApp, Message, Receive, Refusal, Scope, Send

CLEAN_UP_S = 2.0
"""How long an app may take to end a request once it was told to; then its task is cancelled."""

RESTARTING = Refusal(503, "shutting_down", "Loregate is restarting. Try again in a moment.", ((b"retry-after", b"1"),))


_GONE: Mapping[str, Message] = {
    "http": {"type": "http.disconnect"},
    "websocket": {"type": "websocket.disconnect", "code": 1001},
}
"""What an app hears when its request was ended: the client went away."""


class Drain:
    """Knows every running request. `begin` closes the door; `finish` returns when the house is empty."""

    def __init__(self) -> None:
        self.begun = False
        self._running: set[asyncio.Task[Any]] = set()
        self._listening: dict[asyncio.Timeout, str] = {}
        self._empty = asyncio.Event()
        self._ended: set[str] = set()

    @property
    def running(self) -> int:
        """How many requests and websockets are open."""
        return len(self._running)

    async def run(self, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
        """Runs one request, and keeps it known until it has ended."""
        task = asyncio.current_task()
        assert task is not None
        self._running.add(task)
        try:
            await app(scope, self._until_ended(receive, scope["type"]), send)
        finally:
            self._running.discard(task)
            if not self._running:
                self._empty.set()

    def _until_ended(self, receive: Receive, kind: str) -> Receive:
        """`receive` that reports the client as gone once requests of its kind were ended."""

        async def receive_or_end() -> Message:
            if kind in self._ended:
                return dict(_GONE[kind])
            patience = asyncio.timeout(None)
            self._listening[patience] = kind
            try:
                async with patience:
                    return await receive()
            except TimeoutError:
                if patience.expired():
                    return dict(_GONE[kind])
                raise
            finally:
                del self._listening[patience]

        return receive_or_end

    def begin(self) -> None:
        """From now on nothing new is let in. Websockets end at once: a page left open must not hold the program."""
        self.begun = True
        self._end("websocket")

    async def finish(self, limit_s: float, hurry: asyncio.Event | None = None) -> int:
        """Waits for what runs, `limit_s` seconds at most (or until `hurry` is set), then ends it.

        Returns how many requests had to be cut off.
        """
        self.begin()
        waits: list[asyncio.Task[Any]] = [asyncio.create_task(self._until_empty(limit_s))]
        if hurry is not None:
            waits.append(asyncio.create_task(hurry.wait()))
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()
        cut = len(self._running)
        self._end("http")
        await self._until_empty(CLEAN_UP_S)
        for task in tuple(self._running):
            task.cancel()
        await self._until_empty(CLEAN_UP_S)
        return cut

    def _end(self, kind: str) -> None:
        self._ended.add(kind)
        now = asyncio.get_running_loop().time()
        for patience, listener in tuple(self._listening.items()):
            if listener == kind and not patience.expired():
                patience.reschedule(now)

    async def _until_empty(self, limit_s: float) -> None:
        if self._running:
            self._empty.clear()
            try:
                async with asyncio.timeout(limit_s):
                    await self._empty.wait()
            except TimeoutError:
                return
