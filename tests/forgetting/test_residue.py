"""Random layouts: a subject is erased whole, and after the scrub no byte of it is left; others keep everything."""

import asyncio
from pathlib import Path

import pytest

from app.memory.forgetting import certificate, erase
from app.memory.scrubbing import scrub_now
from app.memory.subjects import subject_sha256
from storage.db import Tx
from tests.forgetting.layouts import SHARED, HashEmbedder, Layout, bytes_of, layout
from tests.forgetting.ownership import check, others, owned, vectors, vocabulary
from tests.memory.shelf import shelf

AT_ONCE = 10


@pytest.mark.parametrize("first", range(0, 100, AT_ONCE))
async def test_no_byte_of_an_erased_subject_is_left(first: int, tmp_path: Path) -> None:
    await _some_layouts(tmp_path, first, steps=25)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(100, 600, AT_ONCE))
async def test_no_byte_is_left_in_many_larger_layouts(first: int, tmp_path: Path) -> None:
    await _some_layouts(tmp_path, first, steps=150)


async def _some_layouts(folder: Path, first: int, *, steps: int) -> None:
    """Several side by side, for most of the time is the disk's; the folder of a failure tells its seed."""
    seeds = range(first, first + AT_ONCE)
    await asyncio.gather(*(_erased_without_trace(folder / f"{seed}", seed, steps=steps) for seed in seeds))


async def _erased_without_trace(folder: Path, seed: int, *, steps: int) -> None:
    async with shelf(folder / "loregate.db", HashEmbedder()) as made:
        ctx = made.ctx
        town = await layout(made, seed, steps)
        subject = next(name for name in town.subjects if name is not None)
        whose = {"project": town.project, "subject": subject, "sha256": subject_sha256(subject)}
        before = await ctx.db.write(lambda tx: others(tx, whose))
        counts = await ctx.db.read(lambda tx: owned(tx, whose))
        kept = await ctx.db.read(lambda tx: vectors(tx, whose, of_others=True))
        gone = set((await ctx.db.read(lambda tx: vectors(tx, whose))).values()) - set(kept.values())

        erased = await erase(ctx, town.project, subject, actor="key:key_1")

        assert await ctx.db.write(lambda tx: others(tx, whose)) == before
        assert not any((await ctx.db.read(lambda tx: owned(tx, whose))).values())
        expected = {"memories": "memories", "conversations": "conversations", "messages": "messages"}
        expected |= {"calls": "call_texts", "blocks": "recall_blocks", "work": "batch_parts"}
        assert dict(erased.deleted) == {noun: counts[table] for noun, table in expected.items()}

        assert await scrub_now(ctx) == 1
        assert (await certificate(ctx, town.project, erased.id)).scrub == "done"
        await ctx.db.write(lambda tx: no_term_is_left(tx, town, subject))
        await ctx.db.write(check)
        raw = bytes_of(folder)
        assert [needle for needle in needles(town, subject, gone) if needle in raw] == []
        assert all(token.encode() in raw for token in alive(town, before))


def needles(town: Layout, subject: str, vectors: set[bytes]) -> list[bytes]:
    """All that must not be found: the subject, each word that only it said, and its vectors, whole and in slices."""
    spoken = [subject, *town.tokens[subject]]
    written = [form for word in spoken for form in (word.encode(), word.encode("utf-16-le"))]
    slices = [vector[at : at + 32] for vector in vectors for at in range(0, len(vector), 32)]
    return [*written, *vectors, *slices]


def alive(town: Layout, rows: dict[str, set[tuple[object, ...]]]) -> list[str]:
    """Words of others that stood in their rows: the search would find what is there."""
    said = " ".join(str(row) for row in rows["messages"] | rows["memories"])
    return [token for owner, tokens in town.tokens.items() if owner is None for token in tokens if token in said][:20]


def no_term_is_left(tx: Tx, town: Layout, subject: str) -> None:
    """Neither index has a term of the subject's, stemmed or not."""
    begins = {token[:8] for token in town.tokens[subject]}
    for kind in ("memory", "message"):
        vocabulary(tx, kind)
        terms = {row[0] for row in tx.all(f"SELECT DISTINCT term FROM temp.{kind}_terms")}
        assert not [term for term in terms if term[:8] in begins]


async def test_what_somebody_else_said_as_well_stays_his(tmp_path: Path) -> None:
    async with shelf(tmp_path / "loregate.db") as made:
        await made.put(SHARED, subject="ana")
        (bens,) = await made.put(SHARED, subject="ben")
        erased = await erase(made.ctx, made.project.num, "ana", actor="key:key_1")
        assert await scrub_now(made.ctx) == 1
        assert (await certificate(made.ctx, made.project.num, erased.id)).scrub == "done"
        assert [one.memory.id for one in (await made.find("green tea", subject="ben")).memories] == [bens.id]
        assert SHARED.encode() in bytes_of(tmp_path)
