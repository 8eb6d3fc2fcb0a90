"""The gateway: chat calls in three dialects, passed on unchanged while memory happens beside them."""

from quart import Blueprint

from app.auth import Callers
from app.gateway.aliases import Aliases
from app.gateway.placing import Ledger
from app.gateway.recorder import Recorder
from app.gateway.routes import blueprint
from app.gateway.serving import Gateway
from app.memory.context import Ctx
from app.memory.late import Epochs


def create(ctx: Ctx, callers: Callers, recorder: Recorder) -> Blueprint:
    """The gateway's routes, ready to be registered."""
    return blueprint(Gateway(ctx, callers, recorder, Ledger(ctx.db), Aliases(ctx.db), Epochs(ctx.db)))
