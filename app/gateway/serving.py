"""What all calls of the gateway share: the caller, the record, the way to the upstream and back, errors by dialect."""

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from quart import Request, Response

from app.auth import Callers
from app.errors import LoregateError, UpstreamFailed
from app.gateway.aliases import Aliases
from app.gateway.placing import Ledger
from app.gateway.recorder import Recorder
from app.gateway.relay import Relay
from app.gateway.running import Running
from app.memory.context import Ctx
from app.memory.late import Epochs
from app.statuses import retry_headers, status_of
from app.upstream.attempt import first_answer
from app.upstream.client import Outgoing
from app.upstream.headers import down
from app.upstream.routing import Target
from app.web import MAX_BODY, json_response, key_text
from app.wire.dialect import Dialect
from storage.sql import routing

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Gateway:
    """What a call is served with."""

    ctx: Ctx
    callers: Callers
    recorder: Recorder
    ledger: Ledger
    aliases: Aliases
    epochs: Epochs
    max_body: int = MAX_BODY


Flow = Callable[[Gateway, Dialect, Request, Running], Awaitable[Response]]


async def served(gateway: Gateway, dialect: Dialect, incoming: Request, route: str, flow: Flow) -> Response:
    """Serves a call by its flow: the caller is known, whatever happens is recorded, errors have the dialect's shape."""
    world = gateway.ctx.world
    id, at, started = world.new_id("cal"), world.now_ms(), world.monotonic()
    running = None
    try:
        caller = await gateway.callers.find(key_text(incoming.headers))
        epoch = await gateway.epochs.now()
        running = Running(world, gateway.recorder, id, caller, route, at, started, epoch)
        running.watch()
        return await flow(gateway, dialect, incoming, running)
    except LoregateError as error:
        if running is not None:
            running.error = error
        return _error(dialect, error, id)


def raw_headers(incoming: Request) -> list[tuple[str, str]]:
    """The headers as they came, names in lower case; Quart adds one of its own, which isn't among these."""
    return [(name.decode("latin-1"), value.decode("latin-1")) for name, value in incoming.scope["headers"]]


async def forward(
    gateway: Gateway,
    dialect: Dialect,
    incoming: Request,
    running: Running,
    targets: Sequence[Target],
    body_for: Callable[[Target], bytes],
    *,
    path: str,
    hide_usage: bool = False,
) -> Response:
    """Sends a call to the first of its targets that answers, and makes its answer the client's."""
    headers = raw_headers(incoming)
    query = incoming.query_string.decode("latin-1")

    def outgoing(target: Target) -> Outgoing:
        return Outgoing(path, body_for(target), headers, method=incoming.method, query=query)

    attempt = await first_answer(gateway.ctx.models.upstream, targets, outgoing, on_try=running.tried)
    running.response = response = attempt.response
    running.relay = relay = Relay(response, dialect, hide_usage=hide_usage, clock=gateway.ctx.world.monotonic)
    if relay.is_stream:
        answer = Response(aiter(relay), response.status_code)
        answer.timeout = None  # Quart's own limit would cut a long stream
    else:
        whole = b"".join([piece async for piece in relay])
        if relay.broken is not None:
            raise UpstreamFailed("The model server broke off its answer. Try again.", detail=relay.broken)
        answer = Response(whole, response.status_code)
    answer.headers.clear()
    answer.headers.extend([*down(response.headers.multi_items(), same_body=relay.same_body), *running.own_headers()])
    return answer


async def response_owner(gateway: Gateway, project: int, response_id: str) -> str | None:
    """The id of the provider that made a response of this project, or None when the project has no such response."""
    db = gateway.ctx.db
    owner = await db.read(lambda tx: routing.response_provider(tx, project, response_id))
    if owner is None:  # its call may have ended a moment ago
        await gateway.recorder.flush()
        owner = await db.read(lambda tx: routing.response_provider(tx, project, response_id))
    return owner


def _error(dialect: Dialect, error: LoregateError, call_id: str) -> Response:
    if error.detail:
        log.info("call %s: %s (%s)", call_id, error.message, error.detail)
    status = status_of(error)
    body = dialect.error_body(status, error.code, error.message)
    return json_response(body, status, {**retry_headers(error), "x-loregate-call-id": call_id})
