"""The memory API under `/v1/memory`: thin routes over `app.memory`, with a key. No rule of its own.

Each module adds the routes of one noun to the blueprint. `door` lets callers in and reads their bodies; `bodies` says
what a body may hold; `dialect` knows the words of the second reference product.
"""

from quart import Blueprint, Response

from app.api import calls, episodes, forgetting, items, memsync, reading, settings
from app.api.door import Door
from app.auth import Callers
from app.errors import Full, LoregateError
from app.memory.context import Ctx
from app.web import error_response
from storage.errors import StorageFull


def create(ctx: Ctx, callers: Callers) -> Blueprint:
    """The blueprint with every route of the API."""
    blueprint = Blueprint("api", __name__, url_prefix="/v1/memory")
    door = Door(ctx, callers)
    for part in (items, reading, episodes, settings, calls, forgetting):
        part.add(blueprint, ctx, door)
    return _refusing(blueprint)


def create_memsync(ctx: Ctx, callers: Callers) -> Blueprint:
    """The blueprint of the routes that clients of another product know."""
    blueprint = Blueprint("memsync", __name__, url_prefix="/memsync")
    memsync.add(blueprint, ctx, Door(ctx, callers))
    return _refusing(blueprint)


def _refusing(blueprint: Blueprint) -> Blueprint:
    """The blueprint with our errors as its answers."""
    blueprint.register_error_handler(LoregateError, error_response)
    blueprint.register_error_handler(StorageFull, _full)
    return blueprint


def _full(error: StorageFull) -> Response:
    return error_response(Full("The disk has no room: nothing was written.", detail=str(error)))
