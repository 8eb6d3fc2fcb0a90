"""What a call costs through the gateway, beside the bare upstream, in one run: CPU of the gateway's process, added
latency. Authentication, routing and recording are on. Run: `uv run python -m tests.bench.gateway [--memories 10000]`.

Three processes on loopback: a bare upstream, the gateway, and this one as the load. Rounds of direct and proxied
calls alternate, so that whatever else the machine does falls on both.
"""

import argparse
import asyncio
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import aiohttp

KEY = "lg_bench_bench_bench"
ROUNDS = 5
UPSTREAM = "tests.bench.bare_upstream:app"


@dataclass
class Target:
    name: str
    url: str
    pid: int


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def cpu_seconds(pid: int) -> float:
    """User and system time of a process with all its threads."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def start(command: Sequence[str], **env: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(command, env={**os.environ, **env}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


async def ready(session: aiohttp.ClientSession, url: str) -> None:
    for _ in range(600):
        try:
            async with session.get(url):
                return
        except aiohttp.ClientError:
            await asyncio.sleep(0.05)
    raise TimeoutError(url)


async def load(
    session: aiohttp.ClientSession, target: Target, *, at_once: int, calls: int, stream: bool, recall: bool
) -> tuple[list[float], float]:
    """Latencies in ms of so many calls, and the CPU in ms that the target's process took for each."""
    latencies: list[float] = []
    numbers = iter(range(calls))
    headers = {"authorization": f"Bearer {KEY}"}
    if recall:
        headers |= {"x-loregate-memory": "recall"}

    async def worker(who: int) -> None:
        for number in numbers:
            text = f"What did {NAMES[number % len(NAMES)]} say about topic {number * 7919 % 10007} on day {number}?"
            body = {"model": "m", "messages": [{"role": "user", "content": text}], "stream": stream}
            begun = time.perf_counter()
            async with session.post(f"{target.url}/v1/chat/completions", json=body, headers=headers) as answer:
                await answer.read()
                assert answer.status == 200, answer.status
            latencies.append((time.perf_counter() - begun) * 1000)

    before = cpu_seconds(target.pid)
    await asyncio.gather(*(worker(who) for who in range(at_once)))
    return latencies, (cpu_seconds(target.pid) - before) * 1000 / calls


NAMES = ["Ana", "Ben", "Carla", "Dmitri", "Emeka", "Fatima", "Goran", "Hana"]


async def compare(
    session: aiohttp.ClientSession, targets: Sequence[Target], *, at_once: int, stream: bool, recall: bool
) -> None:
    calls = {1: 150, 16: 320, 64: 640}[at_once]
    found: dict[str, list[tuple[float, float]]] = {target.name: [] for target in targets}
    for _ in range(ROUNDS):
        for target in targets:
            latencies, cpu = await load(
                session, target, at_once=at_once, calls=calls, stream=stream, recall=recall and target.name != "direct"
            )
            found[target.name].append((statistics.median(latencies), cpu))
    p50 = {name: statistics.median(p for p, _ in rows) for name, rows in found.items()}
    cpu = statistics.median(c for _, c in found["gateway"])
    kind = ("stream" if stream else "plain") + (" + recall" if recall else "")
    print(
        f"{kind:16} {at_once:3} at once   p50 direct {p50['direct']:7.2f} ms, gateway {p50['gateway']:7.2f} ms"
        f"   added {p50['gateway'] - p50['direct']:7.2f} ms   CPU {cpu:5.2f} ms a call"
    )


async def save_memories(session: aiohttp.ClientSession, url: str, count: int) -> None:
    """Saves memories through the API; their vectors come after them, made by a job."""
    headers = {"authorization": f"Bearer {KEY}"}
    numbers = iter(range(count))

    async def worker() -> None:
        for n in numbers:
            text = f"{NAMES[n % len(NAMES)]} decided on day {n} that topic {n * 31 % 10007} needs plan {n % 97}."
            async with session.post(f"{url}/v1/memory/items", json={"text": text}, headers=headers) as answer:
                assert answer.status == 201, await answer.text()

    await asyncio.gather(*(worker() for _ in range(16)))


async def quiet(pid: int) -> None:
    """Waits until a process has nothing left to do: here, until all vectors are made."""
    before = -1.0
    while (now := cpu_seconds(pid)) - before > 0.2:
        before = now
        await asyncio.sleep(2)


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memories", type=int, default=0, help="also measure recall among so many memories")
    options = parser.parse_args()
    ports = free_port(), free_port()
    urls = [f"http://127.0.0.1:{port}" for port in ports]
    with tempfile.TemporaryDirectory() as folder:
        upstream = start([sys.executable, "-m", "uvicorn", UPSTREAM, "--port", str(ports[0]), "--log-level", "warning"])
        gateway = start(
            [sys.executable, "-m", "app", "serve"],
            LOREGATE_DATA_DIR=folder,
            LOREGATE_PORT=str(ports[1]),
            LOREGATE_KEY=KEY,
            LOREGATE_UPSTREAM_URL=urls[0],
            LOREGATE_UPSTREAM_KEY="sk-x",
        )
        try:
            connector = aiohttp.TCPConnector(limit=0)
            async with aiohttp.ClientSession(connector=connector) as session:
                await ready(session, urls[0])
                await ready(session, f"{urls[1]}/healthz")
                targets = [Target("direct", urls[0], upstream.pid), Target("gateway", urls[1], gateway.pid)]
                for target in targets:  # warm up
                    await load(session, target, at_once=4, calls=100, stream=False, recall=False)
                for stream in (False, True):
                    for at_once in (1, 16, 64):
                        await compare(session, targets, at_once=at_once, stream=stream, recall=False)
                if options.memories:
                    await save_memories(session, urls[1], options.memories)
                    await quiet(gateway.pid)
                    await compare(session, targets, at_once=1, stream=False, recall=True)
        finally:
            for process in (gateway, upstream):
                process.terminate()
                process.wait()


if __name__ == "__main__":
    asyncio.run(main())
