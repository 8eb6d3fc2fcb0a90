"""Reads an answer that the gateway itself asked for: whole, in bounds, as a JSON object. Closes it in any case."""

import asyncio
import zlib
from typing import Any, cast

import aiohttp
import httpx
import orjson

from app.errors import UpstreamFailed

MOST_BYTES = 16 * 1024 * 1024


async def read_json(
    response: httpx.Response, provider: str, *, within_s: float, most: int = MOST_BYTES
) -> dict[str, Any]:
    """The JSON object of an answer. Raises UpstreamFailed: broken off, too slow, too large, or no JSON object."""
    raw = await read_bytes(response, provider, within_s=within_s, most=most)
    try:
        value = orjson.loads(raw)
    except orjson.JSONDecodeError as error:
        raise UpstreamFailed(f"The provider {provider} answered with something that is no JSON.") from error
    if not isinstance(value, dict):
        raise UpstreamFailed(f"The provider {provider} answered with JSON that is no object.")
    return cast(dict[str, Any], value)


async def read_bytes(response: httpx.Response, provider: str, *, within_s: float, most: int = MOST_BYTES) -> bytes:
    """The decoded bytes of an answer, never more than `most`, however far they unfold. Raises UpstreamFailed."""
    raw = bytearray()
    try:
        async with asyncio.timeout(within_s):
            async for piece in response.aiter_raw():
                raw += piece
                if len(raw) > most:
                    raise UpstreamFailed(f"The provider {provider} sent more than {most} bytes.", mendable=False)
    except (TimeoutError, httpx.HTTPError, aiohttp.ClientError, OSError) as error:
        detail = f"{type(error).__name__}: {error}"[:500]
        raise UpstreamFailed(f"The provider {provider} broke off its answer. Try again.", detail=detail) from error
    finally:
        await response.aclose()
    return _decoded(bytes(raw), response.headers.get("content-encoding", ""), provider, most)


def _decoded(raw: bytes, encoding: str, provider: str, most: int) -> bytes:
    """We ask for no encoding; some proxies pack with gzip all the same."""
    if encoding.lower() in ("", "identity"):
        return raw
    unpack = zlib.decompressobj(zlib.MAX_WBITS | 32)  # gzip or zlib, by its head
    try:
        decoded = unpack.decompress(raw, most + 1)
    except zlib.error as error:
        raise UpstreamFailed(
            f"The provider {provider} answered in the encoding {encoding[:20]!r}, which was not asked for.",
            mendable=False,
        ) from error
    if len(decoded) > most:
        raise UpstreamFailed(f"The provider {provider} sent more than {most} bytes.", mendable=False)
    return decoded
