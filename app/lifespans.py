"""The lifespans of mounted apps: each in a task of its own, as task groups must end in the task that began them."""

import asyncio
import logging
from collections.abc import Iterable
from typing import Any

from app.asgi import ASGIApp, Message

log = logging.getLogger(__name__)


class StartFailed(Exception):
    """An app reported that it can't start; the message is its own."""


class Lifespan:
    """One app's lifespan. An app that knows nothing of lifespans is taken as started."""

    def __init__(self, app: ASGIApp, state: dict[str, Any]) -> None:
        self._app = app
        self._state = state
        self._inbox: asyncio.Queue[Message] = asyncio.Queue()
        self._started: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._asked = False
        self._task: asyncio.Task[None] | None = None

    async def start(self, limit_s: float) -> None:
        """Returns when the app has started. Raises StartFailed when it says no, breaks, or takes too long."""
        self._task = asyncio.create_task(self._run())
        self._inbox.put_nowait({"type": "lifespan.startup"})
        try:
            async with asyncio.timeout(limit_s):
                await asyncio.shield(self._started)
        except TimeoutError as error:
            await self._cancel()
            raise StartFailed(f"it did not start within {limit_s:g} seconds") from error

    async def stop(self, limit_s: float) -> None:
        """Returns when the app has stopped, or was cancelled because it took too long."""
        task = self._task
        if task is None or task.done():
            return
        self._inbox.put_nowait({"type": "lifespan.shutdown"})
        _, late = await asyncio.wait({task}, timeout=limit_s)
        if late:
            log.warning("a part of the program did not stop within %g seconds and was cancelled", limit_s)
            await self._cancel()

    async def _cancel(self) -> None:
        assert self._task is not None
        self._task.cancel()
        await asyncio.wait({self._task}, timeout=1)

    async def _run(self) -> None:
        scope = {"type": "lifespan", "asgi": {"version": "3.0", "spec_version": "2.0"}, "state": self._state}
        try:
            await self._app(scope, self._receive, self._send)
        except Exception as error:
            if self._asked and not self._started.done():
                self._started.set_exception(StartFailed(str(error) or type(error).__name__))
            elif self._asked:
                log.exception("a part of the program broke in its lifespan")
        finally:
            if not self._started.done():
                self._started.set_result(None)

    async def _receive(self) -> Message:
        self._asked = True
        return await self._inbox.get()

    async def _send(self, message: Message) -> None:
        kind, text = message["type"], message.get("message", "")
        if kind == "lifespan.startup.complete" and not self._started.done():
            self._started.set_result(None)
        elif kind == "lifespan.startup.failed" and not self._started.done():
            self._started.set_exception(StartFailed(text or "it gave no reason"))
        elif kind == "lifespan.shutdown.failed":
            log.error("a part of the program failed to stop: %s", text)


async def start_all(apps: Iterable[ASGIApp], state: dict[str, Any], limit_s: float) -> list[Lifespan]:
    """Starts apps one after the other. When one fails, those before it are stopped and StartFailed is raised."""
    started: list[Lifespan] = []
    try:
        for app in apps:
            lifespan = Lifespan(app, state)
            await lifespan.start(limit_s)
            started.append(lifespan)
    except BaseException:
        await stop_all(started, limit_s)
        raise
    return started


async def stop_all(lifespans: list[Lifespan], limit_s: float) -> None:
    """Stops apps in reverse, each within its own limit."""
    while lifespans:
        await lifespans.pop().stop(limit_s)
