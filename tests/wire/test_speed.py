"""Rough bounds on what every call pays for, several times wider than measured, to be met on a busy machine too."""

import json
import time
from collections.abc import Callable

import pytest

from app.wire.dialect import DIALECTS
from tests.wire import shapes
from tests.wire.shapes import message, text

pytestmark = pytest.mark.slow  # by hand: how fast a shared machine is says nothing of the code


def best_ms(work: Callable[[], object], runs: int = 60) -> float:
    """The fastest of several runs: what the work costs when nobody else has the processor."""
    best = float("inf")
    for _ in range(runs):
        started = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - started)
    return best * 1000


def test_reading_along_a_stream() -> None:
    def chunk(n: int) -> bytes:
        choice = {"index": 0, "delta": {"content": f"word {n} "}, "finish_reason": "stop" if n == 32 else None}
        return f"data: {json.dumps({'id': 'c', 'model': 'm', 'choices': [choice]})}\n\n".encode()

    chunks = [*(chunk(n) for n in range(33)), b"data: [DONE]\n\n"]

    def collect() -> object:
        collector = DIALECTS["chat"].collector()
        for piece in chunks:
            collector.feed(piece)
        return collector.answer()

    assert len(chunks) == 34
    assert best_ms(collect) < 1.0  # 0.17 ms measured


def test_reading_a_long_history() -> None:
    history = [message("user", [text(shapes.CLAUDE_MD), text("Where is a <b> tag?\n" * 20)])]
    for n in range(40):
        history += [
            shapes.said("an answer " * 50),
            shapes.tool_use(f"t{n}"),
            shapes.tool_result(f"t{n}", "out\n" * 700),
        ]
    body = shapes.claude_body(history, system="You are an agent. " * 1500)
    assert len(json.dumps(body)) > 170_000
    assert best_ms(lambda: DIALECTS["messages"].read_request(body)) < 6.0  # 0.8 ms measured
