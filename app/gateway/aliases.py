"""The spaces that people gave to inferred folder names, from memory until one of them changes."""

from collections.abc import Mapping

from storage.db import Database
from storage.sql import scopes


class Aliases:
    """Folder name → space, for each project."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._known: dict[int, Mapping[str, str]] = {}
        self._seen = -1

    async def of(self, project: int) -> Mapping[str, str]:
        """The aliases of a project."""
        generation = self._db.generations["aliases"]
        if generation != self._seen:
            self._known.clear()
            self._seen = generation
        if project not in self._known:
            self._known[project] = await self._db.read(lambda tx: scopes.aliases_of(tx, project))
        return self._known[project]
