"""What every function of the memory service is given: the database, the world, the models and the bell.

A context is made once, by whoever puts the program together; nothing here does I/O by itself.
"""

import asyncio
from dataclasses import dataclass, field

from app.embedder.interface import Embedder
from app.memory.settings import Settings, settings_of
from app.memory.traces import Traces
from app.upstream.models import Models
from app.world import World
from storage.db import Database
from storage.model import Project
from storage.sql import projects


class Bell:
    """Rung when there may be work for the job loop, so that it need not look all the time."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def ring(self) -> None:
        """Wakes whoever waits."""
        self._event.set()

    async def wait(self, seconds: float) -> None:
        """Returns when rung, or after so many seconds."""
        try:
            async with asyncio.timeout(max(0.0, seconds)):
                await self._event.wait()
        except TimeoutError:
            return
        finally:
            self._event.clear()


class Projects:
    """The projects with their settings, from memory until one of them changes."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._known: dict[int, tuple[Project, Settings]] = {}
        self._seen = -1

    async def get(self, num: int) -> tuple[Project, Settings]:
        """A project that exists, and its settings."""
        generation = self._db.generations["projects"]
        if generation != self._seen:
            self._known.clear()
            self._seen = generation
        known = self._known.get(num)
        if known is None:
            project = await self._db.read(lambda tx: projects.by_num(tx, num))
            if project is None:
                raise LookupError(f"no project has the number {num}")
            known = self._known[num] = (project, settings_of(project.settings))
        return known

    async def settings(self, num: int) -> Settings:
        """The settings of a project that exists."""
        return (await self.get(num))[1]


@dataclass(frozen=True, slots=True)
class Ctx:
    """The context of the memory service."""

    db: Database
    world: World
    models: Models
    embedder: Embedder
    projects: Projects
    bell: Bell
    traces: Traces = field(default_factory=Traces)
