"""The scripted demo model: a chat-completions server that knows one play by heart. It is no model and says so.

It also answers what a memory model is asked (contract, section 10), from the lessons of the two stories.
"""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

from quart import Quart, Response, request

from app.asgi import ASGIApp
from app.cli.demo.stories import ANA, BEN, DINNER, KNOWS, LESSONS, QUESTION
from app.listening import listen, serve_http, url_of
from app.web import dump_json, json_body, json_response
from app.world import World

NAME = "scripted-demo-model"
PAUSE_S = 0.02
"""Between two words of a streamed answer, so that it looks like one."""


class ScriptedModel:
    """The server; `received` holds the conversations' requests as they came in (not those of learning)."""

    def __init__(self, world: World) -> None:
        self.received: list[dict[str, Any]] = []
        self.url = ""
        self._world = world

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        """Serves on a free loopback port while the block runs."""
        listener = listen("127.0.0.1", 0)
        self.url = url_of(listener)
        stop = asyncio.Event()
        serving = asyncio.create_task(serve_http(cast(ASGIApp, self._app()), listener, stop.wait))
        try:
            yield
        finally:
            stop.set()
            await serving

    def _app(self) -> Quart:
        app = Quart("scripted-demo-model", static_folder=None)

        @app.get("/v1/models")
        async def models() -> Response:
            return json_response({"object": "list", "data": [{"id": NAME, "object": "model", "owned_by": "demo"}]})

        @app.post("/v1/chat/completions")
        async def completions() -> Response:
            body = await json_body(request)
            if task_of(body) is None:
                self.received.append(body)
            text = answer(body)
            if not body.get("stream"):
                return json_response(_whole(text))
            response = Response(self._stream(text), content_type="text/event-stream")
            response.timeout = None
            return response

        return app

    async def _stream(self, text: str) -> AsyncIterator[bytes]:
        words = text.split(" ")
        for place, word in enumerate(words):
            yield _event({"choices": [_choice({"content": word if place == 0 else f" {word}"})]})
            await self._world.sleep(PAUSE_S)
        yield _event({"choices": [_choice({}, "stop")]})
        yield _event({"choices": [], "usage": _usage(text)})
        yield b"data: [DONE]\n\n"


def answer(body: dict[str, Any]) -> str:
    """What the scripted model says to a request."""
    task = task_of(body)
    if task is not None:
        return json.dumps(_learned(task))
    return _said(last_user_text(body), whole=json.dumps(body["messages"]))


def task_of(body: dict[str, Any]) -> dict[str, Any] | None:
    """What a memory model is asked, or None when a person asks something."""
    try:
        task = json.loads(last_user_text(body))
    except ValueError:
        return None
    return cast(dict[str, Any], task) if isinstance(task, dict) and "task" in task else None


def last_user_text(body: dict[str, Any]) -> str:
    """The text of the last user message, whichever of its two forms it has."""
    content: Any = next((m["content"] for m in reversed(body["messages"]) if m["role"] == "user"), "")
    if isinstance(content, str):
        return content
    return "\n".join(str(part.get("text", "")) for part in cast(list[dict[str, Any]], content))


def _said(asked: str, whole: str) -> str:
    for exchange in (*ANA.exchanges, *BEN.exchanges):
        if exchange.asked in asked:
            return exchange.answer
    if QUESTION in asked:
        return DINNER[KNOWS in whole]
    return "I'm the scripted demo model: I only know the two conversations of this demo. Point me at a real one!"


def _learned(task: dict[str, Any]) -> dict[str, Any]:
    """The answer to an extraction or a consolidation."""
    if task.get("task") != "extract":
        return {"merges": [], "relations": [], "page": ""}
    found = [
        {
            "text": lesson.text,
            "kind": lesson.kind,
            "about": lesson.about,
            "confidence": 0.95,
            "importance": lesson.importance,
            "messages": [message["n"]],
            "quote": lesson.quote,
            "valid_from": None,
            "valid_until": None,
            "same_as": None,
            "replaces": None,
        }
        for message in task["messages"]
        for lesson in LESSONS
        if message["role"] == "user" and lesson.quote in message["text"]
    ]
    return {"memories": found}


def _choice(delta: dict[str, Any], reason: str | None = None) -> dict[str, Any]:
    return {"index": 0, "delta": delta, "finish_reason": reason}


def _event(fields: dict[str, Any]) -> bytes:
    head = {"id": "chatcmpl-demo", "object": "chat.completion.chunk", "created": 0, "model": NAME}
    return b"data: " + dump_json(head | fields) + b"\n\n"


def _whole(text: str) -> dict[str, Any]:
    message = {"role": "assistant", "content": text}
    return {
        "id": "chatcmpl-demo",
        "object": "chat.completion",
        "created": 0,
        "model": NAME,
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": _usage(text),
    }


def _usage(text: str) -> dict[str, int]:
    words = len(text.split())
    return {"prompt_tokens": 40, "completion_tokens": words, "total_tokens": 40 + words}
