"""The contract's shapes (section 4): stored nouns as plain objects, the same for REST, MCP and the export. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from storage.model import Conversation, Memory, Source, StoredMessage

Shape = dict[str, Any]


def time_of(at_ms: int) -> str:
    """RFC 3339 in UTC, to the millisecond."""
    return datetime.fromtimestamp(at_ms / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _time_or_none(at_ms: int | None) -> str | None:
    return None if at_ms is None else time_of(at_ms)


def memory_shape(memory: Memory) -> Shape:
    """A memory."""
    return {
        "id": memory.id,
        "text": memory.text,
        "kind": memory.kind,
        "importance": memory.importance,
        "confidence": memory.confidence,
        "subject": memory.subject,
        "space": memory.space,
        "author": memory.author,
        "state": memory.state,
        "pinned": memory.pinned,
        "confirmed": memory.confirmed,
        "trusted": memory.trusted,
        "categories": list(memory.categories),
        "metadata": dict(memory.metadata),
        "expires_at": _time_or_none(memory.expires_at),
        "valid_from": memory.valid_from,
        "valid_until": memory.valid_until,
        "created_at": time_of(memory.created_at),
        "updated_at": time_of(memory.updated_at),
        "useful": memory.useful,
        "wrong": memory.wrong,
    }


def scored_shape(memory: Memory, score: float, why: Mapping[str, float]) -> Shape:
    """A memory that a search found."""
    return {**memory_shape(memory), "score": score, "why": dict(why)}


def provenance_shape(sources: Iterable[Source], *, with_quotes: bool = False) -> Shape:
    """The messages that a memory rests on; their words only when they are asked for."""
    listed: list[Shape] = []
    for source in sources:
        one = {
            "id": source.message_id,
            "role": source.role,
            "at": time_of(source.at),
            "conversation_id": source.conversation_id,
        }
        listed.append({**one, "quote": source.quote} if with_quotes else one)
    return {"source_event_ids": [one["id"] for one in listed], "sources": listed}


def conversation_shape(conversation: Conversation) -> Shape:
    """A conversation in a list, without its messages."""
    return {
        "id": conversation.id,
        "title": conversation.title,
        "subject": conversation.subject,
        "space": conversation.space,
        "source": conversation.source,
        "created_at": time_of(conversation.created_at),
        "last_turn_at": time_of(conversation.last_turn_at),
        "state": conversation.state,
    }


def episode_shape(conversation: Conversation, messages: Sequence[StoredMessage]) -> Shape:
    """A conversation with its messages."""
    return {**conversation_shape(conversation), "messages": [message_shape(message) for message in messages]}


def message_shape(message: StoredMessage) -> Shape:
    """A message of a conversation."""
    return {
        "id": message.id,
        "role": message.role,
        "text": message.text,
        "tool_calls": [{"name": tool.name, "arguments": tool.arguments} for tool in message.tool_calls],
        "at": time_of(message.at),
    }


def title_shape(conversation: Conversation) -> Shape:
    """A conversation as wake-up names it."""
    return {
        "id": conversation.id,
        "title": conversation.title,
        "last_turn_at": time_of(conversation.last_turn_at),
    }
