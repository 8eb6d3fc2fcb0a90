"""The routes under `/memsync`, which clients of another product know. Its words end here."""

from quart import Blueprint, Response

from app.api.door import Door, may_see, need_own_space
from app.memory import save
from app.memory.context import Ctx
from app.memory.forgetting import delete
from app.web import json_response

_PREFIX = "mem_"


def add(blueprint: Blueprint, ctx: Ctx, door: Door) -> None:
    """Adds the routes."""

    @blueprint.delete("/memories/<id>")
    async def delete_memory(id: str) -> Response:
        """Deletes a memory for good: nothing is left of it that could be brought back."""
        caller = await door.writer()
        ours = id if id.startswith(_PREFIX) else _PREFIX + id
        memory = await save.read(ctx, caller.project.num, ours)
        if not may_see(caller, memory.space):
            raise save.no_memory(ours)
        need_own_space(caller, memory.space)
        await delete(ctx, caller.project.num, ours, actor=caller.actor)
        return json_response({"id": ours, "deleted": True})
