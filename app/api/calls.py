"""The receipt of one call: what it got from memory, what it wrote, and what it cost."""

from typing import Any

from quart import Blueprint, Response

from app.api.door import Door, may_see
from app.auth import Caller
from app.errors import NotFound
from app.memory.context import Ctx
from app.memory.shapes import memory_shape, provenance_shape, time_of
from app.web import json_response
from storage.db import Tx
from storage.model import Call, CallMemory
from storage.sql import calls, episodes, memories


def add(blueprint: Blueprint, ctx: Ctx, door: Door) -> None:
    """Adds the route."""

    @blueprint.get("/calls/<id>")
    async def receipt(id: str) -> Response:
        caller = await door.reader()
        return json_response(await ctx.db.read(lambda tx: _receipt(tx, caller, id)))


def _receipt(tx: Tx, caller: Caller, id: str) -> dict[str, Any]:
    project = caller.project.num
    call = calls.by_id(tx, project, id)
    if call is None or (call.space is not None and not may_see(caller, call.space)):
        raise NotFound(f"No call {id[:64]} in this project.")
    return {
        "id": call.id,
        "at": time_of(call.at),
        "route": call.route,
        "mode": call.mode,
        "source": call.source,
        "space": call.space,
        "status": call.status,
        "complete": call.complete,
        "model": call.model,
        "model_used": call.model_used,
        "recall": {"state": call.recall, "took_ms": call.recall_ms, "hits": call.hits},
        "memories": [_got(tx, project, got) for got in calls.memories_of(tx, project, id)],
        "wrote": _wrote(tx, project, call),
        "tokens": {
            "input": call.tokens.input,
            "output": call.tokens.output,
            "cache_read": call.tokens.cache_read,
            "cache_write": call.tokens.cache_write,
            "reasoning": call.tokens.reasoning,
        },
        "cost_usd": call.cost_usd,
    }


def _got(tx: Tx, project: int, got: CallMemory) -> dict[str, Any]:
    """A memory that the call got, as it is now; its id alone where it has been erased since."""
    line = {"id": got.memory_id, "score": got.score, "why": dict(got.why), "tokens": got.tokens}
    memory = memories.by_id(tx, project, got.memory_id)
    if memory is None:
        return line
    return {**memory_shape(memory), **line, **provenance_shape(memories.sources(tx, project, memory.num))}


def _wrote(tx: Tx, project: int, call: Call) -> dict[str, Any] | None:
    """The turn that the call added, its conversation, and what has been learned from it since."""
    conversation = None if call.turn_id is None else episodes.of_turn(tx, project, call.turn_id)
    if call.turn_id is None or conversation is None:
        return None
    return {
        "turn_id": call.turn_id,
        "conversation_id": conversation.id,
        "memories": episodes.learned_from_turn(tx, project, call.turn_id),
    }
