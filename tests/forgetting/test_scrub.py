"""The scrub: when it is done, what stands in its way, and that its search finds what is left."""

import asyncio
import os
import random
from dataclasses import replace
from pathlib import Path

import pytest

from app.memory import scrubbing
from app.memory.forgetting import certificate, certificate_shape, delete, erase
from app.memory.scrubbing import BUSY, LATEST_MS, QUIET_MS, REST_S, next_scrub, scrub_due, scrub_now
from app.memory.traces import Traces
from storage import driver, scrub
from storage.errors import StorageFull
from storage.scrub import PIECE, Pieces, search
from storage.sql import calls, erasures
from storage.sql.erasures import Erasure
from tests.forgetting.layouts import Layout, bytes_of
from tests.memory.shelf import Shelf

WORDS = "Ana keeps her savings in a tin under the third floorboard"


async def erased(shelf: Shelf, subject: str = "ana") -> Erasure:
    await shelf.put(f"{WORDS} ({subject})", subject=subject)
    return await erase(shelf.ctx, shelf.project.num, subject, actor="key:key_1")


async def now(shelf: Shelf, erasure: Erasure) -> Erasure:
    return await certificate(shelf.ctx, shelf.project.num, erasure.id)


# --- when --------------------------------------------------------------------------------------------------------


async def test_it_waits_for_a_quiet_moment_and_serves_all_that_wait(shelf: Shelf) -> None:
    first = await erased(shelf, "ana")
    assert await next_scrub(shelf.ctx) == first.at + QUIET_MS
    shelf.hands.ms += QUIET_MS - 2000
    second = await erased(shelf, "ben")
    shelf.hands.ms += QUIET_MS - 1
    assert await scrub_due(shelf.ctx) == 0
    shelf.hands.ms += 1
    assert await scrub_due(shelf.ctx) == 2
    for one in (first, second):
        done = await now(shelf, one)
        assert (done.scrub, done.scrubbed_at, done.note) == ("done", shelf.hands.ms, None)
    assert await next_scrub(shelf.ctx) is None
    assert await scrub_due(shelf.ctx) == 0


async def test_calls_put_it_off_but_never_for_an_hour(shelf: Shelf) -> None:
    one = await erased(shelf)
    town = Layout(shelf, random.Random(1), ["ben"], ["default"])
    while shelf.hands.ms < one.at + LATEST_MS - 2 * QUIET_MS:
        await town.call()
        shelf.hands.ms += QUIET_MS // 2
        assert await scrub_due(shelf.ctx) == 0
        shelf.hands.ms += 5 * 60 * 1000
    await town.call()
    shelf.hands.ms = max(shelf.hands.ms, one.at + LATEST_MS)
    assert await scrub_due(shelf.ctx) == 1
    assert shelf.hands.ms - one.at < 3_600_000


async def test_a_call_s_end_counts_and_not_its_beginning(shelf: Shelf) -> None:
    town = Layout(shelf, random.Random(1), ["ben"], ["default"])
    await town.call()
    assert await shelf.ctx.db.read(calls.last_end) == shelf.hands.ms + 2


# --- what stands in its way --------------------------------------------------------------------------------------


async def test_it_waits_for_a_reader_that_holds_on_to_what_was(shelf: Shelf) -> None:
    reader = driver.connect(driver.load(), shelf.ctx.db.path, readonly=True)
    try:
        await shelf.put("something", subject="ben")
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM memories").fetchone()
        one = await erased(shelf)
        assert await scrub_now(shelf.ctx) == 0
        assert certificate_shape(await now(shelf, one))["scrub"] == "pending"
        assert (await now(shelf, one)).note == BUSY
        assert WORDS.encode() in bytes_of(shelf.ctx.db.path.parent)
        await shelf.put("writes go on", subject="ben")
    finally:
        reader.close()
    assert await scrub_now(shelf.ctx) == 1
    done = await now(shelf, one)
    assert (done.scrub, done.note) == ("done", None)
    assert WORDS.encode() not in bytes_of(shelf.ctx.db.path.parent)


async def test_a_try_that_failed_rests_before_the_next(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    ctx = replace(shelf.ctx, world=replace(shelf.ctx.world, monotonic=lambda: clock[0]))
    tries: list[float] = []

    def busy(_: object) -> bool:
        tries.append(clock[0])
        return False

    monkeypatch.setattr(scrub, "rewrite", busy)
    await erased(shelf)
    shelf.hands.ms += QUIET_MS
    for _ in range(2 * int(REST_S) + 1):
        await scrub_due(ctx)
        clock[0] += 1
    assert tries == [0.0, REST_S, 2 * REST_S]
    monkeypatch.undo()
    clock[0] += REST_S
    assert await scrub_due(ctx) == 1


async def test_with_a_full_disk_it_stays_pending(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    one = await erased(shelf)

    def full(_: object) -> bool:
        raise OSError(28, os.strerror(28))

    with monkeypatch.context() as patch:
        patch.setattr(scrub, "rewrite", full)
        assert await scrub_now(shelf.ctx) == 0
    assert (await now(shelf, one)).note == scrubbing.FULL
    with pytest.raises(StorageFull):
        await shelf.ctx.db.alone(full)
    assert await scrub_now(shelf.ctx) == 1


async def test_what_a_file_beside_the_database_still_holds_keeps_it_pending(shelf: Shelf) -> None:
    log = shelf.ctx.db.path.with_name("logs") / "old.log"
    log.parent.mkdir()
    log.write_text(f"12:00 saved: {WORDS} (ana)\n")
    one, other = await erased(shelf), await erased(shelf, "ben")
    assert await scrub_now(shelf.ctx) == 0  # both say the same but for the name
    assert "logs/old.log" in ((await now(shelf, one)).note or "")
    log.write_text("12:00 saved something (ben)")
    assert await scrub_now(shelf.ctx) == 2
    assert (await now(shelf, other)).scrub == "done"


async def test_an_erasure_that_left_nothing_is_done_beside_one_that_did(shelf: Shelf) -> None:
    shelf.ctx.db.path.with_name("old.log").write_text(f"{WORDS} (ana)")
    one = await erased(shelf)
    await shelf.put("Ben sings in the choir of the fire brigade", subject="ben")
    other = await erase(shelf.ctx, shelf.project.num, "ben", actor="key:key_1")
    assert await scrub_now(shelf.ctx) == 1
    assert [(await now(shelf, erasure)).scrub for erasure in (one, other)] == ["pending", "done"]


async def test_after_a_restart_the_file_is_written_anew_and_the_certificate_says_that_nothing_was_searched(
    shelf: Shelf,
) -> None:
    one = await erased(shelf)
    ctx = replace(shelf.ctx, traces=Traces())
    assert await scrub_now(ctx) == 1
    done = await now(shelf, one)
    assert (done.scrub, done.scan, done.note) == ("done", None, scrubbing.RESTARTED)
    assert WORDS.encode() not in bytes_of(shelf.ctx.db.path.parent)


async def test_a_certificate_tells_what_was_searched(shelf: Shelf) -> None:
    one = await erased(shelf)
    await scrub_now(shelf.ctx)
    scan = (await now(shelf, one)).scan
    assert scan is not None
    assert scan.pieces >= len(WORDS) // PIECE
    assert scan.files >= 1
    assert scan.bytes >= shelf.ctx.db.path.stat().st_size


async def test_no_words_are_kept_for_the_search(shelf: Shelf) -> None:
    one = await erased(shelf)
    pieces = shelf.ctx.traces.get(one.num)
    assert pieces is not None
    assert WORDS.encode()[:8] not in pieces.hashes.tobytes()
    await scrub_now(shelf.ctx)
    assert shelf.ctx.traces.get(one.num) is None
    stored = await shelf.ctx.db.read(lambda tx: [tuple(row) for row in tx.all("SELECT * FROM erasures")])
    assert "floorboard" not in str(stored)


async def test_writes_wait_while_the_file_is_written_and_reads_do_not(shelf: Shelf) -> None:
    (memory,) = await shelf.put(WORDS)
    await delete(shelf.ctx, shelf.project.num, memory.id, actor="key:key_1")
    scrubbed, stored, _ = await asyncio.gather(
        scrub_now(shelf.ctx),
        shelf.put(*(f"memory number {n}" for n in range(50))),
        asyncio.gather(*(shelf.ctx.db.read(erasures.pending) for _ in range(200))),
    )
    assert (scrubbed, len(stored)) == (1, 50)


# --- the search --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("at", [0, 1, 7, 8, 4096, (1 << 18) - 20, (1 << 18) - 8, (1 << 18) + 3])
def test_a_text_is_found_wherever_it_stands(tmp_path: Path, at: int) -> None:
    text = "é, a sentence to be found".encode()
    (tmp_path / "file").write_bytes(os.urandom(at) + text + os.urandom(1 << 18))
    (tmp_path / "file-shm").write_bytes(text)
    found = search(tmp_path, Pieces.of([text.decode(), "another sentence that isn't there"]))
    assert list(found.found) == ["file"]
    assert len(found.found["file"]) == len(Pieces.of([text.decode()]))
    assert (found.files, found.bytes) == (1, at + len(text) + (1 << 18))


def test_whatever_is_left_of_a_text_is_found_from_31_bytes_on() -> None:
    text = "".join(chr(97 + n * 7 % 26) for n in range(200)) + os.urandom(40).hex()
    pieces = Pieces.of([text])
    for size in (31, 40):
        for at in range(len(text) - size):
            assert len(pieces.found_in([b"\0" * 5 + text[at : at + size].encode() + b"\0" * 5]))


def test_short_texts_and_zeros_are_not_searched_for() -> None:
    assert len(Pieces.of(["fifteen letters", "", "\0" * 64])) == 0
    assert len(Pieces.of(["sixteen letters!"])) == 1
    assert len(Pieces.of([]).found_in([b"x" * 100])) == 0


async def test_what_a_living_row_holds_is_no_trace(shelf: Shelf) -> None:
    await shelf.put("Ben is the best cook of his street", subject="ben")
    pieces = Pieces.of(["Ben is the best cook of his street", "Ana is the worst cook of her street"])
    held = await shelf.ctx.db.read(lambda tx: scrub.living(tx, pieces))
    assert held.hashes.tolist() == Pieces.of(["Ben is the best cook of his street"]).hashes.tolist()
