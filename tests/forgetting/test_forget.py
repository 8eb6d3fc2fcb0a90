"""Forgetting a space or everything, and deleting one memory: what goes, what stays, what isn't learned again."""

import random
from pathlib import Path

import pytest

from app.errors import BadRequest, BadSubject, Forbidden, NotFound
from app.memory import save
from app.memory.forgetting import delete, erase, forget
from app.memory.indexing import embed_waiting
from app.memory.learn import learn_due, remember, start_batch
from app.memory.save import Correction, Draft
from app.memory.scrubbing import scrub_now
from app.wire.block import render
from storage.db import Tx
from storage.model import Memory
from storage.sql import calls, erasures
from tests.forgetting.layouts import HashEmbedder, Layout, Talk, bytes_of, layout
from tests.forgetting.ownership import check
from tests.memory.learning import Bench, repeat_users
from tests.memory.shelf import Shelf, shelf

KEY, PERSON = "key:key_1", "person:per_1"


async def count(shelf: Shelf, table: str, where: str = "true") -> int:
    return await shelf.ctx.db.read(lambda tx: tx.value(f"SELECT count(*) FROM {table} WHERE {where}"))


@pytest.mark.parametrize("conversations_too", [False, True])
@pytest.mark.parametrize("space", [None, "default", "host/team/repo"])
async def test_a_space_goes_and_another_stays(tmp_path: Path, space: str | None, conversations_too: bool) -> None:
    async with shelf(tmp_path / "loregate.db", HashEmbedder()) as made:
        town = await layout(made, 11, 120)
        assert len(town.spaces) == 2
        inside = "true" if space is None else f"space = '{space}'"
        mine = f"project = {town.project} AND {inside}"
        rest = {name: await count(made, name, f"NOT ({mine})") for name in ("memories", "conversations")}
        talks = await count(made, "conversations", mine)
        elsewhere = await count(made, "call_texts", f"call NOT IN (SELECT num FROM calls WHERE {mine})")
        texts = await count(made, "call_texts")
        vectors = await count(made, "memory_vec_1")

        done = await forget(made.ctx, town.project, space=space, conversations=conversations_too, actor=KEY)

        assert await count(made, "memories", mine) == 0
        assert await count(made, "memories") == rest["memories"]
        assert await count(made, "memory_vec_1") == await count(made, "memory_index") < vectors
        assert await count(made, "batch_parts", mine) == 0
        assert await count(made, "conversations", mine) == (0 if conversations_too else talks)
        assert await count(made, "conversations", f"NOT ({mine})") == rest["conversations"]
        assert await count(made, "call_texts") == (elsewhere if conversations_too else texts)
        assert done.deleted["conversations"] == (talks if conversations_too else 0)
        held = f"call_id IN (SELECT id FROM calls WHERE {mine})"
        assert await count(made, "recall_blocks", held) == 0
        assert await count(made, "subjects", f"project = {town.project}") <= len(town.subjects)
        assert await scrub_now(made.ctx) == 1
        await made.ctx.db.write(check)


async def test_forgotten_words_are_gone_from_the_file(tmp_path: Path) -> None:
    async with shelf(tmp_path / "loregate.db", HashEmbedder()) as made:
        town = await layout(made, 12, 80)
        await forget(made.ctx, town.project, conversations=True, actor=KEY)
        await scrub_now(made.ctx)
        raw = bytes_of(tmp_path)
        ours = [token for owner, tokens in town.tokens.items() if owner != "elsewhere" for token in tokens]
        assert [token for token in ours if token.encode() in raw] == []
        assert not [name for name in town.subjects if name and name.encode() in raw]
        assert any(token.encode() in raw for token in town.tokens["elsewhere"])


async def test_what_was_forgotten_is_found_no_more_but_conversations_are(shelf: Shelf) -> None:
    await shelf.put("Ana plays the violin", subject="ana")
    await shelf.talk("I play the violin.", "How lovely.", subject="ana")
    await embed_waiting(shelf.ctx)
    await forget(shelf.ctx, shelf.project.num, actor=KEY)
    found = await shelf.find("violin", subject="ana")
    assert (found.memories, len(found.conversations)) == ((), 1)


async def test_nothing_is_learned_again_from_what_was_forgotten(bench: Bench) -> None:
    bench.answer = repeat_users
    talk = await bench.converse("I am allergic to peanuts.", "I live in Berlin.")
    waiting = await bench.converse("I play the violin.", "I sing as well.", subject=None)
    await start_batch(bench.ctx, bench.project.num, talk.id)
    await learn_due(bench.ctx)
    assert len(await bench.learned()) == 2
    await forget(bench.ctx, bench.project.num, actor=KEY)
    await bench.say(waiting, "I play the flute.")
    bench.clock.turn(2 * 3600)
    await learn_due(bench.ctx)
    assert await start_batch(bench.ctx, bench.project.num) is None
    for one in (talk, waiting):
        with pytest.raises(Forbidden):
            await remember(bench.ctx, bench.project.num, one.id)
    assert await bench.value("SELECT count(*) FROM memories") == 0
    await bench.converse("I am new here.", "I like it.")
    await start_batch(bench.ctx, bench.project.num)
    await learn_due(bench.ctx)
    assert await bench.learned() == ["I am new here.", "I like it."]


async def test_a_name_that_no_space_can_have_forgets_nothing(shelf: Shelf) -> None:
    await shelf.put("something")
    for name in ("", " ", "a\nb", "x" * 257):
        with pytest.raises(BadRequest):
            await forget(shelf.ctx, shelf.project.num, space=name, actor=KEY)
    with pytest.raises(BadSubject):
        await erase(shelf.ctx, shelf.project.num, "", actor=KEY)
    assert await count(shelf, "memories") == 1
    assert (await forget(shelf.ctx, shelf.project.num, space="unknown", actor=KEY)).deleted["memories"] == 0


# --- one memory --------------------------------------------------------------------------------------------------


async def test_one_memory_goes_with_its_history_vector_receipts_and_blocks(tmp_path: Path) -> None:
    async with shelf(tmp_path / "loregate.db", HashEmbedder()) as made:
        town = Layout(made, random.Random(5), ["ana", None], ["default"])
        await town.grow(60)
        memory = next(m for m in town.made if m.author != "person")
        first = memory.text
        memory = await save.correct(made.ctx, town.project, memory.id, Correction(text=town.text("ana")), actor=KEY)
        others = await count(made, "memories") - 1
        done = await delete(made.ctx, town.project, memory.id, actor=KEY)
        assert done.deleted["memories"] == 1
        assert await count(made, "memories") == others
        for table, column in (("memory_history", "memory"), ("memory_sources", "memory"), ("memory_index", "memory")):
            assert await count(made, table, f"{column} = {memory.num}") == 0
        assert await count(made, "memory_vec_1", f"num = {memory.num}") == 0
        assert await count(made, "call_memories", f"memory_id = '{memory.id}'") == 0
        assert await count(made, "memories", f"replaced_by = '{memory.id}'") == 0
        assert await scrub_now(made.ctx) == 1
        await made.ctx.db.write(check)
        raw = bytes_of(tmp_path)
        assert first.encode() not in raw
        assert memory.text.encode() not in raw


async def test_a_block_goes_that_holds_more_than_its_latest_receipt_tells(shelf: Shelf) -> None:
    (old,) = await shelf.put('Ana says "hello" <b>every</b> morning', subject="ana")
    (other,) = await shelf.put("Ana likes tea", subject="ana")
    (bens,) = await shelf.put('Ben says "subject":"ana" for fun', subject="ben")
    town = Layout(shelf, random.Random(5), ["ana"], ["default"])

    async def kept(anchor: bytes, *held: Memory) -> None:
        block = render("abc", [Layout.note(memory) for memory in held])
        line = town.line(Talk(None, "default", "s", town.project))

        def work(tx: Tx) -> None:
            calls.insert(tx, line)
            calls.keep_block(tx, line, anchor, block)

        await shelf.ctx.db.write(work)

    await kept(b"1", old, other)
    await kept(b"2", other)
    await kept(b"3", bens)
    await delete(shelf.ctx, shelf.project.num, old.id, actor=KEY)
    assert await anchors(shelf) == [b"2", b"3"]
    await erase(shelf.ctx, shelf.project.num, "ana", actor=KEY)
    assert await anchors(shelf) == [b"3"]


async def anchors(shelf: Shelf) -> list[bytes]:
    rows = await shelf.ctx.db.read(lambda tx: tx.all("SELECT anchor FROM recall_blocks ORDER BY anchor"))
    return [row[0] for row in rows]


async def test_a_key_deletes_no_memory_of_a_person_but_forgetting_takes_them_along(shelf: Shelf) -> None:
    mine = await save.save(shelf.ctx, shelf.project.num, Draft("by a person", subject="ana"), actor=PERSON)
    with pytest.raises(Forbidden):
        await delete(shelf.ctx, shelf.project.num, mine.id, actor=KEY)
    with pytest.raises(NotFound):
        await delete(shelf.ctx, shelf.project.num, "mem_none", actor=PERSON)
    await delete(shelf.ctx, shelf.project.num, mine.id, actor=PERSON)
    await save.save(shelf.ctx, shelf.project.num, Draft("by a person", subject="ana"), actor=PERSON)
    assert (await erase(shelf.ctx, shelf.project.num, "ana", actor=KEY)).deleted["memories"] == 1
    await save.save(shelf.ctx, shelf.project.num, Draft("by a person"), actor=PERSON)
    assert (await forget(shelf.ctx, shelf.project.num, actor=KEY)).deleted["memories"] == 1


async def test_a_subject_of_whom_nothing_is_left_leaves_no_name_and_no_number(shelf: Shelf) -> None:
    (only,) = await shelf.put("Ana likes tea", subject="ana")
    (one, _) = await shelf.put("Ben likes tea", "Ben likes coffee", subject="ben")
    for memory in (only, one):
        await delete(shelf.ctx, shelf.project.num, memory.id, actor=KEY)
    rows = await shelf.ctx.db.read(lambda tx: tx.all("SELECT name, num FROM subjects"))
    assert [row["name"] for row in rows] == ["ben"]
    await shelf.put("Ana likes tea", subject="ana")
    new = await shelf.ctx.db.read(lambda tx: tx.value("SELECT num FROM subjects WHERE name = 'ana'"))
    assert new > rows[0]["num"]


async def test_after_a_failed_erasure_single_words_are_taken_out_of_the_index_at_once_as_before(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    await shelf.put("Ana keeps xylophones", subject="ana")
    (bens,) = await shelf.put("Ben collects zithers", subject="ben")

    def fails(*_: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(erasures, "insert", fails)
        with pytest.raises(ZeroDivisionError):
            await erase(shelf.ctx, shelf.project.num, "ana", actor=KEY)
    assert await secure(shelf)
    await erase(shelf.ctx, shelf.project.num, "ana", actor=KEY)
    assert await secure(shelf)
    await save.remove(shelf.ctx, shelf.project.num, bens.id, actor=KEY)
    blocks = await shelf.ctx.db.read(lambda tx: [row[0] for row in tx.all("SELECT block FROM memory_fts_data")])
    assert not any(b"zither" in block for block in blocks)


async def secure(shelf: Shelf) -> bool:
    return await count(shelf, "memory_fts_config", "k = 'secure-delete' AND v = 1") == 1
