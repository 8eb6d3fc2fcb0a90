"""How quick a search is in a large project: `python -m tests.bench.search [MEMORIES]`. One BLAS thread.

Fills one project (of a hundred, which hold as much together) with made-up memories of fifty subjects and random
vectors, then prints the median and the 95th percentile of searches whose query needs no embedding any more.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # read when numpy is imported

import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from app.embedder.interface import Kind
from app.embedder.weights import Floats
from app.memory.search import Within
from storage.db import Tx
from storage.sql import memories, memory_index, vectors
from storage.sql.vectors import VectorRow
from tests.memory.shelf import Shelf, shelf

DIM = 384
RUNS = 60
_WORDS = 9_000


class RandomEmbedder:
    """Vectors without a meaning, at once: what is timed is everything else."""

    id = f"bench:random:{DIM}"
    dim = DIM

    def __init__(self) -> None:
        self._chance = np.random.default_rng(1)

    async def embed(self, texts: Sequence[str], kind: Kind) -> Floats:
        return unit(self._chance.standard_normal((len(texts), DIM)))

    def forget(self) -> None:
        pass

    async def close(self) -> None:
        pass


def unit(rows: "np.ndarray[tuple[int, ...], np.dtype[np.float64]]") -> Floats:
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype("<f4")


def words(chance: random.Random, count: int) -> str:
    """Words as frequent as those of a language, by Zipf's law, without the first 150, which are stopwords mostly."""
    return " ".join(_word(int(150 * (_WORDS / 150) ** chance.random())) for _ in range(count))


def _word(number: int) -> str:
    return "".join(chr(ord("a") + int(digit)) for digit in f"{number:04}") + "x"


async def fill(made: Shelf, project: int, count: int, chance: random.Random) -> None:
    rows = unit(np.random.default_rng(project).standard_normal((count, DIM)))
    slice_ = 500
    for start in range(0, count, slice_):

        def work(tx: Tx, start: int = start) -> None:
            embedder = vectors.ensure_embedder(tx, RandomEmbedder.id, DIM)
            for n in range(start, min(start + slice_, count)):
                subject = None if n % 50 == 0 else f"subject-{n % 50}"
                fresh = made.memory(words(chance, 20), project=project, subject=subject)
                stored = memories.insert(tx, fresh, (), "key:bench")
                ((row, _),) = memory_index.to_embed(tx, [stored.num])
                vector = VectorRow(row.num, row.project, row.space, row.subject, rows[n].tobytes())
                vectors.put(tx, "memory", embedder, [vector])

        await made.ctx.db.write(work)


async def timed(name: str, made: Shelf, chance: random.Random, **more: str) -> None:
    within: Within = "memories"
    times: list[float] = []
    for _ in range(RUNS):
        query = words(chance, 6)
        start = time.perf_counter()
        await made.find(query, within=within, **more)
        times.append((time.perf_counter() - start) * 1000)
    times.sort()
    sys.stdout.write(f"{name:<28}{times[len(times) // 2]:8.1f} ms median{times[int(RUNS * 0.95)]:8.1f} ms p95\n")


async def main(count: int) -> None:
    chance = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.db"
        async with shelf(path, RandomEmbedder()) as made:
            start = time.perf_counter()
            await fill(made, made.project.num, count, chance)
            per_row = (time.perf_counter() - start) / count * 1000
            for n in range(100):
                other = await made.add_project(f"other-{n}")
                await fill(made, other.num, max(1, count // 100), chance)
            size = path.stat().st_size / 1e6
            sys.stdout.write(f"{count} memories and as many of others; {per_row:.2f} ms a row; file {size:.0f} MB\n")
            await timed("everything", made, chance)
            await timed("one subject's", made, chance, subject="subject-7")
            await timed("one space's", made, chance, space="default")


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000))
