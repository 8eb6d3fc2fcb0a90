"""One memory: save, read, correct, remove."""

from typing import Any

from quart import Blueprint, Response, request

from app.api.bodies import Correcting, Saving
from app.api.dialect import both
from app.api.door import Door, body_of, may_see, need_own_space, space_to_write, subject_in
from app.auth import Caller
from app.errors import BadRequest
from app.memory import save
from app.memory.context import Ctx
from app.memory.save import Correction, Draft
from app.memory.shapes import memory_shape, provenance_shape
from app.web import json_response
from storage.model import Memory
from storage.sql import memories


def add(blueprint: Blueprint, ctx: Ctx, door: Door) -> None:
    """Adds the routes."""

    @blueprint.post("/items")
    async def save_item() -> Response:
        caller = await door.writer()
        stored = await save.save(ctx, caller.project.num, _draft(caller, await body_of(Saving)), actor=caller.actor)
        return json_response(memory_shape(stored), 201)

    @blueprint.get("/<id>")
    async def read_memory(id: str) -> Response:
        caller = await door.reader()
        return json_response(both(await _whole(ctx, caller, id)))

    @blueprint.get("/items/<id>")
    async def read_item(id: str) -> Response:
        caller = await door.reader()
        return json_response(await _whole(ctx, caller, id))

    @blueprint.patch("/items/<id>")
    async def correct_item(id: str) -> Response:
        caller = await door.writer()
        changes = await body_of(Correcting)
        await _reach(ctx, caller, id, to_change=True)
        correction = Correction(changes.text, changes.kind, changes.importance)
        return json_response(
            memory_shape(await save.correct(ctx, caller.project.num, id, correction, actor=caller.actor))
        )

    @blueprint.delete("/items/<id>")
    async def remove_item(id: str) -> Response:
        caller = await door.writer()
        await _reach(ctx, caller, id, to_change=True)
        removed = await save.remove(ctx, caller.project.num, id, actor=caller.actor)
        return json_response({"id": removed.id, "deleted": True})


def _draft(caller: Caller, body: Saving) -> Draft:
    return Draft(
        text=body.text,
        kind=body.kind,
        importance=body.importance,
        subject=subject_in(body.subject),
        space=space_to_write(caller, body.space),
        categories=body.categories,
        metadata=body.metadata,
        ttl_days=body.ttl_days,
    )


async def _reach(ctx: Ctx, caller: Caller, id: str, *, to_change: bool = False) -> Memory:
    """The memory, if it is within this key's reach; any other answers as an unknown one does."""
    memory = await save.read(ctx, caller.project.num, id)
    if not may_see(caller, memory.space):
        raise save.no_memory(id)
    if to_change:
        need_own_space(caller, memory.space)
    return memory


async def _whole(ctx: Ctx, caller: Caller, id: str) -> dict[str, Any]:
    include = request.args.get("include")
    if include not in (None, "quote"):
        raise BadRequest("include may only be `quote`.")
    memory = await _reach(ctx, caller, id)
    sources = await ctx.db.read(lambda tx: memories.sources(tx, memory.project, memory.num))
    return {**memory_shape(memory), **provenance_shape(sources, with_quotes=include == "quote")}
