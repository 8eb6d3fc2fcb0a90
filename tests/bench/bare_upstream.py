"""The least that can be an upstream: a raw ASGI app that answers chat completions with a constant, or 34 events."""

import json

ANSWER = json.dumps(
    {
        "id": "c",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": "fine " * 32}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 9, "completion_tokens": 32, "total_tokens": 41},
    }
).encode()


def _chunk(delta: dict, finish: str | None = None) -> bytes:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    head = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m"}
    return f"data: {json.dumps({**head, 'choices': [choice]})}\n\n".encode()


EVENTS = [_chunk({"role": "assistant"}), *[_chunk({"content": "fine "})] * 31, _chunk({}, "stop"), b"data: [DONE]\n\n"]


async def app(scope, receive, send) -> None:
    if scope["type"] != "http":
        return
    body = b""
    while True:
        message = await receive()
        body += message.get("body", b"")
        if not message.get("more_body"):
            break
    stream = b'"stream":true' in body or b'"stream": true' in body
    kind = b"text/event-stream" if stream else b"application/json"
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", kind)]})
    for event in EVENTS if stream else [ANSWER]:
        await send({"type": "http.response.body", "body": event, "more_body": True})
    await send({"type": "http.response.body", "body": b""})
