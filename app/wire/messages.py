"""The dialect of messages. Pure: it reads and edits bodies and streams of `/v1/messages`."""

from collections.abc import Iterator, Mapping
from typing import Any

from app.wire import faults
from app.wire.commands import is_launch
from app.wire.editing import Places, at_users, last_user, strip_content, strip_messages
from app.wire.hiding import UsageHider
from app.wire.loose import as_count, as_dict, as_list, as_name, as_text, dumped, error_message, objects
from app.wire.neutral import ABSENT, Answer, Message, Request, ToolCall
from app.wire.requests import Head, Where, has_cache_marks, only_title, users_messages
from app.wire.sse import Event, EventCollector
from app.wire.usage import anthropic_usage
from app.wire.words import spoken, texts

_CALLS = ("tool_use", "server_tool_use", "mcp_tool_use")


class Messages:
    """Messages."""

    name = "messages"
    path = "/v1/messages"

    def read_request(self, body: Mapping[str, Any]) -> Request:
        """What the body says; anything odd in it is passed over."""
        given = as_list(body.get("messages"))
        system = texts(body.get("system"))
        for message in objects(given):
            if message.get("role") in ("system", "developer"):
                system += texts(message.get("content"))
        head = Head()
        messages = tuple(_messages(given, head))
        wanted = as_dict(as_dict(body.get("output_config")).get("format") or body.get("output_format"))
        return Request(
            model=as_name(body.get("model")),
            stream=body.get("stream") is True,
            messages=messages,
            system=tuple(system),
            wrappers=head.wrappers,
            end_user=as_dict(body.get("metadata")).get("user_id", ABSENT),
            has_tools=bool(as_list(body.get("tools"))),
            title_schema=only_title(wanted.get("schema")),
            previous_response_id=None,
            conversation_id=None,
            cache_key=None,
            has_cache_marks=has_cache_marks(body),
            asks_usage=True,
        )

    def read_answer(self, body: Mapping[str, Any]) -> Answer:
        """What a whole answer says."""
        error = error_message(body)
        message: Mapping[str, Any] = {} if body.get("type") == "error" else body
        return Answer(
            text=spoken("\n".join(texts(message.get("content")))),
            tool_calls=_tool_calls(message.get("content")),
            usage=anthropic_usage(message.get("usage")),
            complete=body.get("type") == "message" and error is None,
            finish=as_name(message.get("stop_reason")),
            response_id=as_name(message.get("id")),
            model=as_name(message.get("model")),
            error=error,
        )

    def collector(self) -> "MessagesCollector":
        """Reads along one stream."""
        return MessagesCollector()

    def place(self, body: dict[str, Any], block: str, where: Where, at: int | None) -> None:
        """Puts a block behind the system prompt, or at the end of a user message (None: the last)."""
        if where == "tail" and (place := last_user(as_list(body.get("messages"))) if at is None else at) is not None:
            self.place_all(body, [(place, block)])
        else:
            body["system"] = [*_parts(body.get("system")), {"type": "text", "text": block}]

    def place_all(self, body: dict[str, Any], blocks: Places) -> None:
        """Puts blocks at the end of the user messages at these places, unmarked: a caller's cache marks are few."""
        messages = as_list(body.get("messages"))
        if messages and blocks:
            body["messages"] = at_users(messages, blocks, _with_parts)

    def strip_block(self, body: dict[str, Any]) -> bool:
        """Takes out blocks that a client sent back; returns whether there were any."""
        in_system = strip_content(body, "system")
        if in_system and not body["system"]:
            del body["system"]
        return strip_messages(body, "messages") or in_system

    def request_usage(self, body: dict[str, Any]) -> bool:
        """Nothing to do: usage is part of every answer."""
        return False

    def usage_hider(self) -> UsageHider:
        """Hides nothing in this dialect."""
        return UsageHider()

    def error_body(self, status: int, code: str, message: str) -> dict[str, Any]:
        """An error as a client of this dialect reads it."""
        return faults.anthropic_body(status, code, message)

    def stream_error(self, code: str, message: str) -> bytes:
        """The event that says a stream was cut."""
        return b"event: error\ndata: " + faults.encoded(faults.anthropic_body(faults.CUT, code, message)) + b"\n\n"

    def ask(
        self, model: str, system: str, user: Mapping[str, Any], schema: Mapping[str, Any] | None, max_tokens: int
    ) -> dict[str, Any]:
        """A request to a memory model: one question, one JSON answer."""
        body: dict[str, Any] = {
            "model": model,
            "system": system,
            "messages": [{"role": "user", "content": dumped(user)}],
            "temperature": 0,
            "max_tokens": max_tokens,
            "stream": False,
        }
        if schema is not None:
            body["output_config"] = {"format": {"type": "json_schema", "schema": schema}}
        return body

    def answer_texts(self, body: Mapping[str, Any]) -> list[str]:
        """Where a memory model's answer may stand: what it said, then what it thought."""
        said = "\n".join(texts(body.get("content")))
        thought = [as_text(b.get("thinking")) for b in objects(body.get("content")) if b.get("type") == "thinking"]
        return list(dict.fromkeys(text for text in (said, *thought) if text.strip()))


class MessagesCollector(EventCollector):
    """Reads along a stream; the answer's blocks bear numbers, and are kept by them."""

    def __init__(self) -> None:
        super().__init__()
        self._message: dict[str, Any] = {}
        self._usage: dict[str, Any] = {}
        self._blocks: dict[int, _Block] = {}
        self._finish: str | None = None
        self._stopped = False
        self._error: str | None = None

    def take(self, event: Event) -> None:
        """Takes one event; kinds that say nothing of the answer are passed over."""
        if event is None:
            return
        kind = event.get("type")
        if kind == "content_block_delta":
            self._take_delta(self._block(event), as_dict(event.get("delta")))
        elif kind == "content_block_start":
            self._blocks[as_count(event.get("index"))] = _Block(as_dict(event.get("content_block")))
        elif kind == "message_start":
            self._message = as_dict(event.get("message"))
            self._count(self._message.get("usage"))
        elif kind == "message_delta":
            self._finish = as_name(as_dict(event.get("delta")).get("stop_reason")) or self._finish
            self._count(event.get("usage"))
        elif kind == "message_stop":
            self._stopped = True
        elif kind == "error":
            self._error = error_message(event) or "error"

    def _block(self, event: Mapping[str, Any]) -> "_Block":
        return self._blocks.setdefault(as_count(event.get("index")), _Block({"type": "text"}))

    def _take_delta(self, block: "_Block", delta: Mapping[str, Any]) -> None:
        kind = delta.get("type")
        if kind == "text_delta":
            block.pieces.append(as_text(delta.get("text")))
        elif kind == "input_json_delta":
            block.pieces.append(as_text(delta.get("partial_json")))

    def _count(self, usage: object) -> None:
        """Usage is told twice, and grows: each number counts where it is largest."""
        for name, value in as_dict(usage).items():
            self._usage[name] = (
                value if isinstance(value, dict) else max(as_count(self._usage.get(name)), as_count(value))
            )

    def sum_up(self) -> Answer:
        """The answer, from the events so far."""
        blocks = [block for _, block in sorted(self._blocks.items())]
        said = [text for block in blocks if block.kind == "text" and (text := block.text)]
        return Answer(
            text=spoken("\n".join(said)),
            tool_calls=tuple(block.call for block in blocks if block.kind in _CALLS),
            usage=anthropic_usage(self._usage),
            complete=self._stopped and self._error is None,
            finish=self._finish,
            response_id=as_name(self._message.get("id")),
            model=as_name(self._message.get("model")),
            error=self._error,
        )


class _Block:
    """A block of the answer that arrives in pieces."""

    __slots__ = ("begun", "kind", "pieces")

    def __init__(self, begun: Mapping[str, Any]) -> None:
        self.begun = begun
        self.kind = begun.get("type")
        self.pieces: list[str] = []

    @property
    def text(self) -> str:
        """The words so far."""
        return as_text(self.begun.get("text")) + "".join(self.pieces)

    @property
    def call(self) -> ToolCall:
        """The tool call so far."""
        whole = _tool_call(self.begun)
        return ToolCall(whole.id, whole.name, "".join(self.pieces)) if self.pieces else whole


def _messages(given: list[Any], head: Head) -> Iterator[Message]:
    for index, message in enumerate(given):
        fields = as_dict(message)
        content, id = fields.get("content"), as_name(fields.get("id"))
        if fields.get("role") == "assistant":
            yield Message("assistant", spoken("\n".join(texts(content))).strip(), _tool_calls(content), (), index, id)
        elif fields.get("role") == "user":
            results = [b for b in objects(content) if b.get("type") == "tool_result"]
            if results:
                answers = tuple(id for b in results if (id := as_name(b.get("tool_use_id"))))
                yield Message("tool", "", (), answers, index, id)
            launched = sum(is_launch(texts(result.get("content"))) for result in results)
            said = users_messages(content, head, index, id, launched=launched)
            yield from (message for message in said if message.text or message.role != "user" or not results)


def _tool_calls(content: object) -> tuple[ToolCall, ...]:
    return tuple(_tool_call(block) for block in objects(content) if block.get("type") in _CALLS)


def _tool_call(block: Mapping[str, Any]) -> ToolCall:
    return ToolCall(as_text(block.get("id")), as_text(block.get("name")), dumped(block.get("input", {})))


def _parts(content: object) -> list[Any]:
    """A message's content as a list of blocks; a string becomes one, an empty one none (the vendor refuses it)."""
    if isinstance(content, str):
        return [{"type": "text", "text": content}] if content else []
    return as_list(content)


def _with_parts(message: dict[str, Any], blocks: list[str]) -> list[Any]:
    parts = [*_parts(message.get("content")), *({"type": "text", "text": text} for text in blocks)]
    return [{**message, "content": parts}]
