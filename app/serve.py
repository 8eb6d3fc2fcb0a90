"""Puts the program together and serves it: one process, one port. Every part is opened here and closed in reverse.

    async with running(config) as server:
        print(server.url)
        await server.ended()

The order of the end: new requests are turned away, running ones finish or are cut off, the HTTP parts stop, the job
loop stops, what calls left is written, the database closes.
"""

import asyncio
import logging
import os
from collections.abc import AsyncGenerator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from socket import socket
from typing import Any, cast

from hypercorn.utils import LifespanFailureError
from quart import Quart, Response
from werkzeug.exceptions import HTTPException

from app import api, control, gateway, health
from app.asgi import ASGIApp
from app.config import CantStart, Config
from app.drain import CLEAN_UP_S
from app.errors import LoregateError, NotFound, TooLarge
from app.gateway.recorder import Recorder
from app.listening import listen, serve_http, url_from_here, url_of
from app.parts import Command, Parts, opened
from app.remote import Address
from app.root import Root
from app.upstream import prices
from app.web import MAX_BODY, error_response
from app.world import World
from jobs.loop import JobLoop
from ui import coming

log = logging.getLogger(__name__)

BODY_S = 120.0
"""How long a body may take to arrive."""
CLOSE_S = 5.0
"""How long the HTTP server may take to close its connections once no request runs."""


class StartFailed(CantStart):
    """A part of the server reported that it can't start."""


class Server:
    """A running server. `stop` begins the end; `ended` returns when it has come."""

    def __init__(self, parts: Parts, recorder: Recorder, jobs: JobLoop, url: str, root: Root) -> None:
        self.parts = parts
        self.recorder = recorder
        self.jobs = jobs
        self.url = url
        self._root = root
        self._stopping = asyncio.Event()
        self._hurry = asyncio.Event()
        self._serving: asyncio.Task[None] | None = None

    async def start(self, listener: socket) -> None:
        """Returns when requests are taken. Raises StartFailed."""
        serving = self._serving = asyncio.create_task(serve_http(self._root, listener, self._drain), name="http")
        up = asyncio.create_task(self._root.up.wait())
        await asyncio.wait({up, serving}, return_when=asyncio.FIRST_COMPLETED)
        up.cancel()
        if serving.done():
            try:
                serving.result()
            except LifespanFailureError as error:
                raise StartFailed(str(error)) from error
            raise StartFailed("The HTTP server ended before it began.")

    def stop(self) -> None:
        """Begins the end; said again, running requests are cut off at once."""
        if self._stopping.is_set():
            self._hurry.set()
        self._stopping.set()

    async def ended(self) -> None:
        """Waits until no request is served any more. Raises what broke the HTTP server, if anything did."""
        if self._serving is not None:
            await asyncio.shield(self._serving)

    async def close(self) -> None:
        """Stops, and gives the HTTP server a bounded time for it."""
        if self._serving is None:
            return
        self._stopping.set()
        _, late = await asyncio.wait({self._serving}, timeout=self.parts.config.drain_s + 2 * CLEAN_UP_S + CLOSE_S)
        if late:
            log.warning("the HTTP server did not close its connections in time")
        await _cancel(self._serving)

    async def _drain(self) -> None:
        """Waits for `stop`, then until no request runs any more; the HTTP server closes when this returns."""
        await self._stopping.wait()
        if running := self._root.drain.running:
            log.info("stopping: %d requests get up to %g s to finish", running, self.parts.config.drain_s)
        if cut := await self._root.drain.finish(self.parts.config.drain_s, self._hurry):
            log.warning("%d requests were cut off", cut)


@asynccontextmanager
async def running(
    config: Config, world: World | None = None, *, commands: Mapping[str, Command] | None = None
) -> AsyncGenerator[Server]:
    """A server that takes requests while the block runs, and has stopped in good order after it.

    Raises StartFailed, CantListen or a StorageError, each with one message for the person who runs it.
    """
    async with AsyncExitStack() as stack:
        parts = await stack.enter_async_context(opened(config, world or World()))
        config.control.unlink(missing_ok=True)  # of a server that was killed: this one isn't there
        listener = listen(config.host, config.port)
        stack.callback(listener.close)

        recorder = Recorder(parts.ctx)
        recorder.start()
        stack.push_async_callback(recorder.close)

        stack.push_async_callback(_cancel, asyncio.create_task(_warm_up(parts), name="warm-up"))
        jobs = JobLoop(parts.ctx)
        stack.push_async_callback(_cancel, asyncio.create_task(jobs.run(), name="jobs"))

        address = Address(url_from_here(listener) + control.PATH, os.getpid(), control.new_token())
        root = Root({"/": cast(ASGIApp, program(parts, recorder, commands or {}, address.token))})
        server = Server(parts, recorder, jobs, url_of(listener), root)
        stack.push_async_callback(server.close)
        await server.start(listener)

        address.write(config.control)
        stack.callback(config.control.unlink, missing_ok=True)
        yield server


async def _warm_up(parts: Parts) -> None:
    """Loads what the first call would otherwise wait for: the embedder's weights and the price list."""
    await asyncio.to_thread(prices.warm)
    await parts.ctx.embedder.embed(["ready"], "query")


def program(parts: Parts, recorder: Recorder, commands: Mapping[str, Command], token: str) -> Quart:
    """The Quart app with every HTTP face on it."""
    app = Quart("loregate", static_folder=None)
    app.config["RESPONSE_TIMEOUT"] = None  # it would cut streams
    app.config["BODY_TIMEOUT"] = BODY_S
    app.config["MAX_CONTENT_LENGTH"] = 2 * MAX_BODY  # a backstop: faces that read a body keep their own limit
    app.register_blueprint(gateway.create(parts.ctx, parts.callers, recorder))
    app.register_blueprint(api.create(parts.ctx, parts.callers))
    app.register_blueprint(api.create_memsync(parts.ctx, parts.callers))
    app.register_blueprint(health.create(parts.db))
    app.register_blueprint(coming.create())
    app.register_blueprint(control.create(parts, commands, token))
    app.register_error_handler(LoregateError, _known_error)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(Exception, _unknown_error)
    return app


async def _known_error(error: LoregateError) -> Response:
    return error_response(error)


async def _http_error(error: HTTPException) -> Response:
    """Quart's own errors in our shape."""
    status = error.code or 500
    if status == 413:
        return error_response(TooLarge("The body is too large."))
    response = error_response(NotFound("There is nothing at this path, or not by this method."))
    response.status_code = status
    return response


async def _unknown_error(error: Exception) -> Response:
    log.error("a request failed", exc_info=error)
    return error_response(LoregateError("Something went wrong here. See the server's log."))


async def _cancel(task: asyncio.Task[Any]) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
