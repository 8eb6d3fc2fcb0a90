"""Upstreams and clients that misbehave: each is answered as the contract says, the next call is fine, nothing half
is learned."""

import asyncio
import gzip
import json
import zlib

import brotli
import httpx
import pytest
import zstandard

from tests.house import House
from tests.model_server import Reply, echo

ROUTES = {
    "/v1/chat/completions": {"messages": [{"role": "user", "content": "hello there"}]},
    "/v1/messages": {"max_tokens": 9, "messages": [{"role": "user", "content": "hello there"}]},
    "/v1/responses": {"input": "hello there"},
}
ENDS = (b"[DONE]", b"message_stop", b"response.completed")


async def fine(house: House) -> None:
    """The next call is fine, and nothing but it was remembered."""
    house.upstream.answers = echo
    assert (await house.chat("after")).status_code == 200
    assert await house.said() == [[("user", "after"), ("assistant", "You said: after")]]


@pytest.mark.parametrize("path", ROUTES)
@pytest.mark.parametrize("status", [500, 502, 529])
async def test_an_upstream_that_fails(house: House, path: str, status: int) -> None:
    house.upstream.answers = lambda _: Reply("broken", status=status)
    answer = await house.http.post(path, json={"model": "m", **ROUTES[path]})
    assert answer.status_code == 503
    error = answer.json()["error"]
    assert "upstream_failed" in (error.get("code"), error.get("type"))
    assert "retry-after" in answer.headers
    await fine(house)


async def test_an_upstreams_own_refusal_goes_through_unchanged(house: House) -> None:
    house.upstream.answers = lambda _: Reply("bad temperature", status=400, headers=(("x-request-id", "r1"),))
    answer = await house.chat("hi")
    assert (answer.status_code, answer.json()["error"]["message"]) == (400, "bad temperature")
    assert answer.headers["x-request-id"] == "r1"
    house.upstream.answers = lambda _: Reply("slow down", status=429, headers=(("retry-after", "7"),))
    answer = await house.chat("hi")
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "7")
    house.upstream.answers = lambda _: Reply("who are you", status=401)
    answer = await house.chat("hi")
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "upstream_failed")
    assert answer.headers["x-should-retry"] == "false"
    await fine(house)


@pytest.mark.parametrize("path", ROUTES)
async def test_a_stream_that_is_cut_ends_with_an_error_and_no_end(house: House, path: str) -> None:
    whole = await _streamed(house, path)
    assert len(await house.said()) == 1
    await house.ctx.db.write(lambda tx: tx.execute("DELETE FROM conversations") and None)
    for at in (0, 1, 7, len(whole) // 3, len(whole) // 2, len(whole) - 20):
        house.upstream.answers = lambda _, at=at: Reply("You said: hello there", cut_after=at)
        got = await _streamed(house, path)
        head, error = _split_error(got)
        assert whole.startswith(head.removesuffix(b"\n\n")) or whole.startswith(head)
        assert b"upstream_failed" in error
        assert not any(end in got for end in ENDS if at < len(whole) - 100)
    await fine(house)


def _split_error(got: bytes) -> tuple[bytes, bytes]:
    at = got.rindex(b"event: error") if b"event: error" in got else got.rindex(b'data: {"error"')
    return got[:at], got[at:]


async def _streamed(house: House, path: str) -> bytes:
    house.upstream.count = 0  # so that ids in answers are the same each time
    async with house.http.stream("POST", path, json={"model": "m", "stream": True, **ROUTES[path]}) as answer:
        assert answer.status_code == 200
        return b"".join([piece async for piece in answer.aiter_raw()])


@pytest.mark.parametrize(
    "raw",
    [
        b"data: {not json}\n\ndata: [DONE]\n\n",
        b"event: only\n\n",
        b"\xef\xbb\xbf: comment\r\n\r\ndata: {}\r\n\r\n",
        b"data: " + b"x" * (10 * 1024 * 1024) + b"\n\n",
        b"\xff\xfe\x00garbage",
        b"",
    ],
)
async def test_malformed_streams_pass_byte_for_byte_and_are_no_turn(house: House, raw: bytes) -> None:
    house.upstream.answers = lambda _: Reply(raw=raw, content_type="text/event-stream")
    body = {"model": "m", "stream": True, "stream_options": {"include_usage": True}, **ROUTES["/v1/chat/completions"]}
    async with house.http.stream("POST", "/v1/chat/completions", json=body) as answer:
        got = b"".join([piece async for piece in answer.aiter_raw()])
    assert got.startswith(raw)
    await fine(house)


async def test_a_gzip_bomb_passes_raw_and_is_never_unpacked_whole(house: House) -> None:
    bomb = gzip.compress(b"\0" * (200 * 1024 * 1024), 9)
    house.upstream.answers = lambda _: Reply(raw=bomb, headers=(("content-encoding", "gzip"),))
    async with house.http.stream(
        "POST", "/v1/chat/completions", json={"model": "m", **ROUTES["/v1/chat/completions"]}
    ) as answer:
        got = b"".join([piece async for piece in answer.aiter_raw()])
    assert got == bomb
    await fine(house)


async def test_no_upstream_at_all(house: House) -> None:
    from storage.model import Chain, Model, Provider
    from storage.sql import routing

    dead = Provider(0, "prv_dead", house.project, "dead", "http://127.0.0.1:9", ("chat",), "none", False, False, 1)

    def work(tx) -> None:
        provider = routing.insert_provider(tx, house.project, dead)
        model = Model(0, "mdl_1", house.project, provider.num, "dead-one", "x", {}, None, None, True, 1)
        routing.insert_model(tx, house.project, model)
        routing.put_chain(tx, house.project, Chain(house.project, "coding", ("dead-one", "live"), True))
        live = Model(0, "mdl_2", house.project, provider.num, "unused", "x", {}, None, None, True, 1)
        routing.insert_model(tx, house.project, live)

    await house.ctx.db.write(work)
    answer = await house.chat("hi", model="dead-one")
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "upstream_failed")
    fallen_back = await house.chat("over", model="coding")
    assert fallen_back.status_code == 200
    record = await house.call(fallen_back.headers["x-loregate-call-id"])
    assert (record.attempts, record.model_used) == (2, "live")


@pytest.mark.parametrize("stream", [False, True])
async def test_a_client_that_leaves_before_the_first_byte_cancels_the_upstream(house: House, stream: bool) -> None:
    never = asyncio.Event()
    house.upstream.answers = lambda _: Reply("late", wait=never)
    asking = asyncio.create_task(house.chat("hi", stream=stream))
    await house.upstream.arrived.wait()
    asking.cancel()
    async with asyncio.timeout(1):
        await house.upstream.given_up.wait()
    never.set()
    await fine(house)


async def test_a_client_that_leaves_mid_stream_leaves_a_record_and_no_turn(house: House) -> None:
    never = asyncio.Event()
    house.upstream.answers = lambda _: Reply("a long answer that goes on", cut_after=600, wait=never)
    body = {"model": "m", "stream": True, **ROUTES["/v1/chat/completions"]}
    async with house.http.stream("POST", "/v1/chat/completions", json=body) as answer:
        id = answer.headers["x-loregate-call-id"]
        async for _ in answer.aiter_raw():
            break
    async with asyncio.timeout(1):
        await house.upstream.given_up.wait()
    never.set()
    record = await house.call(id)
    assert (record.complete, record.error, record.status) == (False, "client_left", 499)
    await fine(house)


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "raw-deflate", "br", "zstd", "identity"])
async def test_request_encodings(house: House, encoding: str) -> None:
    raw = json.dumps({"model": "m", "messages": [{"role": "user", "content": "packed"}]}).encode()
    deflate = zlib.compressobj(wbits=-15)
    packed = {
        "gzip": gzip.compress(raw),
        "deflate": zlib.compress(raw),
        "raw-deflate": deflate.compress(raw) + deflate.flush(),
        "br": brotli.compress(raw),
        "zstd": zstandard.compress(raw),
        "identity": raw,
    }[encoding]
    name = encoding.removeprefix("raw-")
    answer = await house.http.post(
        "/v1/chat/completions", content=packed, headers={"content-encoding": name, "content-type": "application/json"}
    )
    assert answer.json()["choices"][0]["message"]["content"] == "You said: packed"
    assert "content-encoding" not in house.upstream.received[-1].headers
    broken = await house.http.post(
        "/v1/chat/completions", content=packed[: len(packed) // 2], headers={"content-encoding": name}
    )
    assert broken.status_code == 400


async def test_bodies_that_cannot_be_served(house: House) -> None:
    async def post(content: bytes, **headers: str) -> httpx.Response:
        return await house.http.post("/v1/chat/completions", content=content, headers=headers)

    for raw in (b"", b"[]", b"{", b"nul", b'{"a": NaN}', b"[" * 100_000, b'{"model": 7}', b'{"messages": []}'):
        answer = await post(raw)
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, "invalid_request"), raw[:20]
    strange = await post(b"{}", **{"content-encoding": "lzma"})
    assert (strange.status_code, strange.json()["error"]["code"]) == (415, "unsupported_encoding")
    large = await post(b" " * (32 * 1024 * 1024 + 1))
    assert (large.status_code, large.json()["error"]["code"]) == (413, "too_large")
    bomb = await post(gzip.compress(b" " * (64 * 1024 * 1024)), **{"content-encoding": "gzip"})
    assert bomb.status_code == 413
    assert house.upstream.received == []
    await fine(house)


async def test_a_name_that_holds_half_a_character_is_no_name(house: House) -> None:
    unnamed = await house.http.post("/v1/chat/completions", content=rb'{"model": "m\ud800", "messages": []}')
    assert (unnamed.status_code, unnamed.json()["error"]["code"]) == (400, "invalid_request")
    raw = rb'{"model": "m", "input": "hi", "previous_response_id": "resp_\ud800"}'
    answer = await house.http.post("/v1/responses", content=raw)
    assert (answer.status_code, house.upstream.received[-1].raw) == (200, raw)
    assert (await house.call(answer.headers["x-loregate-call-id"])).turn_id is not None


async def test_what_the_upstream_gets_equals_what_the_client_sent(house: House) -> None:
    odd = (
        '{"model": "m", "messages": [{"role": "user", "content": [{"type": "text", "text": "half \\ud83d, whole 🦊"},'
        ' {"type": "image_url", "image_url": {"url": "data:,x"}}], "x": {"deep": [1.10, 1e3, null]}}],'
        ' "seed": 123456789012345678901234567890, "unknown": {"a": []}, "temperature": 0.10}'
    )
    answer = await house.http.post("/v1/chat/completions", content=odd.encode())
    assert answer.status_code == 200
    assert house.upstream.received[-1].raw == odd.encode()
    streamed = odd.replace('"seed"', '"stream": true, "seed"')
    await house.http.post("/v1/chat/completions", content=streamed.encode())
    sent = house.upstream.received[-1].body
    assert sent.pop("stream_options") == {"include_usage": True}
    assert sent == json.loads(streamed)


async def test_a_websocket_is_refused_at_once(house: House) -> None:
    answer = await house.http.get(
        "/v1/responses",
        headers={
            "connection": "Upgrade",
            "upgrade": "websocket",
            "sec-websocket-version": "13",
            "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
            "authorization": "",
        },
    )
    assert answer.status_code == 426


@pytest.mark.parametrize("inside", [False, True], ids=["between events", "inside an event"])
async def test_silence_is_filled_with_comments_but_never_inside_an_event(
    house: House, monkeypatch: pytest.MonkeyPatch, inside: bool
) -> None:
    monkeypatch.setattr("app.gateway.relay.SILENCE_S", 0.02)
    whole = await _streamed(house, "/v1/messages")
    boundary = whole.index(b"\n\n") + 2
    go_on = asyncio.Event()
    house.upstream.answers = lambda _: Reply(
        "You said: hello there", cut_after=boundary + (9 if inside else 0), wait=go_on
    )
    house.upstream.count = 0
    got = b""
    body = {"model": "m", "stream": True, **ROUTES["/v1/messages"]}
    async with house.http.stream("POST", "/v1/messages", json=body) as answer:
        async for piece in answer.aiter_raw():
            got += piece
            if got.count(b": keep-alive\n\n") == 2 or (inside and len(got) == boundary + 9):
                break_off = asyncio.get_running_loop().call_later(0.1, go_on.set)
    assert break_off is not None
    comments = b": keep-alive\n\n" * got.count(b": keep-alive\n\n")
    assert (comments == b"") is inside
    assert got.startswith(whole[:boundary] + (whole[boundary : boundary + 9] if inside else comments))
    assert b"upstream_failed" in got


async def test_a_compressed_stream_passes_byte_for_byte_with_nothing_put_in(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.gateway.relay.SILENCE_S", 0.01)
    raw = gzip.compress(b"data: {}\n\n")
    packed = (("content-encoding", "gzip"),)
    house.upstream.answers = lambda _: Reply(raw=raw, content_type="text/event-stream", headers=packed)
    assert await _streamed(house, "/v1/messages") == raw
    await fine(house)
