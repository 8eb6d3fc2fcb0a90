"""What agents read: search, wake-up, and the status of learning."""

from quart import Blueprint, Response

from app.api.bodies import Searching, WakingUp
from app.api.door import Door, body_of, space_to_read, subject_in
from app.errors import BadRequest
from app.memory.context import Ctx
from app.memory.learning_status import status
from app.memory.rules import fit_kind, fit_metadata
from app.memory.search import search, visible
from app.memory.shapes import conversation_shape, scored_shape
from app.memory.wakeup import wake_up
from app.web import json_response
from storage.sql.memories import Filters

_HIT = ("id", "title", "snippet", "score", "last_turn_at", "subject", "space")


def add(blueprint: Blueprint, ctx: Ctx, door: Door) -> None:
    """Adds the routes."""

    @blueprint.post("/search")
    async def find() -> Response:
        caller = await door.reader()
        body = await body_of(Searching)
        if not body.query.strip():
            raise BadRequest("query must not be blank.")
        settings = await ctx.projects.settings(caller.project.num)
        seen = visible(settings, subject_in(body.subject), space_to_read(caller, body.space))
        found = await search(
            ctx, caller.project.num, body.query, seen, within=body.within, limit=body.limit, filters=_filters(body)
        )
        talks = [
            {**conversation_shape(hit.conversation), "snippet": hit.snippet, "score": hit.score}
            for hit in found.conversations
        ]
        return json_response(
            {
                "memories": [scored_shape(one.memory, one.score, one.why) for one in found.memories],
                "conversations": [{name: talk[name] for name in _HIT} for talk in talks],
            }
        )

    @blueprint.post("/wake-up")
    async def wake() -> Response:
        caller = await door.reader()
        body = await body_of(WakingUp)
        subject, space = subject_in(body.subject), space_to_read(caller, body.space)
        return json_response(
            await wake_up(ctx, caller.project.num, subject=subject, space=space, max_tokens=body.max_tokens)
        )

    @blueprint.get("/status")
    async def learning() -> Response:
        caller = await door.reader()
        return json_response(await status(ctx, caller.project.num))


def _filters(body: Searching) -> Filters:
    includes = [*body.includes, *([] if body.category is None else [body.category])]
    return Filters(
        kind=None if body.kind is None else fit_kind(body.kind),
        includes=tuple(includes),
        excludes=tuple(body.excludes),
        metadata=fit_metadata(body.metadata),
    )
