"""A server that is stopped while a call runs: the call may finish, or is cut off and kept as what it was."""

import asyncio
from pathlib import Path

import httpx

from storage.sql import calls
from tests.house import House, house_at
from tests.model_server import Reply


async def long_call(house: House) -> tuple[asyncio.Task[httpx.Response], asyncio.Event]:
    """A streamed call that its upstream has received and holds back, and what lets it go on."""
    release = asyncio.Event()
    received = len(house.upstream.received)
    house.upstream.answers = lambda _: Reply("At last.", wait=release)
    call = asyncio.create_task(house.chat("Take your time.", stream=True))
    async with asyncio.timeout(10):
        while len(house.upstream.received) == received:
            await asyncio.sleep(0)
    return call, release


async def test_a_running_call_finishes_and_is_recorded_while_new_ones_are_turned_away(tmp_path: Path):
    async with house_at(tmp_path) as house:
        call, release = await long_call(house)
        house.server.stop()
        late = await house.chat("Am I too late?")
        assert (late.status_code, late.headers["retry-after"]) == (503, "1")
        release.set()
        answer = await call
        assert answer.status_code == 200
        assert "[DONE]" in answer.text
        await house.server.ended()
        assert await house.said() == [[("user", "Take your time."), ("assistant", "At last.")]]


async def test_a_second_signal_cuts_a_running_call_off_and_keeps_its_record(tmp_path: Path):
    async with house_at(tmp_path) as house:
        call, _ = await long_call(house)
        house.server.stop()
        house.server.stop()
        async with asyncio.timeout(5):
            await house.server.ended()
            await asyncio.wait({call})
        assert call.exception() is not None or call.result().status_code >= 500
        await house.recorded()
        (record,) = await house.ctx.db.read(lambda tx: tx.all("SELECT id FROM calls"))
        kept = await house.ctx.db.read(lambda tx: calls.by_id(tx, house.project, record["id"]))
        assert kept is not None
        assert (kept.complete, kept.error) == (False, "client_left")
        assert await house.said() == []
