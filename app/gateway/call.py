"""A chat call from its first to its last byte, readable top to bottom.

Read the intent, recall and place, forward, stream; the record is made when it ends. Every fault before the upstream
is called becomes an error in the shape of the dialect; a failure in memory is never one.
"""

import logging
from typing import Any

from quart import Request, Response

from app.errors import NotFound
from app.gateway.intent import Intent, read_intent
from app.gateway.placing import Asking, Placed, place_memories
from app.gateway.running import Running
from app.gateway.serving import Gateway, forward, raw_headers, response_owner
from app.memory.capture import Origin
from app.memory.settings import Settings
from app.memory.turns import fingerprint, history_of
from app.upstream.edits import for_target
from app.upstream.routing import Target
from app.web import dump_json, parse_json, read_body
from app.wire.clients import Client, as_typed, read_client
from app.wire.dialect import Dialect
from app.wire.neutral import Request as Neutral

log = logging.getLogger(__name__)

HOW_TO_ANSWER = ("stream", "stream_options")
"""What a client may change when it asks the same again: some fall back to whole answers when a stream broke off."""


async def chat_call(gateway: Gateway, dialect: Dialect, incoming: Request, running: Running) -> Response:
    """Serves one call on the route of a dialect."""
    raw = await read_body(incoming, gateway.max_body)
    body = parse_json(raw)
    given = dict(body)
    stripped = dialect.strip_block(body)
    project, settings = await gateway.ctx.projects.get(running.project)
    request = dialect.read_request(body)
    client = read_client(dict(raw_headers(incoming)), dialect.name, body, request)
    request = as_typed(client, request)
    intent = read_intent(
        incoming.headers,
        body,
        request,
        client,
        running.caller,
        settings,
        route=dialect.name,
        aliases=await gateway.aliases.of(project.num),
    )
    running.model, running.stream = request.model, request.stream
    running.intent, running.history = intent, history_of(request.messages)
    running.origin = _origin(running, intent, request, client)
    running.keep_texts = _keeps_texts(settings, intent)
    if not running.history.past:
        running.body = fingerprint(dump_json({k: v for k, v in given.items() if k not in HOW_TO_ANSWER}))
    targets = await _targets(gateway, dialect, running, request)

    asking = Asking(project, settings, running.origin, running.history, request, client, intent.recall_asked)
    running.placed = await _recall(gateway, dialect, body, asking, running) if intent.recalled else Placed()
    hide_usage = request.stream and dialect.request_usage(body)
    untouched = None if stripped or body != given or running.placed.touched or hide_usage else raw
    return await forward(
        gateway,
        dialect,
        incoming,
        running,
        targets,
        lambda target: for_target(body, target, untouched),
        path=dialect.path,
        hide_usage=hide_usage,
    )


def _origin(running: Running, intent: Intent, request: Neutral, client: Client) -> Origin:
    return Origin(
        key_id=running.caller.key.id,
        source=intent.source,
        space=intent.space,
        subject=intent.subject,
        space_named=intent.space_named,
        names=intent.names,
        previous=request.previous_response_id,
        agent=client.agent_id or ("subagent" if client.subagent else None),
    )


def _keeps_texts(settings: Settings, intent: Intent) -> bool:
    """Whether the log keeps a call's words. Where memory must be asked for, an unasked call leaves none."""
    return settings.store == "all" and (intent.remembered or settings.remember == "all")


async def _targets(gateway: Gateway, dialect: Dialect, running: Running, request: Neutral) -> tuple[Target, ...]:
    """Who may answer: the chain of the model that was asked for; of it a stored response's own provider alone.

    Raises BadRequest without a model, ModelNotFound, or NotFound for a response that isn't this project's.
    """
    targets = await gateway.ctx.models.targets(running.project, request.model, dialect.name)
    previous = request.previous_response_id
    if previous is None:
        return targets
    owner = await response_owner(gateway, running.project, previous)
    own = tuple(t for t in targets if t.provider.id == owner or t.provider.credentials == "client")
    if not own:
        raise NotFound(f"There is no response {previous[:100]} at the provider of this model.")
    return own


async def _recall(gateway: Gateway, dialect: Dialect, body: dict[str, Any], asking: Asking, running: Running) -> Placed:
    """Places memories. Whatever goes wrong here, the call goes on without."""
    try:
        return await place_memories(gateway.ctx, gateway.ledger, dialect, body, asking)
    except Exception:
        log.exception("recall failed for call %s, which goes on without memories", running.id)
        return Placed("failed")
