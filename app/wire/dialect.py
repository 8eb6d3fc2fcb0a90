"""The three dialects, by name and by path, and what each of them can do."""

from collections.abc import Mapping
from typing import Any, Protocol

from app.wire.chat import Chat
from app.wire.editing import Places
from app.wire.hiding import UsageHider
from app.wire.messages import Messages
from app.wire.neutral import Answer, Request
from app.wire.requests import Where
from app.wire.responses import Responses
from app.wire.sse import Collector

__all__ = ["DIALECTS", "Collector", "Dialect", "UsageHider", "Where", "by_path"]


class Dialect(Protocol):
    """One dialect. Nothing that reads ever raises: what has an odd shape counts as absent."""

    @property
    def name(self) -> str:
        """`chat`, `messages` or `responses`."""
        ...

    @property
    def path(self) -> str:
        """Where it is spoken."""
        ...

    def read_request(self, body: Mapping[str, Any]) -> Request:
        """What a request's body says."""
        ...

    def read_answer(self, body: Mapping[str, Any]) -> Answer:
        """What a whole answer's body says."""
        ...

    def collector(self) -> Collector:
        """A reader for one stream."""
        ...

    def place(self, body: dict[str, Any], block: str, where: Where, at: int | None) -> None:
        """Puts a recall block into a body: behind the caller's own system prompt, or at the user message `at`.

        `at` is an index of the body's list, as in `Message.index`; None means the last user message.
        """
        ...

    def place_all(self, body: dict[str, Any], blocks: Places) -> None:
        """Puts blocks at many user messages at once; the indexes are those of the body as it is given."""
        ...

    def strip_block(self, body: dict[str, Any]) -> bool:
        """Takes out the gateway's own blocks that a client sent back; returns whether there were any.

        Whole messages may go with them: read the request afterwards, or its indexes are off.
        """
        ...

    def request_usage(self, body: dict[str, Any]) -> bool:
        """Asks for usage in a stream where the client did not; returns whether it must be hidden again."""
        ...

    def usage_hider(self) -> UsageHider:
        """What hides that usage in one stream."""
        ...

    def error_body(self, status: int, code: str, message: str) -> dict[str, Any]:
        """The body of an error."""
        ...

    def stream_error(self, code: str, message: str) -> bytes:
        """The event of an error, for a stream that was cut; the stream must stand where an event may begin."""
        ...

    def ask(
        self, model: str, system: str, user: Mapping[str, Any], schema: Mapping[str, Any] | None, max_tokens: int
    ) -> dict[str, Any]:
        """A request to a memory model. `user` is sent as JSON; `schema` is the JSON Schema of the answer, if any."""
        ...

    def answer_texts(self, body: Mapping[str, Any]) -> list[str]:
        """The texts of a memory model's answer, likeliest first."""
        ...


DIALECTS: Mapping[str, Dialect] = {dialect.name: dialect for dialect in (Chat(), Messages(), Responses())}
"""By name."""

by_path: Mapping[str, Dialect] = {dialect.path: dialect for dialect in DIALECTS.values()}
"""By path."""
