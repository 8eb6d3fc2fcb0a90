"""How quick the built-in embedder is here: `python -m tests.bench.embedder`. One BLAS thread unless told otherwise.

Prints the least and the median of some runs; other work on the machine shows in the median.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # read when numpy is imported

import sys
import time
from collections.abc import Callable

from app.embedder.builtin import VOCABULARY, WEIGHTS
from app.embedder.minilm import MiniLM
from app.embedder.weights import Weights
from app.embedder.wordpiece import MAX_TOKENS, WordPiece

SHORT = "How did Anna's sister like the concert in Porto last summer, and who paid?"
LONG = "The meeting moved to Friday, so the report about the database can wait. " * 30


def timed(name: str, work: Callable[[], object], runs: int = 30) -> None:
    """Write out the milliseconds of a piece of work."""
    work()
    times: list[float] = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        times.append((time.perf_counter() - start) * 1000)
    times.sort()
    sys.stdout.write(f"{name:<28}{times[0]:8.1f} ms least{times[len(times) // 2]:8.1f} ms median\n")


def main() -> None:
    timed("load", lambda: (Weights.read(WEIGHTS), WordPiece.read(VOCABULARY)), runs=3)
    tokenizer, model = WordPiece.read(VOCABULARY), MiniLM(Weights.read(WEIGHTS))
    short, long = tokenizer.encode(SHORT), tokenizer.encode(LONG)
    per_slice = MAX_TOKENS // len(short)
    slices = [[short] * min(per_slice, 32 - start) for start in range(0, 32, per_slice)]
    timed("tokenize a long text", lambda: tokenizer.encode(LONG))
    timed(f"one short text ({len(short)} tokens)", lambda: model.embed([short]))
    timed(f"one long text ({len(long)} tokens)", lambda: model.embed([long]))
    timed("32 short texts, as sliced", lambda: [model.embed(each) for each in slices], runs=10)


if __name__ == "__main__":
    main()
