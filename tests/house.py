"""A whole house for a test: the real server on a free port, in front of a scripted model server on loopback."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anthropic
import httpx
import openai

from app.auth import add_key
from app.config import Config
from app.memory.settings import changed
from app.serve import Server, running
from app.world import World
from storage.model import Call, Conversation, Memory, StoredMessage
from storage.sql import calls, conversations, projects
from tests.model_server import ModelServer, model_server

KEY = "lg_the_key_of_the_tests"


@dataclass
class House:
    """The server and its upstream, with the few things that tests ask of them."""

    server: Server
    upstream: ModelServer
    http: httpx.AsyncClient
    clients: list[Any] = field(default_factory=list)
    """SDK clients, closed with the house."""

    @property
    def url(self) -> str:
        return self.server.url

    @property
    def ctx(self):
        return self.server.parts.ctx

    @property
    def project(self) -> int:
        return self.server.parts.project.num

    def openai(self, key: str = KEY, **options: Any) -> openai.AsyncOpenAI:
        return self._kept(openai.AsyncOpenAI(base_url=f"{self.url}/v1", api_key=key, max_retries=0, **options))

    def anthropic(self, key: str = KEY, **options: Any) -> anthropic.AsyncAnthropic:
        return self._kept(anthropic.AsyncAnthropic(base_url=self.url, api_key=key, max_retries=0, **options))

    def _kept(self, client: Any) -> Any:
        self.clients.append(client)
        return client

    async def chat(self, *said: str | dict[str, Any], headers: Mapping[str, str] = {}, **body: Any) -> httpx.Response:
        """One chat completion; plain strings alternate between user and assistant, a user's first."""
        roles = ("user", "assistant")
        messages = [
            {"role": roles[index % 2], "content": text} if isinstance(text, str) else text
            for index, text in enumerate(said)
        ]
        return await self.http.post(
            "/v1/chat/completions", json={"model": "m", "messages": messages, **body}, headers=dict(headers)
        )

    async def settings(self, **values: Any) -> None:
        """Changes the project's settings, as the memory API does."""
        stored = (await self.ctx.projects.get(self.project))[0].settings
        new = changed(stored, values)
        await self.ctx.db.write(lambda tx: projects.set_settings(tx, self.project, new))

    async def key(self, name: str = "other", **options: Any) -> str:
        """The text of a new key of the default project."""
        parts = self.server.parts
        return (await add_key(parts.db, parts.world, parts.project, name, **options))[1]

    async def recorded(self) -> None:
        """Returns when all calls that have ended are written."""
        await self.server.recorder.flush()

    async def conversations(self) -> list[Conversation]:
        """All conversations, oldest first."""
        await self.recorded()
        found = await self.ctx.db.read(
            lambda tx: conversations.listed(tx, self.project, spaces=None, subject=None, limit=1000)
        )
        return sorted(found, key=lambda conversation: conversation.num)

    async def messages(self, conversation: Conversation) -> list[StoredMessage]:
        return await self.ctx.db.read(lambda tx: conversations.messages_of(tx, self.project, conversation.num))

    async def said(self) -> list[list[tuple[str, str]]]:
        """Role and text of every stored message, by conversation."""
        return [[(m.role, m.text) for m in await self.messages(c)] for c in await self.conversations()]

    async def call(self, id: str) -> Call:
        """The record of a call, by the id in its `x-loregate-call-id`."""
        async with asyncio.timeout(2):  # a call whose client left ends by itself, in its own time
            while (found := await self.ctx.db.read(lambda tx: calls.by_id(tx, self.project, id))) is None:
                await asyncio.sleep(0)
        return found

    async def learn(self) -> None:
        """Settles and learns from all that waits, as `run-job` does; returns when every part is dealt with."""
        await self.recorded()
        for job in ("settle", "batch"):
            await self.server.jobs.run_once(job)
        async with asyncio.timeout(10):
            while await self.ctx.db.read(lambda tx: tx.one("SELECT 1 FROM batch_parts WHERE state = 'running'")):
                await asyncio.sleep(0)  # the loop itself may have claimed it first
        await self.server.jobs.run_once("embed")

    async def memories(self) -> list[Memory]:
        from storage.sql import memories

        rows = await self.ctx.db.read(
            lambda tx: tx.all("SELECT id FROM memories WHERE project = ? ORDER BY num", (self.project,))
        )
        found = [await self.ctx.db.read(lambda tx, id=row["id"]: memories.by_id(tx, self.project, id)) for row in rows]
        return [memory for memory in found if memory is not None]


@asynccontextmanager
async def house_at(folder: Path, world: World | None = None, **config: Any) -> AsyncIterator[House]:
    """A running house over a data folder; the key of the tests is a write key of its default project."""
    async with model_server() as upstream:
        boot = Config(
            data_dir=folder, port=0, key=KEY, upstream_url=upstream.url, upstream_key="sk-upstream", drain_s=2, **config
        )
        async with (
            running(boot, world) as server,
            httpx.AsyncClient(base_url=server.url, headers={"authorization": f"Bearer {KEY}"}, timeout=20) as http,
        ):
            house = House(server, upstream, http)
            yield house
            for client in house.clients:
                await client.close()
