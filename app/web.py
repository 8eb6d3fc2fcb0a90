"""What the HTTP faces share: keys out of headers, strict JSON bodies, and errors as answers. No rule of ours.

Bodies are parsed strictly (RFC 8259) but never more narrowly than an upstream would: a lone surrogate that a
client cut out of an emoji, or a whole number beyond 64 bits, comes out again as it went in.
"""

import json
import re
import zlib
from collections.abc import Callable, Mapping
from typing import Any, cast

import brotli  # pyright: ignore[reportMissingTypeStubs]
import orjson
import zstandard
from quart import Request, Response
from werkzeug.datastructures import Headers

from app.errors import BadRequest, LoregateError, TooLarge, UnsupportedEncoding
from app.statuses import retry_headers, status_of

MIB = 1024 * 1024
MAX_BODY = 32 * MIB

READ_OVER = 2
"""Bodies up to so many times the limit are read to their end, unkept: a client that still sends misses its answer."""

_BROKEN = (zlib.error, cast(type[Exception], cast(Any, brotli).error), zstandard.ZstdError, EOFError)
_HUGE_INTEGER = re.compile(rb"[0-9]{19}")


def key_text(headers: Headers) -> str | None:
    """The client's Loregate key: `Authorization: Bearer` or `x-api-key`, either on every path."""
    own = headers.get("x-loregate-key")
    if own:
        return own.strip()
    scheme, _, token = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and token.strip():
        return token.strip()
    return headers.get("x-api-key", "").strip() or None


def parse_json(raw: bytes) -> dict[str, Any]:
    """The JSON object in `raw`. Raises BadRequest when it is anything else."""
    try:
        value = _loads(raw)
    except (ValueError, RecursionError) as error:
        raise BadRequest("The body is not valid JSON.", detail=str(error)[:200]) from error
    if not isinstance(value, dict):
        raise BadRequest("The body must be a JSON object.")
    return cast(dict[str, Any], value)


def _loads(raw: bytes) -> Any:
    """orjson where it keeps every value exactly, the standard library where only that does."""
    if _HUGE_INTEGER.search(raw) is None:
        try:
            return orjson.loads(raw)
        except orjson.JSONDecodeError as error:
            if "surrogate" not in str(error) and b"\\u" not in raw:
                raise
    return json.loads(raw, parse_constant=_refuse_constant)


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is no JSON")


def dump_json(value: Any) -> bytes:
    """Compact JSON of a parsed body, as exact as `parse_json` read it."""
    try:
        return orjson.dumps(value)
    except TypeError:  # a lone surrogate, or an integer beyond 64 bits
        return json.dumps(value, ensure_ascii=True, separators=(",", ":"), allow_nan=False).encode("ascii")


async def read_body(request: Request, limit: int = MAX_BODY) -> bytes:
    """The body, decoded from gzip, deflate, br or zstd. No more than `limit` bytes are ever held.

    Raises TooLarge, UnsupportedEncoding, or BadRequest when the encoding is broken.
    """
    if (request.content_length or 0) > limit * READ_OVER:
        raise _too_large(limit)
    raw = bytearray()
    size = 0
    async for piece in request.body:
        size += len(piece)
        if size > limit * READ_OVER:
            break
        if size <= limit:
            raw += piece
    if size > limit:
        raise _too_large(limit)
    body = bytes(raw)
    for encoding in reversed(request.headers.get("content-encoding", "").lower().split(",")):
        body = _decode(body, encoding.strip(), limit)
    return body


def _decode(body: bytes, encoding: str, limit: int) -> bytes:
    if encoding in ("", "identity"):
        return body
    decode = _DECODERS.get(encoding)
    if decode is None:
        raise UnsupportedEncoding("Send the body as it is, or encoded with gzip, deflate, br or zstd.")
    try:
        decoded = decode(body, limit + 1)
    except _BROKEN as error:
        raise BadRequest(f"The body is not valid {encoding}.", detail=str(error)) from error
    if len(decoded) > limit:
        raise _too_large(limit)
    return decoded


def _inflate(wbits: int) -> Callable[[bytes, int], bytes]:
    def decode(body: bytes, most: int) -> bytes:
        stream = zlib.decompressobj(wbits)
        decoded = stream.decompress(body, most)
        if not stream.eof and len(decoded) < most:
            raise EOFError("the compressed body ends too early")
        return decoded

    return decode


def _deflate(body: bytes, most: int) -> bytes:
    """`deflate` is zlib's format by the RFC, and raw deflate by the habit of some clients."""
    try:
        return _inflate(zlib.MAX_WBITS)(body, most)
    except zlib.error:
        return _inflate(-zlib.MAX_WBITS)(body, most)


def _brotli(body: bytes, most: int) -> bytes:
    stream = cast(Any, brotli).Decompressor()
    decoded = bytes(stream.process(body, output_buffer_limit=most))
    while not stream.is_finished() and len(decoded) < most:
        more = bytes(stream.process(b"", output_buffer_limit=most - len(decoded)))
        if not more:
            raise EOFError("the compressed body ends too early")
        decoded += more
    return decoded


def _zstd(body: bytes, most: int) -> bytes:
    with zstandard.ZstdDecompressor().stream_reader(body, read_across_frames=True) as reader:
        return reader.read(most)


_DECODERS: Mapping[str, Callable[[bytes, int], bytes]] = {
    "gzip": _inflate(zlib.MAX_WBITS | 16),
    "x-gzip": _inflate(zlib.MAX_WBITS | 16),
    "deflate": _deflate,
    "br": _brotli,
    "zstd": _zstd,
}


def _too_large(limit: int) -> TooLarge:
    return TooLarge(f"The body is larger than {limit // MIB} MiB.")


async def json_body(request: Request, limit: int = MIB) -> dict[str, Any]:
    """The JSON object that a request carries; an empty body is an empty object."""
    raw = await read_body(request, limit)
    return parse_json(raw) if raw.strip() else {}


def json_response(value: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A JSON answer."""
    return Response(dump_json(value), status, dict(headers or {}), content_type="application/json")


def error_response(error: LoregateError) -> Response:
    """An error outside the dialects: `{"error": {message, type, code}}`."""
    kind = "server_error" if status_of(error) >= 500 else "invalid_request_error"
    body = {"error": {"message": error.message, "type": kind, "code": error.code}}
    return json_response(body, status_of(error), retry_headers(error))
