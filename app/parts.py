"""The parts below HTTP, opened in order and closed in reverse: what a server and a command both work with.

It also brings a data folder to the state that everything else relies on: private, with the project `default`, and
with the fixed key where the environment gives one.
"""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.auth import Callers, add_key
from app.config import Config
from app.embedder.builtin import BuiltinEmbedder
from app.memory.context import Bell, Ctx, Projects
from app.upstream.catalog import Catalogs, UpstreamEnv
from app.upstream.client import Secrets, Upstream
from app.upstream.models import Models
from app.vault import Vault, open_vault
from app.world import World
from storage.db import Database, Tx
from storage.model import Project
from storage.sql import projects

DEFAULT_PROJECT = "default"


@dataclass(frozen=True, slots=True)
class Parts:
    """What is open. `project` is the one named `default`."""

    config: Config
    world: World
    db: Database
    vault: Vault
    upstream: Upstream
    catalogs: Catalogs
    ctx: Ctx
    callers: Callers
    project: Project


Command = Callable[[Parts, dict[str, Any]], Awaitable[dict[str, Any]]]
"""A command: from the parts of the program and its arguments to its result, both as JSON."""


@asynccontextmanager
async def opened(config: Config, world: World) -> AsyncGenerator[Parts]:
    """All parts, open while the block runs. Raises FileInUse, FileUnfit, SqliteUnfit or BadConfig's like."""
    make_private(config.data_dir)
    async with AsyncExitStack() as stack:
        db = await Database.open(config.database)
        stack.push_async_callback(db.close)
        project = await _first_run(db, world, config)
        vault = await open_vault(config.data_dir)
        env = UpstreamEnv(config.upstream_url, config.upstream_key, config.memory_model)
        upstream = Upstream(world, Secrets(vault, env))
        stack.push_async_callback(upstream.aclose)
        catalogs = Catalogs(db, env)
        embedder = BuiltinEmbedder()
        stack.push_async_callback(embedder.close)
        ctx = Ctx(db, world, Models(upstream, catalogs), embedder, Projects(db), Bell())
        yield Parts(config, world, db, vault, upstream, catalogs, ctx, Callers(db, world), project)


def make_private(folder: Path) -> None:
    """Makes the data folder, open to its owner only. One that is there keeps the rights that its owner gave it."""
    if not folder.exists():
        folder.mkdir(parents=True)
        folder.chmod(0o700)


async def _first_run(db: Database, world: World, config: Config) -> Project:
    id, now = world.new_id("prj"), world.now_ms()

    def work(tx: Tx) -> Project:
        known = projects.by_slug(tx, DEFAULT_PROJECT)
        return known or projects.insert(tx, id, DEFAULT_PROJECT, "Default", {}, now)

    project = await db.write(work)
    if config.key is not None:
        await add_key(db, world, project, "environment", text=config.key)
    return project
