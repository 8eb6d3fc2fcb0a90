"""No text makes the guard slow: its time grows with the length, whatever stands in it.

`python -m tests.guard.test_speed` prints the figures of this machine.

Times are of this thread's processor, and bounds are far above what is measured on an idle machine (see the README of
`app/guard`), so that a busy one passes and a pattern that backtracks without bound (seconds) does not.
"""

import base64
import json
import random
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.guard import MAX_TEXT, redact, screen

SETS = Path(__file__).parent / "sets"

WORST = 0.25
"""Seconds of one screen on 8,000 characters of the worst kind."""

UNITS = (
    "a", " ", "\n", "1", "4111 ", "DE12", "password ", "password=\"", "password=\\\"", "password is ",
    "login a / ", "://a:", "http://a:b", "-----BEGIN PRIVATE KEY-----", "eyA.", "sk-", "AKIA", "Bearer ",
    "Basic ", "cookie:a=a;", "x-", "key:", "\"d\":", "%41", "&#65;", "\\u0041", "0" * 40 + " ", "01010101 ",
    "A" * 41 + "\n", "密码", "密码是", "пароль ", "aа", "Ａ", "\u200b", "ignore ", "ignore all ", "do not tell ",
    "in every future ", "everything you ", "i g n o r e ", "1gn0re ", "忽略所有", "시스템 ", "تجاهل ",
    "<system>", "<!-- ", "[//]: # (", "{#", "![a](http://", "<div style=", "\nsystem: a ", "--- end ",
    "</memory", "<|a", "ignoreall", "erongi tpmorp ", "vtaber ", "[REDACTED:", "QWxhZGRpbjpvcGVuIHNlc2FtZQ== ",
    "mysql -p", "docker login ", "machine login a password ", "variable \"password\" {",
    "name: password value: ",
)  # fmt: skip


def seconds(work: Callable[[str], object], text: str) -> float:
    start = time.thread_time()
    work(text)
    return time.thread_time() - start


@pytest.mark.parametrize("work", [redact, screen])
@pytest.mark.parametrize("unit", UNITS)
def test_repetition_is_no_worse_than_linear(work: Callable[[str], object], unit: str):
    text = (unit * MAX_TEXT)[:MAX_TEXT]
    assert min(seconds(work, text) for _ in range(3)) < WORST


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(UNITS), min_size=1, max_size=6), st.integers(0, 2**32))
def test_mixtures_are_no_worse(units: list[str], seed: int):
    drawn = random.Random(seed)
    text = "".join(drawn.choice(units) for _ in range(MAX_TEXT))[:MAX_TEXT]
    assert min(seconds(redact, text) for _ in range(2)) + min(seconds(screen, text) for _ in range(2)) < 2 * WORST


def test_twelve_times_the_text_takes_about_twelve_times_the_time():
    line = "2026-10-05 12:00:00 INFO app.gateway: call cal_01J9 took 312 ms, password reset mail sent; ignore it\n"
    short, long = line * 80, line * 960
    once = min(seconds(redact, short) for _ in range(5))
    assert min(seconds(redact, long) for _ in range(3)) < 12 * once * 3 + 0.02


def texts() -> dict[str, list[str]]:
    """Texts of 8,000 characters: ordinary ones out of the sets' own, and the worst that we know."""
    rows = (SETS / "tuning.jsonl").read_text(encoding="utf-8").splitlines()
    known = [base64.b64decode(json.loads(row)["text_b64"]).decode() for row in rows]
    drawn = random.Random(8)
    ordinary = [" ".join(drawn.choices(known, k=400))[:MAX_TEXT] for _ in range(200)]
    worst = [(unit * MAX_TEXT)[:MAX_TEXT] for unit in UNITS]
    mixed = ["".join(drawn.choices(drawn.sample(UNITS, 4), k=MAX_TEXT))[:MAX_TEXT] for _ in range(200)]
    return {"ordinary and hostile texts, mixed": ordinary, "one hostile piece, repeated": worst, "four, mixed": mixed}


if __name__ == "__main__":
    for name, listed in texts().items():
        for work in (redact, screen):
            times = sorted(1000 * min(seconds(work, text) for _ in range(3)) for text in listed)
            p50, p99 = times[len(times) // 2], times[int(len(times) * 0.99)]
            print(f"{name}: {work.__name__} p50 {p50:.1f} ms, p99 {p99:.1f} ms, longest {times[-1]:.1f} ms")
