"""The one client, against a real server on loopback."""

import asyncio
import zlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from app.errors import BadRequest, NotFound, UpstreamFailed
from app.network import open_transport
from app.upstream.catalog import UpstreamEnv
from app.upstream.client import Outgoing, Secrets, Timeouts, Upstream, endpoint
from app.vault import FileVault
from app.world import World
from storage.model import Credentials
from tests.upstream.loopback import Cut, Loopback, Reply, Seen
from tests.upstream.samples import provider, target


@pytest.fixture
async def server() -> AsyncIterator[Loopback]:
    async with Loopback() as loopback:
        yield loopback


@pytest.fixture
async def upstream(tmp_path: Path) -> AsyncIterator[Upstream]:
    client = Upstream(World(transport=open_transport), Secrets(FileVault(tmp_path), UpstreamEnv()))
    yield client
    await client.aclose()


def at(server: Loopback, dialect: str = "chat", credentials: Credentials = "none", num: int = 1) -> Any:
    return target(provider(num, base_url=server.url, credentials=credentials), "m", dialect)


CHAT = Outgoing("/v1/chat/completions", b'{"model":"m"}', [("x-app", "1"), ("user-agent", "my-app")])


async def test_a_request_arrives_as_it_was_meant(server: Loopback, upstream: Upstream) -> None:
    await upstream.secrets.set("prv_1", " sk-ours\n")
    response = await upstream.send(at(server, credentials="secret"), CHAT)
    assert await response.aread() == b"{}"
    (seen,) = server.requests
    assert (seen.method, seen.target, seen.body) == ("POST", "/v1/chat/completions", b'{"model":"m"}')
    assert seen.headers == {
        "host": f"127.0.0.1:{server.port}",
        "x-app": "1",
        "user-agent": "my-app",
        "accept-encoding": "identity",
        "content-type": "application/json",
        "authorization": "Bearer sk-ours",
        "content-length": "13",
    }


async def test_method_and_query_go_up(server: Loopback, upstream: Upstream) -> None:
    response = await upstream.send(at(server), Outgoing("/v1/responses/r_1", method="GET", query="beta=true&limit=5"))
    await response.aclose()
    assert (server.requests[0].method, server.requests[0].target) == ("GET", "/v1/responses/r_1?beta=true&limit=5")


async def test_a_provider_without_its_secret_is_no_use(server: Loopback, upstream: Upstream) -> None:
    with pytest.raises(UpstreamFailed, match="no API key") as caught:
        await upstream.send(at(server, credentials="secret"), CHAT)
    assert not caught.value.mendable
    assert server.requests == []


async def test_the_environments_key_is_its_providers(server: Loopback, tmp_path: Path) -> None:
    secrets = Secrets(FileVault(tmp_path), UpstreamEnv(server.url, "sk-env"))
    client = Upstream(World(transport=open_transport), secrets)
    await (await client.send(at(server, "messages", "secret", num=0), Outgoing("/v1/messages"))).aclose()
    await client.aclose()
    assert server.requests[0].headers["x-api-key"] == "sk-env"
    assert server.requests[0].headers["authorization"] == "Bearer sk-env"


@pytest.mark.parametrize("secret", ["", "  ", "a\nb", "schlüssel"])
async def test_a_secret_that_no_header_can_carry_is_refused(upstream: Upstream, secret: str) -> None:
    with pytest.raises(BadRequest):
        await upstream.secrets.set("prv_1", secret)


async def test_a_deleted_secret_is_gone(upstream: Upstream) -> None:
    await upstream.secrets.set("prv_1", "sk")
    await upstream.secrets.delete("prv_1")
    assert await upstream.secrets.get(provider(1)) is None


async def test_cookies_of_one_call_never_go_out_with_another(tmp_path: Path) -> None:
    async with Loopback(lambda _: Reply(json={}, headers={"set-cookie": "tenant=a; Path=/"})) as server:
        client = Upstream(World(transport=open_transport), Secrets(FileVault(tmp_path), UpstreamEnv()))
        named = target(provider(1, base_url=f"http://localhost:{server.port}"))  # a name: jars skip bare addresses
        for _ in range(2):
            await (await client.send(named, CHAT)).aread()
        await client.aclose()
        assert all("cookie" not in seen.headers for seen in server.requests)


async def test_a_large_body_arrives_whole_and_with_its_length(server: Loopback, upstream: Upstream) -> None:
    body = b"0123456789abcdef" * 200_000
    response = await upstream.send(at(server), Outgoing("/v1/chat/completions", body))
    await response.aclose()
    assert server.requests[0].body == body
    assert server.requests[0].headers["content-length"] == str(len(body))
    assert "transfer-encoding" not in server.requests[0].headers


async def test_pieces_of_a_stream_come_as_they_are_sent(server: Loopback, upstream: Upstream) -> None:
    got_first = asyncio.Event()

    async def events() -> AsyncIterator[bytes]:
        yield b"data: 1\n\n"
        await got_first.wait()
        yield b"data: 2\n\n"

    server.answer = lambda _: Reply(body=events(), headers={"content-type": "text/event-stream"})
    response = await upstream.send(at(server), CHAT)
    pieces = response.aiter_raw()
    assert await anext(pieces) == b"data: 1\n\n"
    got_first.set()
    assert await anext(pieces) == b"data: 2\n\n"
    await response.aclose()


async def test_a_compressed_answer_comes_down_as_it_is(server: Loopback, upstream: Upstream) -> None:
    packed = zlib.compress(b"{}")
    server.answer = lambda _: Reply(body=packed, headers={"content-encoding": "deflate"})
    response = await upstream.send(at(server), CHAT)
    assert b"".join([piece async for piece in response.aiter_raw()]) == packed
    assert response.headers["content-encoding"] == "deflate"
    await response.aclose()


async def test_a_redirect_is_not_followed(server: Loopback, upstream: Upstream) -> None:
    server.answer = lambda _: Reply(307, json={}, headers={"location": f"{server.url}/elsewhere"})
    response = await upstream.send(at(server), CHAT)
    await response.aclose()
    assert response.status_code == 307
    assert len(server.requests) == 1


async def test_closing_the_answer_hangs_up_on_the_upstream(server: Loopback, upstream: Upstream) -> None:
    async def endless() -> AsyncIterator[bytes]:
        yield b"data: 1\n\n"
        await asyncio.Event().wait()

    server.answer = lambda _: Reply(body=endless())
    response = await upstream.send(at(server), CHAT)
    assert await anext(response.aiter_raw()) == b"data: 1\n\n"
    await response.aclose()
    await asyncio.wait_for(server.requests[0].gone.wait(), 1)


async def test_giving_up_before_the_first_byte_hangs_up_too(server: Loopback, upstream: Upstream) -> None:
    arrived = asyncio.Event()

    async def never(_: Seen) -> Reply:
        arrived.set()
        await asyncio.Event().wait()
        return Reply()

    server.answer = never
    call = asyncio.create_task(upstream.send(at(server), CHAT))
    await arrived.wait()
    call.cancel()
    await asyncio.gather(call, return_exceptions=True)
    await asyncio.wait_for(server.requests[0].gone.wait(), 1)


async def test_no_first_byte_in_time_is_a_failure(server: Loopback, upstream: Upstream) -> None:
    async def never(_: Seen) -> Reply:
        await asyncio.Event().wait()
        return Reply()

    server.answer = never
    with pytest.raises(UpstreamFailed, match=r"no answer in 0\.05 s") as caught:
        await upstream.send(at(server), CHAT, first_byte_s=0.05)
    assert caught.value.mendable


async def test_nobody_there_is_a_failure(upstream: Upstream) -> None:
    async with Loopback() as gone:
        dead = at(gone)
    with pytest.raises(UpstreamFailed, match="can't be reached"):
        await upstream.send(dead, CHAT)


async def test_a_connection_that_was_closed_while_idle_is_asked_once_more(server: Loopback, upstream: Upstream) -> None:
    def once_cut(seen: Seen) -> Reply:
        if len(server.requests) == 1:
            raise Cut
        return Reply(json={})

    server.answer = once_cut
    response = await upstream.send(at(server), CHAT)
    await response.aclose()
    assert [seen.body for seen in server.requests] == [CHAT.body, CHAT.body]


async def test_an_upstream_that_always_breaks_off_is_asked_twice_and_no_more(
    server: Loopback, upstream: Upstream
) -> None:
    def cut(_: Seen) -> Reply:
        raise Cut

    server.answer = cut
    with pytest.raises(UpstreamFailed):
        await upstream.send(at(server), CHAT)
    assert len(server.requests) == 2


async def test_nonsense_instead_of_http_is_a_failure(upstream: Upstream) -> None:
    async def nonsense(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"SSH-2.0-OpenSSH\r\n\r\n")
        writer.close()

    listening = await asyncio.start_server(nonsense, "127.0.0.1", 0)
    url = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
    with pytest.raises(UpstreamFailed):
        await upstream.send(target(provider(1, base_url=url)), CHAT)
    listening.close()


async def test_httpx_without_a_network_serves_as_well(tmp_path: Path) -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        assert request.extensions["timeout"] == {"connect": 1.0, "read": 3.0, "write": 3.0, "pool": 1.0}
        return httpx.Response(200, json={"seen": request.url.path})

    world = World(transport=lambda: httpx.MockTransport(answer))
    client = Upstream(world, Secrets(FileVault(tmp_path), UpstreamEnv()), Timeouts(1, 2, 3))
    response = await client.send(target(provider(1, base_url="http://up.example/v1")), CHAT)
    assert await response.aread() == b'{"seen":"/v1/chat/completions"}'
    await client.aclose()


@pytest.mark.parametrize(
    ("base", "dialect", "expected"),
    [
        ("http://h", "chat", "http://h/v1/x"),
        ("http://h/", "chat", "http://h/v1/x"),
        ("http://h/v1", "chat", "http://h/v1/x"),
        ("http://h/v1/", "messages", "http://h/v1/x"),
        ("https://openrouter.ai/api/v1", "chat", "https://openrouter.ai/api/v1/x"),
        ("https://api.z.ai/api/paas/v4", "chat", "https://api.z.ai/api/paas/v4/x"),
        ("https://g.example/v1beta/openai", "chat", "https://g.example/v1beta/openai/x"),
        ("https://g.example/v1/acc/gw/anthropic", "messages", "https://g.example/v1/acc/gw/anthropic/v1/x"),
        ("https://api.deepseek.com/anthropic", "messages", "https://api.deepseek.com/anthropic/v1/x"),
        ("http://h/a%20b", "chat", "http://h/a%20b/v1/x"),
        ("https://v.example/vertex", "chat", "https://v.example/vertex/v1/x"),
    ],
)
def test_base_urls_come_with_and_without_a_version(base: str, dialect: str, expected: str) -> None:
    assert endpoint(base, "/v1/x", dialect) == expected


@pytest.mark.parametrize("path", ["/v1/responses/r/../../files", "/v1/responses/..", "/v1/./x", "/v1/r/..\\x"])
async def test_no_path_leads_elsewhere_at_the_provider(server: Loopback, upstream: Upstream, path: str) -> None:
    with pytest.raises(NotFound):
        await upstream.send(at(server), Outgoing(path, method="GET"))
    assert server.requests == []


async def test_what_has_a_meaning_in_a_url_stays_in_the_path(server: Loopback, upstream: Upstream) -> None:
    await (await upstream.send(at(server), Outgoing("/v1/responses/a?b#c%2fd", method="GET"))).aclose()
    assert server.requests[0].target == "/v1/responses/a%3Fb%23c%252fd"


async def test_a_request_without_a_body_claims_no_type_of_one(server: Loopback, upstream: Upstream) -> None:
    await (await upstream.send(at(server), Outgoing("/v1/responses/r", method="DELETE"))).aclose()
    assert "content-type" not in server.requests[0].headers
