"""A bench for learning: a real database, a hand-turned clock, and a scripted model behind a real HTTP server."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from app.embedder.none import NoEmbedder
from app.memory.context import Bell, Ctx, Projects
from app.upstream.catalog import Catalogs, UpstreamEnv
from app.upstream.client import Secrets, Upstream
from app.upstream.models import Models
from app.vault import FileVault
from app.world import World
from storage.db import Database, Tx
from storage.model import Conversation, Memory, Project, ToolUse
from storage.sql import batches, conversations, projects, scopes
from storage.sql import memories as stored
from storage.sql.batches import Batch
from tests.model_server import ModelServer, Received, Reply, model_server

START_MS = 1_796_000_000_000  # 2026-11-30T00:53:20Z, 01:53:20 in Berlin


class Clock:
    """A clock that only moves when it is turned."""

    def __init__(self) -> None:
        self.ms = START_MS

    def turn(self, seconds: float) -> None:
        self.ms += int(seconds * 1000)


@dataclass
class Bench:
    """What a test of learning needs. `answer` is what the model says to a question: its text, or a whole reply."""

    path: Path
    clock: Clock
    server: ModelServer
    world: World
    ctx: Ctx
    project: Project
    answer: Callable[[dict[str, Any]], str | Reply] = lambda question: memories()
    questions: list[dict[str, Any]] = field(default_factory=list)
    systems: list[str] = field(default_factory=list)

    def reply(self, received: Received) -> Reply:
        said = received.body["messages"]
        self.systems.append(said[0]["content"])
        self.questions.append(json.loads(said[-1]["content"]))
        answer = self.answer(self.questions[-1])
        return answer if isinstance(answer, Reply) else Reply(answer)

    async def settings(self, **values: Any) -> None:
        stored = (await self.ctx.projects.get(self.project.num))[0].settings
        await self.ctx.db.write(lambda tx: projects.set_settings(tx, self.project.num, {**stored, **values}))

    async def converse(
        self, *turns: str | tuple[str, str], subject: str | None = "ana", space: str = "default", **more: Any
    ) -> Conversation:
        """A new conversation of these turns: what the user says, or that with the answer."""
        at = self.clock.ms

        def work(tx: Tx) -> Conversation:
            scopes.ensure_space(tx, self.project.num, space, at)
            scopes.ensure_subject(tx, self.project.num, subject)
            return conversations.insert(
                tx, self.world.new_id("con"), self.project.num, space=space, subject=subject, source=None, at=at
            )

        conversation = await self.ctx.db.write(work)
        for turn in turns:
            await self.say(conversation, turn, **more)
        return conversation

    async def say(
        self,
        conversation: Conversation,
        turn: str | tuple[str, str],
        *,
        asked: bool = False,
        model: str | None = "model-one",
        tools: tuple[ToolUse, ...] = (),
    ) -> None:
        """One more turn of a conversation."""
        text, answer = (turn, "I see.") if isinstance(turn, str) else turn
        at = self.clock.ms

        def work(tx: Tx) -> None:
            num = conversations.add_turn(
                tx,
                conversation,
                self.world.new_id("trn"),
                ident=self.world.new_id("x").encode(),
                agent=None,
                at=at,
                asked=asked,
                model=model,
            )
            conversations.add_message(tx, conversation, num, self.world.new_id("msg"), "user", text, (), at)
            conversations.add_message(tx, conversation, num, self.world.new_id("msg"), "assistant", answer, tools, at)

        await self.ctx.db.write(work)

    async def learned(self, subject: str | None = "ana") -> list[str]:
        """The texts of a subject's live memories, oldest first."""
        rows = await self.ctx.db.read(
            lambda tx: tx.all(
                "SELECT text FROM memories WHERE project = ? AND subject IS ? AND state = 'live' ORDER BY num",
                (self.project.num, subject),
            )
        )
        return [row[0] for row in rows]

    async def batches(self) -> list[Batch]:
        """All batches, oldest first."""
        found = await self.ctx.db.read(lambda tx: batches.listed(tx, self.project.num, limit=100))
        return found[::-1]

    async def value(self, sql: str, *params: Any) -> Any:
        """The first column of the first row."""
        return await self.ctx.db.read(lambda tx: tx.value(sql, params))

    async def reopen(self) -> None:
        """What a start of the program after a crash does: the same file, with nothing kept in memory."""
        await self.ctx.models.upstream.aclose()
        await self.ctx.db.close()
        db = await Database.open(self.path, readers=1)
        self.ctx = context(db, self.world, self.server)

    async def store(self, text: str, **more: Any) -> Memory:
        """A memory that is stored already."""
        at = self.clock.ms
        values: dict[str, Any] = {"author": "agent", "subject": "ana", **more}
        memory = Memory(
            num=0, id=self.world.new_id("mem"), project=self.project.num, space="default", text=text, kind="fact",
            importance=0.5, confidence=1.0, state="live", created_at=at, updated_at=at, **values,
        )  # fmt: skip
        return await self.ctx.db.write(lambda tx: stored.insert(tx, memory, (), "key:key_1"))


def memories(*entries: dict[str, Any]) -> str:
    """An answer of the model with these memories."""
    return json.dumps({"memories": list(entries)})


def entry(text: str, n: int = 1, **more: Any) -> dict[str, Any]:
    """One memory as a model proposes it. The quote is the text itself unless another is given."""
    whole = {"text": text, "kind": "fact", "about": "user", "confidence": 0.9, "importance": 0.5, "messages": [n]}
    return {**whole, "quote": text, "valid_from": None, "valid_until": None, "same_as": None, "replaces": None, **more}


def repeat_users(question: dict[str, Any]) -> str:
    """The answer of a model that takes every word of the users for a memory."""
    return memories(*(entry(m["text"], m["n"]) for m in question["messages"] if m["role"] == "user"))


def context(db: Database, world: World, server: ModelServer) -> Ctx:
    """The context of a program whose one provider is this server, set up by environment."""
    env = UpstreamEnv(server.url, "sk-test")
    upstream = Upstream(world, Secrets(FileVault(db.path.parent), env))
    return Ctx(db, world, Models(upstream, Catalogs(db, env)), NoEmbedder(), Projects(db), Bell())


@asynccontextmanager
async def bench(path: Path) -> AsyncIterator[Bench]:
    """A bench with one project, in Berlin, whose default provider is the scripted server."""
    clock = Clock()
    world = World(now=lambda: clock.ms / 1000, monotonic=lambda: clock.ms / 1000)
    async with model_server() as server:
        db = await Database.open(path, readers=1)
        project = await db.write(
            lambda tx: projects.insert(tx, "prj_1", "default", "Default", {"time_zone": "Europe/Berlin"}, clock.ms)
        )
        made = Bench(path, clock, server, world, context(db, world, server), project)
        server.answers = made.reply
        try:
            yield made
        finally:
            await made.ctx.models.upstream.aclose()
            await made.ctx.db.close()
