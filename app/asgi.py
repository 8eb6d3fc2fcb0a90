"""The ASGI protocol's types, and one plain answer for what no mounted app gets to see. Knows no framework."""

import asyncio
import json
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from typing import Any

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
ASGIApp = Callable[[Scope, Receive, Send], Awaitable[None]]


LINGER_S = 2.0
"""How long a refused request's body is read for."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a request isn't let in: an HTTP status, a stable code and one message that says what to do."""

    status: int
    code: str
    message: str
    headers: tuple[tuple[bytes, bytes], ...] = ()

    @property
    def body(self) -> bytes:
        """An error that clients of every dialect can read."""
        kind = "server_error" if self.status >= 500 else "invalid_request_error"
        return json.dumps(
            {"type": "error", "error": {"message": self.message, "type": kind, "code": self.code}}
        ).encode()


async def refuse(refusal: Refusal, scope: Scope, receive: Receive, send: Send) -> None:
    """Answers with a refusal, and has the connection closed, for what follows on it can't be trusted or served."""
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1013, "reason": refusal.message})
        return
    # A client that is still sending would see a broken connection instead of the answer. And the server waits for
    # room before it passes a body on: unread pieces would keep it from ending the request.
    swallowing = asyncio.create_task(_swallow(receive))
    try:
        await asyncio.wait({swallowing}, timeout=LINGER_S)
        body = refusal.body
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            (b"connection", b"close"),
            *refusal.headers,
        ]
        await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
        await send({"type": "http.response.body", "body": body})
    finally:
        swallowing.cancel()


async def _swallow(receive: Receive) -> None:
    while (await receive()).get("more_body", False):
        pass
