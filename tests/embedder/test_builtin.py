"""The built-in embedder as its callers see it: shapes, who goes first, what it remembers."""

import asyncio

import numpy as np
import pytest

from app.embedder.builtin import BuiltinEmbedder
from app.embedder.interface import Embedder
from app.embedder.none import NoEmbedder


@pytest.fixture
async def embedder():
    embedder = BuiltinEmbedder(remembered_queries=3)
    yield embedder
    await embedder.close()


async def is_remembered(embedder: BuiltinEmbedder, text: str) -> bool:
    """A remembered query is answered at once: its coroutine ends without waiting for the worker."""
    query = asyncio.create_task(embedder.embed([text], "query"))
    asyncio.get_running_loop().call_soon(query.cancel)
    try:
        await query
    except asyncio.CancelledError:
        return False
    return True


async def test_rows_are_in_order_and_of_length_one(embedder: Embedder):
    texts = ["rice", "", "a long text " * 200, "rice", "train"]
    for kind in ("query", "passage"):
        vectors = await embedder.embed(texts, kind)
        assert (vectors.shape, vectors.dtype) == ((5, embedder.dim), np.float32)
        assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
        assert np.allclose(vectors[0], vectors[3], atol=1e-5)
        assert vectors[0] @ vectors[4] < 0.9


async def test_no_texts_no_rows(embedder):
    assert (await embedder.embed([], "query")).shape == (0, 384)
    assert (await embedder.embed([], "passage")).shape == (0, 384)


async def test_many_callers_get_the_same_vectors(embedder):
    texts = [f"note {number} on {topic}" for number in range(6) for topic in ("tea", "trains")]
    expected = await embedder.embed(texts, "passage")
    queries = asyncio.gather(*(embedder.embed([text], "query") for text in texts))
    batches = asyncio.gather(*(embedder.embed(texts, "passage") for _ in range(3)))
    assert np.abs(np.concatenate(await queries) - expected).max() < 1e-4
    for vectors in await batches:
        assert np.abs(vectors - expected).max() < 1e-4


async def test_a_query_goes_before_the_rest_of_a_batch_and_batches_take_turns(embedder):
    done: list[str] = []

    async def ask(name, texts, kind):
        await embedder.embed(texts, kind)
        done.append(name)

    slices = ["word " * 300] * 4
    async with asyncio.TaskGroup() as group:
        group.create_task(ask("big batch", slices, "passage"))
        group.create_task(ask("small batch", ["word"], "passage"))
        group.create_task(ask("first query", ["one"], "query"))
        group.create_task(ask("second query", ["two"], "query"))
    assert done == ["first query", "second query", "small batch", "big batch"]


async def test_a_cancelled_batch_frees_the_worker(embedder):
    batch = asyncio.create_task(embedder.embed(["word " * 300] * 50, "passage"))
    await embedder.embed(["one"], "query")
    batch.cancel()
    assert (await embedder.embed(["two"], "passage")).shape == (1, 384)


async def test_latest_queries_are_remembered_and_passages_not(embedder):
    for text in ("a", "b", "c", "a", "d"):
        await embedder.embed([text], "query")
    await embedder.embed(["e"], "passage")
    assert [await is_remembered(embedder, text) for text in "abcde"] == [True, False, True, True, False]


async def test_callers_cannot_change_what_is_remembered(embedder):
    first = await embedder.embed(["tea"], "query")
    kept = first.copy()
    first[:] = 0
    second = await embedder.embed(["tea"], "query")
    second[:] = 0
    assert np.array_equal(await embedder.embed(["tea"], "query"), kept)


async def test_forget_drops_queries_even_those_under_way(embedder):
    await embedder.embed(["old"], "query")
    under_way = asyncio.create_task(embedder.embed(["new"], "query"))
    await asyncio.sleep(0)
    embedder.forget()
    assert (await under_way).shape == (1, 384)
    assert not await is_remembered(embedder, "old")
    assert not await is_remembered(embedder, "new")


async def test_close_ends_it(embedder):
    await embedder.warm()
    await embedder.close()
    with pytest.raises(RuntimeError):
        await embedder.embed(["tea"], "query")


async def test_none_is_an_embedder_of_no_dimensions():
    none: Embedder = NoEmbedder()
    assert (await none.embed(["a", "b"], "query")).shape == (2, none.dim)
    none.forget()
    await none.close()
