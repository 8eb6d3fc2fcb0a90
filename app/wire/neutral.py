"""What a request and an answer say, in nobody's dialect: values only. No rule of what is remembered."""

from dataclasses import dataclass
from enum import Enum
from typing import Final, Literal

Role = Literal["user", "assistant", "tool"]


class Absent(Enum):
    """The type of `ABSENT`."""

    ABSENT = "absent"


ABSENT: Final = Absent.ABSENT
"""A field that the body does not have; null and the empty string are something else."""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool call of the assistant. `arguments` is the text that the model wrote, JSON for most tools."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Message:
    """One message's own words, without wrappers, images and thinking.

    A person's words keep their white space; clients change it from call to call, so no comparison may rest on it.
    `answers`: the ids of the tool calls whose results it carries (role tool, whose text is always empty).
    `index`: its place in the body's list; two messages share one when a client sends results and words together.
    `item_id`: the id that it bears, if any.
    """

    role: Role
    text: str
    tool_calls: tuple[ToolCall, ...]
    answers: tuple[str, ...]
    index: int
    item_id: str | None

    @property
    def is_reference(self) -> bool:
        """Whether it stands for what the model said by its id alone."""
        return self.role == "assistant" and self.item_id is not None and not self.text and not self.tool_calls


@dataclass(frozen=True, slots=True)
class Request:
    """A call's body. `messages` holds no system or developer message: their texts are in `system`, wherever they stood.

    `wrappers`: those that the client put before a person's first words, each as it stands.
    `end_user`: the raw value of `user` (chat, responses) or `metadata.user_id` (messages), or `ABSENT`.
    `title_schema`: the answer is to be a JSON object with nothing but a `title`.
    `asks_usage`: the client will be told the usage without the gateway's doing.
    """

    model: str | None
    stream: bool
    messages: tuple[Message, ...]
    system: tuple[str, ...]
    wrappers: tuple[str, ...]
    end_user: object
    has_tools: bool
    title_schema: bool
    previous_response_id: str | None
    conversation_id: str | None
    cache_key: str | None
    has_cache_marks: bool
    asks_usage: bool


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of a call. `input_tokens` counts all input, read from a cache or not; output includes reasoning."""

    input_tokens: int = 0
    output_tokens: int = 0
    cache_read_tokens: int = 0
    cache_write_tokens: int = 0
    reasoning_tokens: int = 0


@dataclass(frozen=True, slots=True)
class Answer:
    """What the model said. `complete` only when the dialect's end was seen, without an error.

    `finish` is the reason it stopped, in the dialect's own word. `error` is the upstream's message. `item_ids`: those
    by which a later request may refer to its parts.
    """

    text: str
    tool_calls: tuple[ToolCall, ...]
    usage: Usage | None
    complete: bool
    finish: str | None
    response_id: str | None
    model: str | None
    error: str | None
    item_ids: tuple[str, ...] = ()


def new_part(request: Request) -> tuple[tuple[Message, ...], tuple[Message, ...]]:
    """The messages up to the last one of the assistant, and those after it, which are new."""
    messages = request.messages
    begin = next((n for n in range(len(messages), 0, -1) if messages[n - 1].role == "assistant"), 0)
    return messages[:begin], messages[begin:]


def last_user_text(request: Request) -> str:
    """The last words of the user's own, or an empty string."""
    return next((m.text for m in reversed(request.messages) if m.role == "user" and m.text), "")
