"""What may be saved, corrected and removed, by whom, and in which form. Pure: each function checks one thing.

The numbers and rights are the contract's, section 4.
"""

import hashlib
import math
from collections.abc import Mapping, Sequence
from typing import Any, cast

from app.errors import BadRequest, Forbidden, LimitReached, MemoryOff, TooLarge
from app.guard import redact, screen
from app.memory.settings import Settings
from storage.model import DEFAULT_SPACE, KINDS, Author, Kind, Memory

LONGEST_TEXT = 8_000
LONGEST_SPACE = 256
MOST_CATEGORIES = 20
LONGEST_CATEGORY = 100
MOST_METADATA = 50
LONGEST_METADATA = 1_000
LONGEST_TTL_DAYS = 3_650
DAY_MS = 24 * 3600 * 1000
_BIGGEST_INTEGER = 2**63 - 1


def is_person(actor: str) -> bool:
    """Whether an actor is a person who signed in. Keys, agents over MCP and batches are none."""
    return actor.startswith("person:")


def author_of(actor: str) -> Author:
    """Whose word a memory is that this actor saves."""
    return "person" if is_person(actor) else "agent"


def need_memory_on(settings: Settings) -> None:
    """Raises MemoryOff while memory is off."""
    if not settings.enabled:
        raise MemoryOff("Memory is off in this project. Switch it on in its settings first.")


def need_rights(actor: str, memory: Memory) -> None:
    """Raises Forbidden where the actor is no person and the memory was written by one."""
    if memory.author == "person" and not is_person(actor):
        raise Forbidden("A person wrote this memory: only people may correct or remove it, in the admin.")


def fit_text(text: str) -> str:
    """The text as it may be stored: screened, with credentials replaced.

    Raises BadRequest for a text without words, TooLarge, and Forbidden with the rule's name for what reads like a
    prompt injection; such a text is kept nowhere, and the log gets its SHA-256 alone.
    """
    if len(text) > LONGEST_TEXT:
        raise TooLarge(f"A memory has at most {LONGEST_TEXT} characters; this text has {len(text)}.")
    if not any(not c.isspace() for c in text):
        raise BadRequest("A memory needs a text.")
    _need_clean(text, "The text")
    if rule := screen(text):
        digest = hashlib.sha256(text.encode("utf-8")).hexdigest()
        raise Forbidden(
            f"The text reads like a prompt injection ({rule}). It was not kept.", detail=f"{rule} sha256={digest}"
        )
    return redact(text).text


def fit_kind(kind: str) -> Kind:
    """The kind of this name. Raises BadRequest for an unknown one."""
    for known in KINDS:
        if known == kind:
            return known
    raise BadRequest(f"Unknown kind. Use one of {', '.join(KINDS)}.")


def fit_share(value: float, name: str) -> float:
    """A number from 0 to 1. Raises BadRequest for any other."""
    if isinstance(value, bool) or not math.isfinite(value) or not 0 <= value <= 1:
        raise BadRequest(f"{name} must be a number from 0 to 1.")
    return float(value)


def fit_space(space: str) -> str:
    """A space's name. Raises BadRequest for an empty or unfit one."""
    if not space.strip() or space != space.strip() or len(space) > LONGEST_SPACE or not space.isprintable():
        raise BadRequest(f"A space's name has 1 to {LONGEST_SPACE} printable characters, with no space at its ends.")
    _need_clean(space, "A space's name")
    return space


def fit_categories(categories: Sequence[str]) -> tuple[str, ...]:
    """Categories without repeats, in their order; credentials replaced."""
    distinct = tuple(dict.fromkeys(categories))
    if len(distinct) > MOST_CATEGORIES:
        raise BadRequest(f"A memory has at most {MOST_CATEGORIES} categories.")
    for name in distinct:
        if not name.strip() or len(name) > LONGEST_CATEGORY or "," in name:
            raise BadRequest(f"A category has 1 to {LONGEST_CATEGORY} characters, none of them a comma.")
        _need_harmless(name, "A category")
    return tuple(redact(name).text for name in distinct)


def fit_metadata(metadata: Mapping[str, Any]) -> dict[str, Any]:
    """Flat metadata: strings, numbers, booleans and null by name; credentials replaced."""
    if len(metadata) > MOST_METADATA:
        raise BadRequest(f"metadata has at most {MOST_METADATA} entries.")
    return {_fit_name(name): _fit_value(value) for name, value in metadata.items()}


def _fit_name(name: str) -> str:
    if not name or len(name) > LONGEST_CATEGORY:
        raise BadRequest(f"A name in metadata has 1 to {LONGEST_CATEGORY} characters.")
    _need_harmless(name, "A name in metadata")
    return redact(name).text


def _fit_value(value: object) -> object:
    if isinstance(value, str):
        if len(value) > LONGEST_METADATA:
            raise TooLarge(f"A value in metadata has at most {LONGEST_METADATA} characters.")
        _need_harmless(value, "A value in metadata")
        return redact(value).text
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int) and abs(value) <= _BIGGEST_INTEGER:
        return value
    if isinstance(value, float) and math.isfinite(value):
        return value
    raise BadRequest("metadata is flat: each value is a string, a number, true, false or null.")


def _need_harmless(text: str, what: str) -> None:
    _need_clean(text, what)
    if rule := screen(text):
        raise Forbidden(f"{what} reads like a prompt injection ({rule}). It was not kept.")


def _need_clean(text: str, what: str) -> None:
    """UTF-8 holds no half of a character, and SQLite's text functions end at a NUL."""
    try:
        cast(object, text.encode("utf-8"))
    except UnicodeEncodeError as error:
        raise BadRequest(f"{what} holds half of a character (a lone surrogate).") from error
    if "\x00" in text:
        raise BadRequest(f"{what} holds a NUL character.")


def expires_at(ttl_days: int | None, now_ms: int) -> int | None:
    """When a memory saved now for so many days expires."""
    if ttl_days is None:
        return None
    if not 1 <= ttl_days <= LONGEST_TTL_DAYS:
        raise BadRequest(f"ttl_days must be a whole number from 1 to {LONGEST_TTL_DAYS}.")
    return now_ms + ttl_days * DAY_MS


def need_room(settings: Settings, saved: int, spaces: set[str], space: str, *, space_exists: bool) -> None:
    """Raises LimitReached where one more saved memory, or the new space that it would make, is over a limit.

    `default` always exists, and a space that calls have brought is free: only spaces made by saves count.
    """
    if settings.max_saved is not None and saved >= settings.max_saved:
        raise LimitReached(f"This project keeps at most {settings.max_saved} saved memories. Remove one first.")
    if settings.max_spaces is None or space_exists or space == DEFAULT_SPACE:
        return
    if len(spaces - {DEFAULT_SPACE}) >= settings.max_spaces:
        raise LimitReached(f"This project keeps saved memories in at most {settings.max_spaces} spaces.")
