"""Requests that clients make for themselves: titles, compaction, token counts, checks. They are nobody's turns.

A person's own call must never be taken for one, so each rule asks for more than one sign, or for a client's own word.
"""

from collections.abc import Mapping
from typing import Any, Literal

from app.wire.loose import objects
from app.wire.neutral import Request
from app.wire.words import texts
from app.wire.wrappers import own_text

Side = Literal["title", "compaction", "count", "probe"]

LONG_ORDER = 3000
"""Characters; Claude Code's order to summarise is longer."""

_HANDOFFS = ("You are performing a CONTEXT CHECKPOINT COMPACTION",)
_TITLES = ("You are a title generator",)
_SUMMARISERS = (
    "You are a helpful AI assistant tasked with summarizing conversations",
    "You are an anchored context summarization assistant",
    "You are a context summarization agent",
)
_AIDERS: dict[str, Side] = {
    "You are an expert software engineer that generates concise, one-line Git commit messages": "title",
    "*Briefly* summarize this partial conversation about programming": "compaction",
}
_PROBES = ("quota", "test", "count", "ping", "warmup")
_LIMITS = ("max_tokens", "max_completion_tokens", "max_output_tokens")


def side_of(
    name: str | None, class_: str | None, codex_kind: str | None, body: Mapping[str, Any], request: Request
) -> Side | None:
    """What a client asks for itself, or None for a turn.

    `name`: the client, if known; `class_`: Claude Code's own word for the request; `codex_kind`: that of Codex.
    """
    if class_ == "compaction" or codex_kind == "compaction":
        return "compaction"
    if class_ in ("main", "subagent"):
        return None
    if request.title_schema:
        return "title"
    if class_ == "auxiliary":
        return "probe" if "max_tokens" in body else "count"
    if codex_kind == "prewarm" or _is_probe(name, body, request):
        return "probe"
    return _by_words(name, body, request)


def _by_words(name: str | None, body: Mapping[str, Any], request: Request) -> Side | None:
    if _orders_summary(name, body, request):
        return "compaction"
    if request.has_tools:
        return None
    first = request.system[0].lstrip() if request.system else ""
    if first.startswith(_TITLES):
        return "title"
    if _last_order(body).startswith(_HANDOFFS) or (name is not None and first.startswith(_SUMMARISERS)):
        return "compaction"
    return next((side for words, side in _AIDERS.items() if first.startswith(words)), None)


def _orders_summary(name: str | None, body: Mapping[str, Any], request: Request) -> bool:
    """A long last text that asks for `<analysis>` and `<summary>`, of a conversation that has begun."""
    order = _last_order(body)
    if len(order) <= LONG_ORDER or "<analysis>" not in order or "<summary>" not in order:
        return False
    begun = any(message.role == "assistant" for message in request.messages)
    return name == "claude-code" or (begun and "conversation" in order)


def _last_order(body: Mapping[str, Any]) -> str:
    """The last text of the last user message that isn't a wrapper."""
    given = body.get("messages", body.get("input"))
    if isinstance(given, str):
        return own_text(given).strip()
    users = [message for message in objects(given) if message.get("role") == "user"]
    parts = texts(users[-1].get("content")) if users else []
    return next((own for text in reversed(parts) if (own := own_text(text).strip())), "")


def _is_probe(name: str | None, body: Mapping[str, Any], request: Request) -> bool:
    """One message of one known word, with room for one token in the answer."""
    if len(request.messages) != 1 or request.has_tools:
        return False
    word = request.messages[0].text.strip().lower()
    if name == "claude-code" and word == "warmup":
        return True
    return word in _PROBES and not request.system and any(body.get(limit) == 1 for limit in _LIMITS)
