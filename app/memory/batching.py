"""How waiting messages are divided into parts: by subject and space, and within the size that a model takes. Pure.

Every character of every message gets into exactly one part. A message that is too long for one call is split into
pieces, at a line or word end where there is one near; nothing is dropped.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from storage.model import StoredMessage, ToolUse
from storage.sql.parts import Piece
from storage.sql.waiting import Waiting

MOST_TOKENS = 24_000
"""Of conversation in one call: fits a 32k window with the instructions, the known memories and the answer."""

_BYTES_PER_TOKEN = 4
_SEAM = 400
"""How many characters before the limit a better place to split is looked for."""


@dataclass(frozen=True, slots=True)
class PartPlan:
    """One model call to be: whose it is, and what it reads."""

    space: str
    subject: str | None
    pieces: tuple[Piece, ...]


def tokens_of(text: str) -> int:
    """About how many tokens a text has: a quarter of its UTF-8 bytes, which holds for many scripts, not only Latin."""
    return -(-len(text.encode("utf-8", "replace")) // _BYTES_PER_TOKEN)


def content_of(message: StoredMessage) -> str:
    """A message's content as one text, which pieces count their characters in."""
    return message.text + "".join(tool.arguments for tool in message.tool_calls)


def plan(waiting: Iterable[Waiting], most_tokens: int = MOST_TOKENS) -> list[PartPlan]:
    """The parts for these messages. Order is kept within a subject and space; each part has at most `most_tokens`."""
    groups: dict[tuple[str | None, str], list[StoredMessage]] = {}
    for one in waiting:
        groups.setdefault((one.subject, one.space), []).append(one.message)
    return [
        PartPlan(space, subject, pieces)
        for (subject, space), messages in groups.items()
        for pieces in _fill(messages, most_tokens)
    ]


def _fill(messages: Sequence[StoredMessage], most_tokens: int) -> list[tuple[Piece, ...]]:
    parts: list[tuple[Piece, ...]] = []
    current: list[Piece] = []
    room = most_tokens
    for message in messages:
        content = content_of(message)
        for piece in split(message.num, content, most_tokens):
            size = tokens_of(content[piece.start : piece.end])
            if current and size > room:
                parts.append(tuple(current))
                current, room = [], most_tokens
            current.append(piece)
            room -= size
    if current:
        parts.append(tuple(current))
    return parts


def split(message: int, content: str, most_tokens: int) -> list[Piece]:
    """The pieces of a message's content that have at most `most_tokens` each; one open-ended piece when it fits."""
    pieces: list[Piece] = []
    start = 0
    while tokens_of(rest := content[start : start + most_tokens * _BYTES_PER_TOKEN + 1]) > most_tokens:
        end = start + _fitting(rest, most_tokens)
        pieces.append(Piece(message, start, end))
        start = end
    return [*pieces, Piece(message, start, None)]


def _fitting(text: str, most_tokens: int) -> int:
    """How many characters of `text` fit, cut at a line or word end where one is near the limit. At least one."""
    whole = text.encode("utf-8", "replace")[: most_tokens * _BYTES_PER_TOKEN]
    longest = max(1, len(whole.decode("utf-8", "ignore")))
    for seam in ("\n", " "):
        at = text.rfind(seam, max(0, longest - _SEAM), longest)
        if at > 0:
            return at + 1
    return longest


def cut(message: StoredMessage, piece: Piece) -> StoredMessage:
    """The message with only what `piece` covers of its text and its tools' arguments."""
    if piece.start == 0 and piece.end is None:
        return message
    at = len(message.text)
    tools: list[ToolUse] = []
    for tool in message.tool_calls:
        first, at = at, at + len(tool.arguments)
        last = at if piece.end is None else min(at, piece.end)
        without_arguments = first == at and piece.start <= first and (piece.end is None or first < piece.end)
        if last > max(first, piece.start) or without_arguments:
            tools.append(replace(tool, arguments=tool.arguments[max(0, piece.start - first) : last - first]))
    return replace(message, text=message.text[piece.start : piece.end], tool_calls=tuple(tools))
