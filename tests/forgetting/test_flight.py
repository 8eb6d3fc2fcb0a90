"""What is under way while something is forgotten: batches, answers, embeddings. None of it comes back."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from app.embedder.interface import Kind
from app.embedder.weights import Floats
from app.gateway.placing import Ledger
from app.memory.forgetting import delete, erase, forget
from app.memory.indexing import embed_waiting
from app.memory.late import Epochs
from app.memory.learn import learn_due, start_batch
from app.memory.scrubbing import scrub_now
from storage.sql import calls, memories, waiting
from tests.forgetting.layouts import HashEmbedder, bytes_of
from tests.house import House
from tests.memory.learning import Bench, repeat_users
from tests.memory.shelf import Shelf, shelf
from tests.model_server import Received, Reply

ANA = {"x-loregate-memory-subject": "ana"}
RECALL = {**ANA, "x-loregate-memory": "recall"}


async def test_a_batch_that_waits_for_the_model_writes_nothing_of_who_was_erased(bench: Bench) -> None:
    held = asyncio.Event()
    bench.answer = lambda question: Reply(repeat_users(question), wait=held)
    await bench.converse("I am allergic to peanuts and cashews.")
    await bench.converse("I play the violin in an orchestra.", subject="ben")
    await start_batch(bench.ctx, bench.project.num)
    learning = asyncio.create_task(learn_due(bench.ctx))
    while not bench.questions:
        await asyncio.sleep(0.01)
    await erase(bench.ctx, bench.project.num, "ana", actor="key:key_1")
    held.set()
    await learning
    assert await bench.learned("ana") == []
    assert await bench.learned("ben") == ["I play the violin in an orchestra."]
    assert await bench.value("SELECT count(*) FROM batch_parts WHERE subject = 'ana'") == 0
    assert await bench.value("SELECT count(*) FROM calls") == 2  # the money was spent
    await scrub_now(bench.ctx)
    assert b"cashews" not in bytes_of(bench.path.parent)


async def test_a_batch_that_waits_for_the_model_writes_nothing_of_what_was_forgotten(bench: Bench) -> None:
    held = asyncio.Event()
    bench.answer = lambda question: Reply(repeat_users(question), wait=held)
    await bench.converse("I am allergic to peanuts.")
    await start_batch(bench.ctx, bench.project.num)
    learning = asyncio.create_task(learn_due(bench.ctx))
    while not bench.questions:
        await asyncio.sleep(0.01)
    await forget(bench.ctx, bench.project.num, actor="key:key_1")
    held.set()
    await learning
    assert await bench.value("SELECT count(*) FROM memories") == 0
    assert await bench.value("SELECT count(*) FROM conversations") == 1
    bench.answer = repeat_users
    assert await start_batch(bench.ctx, bench.project.num) is None


class Held:
    """Answers that wait until they are let go."""

    def __init__(self, house: House) -> None:
        self.go = asyncio.Event()
        self._upstream = house.upstream
        self._upstream.answers = self._answer
        self._upstream.arrived.clear()

    def _answer(self, received: Received) -> Reply:
        return Reply("Cashews and peanuts are in it.", wait=self.go)

    async def call(self, house: House, *said: str, headers: dict[str, str]) -> "asyncio.Task[Any]":
        """A call that has reached the model server, and waits there."""
        self._upstream.arrived.clear()
        task = asyncio.create_task(house.chat(*said, headers=headers))
        await self._upstream.arrived.wait()
        return task

    async def let_go(self, house: House, task: "asyncio.Task[Any]") -> str:
        """Lets the answers go and returns the id of the call once it is recorded."""
        self.go.set()
        answer = await task
        assert answer.status_code == 200
        await house.recorded()
        return answer.headers["x-loregate-call-id"]


async def test_an_answer_in_flight_does_not_bring_an_erased_subject_back(house: House) -> None:
    held = Held(house)
    task = await held.call(house, "Is there anything with nuts in this marzipan?", headers=ANA)
    answer = await house.http.delete("/v1/memory/subjects/ana")
    assert answer.status_code == 200
    call = await held.let_go(house, task)
    assert await house.conversations() == []
    assert (await house.call(call)).cost_usd >= 0
    assert await house.ctx.db.read(lambda tx: calls.texts_of(tx, house.project, call)) is None
    assert (await house.call(call)).turn_id is None
    assert await house.ctx.db.read(lambda tx: tx.value("SELECT count(*) FROM subjects WHERE name = 'ana'")) == 0
    await house.server.jobs.run_once("scrub")
    assert b"marzipan" not in bytes_of(house.ctx.db.path.parent)
    assert b"Cashews and peanuts" not in bytes_of(house.ctx.db.path.parent)


async def test_who_comes_back_after_an_erasure_is_remembered_anew(house: House) -> None:
    await house.chat("I like marzipan.", headers=ANA)
    await house.recorded()
    await house.http.delete("/v1/memory/subjects/ana")
    held = Held(house)
    task = await held.call(house, "I like nougat.", headers=ANA)
    await held.let_go(house, task)
    assert [said[0] for said in await house.said()] == [("user", "I like nougat.")]


async def test_an_answer_of_somebody_else_in_flight_is_kept(house: House) -> None:
    held = Held(house)
    task = await held.call(house, "I like marzipan.", headers={"x-loregate-memory-subject": "ben"})
    await house.http.delete("/v1/memory/subjects/ana")
    call = await held.let_go(house, task)
    assert (await house.call(call)).turn_id is not None
    assert len(await house.conversations()) == 1


async def test_of_an_answer_in_flight_nothing_is_learned_once_all_is_forgotten(house: House) -> None:
    held = Held(house)
    headers = {**ANA, "x-loregate-memory": "write"}
    task = await held.call(house, "I am allergic to cashews.", headers=headers)
    await house.http.post("/v1/memory/forget", json={})
    await held.let_go(house, task)
    (conversation,) = await house.conversations()
    assert conversation.never_learn
    assert await house.ctx.db.read(lambda tx: waiting.count(tx, house.project)) == 0
    held.go.set()
    await house.chat("I am allergic to almonds.", headers=headers)
    await house.recorded()
    assert await house.ctx.db.read(lambda tx: waiting.count(tx, house.project)) == 2


async def test_an_answer_in_flight_brings_no_conversation_back_that_was_forgotten(house: House) -> None:
    held = Held(house)
    task = await held.call(house, "I am allergic to cashews.", headers={"x-loregate-space": "lab"})
    other = await held.call(house, "I am allergic to almonds.", headers={"x-loregate-space": "home"})
    answer = await house.http.post("/v1/memory/forget", json={"space": "lab", "conversations": True})
    assert answer.json()["space"] == "lab"
    call = await held.let_go(house, task)
    await other
    assert [said[0][1] for said in await house.said()] == ["I am allergic to almonds."]
    assert await house.ctx.db.read(lambda tx: calls.texts_of(tx, house.project, call)) is None


async def _save(house: House, text: str, **more: Any) -> str:
    answer = await house.http.post("/v1/memory/items", json={"text": text, **more})
    assert answer.status_code == 201
    return answer.json()["id"]


def _told(house: House) -> int:
    return sum(b"Marzipan" in received.raw for received in house.upstream.received)


async def test_what_a_call_in_flight_recalled_is_not_told_again_after_it_was_deleted(house: House) -> None:
    memory = await _save(house, "Marzipan is what Ana likes best of all", subject="ana")
    held = Held(house)
    task = await held.call(house, "What does Ana like best?", headers=RECALL)
    assert _told(house) == 1
    answer = await house.http.delete(f"/memsync/memories/{memory}")
    assert answer.json() == {"id": memory, "deleted": True}
    call = await held.let_go(house, task)
    receipt = (await house.http.get(f"/v1/memory/calls/{call}")).json()
    assert receipt["memories"] == []
    said = ("What does Ana like best?", "Cashews and peanuts are in it.", "And what next?")
    await house.chat(*said, headers=RECALL)
    await house.recorded()
    assert _told(house) == 1
    assert await house.ctx.db.read(lambda tx: tx.value("SELECT count(*) FROM recall_blocks")) == 0
    await house.server.jobs.run_once("scrub")
    assert b"Marzipan" not in bytes_of(house.ctx.db.path.parent)


async def test_blocks_that_told_of_an_erased_subject_are_told_no_more(house: House) -> None:
    await house.settings(placement="after_system")
    await _save(house, "Marzipan is what Ana likes best of all", subject="ana")
    unscoped = {"x-loregate-memory": "recall"}
    await house.chat("What does Ana like best?", headers=unscoped)
    said = ("What does Ana like best?", "You said: What does Ana like best?", "Tell me of marzipan again.")
    await house.chat(*said, headers=unscoped)
    await house.recorded()
    assert _told(house) == 2
    await house.http.delete("/v1/memory/subjects/ana")
    await house.chat(*said, "You said: Tell me of marzipan again.", "What else?", headers=unscoped)
    assert _told(house) == 2


async def test_a_ledger_takes_no_block_that_was_made_before_something_was_forgotten(shelf: Shelf) -> None:
    ledger = Ledger(shelf.ctx.db)
    read_at = ledger.generation
    ledger.add(1, b"before", "a block", read_at=read_at)
    assert await ledger.find(1, [b"before"])
    await erase(shelf.ctx, shelf.project.num, "ana", actor="key:key_1")
    ledger.add(1, b"late", "a block", read_at=read_at)
    assert await ledger.find(1, [b"before", b"late"]) == {}
    ledger.add(1, b"after", "a block", read_at=ledger.generation)
    assert await ledger.find(1, [b"after"])


async def test_epochs_follow_erasures_and_not_the_clock(shelf: Shelf) -> None:
    epochs = Epochs(shelf.ctx.db)
    before = await epochs.now()
    shelf.hands.ms -= 10 * 365 * 86_400_000
    await erase(shelf.ctx, shelf.project.num, "ana", actor="key:key_1")
    assert await epochs.now() > before


async def test_the_embedder_forgets_its_queries(shelf: Shelf) -> None:
    await erase(shelf.ctx, shelf.project.num, "ana", actor="key:key_1")
    assert isinstance(shelf.ctx.embedder, HashEmbedder)
    assert shelf.ctx.embedder.forgotten == 1


class SlowEmbedder(HashEmbedder):
    """Embeds when it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.asked, self.go = asyncio.Event(), asyncio.Event()

    async def embed(self, texts: Sequence[str], kind: Kind) -> Floats:
        self.asked.set()
        await self.go.wait()
        return await super().embed(texts, kind)


async def test_vectors_in_flight_are_not_stored_after_an_erasure(tmp_path: Path) -> None:
    slow = SlowEmbedder()
    async with shelf(tmp_path / "loregate.db", slow) as made:
        await made.put("Ana likes marzipan", subject="ana")
        await made.put("Ben likes nougat", subject="ben")
        embedding = asyncio.create_task(embed_waiting(made.ctx))
        await slow.asked.wait()
        await erase(made.ctx, made.project.num, "ana", actor="key:key_1")
        slow.go.set()
        await embedding
        assert await made.ctx.db.read(lambda tx: tx.value("SELECT count(*) FROM memory_vec_1")) == 1


async def test_a_caller_who_leaves_does_not_stop_what_has_begun(shelf: Shelf) -> None:
    (memory,) = await shelf.put("Ana likes marzipan", subject="ana")
    task = asyncio.create_task(delete(shelf.ctx, shelf.project.num, memory.id, actor="key:key_1"))
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    async with asyncio.timeout(5):
        while await shelf.ctx.db.read(lambda tx: memories.by_id(tx, shelf.project.num, memory.id)) is not None:
            await asyncio.sleep(0.01)
        while not shelf.ctx.embedder.forgotten:  # type: ignore[attr-defined]
            await asyncio.sleep(0.01)
