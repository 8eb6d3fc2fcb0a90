"""A model server on loopback that says what a test tells it to, in all three dialects, whole or streamed.

It is a real HTTP server: a raw ASGI app under Hypercorn on a free port. It remembers every request as it came.
"""

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from hypercorn.asyncio import serve
from hypercorn.config import Config

Send = Callable[[dict[str, Any]], Awaitable[None]]


@dataclass(frozen=True)
class Received:
    """One request, byte for byte."""

    method: str
    path: str
    query: str
    headers: dict[str, str]
    raw: bytes

    @property
    def body(self) -> dict[str, Any]:
        return json.loads(self.raw) if self.raw else {}


@dataclass(frozen=True)
class Reply:
    """What the model says: words, tool calls (id, name, arguments as JSON), or a fault."""

    text: str = ""
    tools: tuple[tuple[str, str, str], ...] = ()
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    raw: bytes | None = None
    """Sent in place of a rendered answer."""
    content_type: str | None = None
    cut_after: int | None = None
    """Bytes after which the connection is broken off."""
    wait: asyncio.Event | None = None
    """Holds the answer's first byte back until set."""


def echo(received: Received) -> Reply:
    """Answers with the last thing said, so that a test can tell answers apart."""
    return Reply(f"You said: {last_words(received.body)}")


def last_words(body: dict[str, Any]) -> str:
    """The last user words of a request in any dialect."""
    given = body.get("messages", body.get("input", ""))
    if isinstance(given, str):
        return given
    for message in reversed(given):
        if isinstance(message, dict) and message.get("role") == "user":
            content = message.get("content", "")
            if isinstance(content, str):
                return content
            texts = [part.get("text", "") for part in content if part.get("type") in ("text", "input_text")]
            if texts:
                return texts[-1]
    return ""


@dataclass
class ModelServer:
    """The server: `url`, what it `received`, and how it `answers`."""

    url: str = ""
    received: list[Received] = field(default_factory=list)
    answers: Callable[[Received], Reply] = echo
    count: int = 0
    arrived: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when a request is there; a test may clear it."""
    given_up: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the other side left a request before its answer ended."""

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Send) -> None:
        if scope["type"] == "lifespan":
            for step in ("startup", "shutdown"):
                await receive()
                await send({"type": f"lifespan.{step}.complete"})
            return
        raw = b""
        while True:
            message = await receive()
            raw += message.get("body", b"")
            if not message.get("more_body"):
                break
        headers = {name.decode().lower(): value.decode("latin-1") for name, value in scope["headers"]}
        received = Received(scope["method"], scope["path"], scope["query_string"].decode(), headers, raw)
        self.received.append(received)
        self.count += 1
        self.arrived.set()
        answer = asyncio.ensure_future(self._answer(received, send))
        left = asyncio.ensure_future(self._left(receive))
        await asyncio.wait({answer, left}, return_when=asyncio.FIRST_COMPLETED)
        if not answer.done():
            self.given_up.set()
        for task in (answer, left):
            task.cancel()
        results = await asyncio.gather(answer, left, return_exceptions=True)
        for result in results:
            if isinstance(result, Exception):
                raise result

    async def _left(self, receive: Any) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass

    async def _answer(self, received: Received, send: Send) -> None:
        reply = self.answers(received)
        if reply.wait is not None and reply.cut_after is None:
            await reply.wait.wait()
        kind, pieces = render(received, reply, self.count)
        headers = [(b"content-type", (reply.content_type or kind).encode())]
        headers += [(name.encode(), value.encode()) for name, value in reply.headers]
        await send({"type": "http.response.start", "status": reply.status, "headers": headers})
        sent = 0
        for piece in pieces:
            if reply.cut_after is not None and sent + len(piece) > reply.cut_after:
                await send({"type": "http.response.body", "body": piece[: reply.cut_after - sent], "more_body": True})
                if reply.wait is not None:
                    await reply.wait.wait()
                raise ConnectionError("cut by the test")
            await send({"type": "http.response.body", "body": piece, "more_body": True})
            sent += len(piece)
        await send({"type": "http.response.body", "body": b"", "more_body": False})


def render(received: Received, reply: Reply, number: int) -> tuple[str, Iterator[bytes]]:
    """The content type and the pieces of an answer, in the dialect and the form that was asked for."""
    if reply.raw is not None:
        return "application/json", iter([reply.raw])
    if reply.status >= 400:
        return "application/json", iter([json.dumps({"error": {"message": reply.text, "type": "test"}}).encode()])
    if received.path.endswith("/models"):
        models = [{"id": "model-one", "object": "model"}, {"id": "model-two", "object": "model"}]
        return "application/json", iter([json.dumps({"object": "list", "data": models}).encode()])
    if received.path.endswith("/embeddings"):
        given = received.body.get("input")
        data = [{"object": "embedding", "index": i, "embedding": [0.1, 0.2]} for i in range(len(given or []))]
        return "application/json", iter([json.dumps({"object": "list", "data": data, "model": "e"}).encode()])
    if received.path.endswith("/count_tokens"):
        return "application/json", iter([b'{"input_tokens": 7}'])
    stream = bool(received.body.get("stream"))
    whole, events = {
        "chat/completions": (chat_body, chat_events),
        "messages": (messages_body, messages_events),
        "responses": (responses_body, responses_events),
    }[received.path.split("/v1/")[1]]
    if stream:
        return "text/event-stream", events(received.body, reply, number)
    return "application/json", iter([json.dumps(whole(received.body, reply, number)).encode()])


def _words(text: str) -> list[str]:
    return [word + " " for word in text.split(" ")[:-1]] + text.split(" ")[-1:]


# --- chat completions ---------------------------------------------------------------------------------------

CHAT_USAGE = {"prompt_tokens": 11, "completion_tokens": 5, "total_tokens": 16}


def _chat_tools(reply: Reply) -> list[dict[str, Any]]:
    return [{"id": i, "type": "function", "function": {"name": n, "arguments": a}} for i, n, a in reply.tools]


def chat_body(body: dict[str, Any], reply: Reply, number: int) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": reply.text or None}
    if reply.tools:
        message["tool_calls"] = _chat_tools(reply)
    choice = {"index": 0, "message": message, "finish_reason": "tool_calls" if reply.tools else "stop"}
    return {
        "id": f"chatcmpl-{number}",
        "object": "chat.completion",
        "created": 1,
        "model": body.get("model"),
        "choices": [choice],
        "usage": CHAT_USAGE,
    }


def chat_events(body: dict[str, Any], reply: Reply, number: int) -> Iterator[bytes]:
    head = {"id": f"chatcmpl-{number}", "object": "chat.completion.chunk", "created": 1, "model": body.get("model")}
    with_usage = bool((body.get("stream_options") or {}).get("include_usage"))

    def chunk(delta: dict[str, Any], finish: str | None = None) -> bytes:
        data = {**head, "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}
        return f"data: {json.dumps(data)}\n\n".encode()

    yield chunk({"role": "assistant", "content": ""})
    for word in _words(reply.text):
        if word:
            yield chunk({"content": word})
    for index, tool in enumerate(_chat_tools(reply)):
        arguments = tool["function"]["arguments"]
        yield chunk({"tool_calls": [{**tool, "index": index, "function": {**tool["function"], "arguments": ""}}]})
        yield chunk({"tool_calls": [{"index": index, "function": {"arguments": arguments}}]})
    yield chunk({}, "tool_calls" if reply.tools else "stop")
    if with_usage:
        yield f"data: {json.dumps({**head, 'choices': [], 'usage': CHAT_USAGE})}\n\n".encode()
    yield b"data: [DONE]\n\n"


# --- messages -----------------------------------------------------------------------------------------------


def _blocks(reply: Reply) -> list[dict[str, Any]]:
    blocks: list[dict[str, Any]] = [{"type": "text", "text": reply.text}] if reply.text else []
    return blocks + [{"type": "tool_use", "id": i, "name": n, "input": json.loads(a)} for i, n, a in reply.tools]


def messages_body(body: dict[str, Any], reply: Reply, number: int) -> dict[str, Any]:
    return {
        "id": f"msg_{number}",
        "type": "message",
        "role": "assistant",
        "model": body.get("model"),
        "content": _blocks(reply),
        "stop_reason": "tool_use" if reply.tools else "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 11, "output_tokens": 5},
    }


def messages_events(body: dict[str, Any], reply: Reply, number: int) -> Iterator[bytes]:
    def event(name: str, **data: Any) -> bytes:
        return f"event: {name}\ndata: {json.dumps({'type': name, **data})}\n\n".encode()

    whole = messages_body(body, reply, number)
    yield event("message_start", message={**whole, "content": [], "stop_reason": None})
    yield event("ping")
    for index, block in enumerate(whole["content"]):
        if block["type"] == "text":
            yield event("content_block_start", index=index, content_block={"type": "text", "text": ""})
            for word in _words(reply.text):
                yield event("content_block_delta", index=index, delta={"type": "text_delta", "text": word})
        else:
            yield event("content_block_start", index=index, content_block={**block, "input": {}})
            delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
            yield event("content_block_delta", index=index, delta=delta)
        yield event("content_block_stop", index=index)
    stop = {"stop_reason": whole["stop_reason"], "stop_sequence": None}
    yield event("message_delta", delta=stop, usage={"output_tokens": 5})
    yield event("message_stop")


# --- responses ----------------------------------------------------------------------------------------------


def responses_body(body: dict[str, Any], reply: Reply, number: int) -> dict[str, Any]:
    output: list[dict[str, Any]] = []
    if reply.text:
        content = [{"type": "output_text", "text": reply.text, "annotations": []}]
        output.append(
            {"type": "message", "id": f"msg_{number}", "role": "assistant", "status": "completed", "content": content}
        )
    for index, (call_id, name, arguments) in enumerate(reply.tools):
        item = {"type": "function_call", "id": f"fc_{number}_{index}", "call_id": call_id, "status": "completed"}
        output.append({**item, "name": name, "arguments": arguments})
    return {
        "id": f"resp_{number}",
        "object": "response",
        "created_at": 1,
        "status": "completed",
        "model": body.get("model"),
        "output": output,
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
        "usage": {
            "input_tokens": 11,
            "input_tokens_details": {"cached_tokens": 0},
            "output_tokens": 5,
            "output_tokens_details": {"reasoning_tokens": 0},
            "total_tokens": 16,
        },
    }


def responses_events(body: dict[str, Any], reply: Reply, number: int) -> Iterator[bytes]:
    sequence = iter(range(10_000))

    def event(name: str, **data: Any) -> bytes:
        return (
            f"event: {name}\ndata: {json.dumps({'type': name, 'sequence_number': next(sequence), **data})}\n\n".encode()
        )

    whole = responses_body(body, reply, number)
    begun = {**whole, "status": "in_progress", "output": [], "usage": None}
    yield event("response.created", response=begun)
    yield event("response.in_progress", response=begun)
    for index, item in enumerate(whole["output"]):
        empty = {**item, "content": []} if item["type"] == "message" else {**item, "arguments": ""}
        yield event("response.output_item.added", output_index=index, item={**empty, "status": "in_progress"})
        if item["type"] == "message":
            at = {"item_id": item["id"], "output_index": index, "content_index": 0}
            part = {"type": "output_text", "text": "", "annotations": []}
            yield event("response.content_part.added", **at, part=part)
            for word in _words(reply.text):
                yield event("response.output_text.delta", **at, delta=word, logprobs=[])
            yield event("response.output_text.done", **at, text=reply.text, logprobs=[])
            yield event("response.content_part.done", **at, part={**part, "text": reply.text})
        else:
            at = {"item_id": item["id"], "output_index": index}
            yield event("response.function_call_arguments.delta", **at, delta=item["arguments"])
            yield event("response.function_call_arguments.done", **at, arguments=item["arguments"])
        yield event("response.output_item.done", output_index=index, item=item)
    yield event("response.completed", response=whole)


@asynccontextmanager
async def model_server() -> AsyncIterator[ModelServer]:
    """A running server, stopped at the end."""
    app = ModelServer()
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    app.url = f"http://127.0.0.1:{port}"
    config = Config()
    config.bind = [f"fd://{listener.detach()}"]
    config.graceful_timeout = 0.1
    config.errorlog = None
    config.keep_alive_max_requests = 10**9
    stop = asyncio.Event()
    task = asyncio.create_task(serve(app, config, shutdown_trigger=stop.wait))  # type: ignore[arg-type]
    try:
        await _reachable(port)
        yield app
    finally:
        stop.set()
        await task


async def _reachable(port: int) -> None:
    for _ in range(200):
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.01)
            continue
        writer.close()
        return
    raise TimeoutError("the model server did not come up")
