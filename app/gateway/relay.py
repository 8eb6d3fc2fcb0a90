"""Passes an upstream's answer on as it arrives, and reads along. Changes no byte but what the gateway itself asked for.

What the relay adds to a stream is two things: an SSE comment after each 15 s of silence, and the dialect's own error
event when the upstream breaks off. Both only where an event may begin.
"""

import asyncio
import logging
import zlib
from collections.abc import AsyncIterator, Callable

import httpx

from app.errors import BadRequest
from app.web import parse_json
from app.wire.dialect import Collector, Dialect
from app.wire.neutral import Answer

log = logging.getLogger(__name__)

SILENCE_S = 15.0
"""After so long without a byte a comment is sent, so that no proxy or client gives the stream up."""

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
        readable = self.is_stream and encoding in ("", "identity")
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
        source = _with_silences(pieces, SILENCE_S) if self.is_stream else pieces
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
        except httpx.HTTPError as error:
            self.broken = f"{type(error).__name__}: {error}"
        if self._hider is not None and (rest := self._hider.flush()):
            self._tail = (self._tail + rest)[-4:]
            yield rest
        if self.is_stream and (fault := self._fault()):
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
    """The pieces, with None for each silence. A piece that is awaited is never cancelled by a silence."""
    iterator = aiter(pieces)
    coming: asyncio.Future[bytes] | None = None
    try:
        while True:
            coming = asyncio.ensure_future(anext(iterator))
            while not coming.done():
                await asyncio.wait({coming}, timeout=seconds)
                if not coming.done():
                    yield None
            try:
                yield coming.result()
            except StopAsyncIteration:
                return
    finally:
        if coming is not None and not coming.done():
            coming.cancel()
            await asyncio.wait({coming})
