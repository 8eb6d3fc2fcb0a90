"""A chat call from its first to its last byte, readable top to bottom.

Authenticate, read the intent, recall and place, forward, stream, record. Every fault before the upstream is called
becomes an error in the shape of the dialect that was called; a failure in memory is never one.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from quart import Request, Response

from app.auth import Callers
from app.errors import LoregateError, NotFound
from app.gateway.aliases import Aliases
from app.gateway.intent import read_intent
from app.gateway.placing import Asking, Ledger, Placed, place_memories
from app.gateway.recorder import Recorder
from app.gateway.relay import Relay
from app.gateway.running import Running
from app.memory.capture import Origin
from app.memory.context import Ctx
from app.memory.settings import Settings
from app.memory.turns import history_of
from app.statuses import retry_headers, status_of
from app.upstream.attempt import first_answer
from app.upstream.client import Outgoing
from app.upstream.edits import for_target
from app.upstream.headers import down
from app.upstream.routing import Target
from app.web import MAX_BODY, json_response, key_text, parse_json, read_body
from app.wire.clients import Client, read_client
from app.wire.dialect import Dialect
from app.wire.neutral import Request as Neutral
from storage.model import Project
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
    max_body: int = MAX_BODY


async def chat_call(gateway: Gateway, dialect: Dialect, incoming: Request) -> Response:
    """Serves one call on the route of a dialect."""
    world = gateway.ctx.world
    call_id = world.new_id("cal")
    started_at, started = world.now_ms(), world.monotonic()
    try:
        caller = await gateway.callers.find(key_text(incoming.headers))
    except LoregateError as error:
        return dialect_error(dialect, error, call_id)
    running = Running(
        world, gateway.recorder, call_id, caller.project.num, caller.key.id, dialect.name, started_at, started
    )
    running.watch()
    try:
        raw = await read_body(incoming, gateway.max_body)
        body = parse_json(raw)
        project, settings = await gateway.ctx.projects.get(caller.project.num)
        request = dialect.read_request(body)
        headers = raw_headers(incoming)
        client = read_client(dict(headers), dialect.name, body, request)
        touched = "plumb_memory" in body
        intent = read_intent(
            incoming.headers,
            body,
            request,
            client,
            caller,
            settings,
            route=dialect.name,
            aliases=await gateway.aliases.of(project.num),
        )
        running.intent, running.stream, running.model = intent, request.stream, request.model
        running.history = history_of(request.messages)
        running.origin = _origin(running, request, client)
        running.keep_texts = keeps_texts(settings, asked=intent.remembered or settings.remember == "all")
        targets = await find_targets(gateway, project, request, dialect)

        touched |= dialect.strip_block(body)
        running.placed = await recall(gateway, dialect, body, project, settings, running, request, client)
        touched |= running.placed.touched
        hide_usage = request.stream and dialect.request_usage(body)
        touched |= hide_usage

        attempt = await first_answer(
            gateway.ctx.models.upstream,
            targets,
            lambda target: Outgoing(
                dialect.path,
                for_target(body, target, None if touched else raw),
                headers,
                query=incoming.query_string.decode("latin-1"),
            ),
            on_try=running.tried,
        )
        running.response = attempt.response
        running.relay = Relay(attempt.response, dialect, hide_usage=hide_usage, clock=world.monotonic)
        return await _answer(running)
    except LoregateError as error:
        running.error = error
        return dialect_error(dialect, error, call_id)


def raw_headers(incoming: Request) -> list[tuple[str, str]]:
    """The headers as they came, names in lower case; Quart adds one of its own, which isn't among these."""
    return [(name.decode("latin-1"), value.decode("latin-1")) for name, value in incoming.scope["headers"]]


def keeps_texts(settings: Settings, *, asked: bool) -> bool:
    """Whether the call log keeps a call's words: never those of an unasked call where memory must be asked for."""
    return settings.store == "all" and asked


def _origin(running: Running, request: Neutral, client: Client) -> Origin:
    assert running.intent is not None
    return Origin(
        key_id=running.key_id,
        source=running.intent.source,
        space=running.intent.space,
        subject=running.intent.subject,
        names=running.intent.names,
        previous=request.previous_response_id,
        agent=client.agent_id or ("subagent" if client.subagent else None),
    )


async def find_targets(gateway: Gateway, project: Project, request: Neutral, dialect: Dialect) -> tuple[Target, ...]:
    """Who may answer: the chain of the model that was asked for; a stored response's own provider, if it builds on one.

    Raises ModelNotFound, BadRequest without a model, or NotFound for a response of somebody else's.
    """
    targets = await gateway.ctx.models.targets(project.num, request.model, dialect.name)
    previous = request.previous_response_id
    if previous is None:
        return targets
    owner = await find_owner(gateway, project.num, previous)
    own = tuple(t for t in targets if t.provider.id == owner or t.provider.credentials == "client")
    if not own:
        raise NotFound(f"There is no response {previous[:100]} for the provider of this model.")
    return own


async def find_owner(gateway: Gateway, project: int, response_id: str) -> str | None:
    """The id of the provider that made a response of this project, or None when the project has no such response."""
    db = gateway.ctx.db
    owner = await db.read(lambda tx: routing.response_provider(tx, project, response_id))
    if owner is None:  # its call may have ended a moment ago
        await gateway.recorder.flush()
        owner = await db.read(lambda tx: routing.response_provider(tx, project, response_id))
    return owner


async def recall(
    gateway: Gateway,
    dialect: Dialect,
    body: dict[str, Any],
    project: Project,
    settings: Settings,
    running: Running,
    request: Neutral,
    client: Client,
) -> Placed:
    """Places memories where the call wants them. Whatever goes wrong here, the call goes on without."""
    assert running.intent is not None
    assert running.origin is not None
    assert running.history is not None
    if not running.intent.recalled:
        return Placed()
    asking = Asking(
        project, settings, running.origin, running.history, request, client, asked=running.intent.recall_asked
    )
    try:
        return await place_memories(gateway.ctx, gateway.ledger, dialect, body, asking)
    except Exception:
        log.exception("recall failed for call %s, which goes on without memories", running.id)
        return Placed("failed")


async def _answer(running: Running) -> Response:
    response, relay = running.response, running.relay
    assert response is not None
    assert relay is not None
    headers = down(response.headers.multi_items(), same_body=relay.same_body)
    headers += list(_own_headers(running).items())
    if relay.is_stream:
        answer = Response(aiter(relay), response.status_code)
        answer.timeout = None  # Quart's own limit would cut a long stream
    else:
        answer = Response(b"".join([piece async for piece in relay]), response.status_code)
        if relay.broken is not None:
            raise running.broken_off()
    answer.headers.clear()
    answer.headers.extend(headers)
    return answer


def _own_headers(running: Running) -> Mapping[str, str]:
    headers = {"x-loregate-call-id": running.id}
    if running.placed.state in ("ok", "slow", "failed"):
        hits = str(len(running.placed.got))
        headers |= {"x-loregate-memory-hits": hits, "x-strix-memory-hits": hits}
    return headers


def dialect_error(dialect: Dialect, error: LoregateError, call_id: str) -> Response:
    """An error as the called dialect words it."""
    if error.detail:
        log.info("call %s: %s (%s)", call_id, error.message, error.detail)
    status = status_of(error)
    body = dialect.error_body(status, error.code, error.message)
    return json_response(body, status, {**retry_headers(error), "x-loregate-call-id": call_id})
