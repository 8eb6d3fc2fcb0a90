"""A chain is tried in turn: what leads on, what stands, what fails."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from app.errors import UpstreamFailed
from app.network import open_transport
from app.upstream.attempt import Attempt, first_answer
from app.upstream.catalog import UpstreamEnv
from app.upstream.client import Outgoing, Secrets, Upstream
from app.upstream.routing import Target
from app.vault import FileVault
from app.world import World
from storage.model import Credentials
from tests.upstream.loopback import Cut, Loopback, Reply, Seen
from tests.upstream.samples import provider, target


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


class Rig:
    """One server; the model's name says what it does: a status, `cut`, or `dead` for a port where nobody is."""

    def __init__(self, server: Loopback, upstream: Upstream, clock: Clock) -> None:
        self.server, self.upstream, self.clock = server, upstream, clock
        self.credentials: Credentials = "none"
        self.headers: dict[str, str] = {}
        server.answer = self.answer

    def answer(self, seen: Seen) -> Reply:
        does = seen.body.decode()
        if does == "cut":
            raise Cut
        return Reply(int(does), json={"does": does}, headers=self.headers)

    def target(self, does: str) -> Target:
        url = "http://127.0.0.1:1" if does == "dead" else self.server.url
        return target(provider(1, base_url=url, credentials=self.credentials), does)

    async def ask(self, *does: str, on_try: Callable[[Target], None] = lambda _: None) -> Attempt:
        attempt = await first_answer(
            self.upstream,
            [self.target(one) for one in does],
            lambda target: Outgoing("/v1/chat/completions", target.upstream_name.encode()),
            on_try=on_try,
        )
        await attempt.response.aread()
        await attempt.response.aclose()
        return attempt


@asynccontextmanager
async def rig_in(folder: Path) -> AsyncIterator[Rig]:
    clock = Clock()
    async with Loopback() as server:
        world = World(transport=open_transport, monotonic=clock)
        upstream = Upstream(world, Secrets(FileVault(folder), UpstreamEnv()))
        yield Rig(server, upstream, clock)
        await upstream.aclose()


@pytest.fixture
async def rig(tmp_path: Path) -> AsyncIterator[Rig]:
    async with rig_in(tmp_path) as made:
        yield made


@pytest.mark.parametrize("does", ["408", "409", "429", "500", "503", "529", "cut", "dead"])
async def test_the_next_model_is_tried(rig: Rig, does: str) -> None:
    attempt = await rig.ask(does, "200")
    assert (attempt.target.upstream_name, attempt.attempts, attempt.response.status_code) == ("200", 2, 200)


@pytest.mark.parametrize("status", ["200", "400", "404", "413", "422"])
async def test_an_answer_that_stands_ends_the_chain(rig: Rig, status: str) -> None:
    attempt = await rig.ask(status, "200")
    assert (attempt.response.status_code, attempt.attempts) == (int(status), 1)


@pytest.mark.parametrize("status", ["408", "409", "429"])
async def test_the_last_ones_own_4xx_passes_unchanged(rig: Rig, status: str) -> None:
    rig.headers = {"retry-after": "17"}
    attempt = await rig.ask("500", status)
    assert attempt.response.status_code == int(status)
    assert attempt.response.json() == {"does": status}
    assert attempt.response.headers["retry-after"] == "17"


async def test_a_5xx_at_the_end_is_upstream_failed_and_says_when_to_come_back(rig: Rig) -> None:
    rig.headers = {"retry-after": "17"}
    with pytest.raises(UpstreamFailed) as caught:
        await rig.ask("429", "500")
    assert (caught.value.retry_after, caught.value.mendable) == (17, True)
    assert "status 500" in caught.value.message
    assert "does" not in caught.value.message + caught.value.detail


@pytest.mark.parametrize("does", ["dead", "cut"])
async def test_no_answer_at_the_end_is_upstream_failed(rig: Rig, does: str) -> None:
    with pytest.raises(UpstreamFailed) as caught:
        await rig.ask("500", does)
    assert caught.value.mendable


@pytest.mark.parametrize("status", ["401", "403"])
async def test_a_refused_secret_of_ours_is_no_matter_of_the_clients(rig: Rig, status: str) -> None:
    with pytest.raises(UpstreamFailed) as caught:
        await rig.ask(status, "200")
    assert not caught.value.mendable
    rig.credentials = "client"
    assert (await rig.ask(status, "200")).response.status_code == int(status)


async def test_a_redirect_is_neither_followed_nor_handed_on(rig: Rig) -> None:
    rig.headers = {"location": "http://evil.example/"}
    with pytest.raises(UpstreamFailed, match="redirects") as caught:
        await rig.ask("307")
    assert not caught.value.mendable
    assert "evil" not in caught.value.message


async def test_a_model_that_keeps_failing_rests_until_its_time_is_over(rig: Rig) -> None:
    for _ in range(3):
        await rig.ask("500", "200")
    assert len(rig.server.requests) == 6
    assert (await rig.ask("500", "200")).attempts == 1
    rig.clock.now += 31
    assert (await rig.ask("500", "200")).attempts == 2


async def test_a_conflict_gives_nobody_a_rest(rig: Rig) -> None:
    for _ in range(4):
        assert (await rig.ask("409", "200")).attempts == 2


async def test_each_try_is_told_even_when_the_call_is_cancelled(rig: Rig) -> None:
    tried: list[str] = []
    waits = asyncio.Event()

    async def never(_: Seen) -> Reply:
        waits.set()
        await asyncio.Event().wait()
        return Reply()

    rig.server.answer = lambda seen: never(seen) if seen.body == b"201" else rig.answer(seen)
    call = asyncio.create_task(rig.ask("500", "201", on_try=lambda target: tried.append(target.upstream_name)))
    await waits.wait()
    call.cancel()
    await asyncio.gather(call, return_exceptions=True)
    assert tried == ["500", "201"]
