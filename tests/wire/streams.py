"""Answers of a model, made up by hypothesis, as whole bodies and as streams of each dialect."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from app.wire.neutral import Answer, ToolCall, Usage

FEW = settings(max_examples=40, deadline=None)
"""Enough to find what is cut wrongly, on a machine that others use too."""

WORDS = st.text(max_size=12).filter(lambda t: "<think" not in t and "<loregate" not in t)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(["error", "text"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@dataclass(frozen=True)
class Said:
    """What the model says: pieces of text, tool calls whose arguments come in pieces, and how it ends."""

    pieces: tuple[str, ...]
    calls: tuple[tuple[str, str, tuple[str, ...]], ...]
    usage: bool

    @property
    def text(self) -> str:
        return "".join(self.pieces)


_CALL = st.tuples(
    st.uuids().map(lambda id: f"call_{id}"),
    st.sampled_from(["bash", "read", "größe"]),
    st.text(max_size=6).map(lambda word: tuple(json.dumps({"word": word, "n": [1, 2]}, ensure_ascii=False))),
)
SAID = st.builds(Said, st.lists(WORDS, max_size=5).map(tuple), st.lists(_CALL, max_size=3).map(tuple), st.booleans())


@st.composite
def wire(draw: Any, events: list[tuple[str | None, Any]]) -> bytes:
    """Events as bytes, with line ends, comments, pings, ids and malformed lines as servers may send them."""
    end = draw(st.sampled_from(["\n", "\r\n", "\r"]))
    out = [draw(st.sampled_from(["", "\ufeff"]))]
    for name, data in events:
        if name is not None:
            out.append(f"event: {name}{end}")
        noise = ["", f": keep-alive{end}{end}", f"id: 7{end}", f"retry: 10{end}", f"nonsense{end}", f"data:{end}"]
        out.append(draw(st.sampled_from(noise)))
        payload = data if isinstance(data, str) else json.dumps(data, ensure_ascii=draw(st.booleans()))
        space = draw(st.sampled_from(["", " "]))
        out.append(f"data:{space}{payload}{end}{end}")
    raw = "".join(out).encode()
    return raw[: len(raw) - draw(st.integers(0, 2)) * len(end)]


@st.composite
def cut(draw: Any, raw: bytes) -> list[bytes]:
    """The bytes in pieces, cut anywhere."""
    places = sorted(draw(st.lists(st.integers(0, len(raw)), max_size=12)))
    return [raw[a:b] for a, b in zip([0, *places], [*places, len(raw)], strict=True)]


def collect(collector: Any, pieces: list[bytes]) -> Answer:
    for piece in pieces:
        collector.feed(piece)
    return collector.answer()


# --- chat ---------------------------------------------------------------------------------------------------

CHAT_USAGE = {
    "prompt_tokens": 11,
    "completion_tokens": 5,
    "total_tokens": 16,
    "prompt_tokens_details": {"cached_tokens": 3},
    "completion_tokens_details": {"reasoning_tokens": 2},
}
USAGE = Usage(11, 5, 3, 0, 2)


def _calls(said: Said) -> tuple[ToolCall, ...]:
    return tuple(ToolCall(id, name, "".join(pieces)) for id, name, pieces in said.calls)


def chat_answer(said: Said) -> Answer:
    return Answer(said.text, _calls(said), USAGE if said.usage else None, True, "stop", "chatcmpl-1", "m", None)


def chat_events(said: Said) -> Iterator[tuple[str | None, Any]]:
    head = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "model": "m"}

    def chunk(delta: dict[str, Any], finish: str | None = None, index: int = 0) -> tuple[None, Any]:
        return None, {**head, "choices": [{"index": index, "delta": delta, "finish_reason": finish}], "usage": None}

    yield chunk({"role": "assistant", "content": ""})
    yield chunk({"content": "another choice"}, "stop", 1)
    yield chunk({"reasoning_content": "hm"})
    for piece in said.pieces:
        yield chunk({"content": piece})
    for at, (id, name, pieces) in enumerate(said.calls):
        function = {"name": name, "arguments": ""}
        yield chunk({"tool_calls": [{"index": at, "id": id, "type": "function", "function": function}]})
        for piece in pieces:
            yield chunk({"tool_calls": [{"index": at, "function": {"arguments": piece}}]})
    yield chunk({}, "stop")
    if said.usage:
        yield None, {**head, "choices": [], "usage": CHAT_USAGE}
    yield None, "[DONE]"


def chat_body(said: Said) -> dict[str, Any]:
    calls = [
        {"id": c.id, "type": "function", "function": {"name": c.name, "arguments": c.arguments}} for c in _calls(said)
    ]
    message = {"role": "assistant", "content": said.text or None, "tool_calls": calls}
    usage = {"usage": CHAT_USAGE} if said.usage else {}
    choices = [{"index": 0, "message": message, "finish_reason": "stop"}]
    return {"id": "chatcmpl-1", "model": "m", "choices": choices, **usage}


# --- messages -----------------------------------------------------------------------------------------------


def messages_answer(said: Said) -> Answer:
    return Answer(said.text, _calls(said), Usage(11, 5, 3, 2, 0), True, "end_turn", "msg_1", "m", None)


def messages_events(said: Said) -> Iterator[tuple[str | None, Any]]:
    def event(name: str, **data: Any) -> tuple[str, Any]:
        return name, {"type": name, **data}

    usage = {"input_tokens": 6, "cache_read_input_tokens": 3, "cache_creation_input_tokens": 2, "output_tokens": 1}
    message = {"id": "msg_1", "type": "message", "role": "assistant", "model": "m", "content": [], "usage": usage}
    yield event("message_start", message=message)
    yield event("ping")
    yield event("content_block_start", index=0, content_block={"type": "thinking", "thinking": ""})
    yield event("content_block_delta", index=0, delta={"type": "thinking_delta", "thinking": "hm"})
    yield event("content_block_delta", index=0, delta={"type": "signature_delta", "signature": "c2ln"})
    yield event("content_block_stop", index=0)
    yield event("content_block_start", index=1, content_block={"type": "text", "text": ""})
    for piece in said.pieces:
        yield event("content_block_delta", index=1, delta={"type": "text_delta", "text": piece})
    yield event("content_block_stop", index=1)
    for at, (id, name, pieces) in enumerate(said.calls, 2):
        begun = {"type": "tool_use", "id": id, "name": name, "input": {}}
        yield event("content_block_start", index=at, content_block=begun)
        for piece in pieces:
            yield event("content_block_delta", index=at, delta={"type": "input_json_delta", "partial_json": piece})
        yield event("content_block_stop", index=at)
    yield event("something_new", value=[1])
    yield event("message_delta", delta={"stop_reason": "end_turn"}, usage={"output_tokens": 5})
    yield event("message_stop")


def messages_body(said: Said) -> dict[str, Any]:
    calls = [{"type": "tool_use", "id": c.id, "name": c.name, "input": json.loads(c.arguments)} for c in _calls(said)]
    return {
        "id": "msg_1",
        "type": "message",
        "model": "m",
        "content": [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": said.text}, *calls],
        "stop_reason": "end_turn",
        "usage": {
            "input_tokens": 6,
            "cache_read_input_tokens": 3,
            "cache_creation_input_tokens": 2,
            "output_tokens": 5,
        },
    }


# --- responses ----------------------------------------------------------------------------------------------


def responses_answer(said: Said) -> Answer:
    ids = ("rs_1", "msg_1", *(f"fc_{n}" for n in range(len(said.calls))))
    return Answer(said.text, _calls(said), USAGE, True, "completed", "resp_1", "m", None, ids)


def responses_body(said: Said) -> dict[str, Any]:
    part = {"type": "output_text", "text": said.text, "annotations": []}
    items = [{"type": "reasoning", "id": "rs_1", "summary": []}]
    items += [{"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": [part]}]
    items += [
        {"type": "function_call", "id": f"fc_{n}", "call_id": c.id, "name": c.name, "arguments": c.arguments}
        for n, c in enumerate(_calls(said))
    ]
    return {
        "id": "resp_1",
        "object": "response",
        "status": "completed",
        "model": "m",
        "error": None,
        "incomplete_details": None,
        "output": items,
        "usage": {
            "input_tokens": 11,
            "output_tokens": 5,
            "input_tokens_details": {"cached_tokens": 3},
            "output_tokens_details": {"reasoning_tokens": 2},
        },
    }


def responses_events(said: Said, *, bare: bool = False) -> Iterator[tuple[str | None, Any]]:
    """`bare`: the final response does not repeat the items, as some servers have it."""

    def event(name: str, **data: Any) -> tuple[str, Any]:
        return name, {"type": name, "sequence_number": 1, **data}

    whole = responses_body(said)
    begun = {**whole, "status": "in_progress", "output": [], "usage": None}
    yield event("response.created", response=begun)
    yield event("response.in_progress", response=begun)
    for at, item in enumerate(whole["output"]):
        empty = {**item, "arguments": "", "content": []}
        yield event("response.output_item.added", output_index=at, item=empty)
        if item["type"] == "message":
            for piece in said.pieces:
                yield event("response.output_text.delta", output_index=at, content_index=0, delta=piece, logprobs=[])
            yield event("response.output_text.done", output_index=at, content_index=0, text=said.text)
        elif item["type"] == "function_call":
            yield event("response.function_call_arguments.delta", output_index=at, delta=item["arguments"])
        yield event("response.output_item.done", output_index=at, item=item)
    yield event("response.something_new", value=1)
    yield event("response.completed", response={**whole, "output": []} if bare else whole)
