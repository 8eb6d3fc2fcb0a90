"""The demo, as a newcomer runs it, and what its scripted model knows."""

import json
import os
import subprocess
import sys

from app.cli.demo.model import answer
from app.cli.demo.stories import ANA, DINNER, LESSONS, QUESTION


def test_the_demo_shows_the_whole_loop_and_ends_by_itself():
    env = {name: value for name, value in os.environ.items() if not name.startswith("LOREGATE_")}
    played = subprocess.run(
        [sys.executable, "-m", "app", "demo"],
        env=env | {"PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert played.returncode == 0, played.stderr
    assert "Traceback" not in played.stderr
    for lesson in LESSONS:
        assert lesson.text in played.stdout
    assert DINNER[True] in played.stdout
    assert DINNER[False] in played.stdout
    assert "\x1b" not in played.stdout


def ask(text: str, *before: str) -> str:
    messages = [{"role": "system", "content": line} for line in before]
    return answer({"messages": [*messages, {"role": "user", "content": text}]})


def test_the_scripted_model_answers_by_what_its_request_holds():
    assert ask(ANA.exchanges[0].asked) == ANA.exchanges[0].answer
    assert ask(QUESTION, "Ana is vegetarian.") == DINNER[True]
    assert ask(QUESTION) == DINNER[False]
    assert "scripted" in ask("Who are you?")


def test_the_scripted_model_learns_only_from_what_was_said():
    messages = [
        {"n": 1, "role": "user", "text": ANA.exchanges[0].asked},
        {"n": 2, "role": "assistant", "text": "Fine."},
    ]
    learned = json.loads(ask(json.dumps({"task": "extract", "messages": messages})))["memories"]
    assert [memory["quote"] for memory in learned] == ["I'm vegetarian"]
    assert ask(json.dumps({"task": "consolidate"})) == '{"merges": [], "relations": [], "page": ""}'
