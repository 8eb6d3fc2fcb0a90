"""Answers to the gateway's own questions are read in bounds."""

import asyncio
import zlib
from collections.abc import AsyncIterator

import httpx
import pytest

from app.errors import UpstreamFailed
from app.upstream.reading import read_bytes, read_json


class Body(httpx.AsyncByteStream):
    """A raw body in pieces that notes whether it was closed."""

    def __init__(self, *pieces: bytes, hangs: bool = False) -> None:
        self.pieces, self.hangs, self.closed = pieces, hangs, False

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for piece in self.pieces:
            yield piece
        if self.hangs:
            await asyncio.Event().wait()

    async def aclose(self) -> None:
        self.closed = True


def response(body: Body, encoding: str = "") -> httpx.Response:
    return httpx.Response(200, headers={"content-encoding": encoding} if encoding else {}, stream=body)


async def test_an_object_is_read_and_the_answer_closed() -> None:
    body = Body(b'{"a":', b"1}")
    assert await read_json(response(body), "p", within_s=1) == {"a": 1}
    assert body.closed


@pytest.mark.parametrize("raw", [b"", b"[]", b"nonsense", b'"text"', b"{" * 100_000])
async def test_what_is_no_object_is_a_failure(raw: bytes) -> None:
    body = Body(raw)
    with pytest.raises(UpstreamFailed):
        await read_json(response(body), "p", within_s=1)
    assert body.closed


async def test_too_much_is_cut_off() -> None:
    body = Body(*[b"x" * 100] * 20)
    with pytest.raises(UpstreamFailed, match="more than 1000 bytes"):
        await read_bytes(response(body), "p", within_s=1, most=1000)
    assert body.closed


async def test_too_slow_is_a_failure() -> None:
    body = Body(b"{", hangs=True)
    with pytest.raises(UpstreamFailed, match="broke off"):
        await read_bytes(response(body), "p", within_s=0.02)
    assert body.closed


@pytest.mark.parametrize("wbits", [zlib.MAX_WBITS, zlib.MAX_WBITS | 16])
async def test_gzip_is_read_though_it_was_not_asked_for(wbits: int) -> None:
    packer = zlib.compressobj(wbits=wbits)
    packed = packer.compress(b'{"a":1}') + packer.flush()
    assert await read_json(response(Body(packed), "gzip"), "p", within_s=1) == {"a": 1}


async def test_a_bomb_unfolds_no_further_than_allowed() -> None:
    bomb = zlib.compress(b"0" * 50_000_000)
    with pytest.raises(UpstreamFailed, match="more than"):
        await read_bytes(response(Body(bomb), "deflate"), "p", within_s=5, most=100_000)


async def test_an_encoding_that_nobody_asked_for_is_named() -> None:
    with pytest.raises(UpstreamFailed, match="'br'"):
        await read_bytes(response(Body(b"\x0b\x02\x80{}\x03"), "br"), "p", within_s=1)
