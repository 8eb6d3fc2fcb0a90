"""The gateway's routes: which path goes to which flow. No rule of ours is decided here."""

from quart import Blueprint, Response, request

from app.errors import LoregateError
from app.gateway.call import chat_call
from app.gateway.others import count_tokens, embeddings, list_models, one_model, stored_response
from app.gateway.serving import Flow, Gateway, served
from app.web import error_response, json_response
from app.wire.dialect import DIALECTS, Dialect

UPGRADE = {
    "error": {
        "message": "Websockets are not spoken here. Use POST /v1/responses.",
        "type": "invalid_request_error",
        "code": "upgrade_required",
    }
}


def blueprint(gateway: Gateway) -> Blueprint:
    """All routes of the gateway."""
    routes = Blueprint("gateway", __name__)

    def route(path: str, method: str, name: str, dialect: Dialect, flow: Flow) -> None:
        async def view(**_: str) -> Response:
            return await served(gateway, dialect, request, name, flow)

        routes.add_url_rule(path, f"{method} {path}", view, methods=[method])

    for dialect in DIALECTS.values():
        route(dialect.path, "POST", dialect.name, dialect, chat_call)
    route("/v1/messages/count_tokens", "POST", "count_tokens", DIALECTS["messages"], count_tokens)
    route("/v1/embeddings", "POST", "embeddings", DIALECTS["chat"], embeddings)
    for path, method in (
        ("/v1/responses/<id>", "GET"),
        ("/v1/responses/<id>", "DELETE"),
        ("/v1/responses/<id>/input_items", "GET"),
        ("/v1/responses/<id>/cancel", "POST"),
    ):
        route(path, method, "stored_response", DIALECTS["responses"], stored_response)

    @routes.get("/v1/models")
    async def models() -> Response:
        return await list_models(gateway, request)

    @routes.get("/v1/models/<path:id>")
    async def model(id: str) -> Response:
        return await one_model(gateway, request, id)

    @routes.websocket("/v1/responses")
    async def no_websocket() -> Response:
        return json_response(UPGRADE, 426)

    @routes.get("/")
    @routes.get("/api/hello")
    async def hello() -> Response:
        return json_response({"name": "loregate", "status": "ok"})

    @routes.errorhandler(LoregateError)
    async def refused(error: LoregateError) -> Response:
        return error_response(error)

    return routes
