"""The API as a real Quart app on a real database, with two projects and keys of each kind."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest_asyncio
from quart import Quart

from app import api
from app.auth import Callers, add_key
from storage.model import Project
from tests.memory.shelf import Shelf, shelf


@dataclass
class House:
    shelf: Shelf
    app: Quart
    other: Project
    keys: dict[str, str] = field(default_factory=dict)

    async def ask(self, method: str, path: str, body: Any = None, *, key: str | None = "write") -> tuple[int, Any]:
        """The status and the parsed answer of a request; a body that is bytes goes as it is."""
        headers = {} if key is None else {"authorization": f"Bearer {self.keys.get(key, key)}"}
        more: dict[str, Any] = {"data": body} if isinstance(body, bytes) else {} if body is None else {"json": body}
        response = await self.app.test_client().open(f"/v1/memory{path}", method=method, headers=headers, **more)
        return response.status_code, await response.get_json(force=True)

    async def get(self, path: str, **more: Any) -> tuple[int, Any]:
        return await self.ask("GET", path, **more)

    async def post(self, path: str, body: Any = None, **more: Any) -> tuple[int, Any]:
        return await self.ask("POST", path, body, **more)


@pytest_asyncio.fixture(name="house")
async def _house(tmp_path: Path) -> AsyncIterator[House]:
    async with shelf(tmp_path / "loregate.db") as made:
        ctx = made.ctx
        callers = Callers(ctx.db, ctx.world)
        app = Quart("test")
        app.register_blueprint(api.create(ctx, callers))
        house = House(made, app, await made.add_project("other"))
        wanted: dict[str, dict[str, Any]] = {"write": {}, "read": {"scope": "read"}, "bound": {"space": "repo"}}
        for name, options in wanted.items():
            house.keys[name] = (await add_key(ctx.db, ctx.world, made.project, name, **options))[1]
        house.keys["foreign"] = (await add_key(ctx.db, ctx.world, house.other, "foreign"))[1]
        yield house
