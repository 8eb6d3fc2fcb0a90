"""A shelf of memories for tests: a real database with one project or more, a clock turned by hand, no model."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from app.embedder.interface import Embedder
from app.embedder.none import NoEmbedder
from app.memory.context import Bell, Ctx, Projects
from app.memory.indexing import index_messages
from app.memory.ranking import Ranked
from app.memory.search import Found, search, visible
from app.upstream.catalog import Catalogs, UpstreamEnv
from app.upstream.client import Secrets, Upstream
from app.upstream.models import Models
from app.vault import FileVault
from app.world import World
from storage.db import Database, Tx
from storage.model import Conversation, Memory, Project
from storage.sql import conversations, memories, projects

START_MS = 1_764_576_000_000  # 2025-12-01 08:00 UTC


@dataclass
class Hands:
    """Turns the clock."""

    ms: int = START_MS


@dataclass
class Shelf:
    ctx: Ctx
    hands: Hands
    project: Project
    talks: dict[str, Conversation] = field(default_factory=dict)

    async def add_project(self, slug: str) -> Project:
        id, at = self.ctx.world.new_id("prj"), self.hands.ms
        return await self.ctx.db.write(lambda tx: projects.insert(tx, id, slug, slug, {}, at))

    async def set(self, **settings: Any) -> None:
        await self.ctx.db.write(lambda tx: projects.set_settings(tx, self.project.num, settings))

    def memory(self, text: str, **more: Any) -> Memory:
        at = self.hands.ms
        values: dict[str, Any] = {"space": "default", "subject": None, "author": "agent", "kind": "fact", **more}
        values = {"project": self.project.num, "importance": 0.5, "confidence": 1.0, "state": "live", **values}
        return Memory(num=0, id=self.ctx.world.new_id("mem"), text=text, created_at=at, updated_at=at, **values)

    async def put(self, *texts: str, **more: Any) -> list[Memory]:
        """Stores memories, the later ones a second younger each."""
        made: list[Memory] = []
        for text in texts:
            made.append(self.memory(text, **more))
            self.hands.ms += 1000
        return await self.ctx.db.write(lambda tx: [memories.insert(tx, memory, (), "key:key_1") for memory in made])

    async def talk(self, *texts: str, project: int | None = None, index: bool = True, **more: Any) -> Conversation:
        """Stores a conversation of user and assistant messages, in turns, and indexes it."""
        of = self.project.num if project is None else project

        def work(tx: Tx) -> Conversation:
            values: dict[str, Any] = {"space": "default", "subject": None, "source": None, "at": self.hands.ms, **more}
            talk = conversations.insert(tx, self.ctx.world.new_id("con"), of, **values)
            turn = 0
            for place, text in enumerate(texts):
                role = "assistant" if place % 2 else "user"
                if role == "user":
                    id = self.ctx.world.new_id("trn")
                    turn = conversations.add_turn(
                        tx, talk, id, ident=id.encode(), agent=None, at=self.hands.ms, asked=False, model=None
                    )
                id = self.ctx.world.new_id("msg")
                conversations.add_message(tx, talk, turn, id, role, text, (), self.hands.ms)
            if index:
                index_messages(tx, of, talk, conversations.messages_of(tx, of, talk.num))
            tx.execute("UPDATE conversations SET title = ?, state = 'read' WHERE num = ?", (texts[0], talk.num))
            stored = conversations.by_num(tx, of, talk.num)
            assert stored is not None
            return stored

        self.hands.ms += 1000
        return await self.ctx.db.write(work)

    async def find(self, query: str, *, subject: str | None = None, space: str | None = None, **more: Any) -> Found:
        settings = await self.ctx.projects.settings(self.project.num)
        return await search(self.ctx, self.project.num, query, visible(settings, subject, space), **more)

    async def texts(self, query: str, **more: Any) -> list[str]:
        return texts_of((await self.find(query, within="memories", **more)).memories)


def texts_of(ranked: tuple[Ranked, ...]) -> list[str]:
    return [one.memory.text for one in ranked]


@asynccontextmanager
async def shelf(path: Path, embedder: Embedder | None = None) -> AsyncIterator[Shelf]:
    """The shelf in a file: a new one, or the one that is there."""
    hands = Hands()
    world = World(now=lambda: hands.ms / 1000)
    db = await Database.open(path, readers=2)
    env = UpstreamEnv()
    upstream = Upstream(world, Secrets(FileVault(path.parent), env))
    try:
        ctx = Ctx(db, world, Models(upstream, Catalogs(db, env)), embedder or NoEmbedder(), Projects(db), Bell())

        def first(tx: Tx) -> Project:
            known = projects.by_slug(tx, "default")
            return known or projects.insert(tx, "prj_1", "default", "Default", {}, START_MS)

        project = await db.write(first)
        yield Shelf(ctx, hands, project)
    finally:
        await upstream.aclose()
        await db.close()
