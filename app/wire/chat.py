"""The dialect of chat completions. Pure: it reads and edits bodies and streams of `/v1/chat/completions`."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from app.wire import faults
from app.wire.editing import Places, after_leading, at_users, last_user, strip_messages
from app.wire.hiding import UsageHider
from app.wire.loose import as_dict, as_list, as_name, as_text, dumped, error_message, first, objects
from app.wire.neutral import ABSENT, Answer, Message, Request, ToolCall, Usage
from app.wire.requests import Head, Where, has_cache_marks, only_title, users_messages
from app.wire.sse import Event, EventCollector
from app.wire.usage import openai_usage
from app.wire.words import spoken, texts
from app.wire.wrappers import before_reminder, has_reminder


class Chat:
    """Chat completions."""

    name = "chat"
    path = "/v1/chat/completions"

    def read_request(self, body: Mapping[str, Any]) -> Request:
        """What the body says; anything odd in it is passed over."""
        given = as_list(body.get("messages"))
        system = tuple(t for m in objects(given) if m.get("role") in ("system", "developer") for t in _texts(m))
        head = Head()
        messages = tuple(_messages(given, head, aider=_is_aiders(given)))
        schema = as_dict(as_dict(body.get("response_format")).get("json_schema")).get("schema")
        return Request(
            model=as_name(body.get("model")),
            stream=body.get("stream") is True,
            messages=messages,
            system=system,
            wrappers=head.wrappers,
            end_user=body.get("user", ABSENT),
            has_tools=bool(as_list(body.get("tools")) or as_list(body.get("functions"))),
            title_schema=only_title(schema),
            previous_response_id=None,
            conversation_id=None,
            cache_key=as_name(body.get("prompt_cache_key")),
            has_cache_marks=has_cache_marks(body),
            asks_usage=as_dict(body.get("stream_options")).get("include_usage") is True,
        )

    def read_answer(self, body: Mapping[str, Any]) -> Answer:
        """What a whole answer says; its first choice counts."""
        choices = as_list(body.get("choices"))
        choice = next((c for c in objects(choices) if c.get("index") == 0), first(choices))
        message = as_dict(choice.get("message"))
        error = error_message(body)
        return Answer(
            text=spoken("\n".join(texts(message.get("content")))),
            tool_calls=_tool_calls(message),
            usage=openai_usage(body.get("usage")),
            complete=bool(choice) and error is None,
            finish=as_name(choice.get("finish_reason")),
            response_id=as_name(body.get("id")),
            model=as_name(body.get("model")),
            error=error,
        )

    def collector(self) -> "ChatCollector":
        """Reads along one stream."""
        return ChatCollector()

    def place(self, body: dict[str, Any], block: str, where: Where, at: int | None) -> None:
        """Puts a block after the caller's own system messages, or right behind a user message (None: the last)."""
        messages = as_list(body.get("messages"))
        if where == "tail" and (place := last_user(messages) if at is None else at) is not None:
            self.place_all(body, [(place, block)])
        else:
            body["messages"] = after_leading(messages, _own_message(messages, block))

    def place_all(self, body: dict[str, Any], blocks: Places) -> None:
        """Puts blocks right behind the user messages at these places, as messages of their own."""
        messages = as_list(body.get("messages"))
        if messages and blocks:
            own = partial(_own_message, messages)
            body["messages"] = at_users(messages, blocks, lambda message, texts: [message, *map(own, texts)])

    def strip_block(self, body: dict[str, Any]) -> bool:
        """Takes out blocks that a client sent back; returns whether there were any."""
        return strip_messages(body, "messages")

    def request_usage(self, body: dict[str, Any]) -> bool:
        """Asks for usage in a stream; returns whether the client did not, so that it must be hidden again."""
        options = as_dict(body.get("stream_options"))
        if body.get("stream") is not True or options.get("include_usage") is True:
            return False
        body["stream_options"] = {**options, "include_usage": True}
        return True

    def usage_hider(self) -> UsageHider:
        """Hides again what `request_usage` asked for."""
        return UsageHider()

    def error_body(self, status: int, code: str, message: str) -> dict[str, Any]:
        """An error as a client of this dialect reads it."""
        return faults.openai_body(status, code, message)

    def stream_error(self, code: str, message: str) -> bytes:
        """The event that says a stream was cut."""
        return b"data: " + faults.encoded(faults.openai_body(faults.CUT, code, message)) + b"\n\n"

    def ask(
        self, model: str, system: str, user: Mapping[str, Any], schema: Mapping[str, Any] | None, max_tokens: int
    ) -> dict[str, Any]:
        """A request to a memory model: one question, one JSON answer."""
        body: dict[str, Any] = {
            "model": model,
            "messages": [{"role": "system", "content": system}, {"role": "user", "content": dumped(user)}],
            "temperature": 0,
            "max_tokens": max_tokens,
            "stream": False,
        }
        if schema is not None:
            answer = {"name": "answer", "strict": True, "schema": schema}
            body["response_format"] = {"type": "json_schema", "json_schema": answer}
        return body

    def answer_texts(self, body: Mapping[str, Any]) -> list[str]:
        """Where a memory model's answer may stand: what it said, then what it thought."""
        message = as_dict(first(body.get("choices")).get("message"))
        said = "\n".join(texts(message.get("content")))
        thought = [as_text(message.get(name)) for name in ("reasoning_content", "reasoning")]
        return list(dict.fromkeys(text for text in (said, *thought) if text.strip()))


class ChatCollector(EventCollector):
    """Reads along a stream of chunks; of several choices the first counts."""

    def __init__(self) -> None:
        super().__init__()
        self._text: list[str] = []
        self._calls: list[_Call] = []
        self._usage: Usage | None = None
        self._finish: str | None = None
        self._error: str | None = None
        self._id: str | None = None
        self._model: str | None = None

    def take(self, event: Event) -> None:
        """Takes one chunk."""
        if event is None:  # `[DONE]`: some servers never send it, so the reason to finish is what counts
            return
        if self._id is None:
            self._id = as_name(event.get("id"))
        if self._model is None:
            self._model = as_name(event.get("model"))
        if event.get("usage"):
            self._usage = openai_usage(event["usage"]) or self._usage
        if event.get("error"):
            self._error = error_message(event)
        for choice in objects(event.get("choices")):
            if choice.get("index", 0) == 0:
                self._take_delta(as_dict(choice.get("delta") or choice.get("message")))
                self._finish = as_name(choice.get("finish_reason")) or self._finish

    def _take_delta(self, delta: Mapping[str, Any]) -> None:
        content = delta.get("content")
        if isinstance(content, str):
            self._text.append(content)
        elif content:
            self._text += texts(content)
        if "tool_calls" in delta:
            for piece in objects(delta["tool_calls"]):
                self._take_call(piece)
        if function := as_dict(delta.get("function_call")):
            self._take_call({"index": 0, "function": function})

    def _take_call(self, piece: Mapping[str, Any]) -> None:
        function = as_dict(piece.get("function") or piece.get("custom"))
        id, name, at = as_text(piece.get("id")), as_text(function.get("name")), piece.get("index")
        call = next((c for c in reversed(self._calls) if at is None or c.at == at), None)
        if call is None or (id and call.id and id != call.id):  # some servers number all calls alike
            self._calls.append(call := _Call(at))
        call.id = call.id or id
        call.name = call.name or name
        arguments = function.get("arguments") or function.get("input")
        if arguments:
            call.arguments.append(dumped(arguments))

    def sum_up(self) -> Answer:
        """The answer, from the chunks so far."""
        return Answer(
            text=spoken("".join(self._text)),
            tool_calls=tuple(call.whole() for call in self._calls),
            usage=self._usage,
            complete=self._finish is not None and self._error is None,
            finish=self._finish,
            response_id=self._id,
            model=self._model,
            error=self._error,
        )


class _Call:
    """A tool call that arrives in pieces. `at` is the number that its pieces bear."""

    __slots__ = ("arguments", "at", "id", "name")

    def __init__(self, at: object) -> None:
        self.at = at
        self.id = self.name = ""
        self.arguments: list[str] = []

    def whole(self) -> ToolCall:
        """The call, as far as it has arrived."""
        return ToolCall(self.id, self.name, "".join(self.arguments))


def _messages(given: list[Any], head: Head, *, aider: bool) -> Iterator[Message]:
    for index, message in enumerate(given):
        fields = as_dict(message)
        role, content, id = fields.get("role"), fields.get("content"), as_name(fields.get("id"))
        if role == "user":
            content = before_reminder(content) if aider and isinstance(content, str) else content
            yield from users_messages(content, head, index, id)
        elif role == "assistant":
            text = spoken("\n".join(texts(content))).strip()
            yield Message("assistant", text, _tool_calls(fields), (), index, id)
        elif role in ("tool", "function"):
            answered = as_name(fields.get("tool_call_id"))
            yield Message("tool", "", (), (answered,) if answered else (), index, id)


def _tool_calls(message: Mapping[str, Any]) -> tuple[ToolCall, ...]:
    calls = [_tool_call(call) for call in objects(message.get("tool_calls"))]
    if function := as_dict(message.get("function_call")):
        calls.append(_tool_call({"function": function}))
    return tuple(calls)


def _tool_call(call: Mapping[str, Any]) -> ToolCall:
    function = as_dict(call.get("function") or call.get("custom"))
    arguments = function.get("arguments") or function.get("input") or ""
    return ToolCall(as_text(call.get("id")), as_text(function.get("name")), dumped(arguments))


def _texts(message: Mapping[str, Any]) -> list[str]:
    return texts(message.get("content"))


def _is_aiders(given: list[Any]) -> bool:
    """Whether the first message lays down one of aider's edit formats."""
    return any(has_reminder(text) for text in _texts(first(given)))


def _own_message(messages: list[Any], block: str) -> dict[str, Any]:
    """The block as a message. A caller that says `developer` may not mix it with `system` (models that reason)."""
    role = "developer" if any(m.get("role") == "developer" for m in objects(messages)) else "system"
    return {"role": role, "content": block}
