"""Sets the demo up: the scripted model, a real server in a folder of its own, a project, a key."""

import asyncio
import signal
import tempfile
from collections.abc import AsyncGenerator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import chain, count
from pathlib import Path
from typing import Any

import httpx

from app.auth import add_key
from app.cli.commands import COMMANDS
from app.cli.demo.model import NAME, ScriptedModel
from app.cli.demo.play import Play
from app.cli.demo.stage import Stage
from app.cli.signals import on_signals
from app.config import Config
from app.logs import configure
from app.memory.settings import changed
from app.serve import Server, running
from app.world import World
from storage.db import Tx
from storage.model import Project
from storage.sql import projects

PROJECT = "demo"
USUAL_URL = "http://127.0.0.1:8377"
SETTINGS: Mapping[str, Any] = {"settle_after_s": 1, "at_least_every_s": 1, "batch_of": 1, "recall_budget_ms": 5000}
"""Everything at once, for a demo has no five minutes; but a slow machine may take its time to recall."""


async def demo(data_dir: Path | None, port: int, *, serve: bool) -> None:
    """Plays the demo; with `serve` the server goes on until a signal. Raises DemoFailed."""
    stage = Stage()
    async with AsyncExitStack() as stack:
        folder = data_dir or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="loregate-demo-")))
        stage.opening(str(folder), kept=data_dir is not None)
        model = ScriptedModel(World())
        await stack.enter_async_context(model.running())
        config = Config(data_dir=folder, port=port, upstream_url=model.url, memory_model=NAME, drain_s=2.0)
        server = await stack.enter_async_context(running(config, commands=COMMANDS))
        key = await _prepare(server)
        async with _client(server, key) as client:
            await Play(stage, server, model, client).perform()
        stage.closing(server.url if serve else USUAL_URL, key if serve else "lg_…", serving=serve)
        stage.end()
        if serve:
            with on_signals(server.stop, signal.SIGINT, signal.SIGTERM):
                await server.ended()


async def _prepare(server: Server) -> str:
    """A project of this performance's own, and a key of it."""
    parts = server.parts
    settings = changed({}, SETTINGS)
    id, now = parts.world.new_id("prj"), parts.world.now_ms()

    def work(tx: Tx) -> Project:
        slugs = chain([PROJECT], (f"{PROJECT}-{number}" for number in count(2)))
        slug = next(slug for slug in slugs if projects.by_slug(tx, slug) is None)
        return projects.insert(tx, id, slug, "Demo", settings, now)

    project = await parts.db.write(work)
    _, text = await add_key(parts.db, parts.world, project, "demo")
    return text


@asynccontextmanager
async def _client(server: Server, key: str) -> AsyncGenerator[httpx.AsyncClient]:
    headers = {"authorization": f"Bearer {key}"}
    transport = server.parts.world.transport()
    async with httpx.AsyncClient(base_url=server.url, headers=headers, transport=transport, timeout=60) as client:
        yield client


def play(data_dir: Path | None, port: int, *, serve: bool) -> None:
    """Runs the demo to its end."""
    configure("error")
    asyncio.run(demo(data_dir, port, serve=serve))
