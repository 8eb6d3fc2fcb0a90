"""Erase an end user, forget a space or everything, and the certificates of it.

A subject may hold any character, so it is read from the raw path: what the framework makes of a path can't tell `a/b`
from `a%2Fb`, nor broken UTF-8 from a replacement character.
"""

from quart import Blueprint, Response, request
from quart.blueprints import BlueprintSetupState
from werkzeug.routing import PathConverter

from app.api.bodies import Forgetting
from app.api.door import Door, body_of
from app.api.paging import need_known
from app.auth import Caller
from app.errors import Forbidden
from app.memory.context import Ctx
from app.memory.forgetting import certificate, certificate_shape, erase, forget
from app.memory.rules import fit_space
from app.memory.subjects import subject_in_path
from app.web import json_response

_SUBJECTS = b"/v1/memory/subjects/"


class Anything(PathConverter):
    """The rest of a path, whatever it is: empty, with slashes and line ends anywhere."""

    regex = "(?s:.*?)"
    part_isolating = False


def add(blueprint: Blueprint, ctx: Ctx, door: Door) -> None:
    """Adds the routes."""
    blueprint.record(_know_anything)

    @blueprint.delete("/subjects/<anything:_>")
    async def erase_subject(_: str) -> Response:
        caller = await door.writer()
        need_known()
        subject = subject_in_path(request.scope["raw_path"].partition(_SUBJECTS)[2])
        return json_response(certificate_shape(await erase(ctx, caller.project.num, subject, actor=caller.actor)))

    @blueprint.get("/erasures/<id>")
    async def read_certificate(id: str) -> Response:
        caller = await door.reader()
        return json_response(certificate_shape(await certificate(ctx, caller.project.num, id)))

    @blueprint.post("/forget")
    async def forget_memories() -> Response:
        caller = await door.writer()
        need_known()
        body = await body_of(Forgetting)
        _need_reach(caller, body.space)
        erased = await forget(
            ctx, caller.project.num, space=body.space, conversations=body.conversations, actor=caller.actor
        )
        return json_response(certificate_shape(erased))


def _know_anything(state: BlueprintSetupState) -> None:
    state.app.url_map.converters["anything"] = Anything


def _need_reach(caller: Caller, space: str | None) -> None:
    """Raises Forbidden where a key that is bound to a space would forget more than that space."""
    bound = caller.key.space
    if bound is not None and (space is None or fit_space(space) != bound):
        raise Forbidden(f"This key is bound to the space {bound}: it can forget that one alone.")
