"""The ASGI root: which app a path belongs to, lifespans, and what is never let in."""

import asyncio
from typing import Any

import pytest

from app.asgi import Message, Receive, Scope, Send
from app.root import Root


class Named:
    """An app that answers with its name, and notes its lifespan in a shared list."""

    def __init__(self, name: str, notes: list[str] | None = None, fault: str = "") -> None:
        self.name = name
        self.notes = [] if notes is None else notes
        self.fault = fault

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.lifespan(receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.accept", "subprotocol": self.name})
        else:
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": self.name.encode()})

    async def lifespan(self, receive: Receive, send: Send) -> None:
        task = asyncio.current_task()
        await receive()
        if self.fault:
            await send({"type": "lifespan.startup.failed", "message": self.fault})
            return
        self.notes.append(f"{self.name} up")
        await send({"type": "lifespan.startup.complete"})
        await receive()
        assert asyncio.current_task() is task
        self.notes.append(f"{self.name} down")
        await send({"type": "lifespan.shutdown.complete"})


async def no_lifespan(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "lifespan":
        raise ValueError("I don't know lifespans")


async def breaks_at_start(scope: Scope, receive: Receive, send: Send) -> None:
    await receive()
    raise RuntimeError("no room")


async def never_stops(scope: Scope, receive: Receive, send: Send) -> None:
    await receive()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await asyncio.Event().wait()


def scope_of(path: str, headers: list[tuple[bytes, bytes]] | None = None, kind: str = "http") -> Scope:
    return {"type": kind, "path": path, "method": "GET", "headers": headers or [(b"host", b"localhost")]}


async def ask(root: Root, scope: Scope) -> list[Message]:
    """What the root answers."""
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    await root(scope, receive, send)
    return sent


class Life:
    """A server's side of a lifespan."""

    def __init__(self, root: Root) -> None:
        self.inbox: asyncio.Queue[Message] = asyncio.Queue()
        self.sent: asyncio.Queue[Message] = asyncio.Queue()
        self.task = asyncio.create_task(root({"type": "lifespan", "state": {}}, self.inbox.get, self.sent.put))

    async def say(self, what: str) -> Message:
        self.inbox.put_nowait({"type": f"lifespan.{what}"})
        return await self.sent.get()


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/", "rest"),
        ("/v1/models", "rest"),
        ("/admin", "admin"),
        ("/admin/", "admin"),
        ("/admin/login", "admin"),
        ("/administrator", "rest"),
        ("/adm", "rest"),
        ("/admin/api", "inner"),
        ("/admin/api/x", "inner"),
        ("/admin/apix", "admin"),
        ("/x/admin", "rest"),
    ],
)
async def test_the_longest_prefix_on_a_segment_border_wins(path: str, name: str):
    root = Root({"/": Named("rest"), "/admin": Named("admin"), "/admin/api": Named("inner")})
    assert (await ask(root, scope_of(path)))[1]["body"].decode() == name
    assert (await ask(root, scope_of(path, kind="websocket")))[0]["subprotocol"] == name


async def test_a_path_of_nobody_is_404_in_the_errors_shape():
    start, body = await ask(Root({"/admin": Named("admin")}), scope_of("/x"))
    assert start["status"] == 404
    assert b'"code": "not_found"' in body["body"]


@pytest.mark.parametrize(
    "headers",
    [
        [(b"content-length", b"3"), (b"transfer-encoding", b"chunked")],
        [(b"Transfer-Encoding", b"chunked"), (b"Content-Length", b"3")],
        [(b"content-length", b"3"), (b"content-length", b"4")],
        [(b"host", b"a"), (b"host", b"b")],
        [(b"x-note", b"a\r\nset-cookie: b")],
        [(b"x-note", b"a\0")],
    ],
)
async def test_an_ambiguous_head_is_refused_and_the_connection_closed(headers: list[tuple[bytes, bytes]]):
    start, body = await ask(Root({"/": Named("rest")}), scope_of("/", headers))
    assert start["status"] == 400
    assert (b"connection", b"close") in start["headers"]
    assert b'"code": "invalid_request"' in body["body"]


async def test_lifespans_start_in_order_and_stop_in_reverse_and_once_for_an_app_with_two_prefixes():
    notes: list[str] = []
    a, b = Named("a", notes), Named("b", notes)
    life = Life(Root({"/a": a, "/b": b, "/a2": a, "/c": no_lifespan}))
    assert (await life.say("startup"))["type"] == "lifespan.startup.complete"
    assert (await life.say("shutdown"))["type"] == "lifespan.shutdown.complete"
    await life.task
    assert notes == ["a up", "b up", "b down", "a down"]


@pytest.mark.parametrize("broken", [Named("b", fault="no room"), breaks_at_start])
async def test_a_failed_start_is_reported_and_stops_what_had_started(broken: Any):
    notes: list[str] = []
    life = Life(Root({"/a": Named("a", notes), "/b": broken, "/c": Named("c", notes)}))
    answer = await life.say("startup")
    await life.task
    assert (answer["type"], answer["message"]) == ("lifespan.startup.failed", "no room")
    assert notes == ["a up", "a down"]


async def test_an_app_that_does_not_stop_is_left_behind(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("app.root.STOP_LIMIT_S", 0.05)
    notes: list[str] = []
    life = Life(Root({"/a": Named("a", notes), "/b": never_stops}))
    await life.say("startup")
    assert (await life.say("shutdown"))["type"] == "lifespan.shutdown.complete"
    await life.task
    assert notes == ["a up", "a down"]
