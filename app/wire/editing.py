"""Edits of bodies that all dialects share: blocks go in, and out again. What is edited is copied; the rest is kept.

The body itself is edited in place, one level deep: its lists and messages may be shared with the body as it came.
"""

from collections.abc import Callable, Sequence
from typing import Any

from app.wire import block
from app.wire.loose import as_dict, as_list, as_text

Places = Sequence[tuple[int, str]]
"""Blocks with the index of the user message that each belongs to, counted in the list as it came."""

_INSTRUCTING = ("system", "developer")


def after_leading(messages: list[Any], message: dict[str, Any]) -> list[Any]:
    """The messages with one more, after the caller's own system and developer messages at their beginning."""
    at = next((n for n, m in enumerate(messages) if as_dict(m).get("role") not in _INSTRUCTING), len(messages))
    return [*messages[:at], message, *messages[at:]]


def at_users(messages: list[Any], places: Places, put: Callable[[dict[str, Any], list[str]], list[Any]]) -> list[Any]:
    """The messages, with what `put` makes of each user message that has a place and the blocks that belong there.

    A place that is no user message is passed over.
    """
    wanted: dict[int, list[str]] = {}
    for at, text in places:
        wanted.setdefault(at, []).append(text)
    edited: list[Any] = []
    for at, message in enumerate(messages):
        if at in wanted and as_dict(message).get("role") == "user":
            edited += put(message, wanted[at])
        else:
            edited.append(message)
    return edited


def last_user(messages: list[Any]) -> int | None:
    """The index of the last user message."""
    return next((n for n in range(len(messages) - 1, -1, -1) if as_dict(messages[n]).get("role") == "user"), None)


def strip_messages(holder: dict[str, Any], key: str) -> bool:
    """Takes the gateway's blocks out of a list of messages; one that held nothing else goes with its block."""
    kept: list[Any] = []
    changed = False
    for message in as_list(holder.get(key)):
        if as_dict(message).get("role") in ("user", *_INSTRUCTING):
            edited = dict(message)
            if strip_content(edited, "content"):
                changed = True
                if edited["content"]:
                    kept.append(edited)
                continue
        kept.append(message)
    if changed:
        holder[key] = kept
    return changed


def strip_content(holder: dict[str, Any], key: str) -> bool:
    """Takes the gateway's blocks out of a text or a list of text parts; a part that held nothing else goes."""
    content = holder.get(key)
    if isinstance(content, str):
        holder[key] = block.strip(content)
        return holder[key] != content
    parts = as_list(content)
    kept = [stripped for part in parts if (stripped := _strip_part(part)) is not None]
    changed = len(kept) != len(parts) or any(a is not b for a, b in zip(kept, parts, strict=True))
    if changed:
        holder[key] = kept
    return changed


def _strip_part(part: object) -> object | None:
    """The part, one without its block, or None when nothing is left of it."""
    text = as_text(as_dict(part).get("text"))
    own = block.strip(text)
    if own == text:
        return part
    return {**as_dict(part), "text": own} if own.strip() else None
