"""The dialect of responses. Pure: it reads and edits bodies and streams of `/v1/responses`."""

from collections.abc import Iterator, Mapping
from typing import Any

from app.wire import faults
from app.wire.editing import Places, after_leading, at_users, last_user, strip_content, strip_messages
from app.wire.hiding import UsageHider
from app.wire.loose import as_count, as_dict, as_list, as_name, as_text, dumped, error_message, objects
from app.wire.neutral import ABSENT, Answer, Message, Request, ToolCall
from app.wire.requests import Head, Where, has_cache_marks, only_title, users_messages
from app.wire.sse import Event, EventCollector
from app.wire.usage import openai_usage
from app.wire.words import spoken, texts

_LAST = 2**31 - 1
"""The sequence number of our own event: after every one of the upstream's, for clients that sort by it."""


class Responses:
    """Responses."""

    name = "responses"
    path = "/v1/responses"

    def read_request(self, body: Mapping[str, Any]) -> Request:
        """What the body says; anything odd in it is passed over."""
        items = _items(body.get("input"))
        system = texts(body.get("instructions"))
        for item in objects(items):
            if item.get("role") in ("system", "developer"):
                system += texts(item.get("content"))
        head = Head()
        messages = tuple(_messages(items, head))
        conversation = body.get("conversation")
        return Request(
            model=as_name(body.get("model")),
            stream=body.get("stream") is True,
            messages=messages,
            system=tuple(system),
            wrappers=head.wrappers,
            end_user=body.get("user", ABSENT),
            has_tools=bool(as_list(body.get("tools"))),
            title_schema=only_title(as_dict(as_dict(body.get("text")).get("format")).get("schema")),
            previous_response_id=as_name(body.get("previous_response_id")),
            conversation_id=as_name(conversation) or as_name(as_dict(conversation).get("id")),
            cache_key=as_name(body.get("prompt_cache_key")),
            has_cache_marks=has_cache_marks(body),
            asks_usage=True,
        )

    def read_answer(self, body: Mapping[str, Any]) -> Answer:
        """What a whole answer says; one that is queued or running says nothing yet."""
        error = error_message(body)
        status = body.get("status")
        reason = as_dict(body.get("incomplete_details")).get("reason")
        return Answer(
            text=_said(objects(body.get("output"))),
            tool_calls=tuple(c for item in objects(body.get("output")) for c in _tool_calls(item)),
            usage=openai_usage(body.get("usage")),
            complete=status in ("completed", "incomplete") and error is None,
            finish=as_name(reason) or as_name(status),
            response_id=as_name(body.get("id")),
            model=as_name(body.get("model")),
            error=error,
            item_ids=tuple(id for item in objects(body.get("output")) if (id := as_name(item.get("id")))),
        )

    def collector(self) -> "ResponsesCollector":
        """Reads along one stream."""
        return ResponsesCollector()

    def place(self, body: dict[str, Any], block: str, where: Where, at: int | None) -> None:
        """Puts a block after the leading developer and system items, or right behind a user's item (None: the last)."""
        items = _items(body.get("input"))
        if where == "tail" and (place := last_user(items) if at is None else at) is not None:
            self.place_all(body, [(place, block)])
        else:
            body["input"] = after_leading(items, _own_item(block))

    def place_all(self, body: dict[str, Any], blocks: Places) -> None:
        """Puts blocks right behind the user's items at these places, as developer items of their own."""
        items = _items(body.get("input"))
        if items and blocks:
            body["input"] = at_users(items, blocks, lambda item, texts: [item, *map(_own_item, texts)])

    def strip_block(self, body: dict[str, Any]) -> bool:
        """Takes out blocks that a client sent back; returns whether there were any."""
        if isinstance(body.get("input"), str):
            return strip_content(body, "input")
        return strip_messages(body, "input")

    def request_usage(self, body: dict[str, Any]) -> bool:
        """Nothing to do: usage is part of every answer."""
        return False

    def usage_hider(self) -> UsageHider:
        """Hides nothing in this dialect."""
        return UsageHider()

    def error_body(self, status: int, code: str, message: str) -> dict[str, Any]:
        """An error as a client of this dialect reads it."""
        return faults.openai_body(status, code, message)

    def stream_error(self, code: str, message: str) -> bytes:
        """The event that says a stream was cut; the error stands in it twice, for clients differ in where they look."""
        error = faults.openai_body(faults.CUT, code, message)["error"]
        event = {"type": "error", "sequence_number": _LAST, "code": code, "message": message, "param": None}
        return b"event: error\ndata: " + faults.encoded({**event, "error": error}) + b"\n\n"

    def ask(
        self, model: str, system: str, user: Mapping[str, Any], schema: Mapping[str, Any] | None, max_tokens: int
    ) -> dict[str, Any]:
        """A request to a memory model: one question, one JSON answer, kept nowhere."""
        body: dict[str, Any] = {
            "model": model,
            "instructions": system,
            "input": [{"role": "user", "content": dumped(user)}],
            "temperature": 0,
            "max_output_tokens": max_tokens,
            "store": False,
            "stream": False,
        }
        if schema is not None:
            body["text"] = {"format": {"type": "json_schema", "name": "answer", "strict": True, "schema": schema}}
        return body

    def answer_texts(self, body: Mapping[str, Any]) -> list[str]:
        """Where a memory model's answer may stand: what it said, then what it thought."""
        items = objects(body.get("output"))
        found = [_texts(items)]
        for item in items:
            if item.get("type") == "reasoning":
                found.append("\n".join(texts(item.get("content"), ("reasoning_text", "text"))))
                found.append("\n".join(texts(item.get("summary"), ("summary_text", "text"))))
        return list(dict.fromkeys(text for text in found if text.strip()))


class ResponsesCollector(EventCollector):
    """Reads along a stream. A finished item says what its pieces said, and the final response what all items said."""

    def __init__(self) -> None:
        super().__init__()
        self._response: dict[str, Any] = {}
        self._items: dict[int, dict[str, Any]] = {}
        self._pieces: dict[int, list[str]] = {}
        self._error: str | None = None

    def take(self, event: Event) -> None:
        """Takes one event; kinds that say nothing of the answer are passed over."""
        if event is None:
            return
        kind, at = as_text(event.get("type")), as_count(event.get("output_index"))
        if kind in ("response.output_text.delta", "response.function_call_arguments.delta", _CUSTOM_DELTA):
            self._pieces.setdefault(at, []).append(as_text(event.get("delta")))
        elif kind in ("response.output_item.added", "response.output_item.done"):
            self._items[at] = as_dict(event.get("item"))
            if kind.endswith("done"):
                self._pieces.pop(at, None)
        elif kind == "error":
            self._error = error_message(event) or as_name(event.get("message")) or "error"
        elif kind in _WHOLE:
            self._response = as_dict(event.get("response"))
            if kind == "response.failed":
                self._error = error_message(self._response) or "failed"

    def sum_up(self) -> Answer:
        """The answer, from the events so far."""
        output = as_list(self._response.get("output")) or [
            _with_pieces(self._items.get(at, {}), self._pieces.get(at, ()))
            for at in sorted({*self._items, *self._pieces})
        ]
        whole = {**self._response, "output": output}
        if self._error is not None:
            whole["error"] = self._error
        return Responses().read_answer(whole)


_CUSTOM_DELTA = "response.custom_tool_call_input.delta"
_WHOLE = frozenset(
    f"response.{state}" for state in ("created", "queued", "in_progress", "completed", "incomplete", "failed")
)


def _with_pieces(item: dict[str, Any], pieces: list[str] | tuple[str, ...]) -> dict[str, Any]:
    """An item as its pieces have made it so far."""
    if not pieces:
        return item
    said = "".join(pieces)
    kind = item.get("type", "message")
    if kind == "message":
        return {**item, "type": kind, "content": [{"type": "output_text", "text": said}]}
    return {**item, "input" if kind == "custom_tool_call" else "arguments": said}


def _said(output: list[dict[str, Any]]) -> str:
    return spoken(_texts(output))


def _texts(output: list[dict[str, Any]]) -> str:
    return "\n".join(t for item in output if item.get("type") == "message" for t in texts(item.get("content")))


def _items(given: object) -> list[Any]:
    """The input as a list; a string is one user's item."""
    if isinstance(given, str):
        return [{"type": "message", "role": "user", "content": given}]
    return as_list(given)


def _messages(items: list[Any], head: Head) -> Iterator[Message]:
    for index, item in enumerate(items):
        fields = as_dict(item)
        kind, role, content = fields.get("type", "message"), fields.get("role"), fields.get("content")
        id = as_name(fields.get("id"))
        if kind == "message" and role == "user":
            yield from users_messages(content, head, index, id)
        elif kind == "message" and role == "assistant":
            yield Message("assistant", spoken("\n".join(texts(content))).strip(), (), (), index, id)
        elif kind == "item_reference":
            yield Message("assistant", "", (), (), index, id)
        elif (answered := _answered(fields)) is not None:
            yield Message("tool", "", (), (answered,) if answered else (), index, id)
        elif calls := _tool_calls(fields):
            yield Message("assistant", "", calls, (), index, id)


def _answered(item: Mapping[str, Any]) -> str | None:
    """The id of the call whose result an item is; None for an item that is no result."""
    kind = as_text(item.get("type"))
    if kind == "mcp_approval_response":
        return as_text(item.get("approval_request_id"))
    return as_text(item.get("call_id")) if kind.endswith("_call_output") else None


_SERVERS_OWN = ("name", "type", "id", "call_id", "status", "output", "results", "outputs", "result", "error")
"""Fields of a call item that aren't what the model asked for."""


def _tool_calls(item: Mapping[str, Any]) -> tuple[ToolCall, ...]:
    """The call that an item is, if it is one: of a function, or of a tool with a type of its own."""
    kind = as_text(item.get("type"))
    if not kind.endswith("_call"):
        return ()
    id = as_text(item.get("call_id")) or as_text(item.get("id"))
    asked = {name: value for name, value in item.items() if name not in _SERVERS_OWN}
    arguments = item.get("arguments", item.get("input", asked))
    return (ToolCall(id, as_text(item.get("name")) or kind.removesuffix("_call"), dumped(arguments)),)


def _own_item(block: str) -> dict[str, Any]:
    return {"type": "message", "role": "developer", "content": [{"type": "input_text", "text": block}]}
