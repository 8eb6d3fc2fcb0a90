"""What `/v1/models` shows, and the upstream's own list behind `auto`."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from app.network import open_transport
from app.upstream.catalog import DIALECTS, TIERS, UpstreamEnv
from app.upstream.client import Secrets, Upstream
from app.upstream.listing import ListedModel, Listing
from app.vault import FileVault
from app.world import World
from storage.model import Chain, Provider
from tests.upstream.loopback import Loopback, Reply, Seen
from tests.upstream.samples import catalog, model, provider


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
async def server() -> AsyncIterator[Loopback]:
    async with Loopback() as loopback:
        loopback.answer = lambda _: Reply(json=OPENAI)
        yield loopback


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def listing(tmp_path: Path, clock: Clock) -> AsyncIterator[Listing]:
    upstream = Upstream(
        World(transport=open_transport, monotonic=clock), Secrets(FileVault(tmp_path), UpstreamEnv(key="sk-env"))
    )
    yield Listing(upstream)
    await upstream.aclose()


OPENAI: dict[str, Any] = {
    "object": "list",
    "data": [
        {"id": "text-embedding-3", "object": "model", "created": 1700000000, "owned_by": "openai"},
        {"id": "gpt-5", "object": "model", "created": 1710000000, "owned_by": "openai"},
        {"id": "whisper-1", "created": 1e300},
        "nonsense",
        {"no": "id"},
    ],
}
ANTHROPIC: dict[str, Any] = {
    "data": [{"type": "model", "id": "claude-x", "display_name": "X", "created_at": "2025-09-29T00:00:00Z"}],
    "has_more": False,
}


def environment(server: Loopback, dialects: tuple[str, ...] = DIALECTS) -> Provider:
    return provider(
        0, "default", base_url=server.url, dialects=dialects, passthrough=True, is_default=True, credentials="secret"
    )


async def test_with_nothing_stored_the_upstreams_own_list_is_shown(server: Loopback, listing: Listing) -> None:
    shown = await listing.shown(catalog([environment(server)]))
    assert shown == (
        ListedModel("text-embedding-3", 1700000000, "openai"),
        ListedModel("gpt-5", 1710000000, "openai"),
        ListedModel("whisper-1", 0, "default"),
    )
    assert server.requests[0].target == "/v1/models"
    assert server.requests[0].headers["authorization"] == "Bearer sk-env"


async def test_anthropics_list_is_read_too(server: Loopback, listing: Listing) -> None:
    server.answer = lambda _: Reply(json=ANTHROPIC)
    shown = await listing.shown(catalog([environment(server, ("messages",))]))
    assert shown == (ListedModel("claude-x", 1759104000, "default"),)
    assert server.requests[0].target == "/v1/models?limit=1000"
    assert server.requests[0].headers["x-api-key"] == "sk-env"


async def test_the_list_is_asked_for_once_a_minute_and_once_for_all_who_wait(
    server: Loopback, listing: Listing, clock: Clock
) -> None:
    known = catalog([environment(server)])
    await asyncio.gather(*(listing.shown(known) for _ in range(5)))
    clock.now += 59
    await listing.shown(known)
    assert len(server.requests) == 1
    clock.now += 2
    await listing.shown(known)
    assert len(server.requests) == 2


@pytest.mark.parametrize("reply", [Reply(404, json={}), Reply(500, json={}), Reply(body=b"<html>"), Reply(json=[])])
async def test_a_list_that_cannot_be_had_is_empty_and_not_asked_for_at_once_again(
    server: Loopback, listing: Listing, clock: Clock, reply: Reply
) -> None:
    server.answer = lambda _: reply
    known = catalog([environment(server)])
    assert await listing.shown(known) == ()
    assert await listing.shown(known) == ()
    assert len(server.requests) == 1
    clock.now += 16
    await listing.shown(known)
    assert len(server.requests) == 2


async def test_listed_chains_and_models_are_shown_and_hidden_ones_are_not(server: Loopback, listing: Listing) -> None:
    known = catalog(
        [provider(1, "openai"), environment(server)],
        [model("seen"), model("unseen", listed=False), model("gpt-5", listed=False)],
        {"coding": ["seen"], "memory-extract": ["seen"]},
    )
    chains = {**known.chains, "strix-frontier": Chain(1, "strix-frontier", ("seen",), listed=False)}
    names = [m.id for m in await listing.shown(type(known)(1, known.providers, known.models, chains))]
    assert names == ["coding", "seen", "text-embedding-3", "whisper-1"]
    assert not set(names) & set(TIERS)


async def test_an_open_provider_with_models_of_its_own_shows_only_those(server: Loopback, listing: Listing) -> None:
    stored = provider(3, base_url=server.url, passthrough=True)
    assert [m.id for m in await listing.shown(catalog([stored], [model("m", 3)]))] == ["m"]
    assert server.requests == []


async def test_client_credentials_are_nobodys_to_ask_with(server: Loopback, listing: Listing) -> None:
    assert await listing.of(provider(1, base_url=server.url, passthrough=True, credentials="client")) == ()
    assert server.requests == []


async def test_the_first_of_an_upstreams_list_is_one_that_can_talk(server: Loopback, listing: Listing) -> None:
    asked = environment(server)
    assert await listing.first(asked, "chat") == "gpt-5"
    assert await listing.first(asked, "embeddings") == "text-embedding-3"
    assert await listing.first(asked, "chat", frozenset({"gpt-5"})) == "text-embedding-3"


async def test_a_caller_that_leaves_takes_nobody_else_along(server: Loopback, listing: Listing) -> None:
    waits, goes_on = asyncio.Event(), asyncio.Event()

    async def slowly(_: Seen) -> Reply:
        waits.set()
        await goes_on.wait()
        return Reply(json=OPENAI)

    server.answer = slowly
    known = catalog([environment(server)])
    leaves, stays = (asyncio.create_task(listing.shown(known)) for _ in range(2))
    await waits.wait()
    leaves.cancel()
    goes_on.set()
    assert len(await stays) == 3
    assert len(server.requests) == 1
