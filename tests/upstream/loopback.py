"""A model server on loopback that does as a test says: it records requests, and answers, dawdles or breaks off.

    async with Loopback() as server:
        server.answer = lambda request: Reply(json={"object": "list", "data": []})
        ... server.url, server.requests ...

A body given as an async iterator is sent in chunks as they come; raising Cut inside it (or instead of a reply)
drops the connection. `request.gone` is set once the client has hung up.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Self

import h11
import orjson


class Cut(Exception):
    """Drops the connection at once."""


@dataclass(frozen=True)
class Seen:
    """A request as it arrived, header names in lower case."""

    method: str
    target: str
    raw_headers: list[tuple[str, str]]
    body: bytes
    gone: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def headers(self) -> dict[str, str]:
        return dict(self.raw_headers)

    @property
    def json(self) -> Any:
        return orjson.loads(self.body)


@dataclass(frozen=True)
class Reply:
    status: int = 200
    json: Any = None
    body: bytes | AsyncIterator[bytes] | None = None
    headers: dict[str, str] = field(default_factory=dict)


Answer = Callable[[Seen], "Reply | Awaitable[Reply]"]


def chat_reply(text: str, model: str = "m", usage: dict[str, Any] | None = None) -> dict[str, Any]:
    """A chat completion with one answer."""
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "model": model,
        "choices": [{"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}],
        "usage": usage or {"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15},
    }


class Loopback:
    """The server; see the module."""

    def __init__(self, answer: Answer | None = None) -> None:
        self.answer: Answer = answer or (lambda _: Reply(json={}))
        self.requests: list[Seen] = []
        self.connections = 0
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    @property
    def port(self) -> int:
        assert self._server is not None
        return self._server.sockets[0].getsockname()[1]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        self.connections += 1
        try:
            await self._serve(reader, writer)
        except (Cut, ConnectionError, h11.RemoteProtocolError, h11.LocalProtocolError):
            writer.transport.abort()
        finally:
            writer.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection = h11.Connection(h11.SERVER)
        while (seen := await self._read(connection, reader)) is not None:
            self.requests.append(seen)
            watch = asyncio.create_task(self._watch(connection, reader, seen))
            try:
                await self._reply(connection, writer, seen)
            finally:
                watch.cancel()
                await asyncio.gather(watch, return_exceptions=True)
            if connection.our_state is not h11.DONE or connection.their_state is not h11.DONE:
                return
            connection.start_next_cycle()

    @staticmethod
    async def _read(connection: h11.Connection, reader: asyncio.StreamReader) -> Seen | None:
        head: h11.Request | None = None
        body = bytearray()
        while True:
            event = connection.next_event()
            if event is h11.NEED_DATA:
                connection.receive_data(await reader.read(65536))
            elif isinstance(event, h11.Request):
                head = event
            elif isinstance(event, h11.Data):
                body += event.data
            elif isinstance(event, h11.EndOfMessage):
                assert head is not None
                headers = [(name.decode(), value.decode("latin-1")) for name, value in head.headers]
                return Seen(head.method.decode(), head.target.decode(), headers, bytes(body))
            else:
                return None

    @staticmethod
    async def _watch(connection: h11.Connection, reader: asyncio.StreamReader, seen: Seen) -> None:
        try:
            if data := await reader.read(65536):
                connection.receive_data(data)
                return
        except ConnectionError:
            pass
        seen.gone.set()

    async def _reply(self, connection: h11.Connection, writer: asyncio.StreamWriter, seen: Seen) -> None:
        reply = self.answer(seen)
        if not isinstance(reply, Reply):
            reply = await reply
        body = reply.body if reply.body is not None else orjson.dumps(reply.json)
        headers = {"content-type": "application/json"} | {n.lower(): v for n, v in reply.headers.items()}
        if isinstance(body, bytes):
            headers.setdefault("content-length", str(len(body)))

        async def send(event: h11.Event) -> None:
            data = connection.send(event)
            assert data is not None
            writer.write(data)
            await writer.drain()

        await send(h11.Response(status_code=reply.status, headers=list(headers.items())))
        if isinstance(body, bytes):
            await send(h11.Data(data=body))
        else:
            async for piece in body:
                await send(h11.Data(data=piece))
        await send(h11.EndOfMessage())
