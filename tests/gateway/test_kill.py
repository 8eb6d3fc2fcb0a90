"""A support bot's conversation through a server that is killed with -9 between any two steps and started again.

Everything is asked over HTTP, as a caller would; the upstream lives in this process and sees it all.
"""

import asyncio
import json
import os
import re
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.house import KEY
from tests.model_server import ModelServer, Received, Reply, echo, model_server

ANA = {"x-loregate-memory-subject": "user-ana", "x-loregate-source": "support-bot"}
BEN = {**ANA, "x-loregate-memory-subject": "user-ben"}
ACKNOWLEDGED_S = 1.0
"""The promise: a call is durable within one second of its answer's last byte."""


@asynccontextmanager
async def served(folder: Path, upstream: ModelServer) -> AsyncIterator[httpx.AsyncClient]:
    """A server process of its own, killed with -9 at the end of the block."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("LOREGATE_")}
    env |= {
        "LOREGATE_DATA_DIR": str(folder),
        "LOREGATE_KEY": KEY,
        "LOREGATE_UPSTREAM_URL": upstream.url,
        "LOREGATE_UPSTREAM_KEY": "sk-upstream",
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "app", "serve", "--port", "0", env=env, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    try:
        line = (await process.stdout.readline()).decode()
        url = re.search(r"http://127\.0\.0\.1:\d+", line)[0]
        async with httpx.AsyncClient(
            base_url=url, headers={"authorization": f"Bearer {KEY}"}, timeout=20, trust_env=False
        ) as http:
            yield http
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGKILL)
        await process.communicate()


async def run_job(folder: Path, job: str) -> None:
    """Orders a job as a person does, by the command line, of the server that runs."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "app", "--data-dir", str(folder), "run-job", job, stdout=asyncio.subprocess.DEVNULL
    )
    assert await process.wait() == 0


async def until(what: Callable[[], Awaitable[Any]]) -> Any:
    """What comes true within ten seconds."""
    async with asyncio.timeout(10):
        while not (found := await what()):
            await asyncio.sleep(0.02)
    return found


async def ask(http: httpx.AsyncClient, history: list[dict[str, str]], text: str, **headers: str) -> httpx.Response:
    messages = [*history, {"role": "user", "content": text}]
    answer = await http.post(
        "/v1/chat/completions", json={"model": "m", "messages": messages}, headers={**ANA, **headers}
    )
    assert answer.status_code == 200
    return answer


async def test_every_acknowledged_turn_is_there_once_and_learned_from_once(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    asked: list[list[dict[str, Any]]] = []
    hold = asyncio.Event()
    reached = asyncio.Event()

    def answers(received: Received) -> Reply:
        if b'\\"task\\"' not in received.raw:
            return echo(received)
        question = json.loads(received.body["messages"][-1]["content"])
        asked.append(question["messages"])
        reached.set()
        first = question["messages"][0]
        memory = {
            "text": "Ana's printer is an Acme 9000.",
            "kind": "fact",
            "about": "user",
            "confidence": 0.9,
            "importance": 0.6,
            "messages": [first["n"]],
            "quote": first["text"],
        }
        return Reply(json.dumps({"memories": [memory]}), wait=hold if len(asked) == 1 else None)

    async with model_server() as upstream:
        upstream.answers = answers
        history: list[dict[str, str]] = []
        expected: list[tuple[str, str]] = []
        for number in range(6):
            async with served(folder, upstream) as http:
                text = f"Question {number} on my Acme 9000 printer"
                said = (await ask(http, history, text)).json()["choices"][0]["message"]["content"]
                history += [{"role": "user", "content": text}, {"role": "assistant", "content": said}]
                expected += [("user", text), ("assistant", said)]
                await asyncio.sleep(ACKNOWLEDGED_S)
        async with served(folder, upstream) as http:
            (episode,) = (await http.get("/v1/memory/episodes")).json()["data"]
            stored = (await http.get(f"/v1/memory/episodes/{episode['id']}")).json()["messages"]
            assert [(m["role"], m["text"]) for m in stored] == expected
            # Killed while the memory model thinks.
            await http.post("/v1/memory/settings", json={"batch_of": 1, "settle_after_s": 1})
            await reached.wait()
        hold.set()
        async with served(folder, upstream) as http:
            # Killed as soon as the model has answered: before, in or after the transaction that keeps what it said.
            await until(lambda: _true(len(asked) >= 2))
        async with served(folder, upstream) as http:
            await run_job(folder, "batch")  # a second death makes the loop wait half a minute; a person need not
            await until(lambda: _memories(http))
            await until(lambda: _nothing_waits(http))
            memories = await _memories(http)
            assert [m["text"] for m in memories] == ["Ana's printer is an Acme 9000."]
            assert all(len(messages) == len(expected) for messages in asked)
            recall = {"x-loregate-memory": "recall"}
            assert (await ask(http, [], "Which printer do I have?", **recall)).headers["x-loregate-memory-hits"] == "1"
            assert "Acme 9000" in upstream.received[-1].raw.decode()
            other = await ask(
                http, [], "Which printer do I have?", **recall, **{k: v for k, v in BEN.items() if "subject" in k}
            )
            assert other.headers["x-loregate-memory-hits"] == "0"
            assert "Acme 9000" not in upstream.received[-1].raw.decode()


async def _true(value: bool) -> bool:
    return value


async def _memories(http: httpx.AsyncClient) -> list[dict[str, Any]]:
    answer = await http.post("/v1/memory/search", json={"query": "printer", "subject": "user-ana", "in": "memories"})
    return answer.json()["memories"]


async def _nothing_waits(http: httpx.AsyncClient) -> bool:
    return (await http.get("/v1/memory/status")).json()["waiting"] == 0
