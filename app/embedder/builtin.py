"""The built-in embedder: MiniLM in one worker thread, queries first, with the latest queries' vectors remembered.

It decides who computes when; how is `app.embedder.minilm`. For use from one event loop.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, nullcontext
from functools import cached_property, partial
from pathlib import Path
from typing import TypeVar

import numpy as np

from app.embedder.interface import Kind
from app.embedder.minilm import MiniLM
from app.embedder.recent import RecentVectors
from app.embedder.weights import WIDTH, Floats, Weights
from app.embedder.wordpiece import MAX_TOKENS, WordPiece

DATA = Path(__file__).parent / "data"
WEIGHTS = DATA / "minilm-l6-v2-int8.npz"
VOCABULARY = DATA / "vocab.txt"

T = TypeVar("T")


class BuiltinEmbedder:
    """all-MiniLM-L6-v2. It loads on first use (0.1 s, 60 MB), or ahead with `warm`.

    Passages go to the worker in slices, and of all batches together only one slice is ever queued or running. So a
    query waits for one slice at most, which is the time of one long text, and batches take turns.
    """

    id = "builtin:minilm-l6-v2:384:1"
    dim = WIDTH

    def __init__(self, remembered_queries: int = 1024) -> None:
        self._limit = remembered_queries
        self._recent = RecentVectors(remembered_queries)
        self._engine = _Engine()
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="embedder")
        self._passage_turn = asyncio.Lock()

    async def warm(self) -> None:
        """Load the model now, so that the first query need not wait for it."""
        await self._run(partial(next, self._engine.steps([""])))

    async def embed(self, texts: Sequence[str], kind: Kind) -> Floats:
        """See `Embedder.embed`. Raises RuntimeError after `close`."""
        if kind == "query":
            return await self._embed_queries(texts)
        return await self._embed_new(list(texts), turn=self._passage_turn)

    def forget(self) -> None:
        """Drop the remembered queries; one that is being computed now won't be remembered either."""
        self._recent = RecentVectors(self._limit)

    async def close(self) -> None:
        """Finish the slice that runs, end the thread, free the model."""
        await asyncio.to_thread(self._worker.shutdown)
        self._engine = _Engine()
        self.forget()

    async def _embed_queries(self, texts: Sequence[str]) -> Floats:
        recent = self._recent  # after `forget` it is no longer ours, and what we put there is lost on purpose
        found = {text: recent.get(text) for text in texts}
        new = [text for text, vector in found.items() if vector is None]
        vectors = {text: vector for text, vector in found.items() if vector is not None}
        vectors |= zip(new, await self._embed_new(new, turn=nullcontext()), strict=True)
        for text in new:
            recent.put(text, vectors[text])
        return np.array([vectors[text] for text in texts], np.float32).reshape(-1, WIDTH)

    async def _embed_new(self, texts: list[str], turn: AbstractAsyncContextManager[None]) -> Floats:
        vectors = np.empty((len(texts), WIDTH), np.float32)
        steps = self._engine.steps(texts)
        done = 0
        while done < len(texts):
            async with turn:
                step = await self._run(partial(next, steps))
            vectors[done : done + len(step)] = step
            done += len(step)
        return vectors

    async def _run(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._worker, work)


class _Engine:
    """Tokenizer and model, loaded when first asked for. Only the worker thread takes steps."""

    @cached_property
    def _tokenizer(self) -> WordPiece:
        return WordPiece.read(VOCABULARY)

    @cached_property
    def _model(self) -> MiniLM:
        return MiniLM(Weights.read(WEIGHTS))

    def steps(self, texts: Sequence[str]) -> Iterator[Floats]:
        """The vectors slice by slice, in order; each `next` computes one slice: 256 tokens, as a long text has."""
        waiting: list[list[int]] = []
        for text in texts:
            tokens = self._tokenizer.encode(text)
            if sum(map(len, waiting)) + len(tokens) > MAX_TOKENS:
                yield self._model.embed(waiting)
                waiting = []
            waiting.append(tokens)
        if waiting:
            yield self._model.embed(waiting)
