"""The HTTP server under the program: a socket of ours, and Hypercorn on it as this program needs it."""

import logging
import socket
from collections.abc import Awaitable, Callable
from typing import Any, cast

import hypercorn.asyncio
from hypercorn.config import Config

from app.asgi import ASGIApp
from app.config import CantStart

FOREVER = 10**9
HEAD_BYTES = 64 * 1024
"""A request's head; coding clients send long beta and metadata headers."""
BACKLOG = 1024


class CantListen(CantStart):
    """The address can't be listened on. The message names it and says what to do."""


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; the port 0 takes any free one. Raises CantListen."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        raise CantListen(
            f"Can't listen on {host} port {port}: {(error.strerror or str(error)).lower()}. "
            "Choose another with --port or LOREGATE_PORT."
        ) from error


def url_of(listener: socket.socket) -> str:
    """The URL of a socket as it was bound."""
    host, port = listener.getsockname()[:2]
    return _url(str(host), int(port))


def url_from_here(listener: socket.socket) -> str:
    """The URL by which this machine reaches a socket, also one that is bound to all addresses."""
    host, port = listener.getsockname()[:2]
    return _url({"0.0.0.0": "127.0.0.1", "::": "::1"}.get(str(host), str(host)), int(port))  # noqa: S104 - compared


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


async def serve_http(app: ASGIApp, listener: socket.socket, until: Callable[[], Awaitable[Any]]) -> None:
    """Serves an app on a socket until `until` returns; the socket is Hypercorn's from then on.

    Hypercorn's own defaults drop idle clients after 5 s and connections after 1000 requests. Its wait for running
    requests is short, as `until` has waited for them.
    """
    config = Config()
    config.bind = [f"fd://{listener.detach()}"]
    config.keep_alive_timeout = 75
    config.keep_alive_max_requests = FOREVER
    config.h11_max_incomplete_size = HEAD_BYTES
    config.backlog = BACKLOG
    config.graceful_timeout = 1.0
    config.include_server_header = False
    config.accesslog = None
    config.errorlog = logging.getLogger("hypercorn.error")
    # Hypercorn's types say more than ASGI does, and not the same in all places.
    serve = cast(Any, hypercorn.asyncio.serve)  # pyright: ignore[reportUnknownMemberType]
    await serve(app, config, shutdown_trigger=until)
