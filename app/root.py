"""The ASGI root: finds the app that a path belongs to, and keeps out what none of them may see.

Mounted apps get the path as it came, prefix included. Nothing here knows what they do.
"""

import asyncio
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from app.asgi import ASGIApp, Receive, Refusal, Scope, Send, refuse
from app.drain import RESTARTING, Drain
from app.lifespans import Lifespan, StartFailed, start_all, stop_all

START_LIMIT_S = 60.0
STOP_LIMIT_S = 5.0

Guard = Callable[[Scope], Refusal | None]
"""Looks at a request's head before any app does. None lets it in."""

_FORBIDDEN = re.compile(rb"[\r\n\0]")

NOT_HERE = Refusal(404, "not_found", "There is nothing at this path.")


class Root:
    """Mounts apps by path prefix, the longest first; the prefix `/` takes the rest."""

    def __init__(self, mounts: Mapping[str, ASGIApp], guards: Sequence[Guard] = (), drain: Drain | None = None) -> None:
        self.drain = drain or Drain()
        self.up = asyncio.Event()
        """Set when every app has started."""
        self._apps = tuple(dict.fromkeys(mounts.values()))
        self._guards = (whole, *guards)
        self._mounts = sorted(
            ((prefix.rstrip("/"), app) for prefix, app in mounts.items()), key=lambda mount: -len(mount[0])
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, websocket or lifespan."""
        if scope["type"] == "lifespan":
            await self._lifespan(scope, receive, send)
            return
        refusal = RESTARTING if self.drain.begun else self._refusal(scope)
        app = None if refusal else self._pick(scope["path"])
        if app is None:
            await refuse(refusal or NOT_HERE, scope, receive, send)
        else:
            await self.drain.run(app, scope, receive, send)

    def _refusal(self, scope: Scope) -> Refusal | None:
        for guard in self._guards:
            if (refusal := guard(scope)) is not None:
                return refusal
        return None

    def _pick(self, path: str) -> ASGIApp | None:
        for prefix, app in self._mounts:
            if path.startswith(prefix) and path[len(prefix) : len(prefix) + 1] in ("", "/"):
                return app
        return None

    async def _lifespan(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        started: list[Lifespan]
        try:
            started = await start_all(self._apps, cast(dict[str, Any], scope.get("state", {})), START_LIMIT_S)
        except StartFailed as error:
            await send({"type": "lifespan.startup.failed", "message": str(error)})
            return
        try:
            await send({"type": "lifespan.startup.complete"})
            self.up.set()
            await receive()
        finally:
            await stop_all(started, STOP_LIMIT_S)
        await send({"type": "lifespan.shutdown.complete"})


def whole(scope: Scope) -> Refusal | None:
    """Refuses a head that two readers could understand in two ways, the root of request smuggling (RFC 9112, 6.1)."""
    names = [name.lower() for name, _ in scope["headers"]]
    if b"transfer-encoding" in names and b"content-length" in names:
        return Refusal(400, "invalid_request", "Send either content-length or transfer-encoding, never both.")
    if any(names.count(name) > 1 for name in (b"host", b"content-length", b"transfer-encoding")):
        return Refusal(400, "invalid_request", "Send host, content-length and transfer-encoding once at most.")
    if any(_FORBIDDEN.search(value) for _, value in scope["headers"]):
        return Refusal(400, "invalid_request", "Header values must not contain line ends or NUL.")
    return None
