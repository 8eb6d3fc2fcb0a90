"""An upstream's embedding model behind the interface of the built-in one."""

import base64
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app.embedder.interface import Embedder
from app.errors import UpstreamFailed
from app.network import open_transport
from app.upstream.catalog import UpstreamEnv
from app.upstream.client import Secrets, Upstream
from app.upstream.embed import SLICE, UpstreamEmbedder, open_embedder
from app.upstream.routing import Target
from app.vault import FileVault
from app.world import World
from storage.model import Call
from tests.upstream.loopback import Loopback, Reply, Seen
from tests.upstream.samples import provider, target


def vector_of(text: str) -> list[float]:
    return [float(len(text)), 3.0, 4.0]


def answer(seen: Seen, *, packed: bool = False) -> Reply:
    lines: list[dict[str, Any]] = []
    for index, text in enumerate(seen.json["input"]):
        vector: Any = vector_of(text)
        if packed:
            vector = base64.b64encode(np.asarray(vector, "<f4").tobytes()).decode()
        lines.append({"object": "embedding", "index": index, "embedding": vector})
    lines.reverse()
    return Reply(json={"object": "list", "data": lines, "usage": {"prompt_tokens": 7, "total_tokens": 7}})


@pytest.fixture
async def server() -> AsyncIterator[Loopback]:
    async with Loopback(answer) as loopback:
        yield loopback


@pytest.fixture
async def upstream(tmp_path: Path) -> AsyncIterator[Upstream]:
    client = Upstream(World(transport=open_transport), Secrets(FileVault(tmp_path), UpstreamEnv()))
    yield client
    await client.aclose()


def embedding_target(server: Loopback) -> Target:
    return target(provider(1, "up", base_url=server.url), "emb", "embeddings", price={"input": 1_000_000})


async def test_vectors_come_in_order_and_of_length_one(server: Loopback, upstream: Upstream) -> None:
    embedder: Embedder = await open_embedder(upstream, 1, embedding_target(server))
    assert (embedder.id, embedder.dim) == ("upstream:up:emb:3", 3)
    texts = ["a", "bbbb", "", "x" * 9000]
    vectors = await embedder.embed(texts, "passage")
    assert vectors.shape == (4, 3)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, rtol=1e-6)
    raw = np.asarray([vector_of(text) for text in ("a", "bbbb", ".", "x" * 8000)], np.float32)
    np.testing.assert_allclose(vectors, raw / np.linalg.norm(raw, axis=1, keepdims=True), rtol=1e-5)
    assert server.requests[-1].json["model"] == "emb"
    assert server.requests[-1].target == "/v1/embeddings"


async def test_many_texts_go_in_slices(server: Loopback, upstream: Upstream) -> None:
    embedder = UpstreamEmbedder(upstream, 1, embedding_target(server), 3)
    assert (await embedder.embed(["t"] * (SLICE + 1), "passage")).shape == (SLICE + 1, 3)
    assert [len(seen.json["input"]) for seen in server.requests] == [SLICE, 1]
    assert (await embedder.embed([], "query")).shape == (0, 3)


async def test_base64_is_read_too(server: Loopback, upstream: Upstream) -> None:
    server.answer = lambda seen: answer(seen, packed=True)
    vectors = await UpstreamEmbedder(upstream, 1, embedding_target(server), 3).embed(["abc"], "query")
    np.testing.assert_allclose(vectors[0], np.asarray([3, 3, 4]) / np.sqrt(34), rtol=1e-6)


async def test_each_request_is_spend(server: Loopback, upstream: Upstream) -> None:
    calls: list[Call] = []
    embedder = UpstreamEmbedder(upstream, 4, embedding_target(server), 3, calls.append)
    await embedder.embed(["a"], "query")
    (call,) = calls
    assert (call.project, call.application, call.route, call.provider) == (4, "loregate-memory", "embeddings", "up")
    assert (call.tokens.input, call.cost_usd, call.status, call.error) == (7, 7.0, 200, None)
    server.answer = lambda _: Reply(500, json={})
    with pytest.raises(UpstreamFailed):
        await embedder.embed(["a"], "query")
    assert (calls[1].status, calls[1].error, calls[1].cost_usd) == (503, "upstream_failed", 0.0)


@pytest.mark.parametrize(
    "reply",
    [
        Reply(400, json={"error": {"message": "no"}}),
        Reply(json={"data": []}),
        Reply(json={"data": [{"index": 0, "embedding": "!!"}]}),
        Reply(json={"data": [{"index": 0, "embedding": [1, 2]}]}),
        Reply(json={"choices": []}),
        Reply(body=b"{"),
    ],
)
async def test_what_is_no_vector_is_a_failure(server: Loopback, upstream: Upstream, reply: Reply) -> None:
    server.answer = lambda _: reply
    with pytest.raises(UpstreamFailed):
        await UpstreamEmbedder(upstream, 1, embedding_target(server), 3).embed(["a"], "query")
