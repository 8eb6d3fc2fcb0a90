"""The settings of the caller's project."""

from functools import partial
from typing import Any

from quart import Blueprint, Response, request

from app.api.door import Door
from app.memory.context import Ctx
from app.memory.settings import Settings, changed, settings_of
from app.web import json_body, json_response
from storage.db import Tx
from storage.sql import projects


def add(blueprint: Blueprint, ctx: Ctx, door: Door) -> None:
    """Adds the routes."""

    @blueprint.get("/settings")
    async def read_settings() -> Response:
        caller = await door.reader()
        return _answer(await ctx.projects.settings(caller.project.num))

    @blueprint.post("/settings")
    async def change_settings() -> Response:
        caller = await door.writer()
        changes = await json_body(request)
        settings = await ctx.db.write(partial(_change, project=caller.project.num, changes=changes))
        ctx.bell.ring()
        return _answer(settings)


def _change(tx: Tx, *, project: int, changes: dict[str, Any]) -> Settings:
    row = projects.by_num(tx, project)
    assert row is not None
    values = changed(row.settings, changes)
    projects.set_settings(tx, project, values)
    return settings_of(values)


def _answer(settings: Settings) -> Response:
    return json_response(settings.model_dump(mode="json"))
