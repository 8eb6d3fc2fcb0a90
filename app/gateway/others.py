"""The other calls: token counts, embeddings, lists of models, stored responses. Memory has no part in them."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from quart import Request, Response

from app.errors import ModelNotFound, NotFound
from app.gateway.running import Running
from app.gateway.serving import Flow, Gateway, forward, response_owner
from app.upstream.edits import for_target
from app.upstream.listing import ListedModel
from app.web import json_response, key_text, parse_json, read_body
from app.wire.dialect import Dialect


def routed(path: str, spoken: str) -> Flow:
    """The flow of a call that is routed by its model and passed on; its usage is recorded, none of its words.

    `spoken` is what a provider must speak to serve it: a dialect, or `embeddings`.
    """

    async def flow(gateway: Gateway, dialect: Dialect, incoming: Request, running: Running) -> Response:
        raw = await read_body(incoming, gateway.max_body)
        body = parse_json(raw)
        model = body.get("model")
        running.model = model if isinstance(model, str) else None
        targets = await gateway.ctx.models.targets(running.project, running.model, spoken)
        return await forward(
            gateway, dialect, incoming, running, targets, lambda target: for_target(body, target, raw), path=path
        )

    return flow


count_tokens = routed("/v1/messages/count_tokens", "messages")
embeddings = routed("/v1/embeddings", "embeddings")


async def stored_response(gateway: Gateway, dialect: Dialect, incoming: Request, running: Running) -> Response:
    """The sub-paths of `/v1/responses/{id}`: they go to the provider that made the response, of this project only."""
    if incoming.method != "GET":
        running.caller.need_write()
    id = incoming.path.split("/")[3]
    owner = await response_owner(gateway, running.project, id)
    target = await gateway.ctx.models.at_provider(running.project, owner, dialect.name) if owner else None
    if target is None:
        raise NotFound(f"There is no response {id[:100]} here.")
    body = await read_body(incoming, gateway.max_body)
    return await forward(gateway, dialect, incoming, running, (target,), lambda _: body, path=incoming.path)


async def list_models(gateway: Gateway, incoming: Request) -> Response:
    """`GET /v1/models`: Anthropic's shape when `anthropic-version` is sent, OpenAI's otherwise."""
    caller = await gateway.callers.find(key_text(incoming.headers))
    listed = await gateway.ctx.models.listed(caller.project.num)
    if "anthropic-version" in incoming.headers:
        return json_response(_anthropic_list(listed))
    return json_response({"object": "list", "data": [_openai_model(model) for model in listed]})


async def one_model(gateway: Gateway, incoming: Request, id: str) -> Response:
    """`GET /v1/models/{id}`."""
    caller = await gateway.callers.find(key_text(incoming.headers))
    for model in await gateway.ctx.models.listed(caller.project.num):
        if model.id == id:
            anthropic = "anthropic-version" in incoming.headers
            return json_response(_anthropic_model(model) if anthropic else _openai_model(model))
    raise ModelNotFound(f"There is no model {id[:100]} here. Choose one from GET /v1/models.")


def _openai_model(model: ListedModel) -> dict[str, Any]:
    return {"id": model.id, "object": "model", "created": model.created, "owned_by": model.owned_by}


def _anthropic_model(model: ListedModel) -> dict[str, Any]:
    created = datetime.fromtimestamp(model.created, UTC).isoformat().replace("+00:00", "Z")
    return {"type": "model", "id": model.id, "display_name": model.id, "created_at": created}


def _anthropic_list(listed: Sequence[ListedModel]) -> dict[str, Any]:
    data = [_anthropic_model(model) for model in listed]
    ends = {"first_id": data[0]["id"] if data else None, "last_id": data[-1]["id"] if data else None}
    return {"data": data, "has_more": False, **ends}
