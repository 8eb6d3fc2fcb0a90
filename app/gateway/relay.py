"""Passes an upstream's answer on as it arrives, and reads along. Changes no byte but what the gateway itself asked for.

What the relay adds to a stream is two things: an SSE comment after each 15 s of silence, and the dialect's own error
event when the upstream breaks off. Both only where an event may begin.
"""

import asyncio
import logging
import zlib
from collections.abc import AsyncIterator, Callable

import aiohttp
import httpx

from app.errors import BadRequest
from app.web import parse_json
from app.wire.dialect import Collector, Dialect
from app.wire.neutral import Answer

log = logging.getLogger(__name__)

SILENCE_S = 15.0
"""After so long without a byte a comment is sent, so that no proxy or client gives the stream up."""

BREAKS = (httpx.HTTPError, aiohttp.ClientError, OSError)
"""How an upstream's connection says that it broke off."""

READ_AHEAD = 32
"""Pieces of up to 16 KiB that wait for a slow client; then the upstream is read no further until some are sent."""

KEEP_ALIVE = b": keep-alive\n\n"
MOST_READ = 64 * 1024 * 1024
"""Bytes of one answer that are read along for memory; what goes beyond is passed on unread."""

_EVENT_ENDS = (b"\n\n", b"\r\n\r\n", b"\r\r")


class JsonReader:
    """Reads along a whole JSON answer; the counterpart of a stream's collector."""

    def __init__(self, dialect: Dialect, encoding: str) -> None:
        self._dialect = dialect
        self._encoding = encoding
        self._pieces: list[bytes] = []
        self._size = 0

    def feed(self, data: bytes) -> None:
        """Takes the next bytes."""
        self._size += len(data)
        if self._size <= MOST_READ:
            self._pieces.append(data)

    def answer(self) -> Answer | None:
        """What the answer says; None when it isn't one."""
        try:
            raw = _decoded(b"".join(self._pieces), self._encoding)
            return self._dialect.read_answer(parse_json(raw)) if raw is not None else None
        except BadRequest:
            return None


def _decoded(raw: bytes, encoding: str) -> bytes | None:
    """The body without its content encoding. Upstreams are asked for none; gzip from those that don't listen."""
    if encoding in ("", "identity"):
        return raw
    if encoding != "gzip":
        return None
    try:
        return zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(raw, MOST_READ)
    except zlib.error:
        return None


class Relay:
    """One answer on its way through: iterate it for the bytes to send; then ask for the `answer`."""

    def __init__(self, response: httpx.Response, dialect: Dialect, *, hide_usage: bool, clock: Callable[[], float]):
        self.is_stream = response.headers.get("content-type", "").lower().startswith("text/event-stream")
        encoding = response.headers.get("content-encoding", "").lower()
        self._response = response
        self._dialect = dialect
        self._clock = clock
        self._plain_events = readable = self.is_stream and encoding in ("", "identity")
        self._reader: Collector | JsonReader = dialect.collector() if readable else JsonReader(dialect, encoding)
        self._hider = dialect.usage_hider() if readable and hide_usage else None
        self._tail = b"\n\n"
        self.first_byte_at: float | None = None
        self.broken: str | None = None
        self.ended = False

    @property
    def same_body(self) -> bool:
        """Whether the client gets the upstream's body byte for byte."""
        return self._hider is None

    def answer(self) -> Answer | None:
        """What was said up to now."""
        return self._reader.answer()

    async def __aiter__(self) -> AsyncIterator[bytes]:
        pieces = self._response.aiter_raw()
        source = _with_silences(pieces, SILENCE_S) if self._plain_events else pieces
        try:
            async for piece in source:
                if piece is None:
                    if self._tail.endswith(_EVENT_ENDS):
                        yield KEEP_ALIVE
                    continue
                if self.first_byte_at is None:
                    self.first_byte_at = self._clock()
                self._reader.feed(piece)
                out = piece if self._hider is None else self._hider.feed(piece)
                if out:
                    self._tail = (self._tail + out)[-4:]
                    yield out
        except BREAKS as error:
            self.broken = f"{type(error).__name__}: {error}"
        if self._hider is not None and (rest := self._hider.flush()):
            self._tail = (self._tail + rest)[-4:]
            yield rest
        if self._plain_events and (fault := self._fault()):
            if not self._tail.endswith(_EVENT_ENDS):
                yield b"\n\n"
            yield self._dialect.stream_error("upstream_failed", fault)
        self.ended = True

    def _fault(self) -> str | None:
        """What to tell the client of a stream that did not end as its dialect ends; None when it did."""
        if self.broken is not None:
            return "The model server broke off the answer. Try again."
        answer = self.answer()
        if isinstance(self._reader, JsonReader) or answer is None or answer.complete or answer.error is not None:
            return None
        self.broken = "the stream ended before its end"
        return "The model server ended the answer too early. Try again."


async def _with_silences(pieces: AsyncIterator[bytes], seconds: float) -> AsyncIterator[bytes | None]:
    """The bytes as they come, all that is there at a time in one piece, with None for each silence.

    A task of its own reads ahead a little, so that waiting for a piece can be given up without losing it.
    """
    inbox: asyncio.Queue[bytes | Exception | None] = asyncio.Queue(READ_AHEAD)
    reading = asyncio.create_task(_read_into(inbox, pieces))
    try:
        while True:
            try:
                async with asyncio.timeout(seconds):
                    item = await inbox.get()
            except TimeoutError:
                if reading.done():
                    reading.result()
                yield None
                continue
            arrived: list[bytes] = []
            while isinstance(item, bytes):
                arrived.append(item)
                if inbox.empty():
                    break
                item = inbox.get_nowait()
            if arrived:
                yield b"".join(arrived)
            if isinstance(item, Exception):
                raise item
            if item is None:
                return
    finally:
        reading.cancel()
        await asyncio.wait({reading})


async def _read_into(inbox: asyncio.Queue[bytes | Exception | None], pieces: AsyncIterator[bytes]) -> None:
    """Puts the pieces into the inbox, then None, or the error that broke them off."""
    try:
        async for piece in pieces:
            await inbox.put(piece)
        await inbox.put(None)
    except BREAKS as error:
        await inbox.put(error)
