"""What a call wants of memory: read from its headers and body, checked, and weighed with the project's settings.

Nothing is looked up here but a space's alias; no call is changed, except that `plumb_memory` is taken out of the
body. Every fault is raised before an upstream is called.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from app.auth import Caller
from app.errors import BadMode, BadRequest, Forbidden
from app.memory.capture import OWN_NAME
from app.memory.settings import Settings
from app.memory.subjects import subject_in_header, subject_of
from app.wire.clients import Client, space_name
from app.wire.neutral import ABSENT, Request
from storage.model import DEFAULT_SPACE

Mode = Literal["write", "recall", "off"]
MODES: tuple[Mode, ...] = ("write", "recall", "off")

LONGEST_NAME = 256
"""Characters in a source, a space or a conversation's name."""


class Headers(Protocol):
    """The request's headers: every value of a name, decoded as Latin-1."""

    def getlist(self, key: str) -> list[str]:
        """All values of one header."""
        ...


@dataclass(frozen=True, slots=True)
class Intent:
    """What a call wants, after all rules: `recall_asked` is False where only the settings want recall."""

    mode: str
    remembered: bool
    recalled: bool
    recall_asked: bool
    learn_now: bool
    subject: str | None
    source: str | None
    space: str
    space_named: bool
    names: tuple[tuple[str, str], ...]


def read_intent(
    headers: Headers,
    body: dict[str, Any],
    request: Request,
    client: Client,
    caller: Caller,
    settings: Settings,
    *,
    route: str,
    aliases: Mapping[str, str],
) -> Intent:
    """The intent of a call on one of the three dialects' routes.

    Raises BadMode, BadSubject, BadRequest or Forbidden.
    """
    mode, asked_field = _mode(headers, body)
    source = _name(headers, ("x-loregate-source", "x-proxium-source"), "source")
    own = _name(headers, ("x-loregate-conversation",), "conversation")
    space, space_named = _space(headers, client, caller, aliases)
    asked = mode in ("write", "recall") or asked_field
    off = mode == "off" or not settings.enabled
    remembered = (
        not off
        and client.side is None
        and (not settings.only_senders or source in settings.only_senders)
        and (settings.remember == "all" or asked)
    )
    recall_asked = mode == "recall" or asked_field
    takes_recall = route != "responses" or settings.recall_on_responses
    carries_turns = client.side in (None, "compaction")  # what its conversation was told stays where it is
    recalled = not off and carries_turns and takes_recall and (recall_asked or settings.recall == "always")
    subject, nobody = _subject(headers, request, client, strict=remembered or recalled)
    return Intent(
        mode=mode or ("plumb" if asked_field else "none"),
        remembered=remembered and not nobody,
        recalled=recalled and not nobody,
        recall_asked=recall_asked,
        learn_now=asked_field and remembered and not nobody,
        subject=subject,
        source=source,
        space=space,
        space_named=space_named,
        names=_conversation_names(own, client, request),
    )


def _mode(headers: Headers, body: dict[str, Any]) -> tuple[Mode | None, bool]:
    """The header's mode, and whether the body's field asks for memory. The header beats the field."""
    field = body.pop("plumb_memory", None)
    if field is not None and not isinstance(field, bool):
        raise BadRequest("plumb_memory must be true or false.")
    values = _first(headers, ("x-loregate-memory", "x-proxium-memory"))
    if values is None:
        return ("off", False) if field is False else (None, field is True)
    for mode in MODES:
        if values == [mode]:
            return mode, False
    raise BadMode(f"x-loregate-memory must be one of {', '.join(MODES)}.")


def _first(headers: Headers, names: tuple[str, ...]) -> list[str] | None:
    """All values of the first of these headers that was sent: the canonical one wins over its alias."""
    for name in names:
        if values := headers.getlist(name):
            return [value.strip() for value in values]
    return None


def _name(headers: Headers, names: tuple[str, ...], what: str) -> str | None:
    values = _first(headers, names)
    if values is None:
        return None
    try:
        text = values[0].encode("latin-1").decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadRequest(f"The {what} in {names[0]} is not valid UTF-8.") from error
    if len(values) != 1 or not text or len(text) > LONGEST_NAME or not text.isprintable():
        raise BadRequest(f"Send {names[0]} once, with 1 to {LONGEST_NAME} printable characters.")
    return text


def _space(headers: Headers, client: Client, caller: Caller, aliases: Mapping[str, str]) -> tuple[str, bool]:
    """The space, and whether the call or its key names it."""
    named = _name(headers, ("x-loregate-space", "x-strix-project"), "space")
    bound = caller.key.space
    if bound is not None:
        if named not in (None, bound):
            raise Forbidden(f"This key is bound to the space {bound}.")
        return bound, True
    if named is not None:
        return named, True
    inferred = space_name(client)
    if inferred is None:
        return DEFAULT_SPACE, False
    return aliases.get(inferred, inferred), False


def _subject(headers: Headers, request: Request, client: Client, *, strict: bool) -> tuple[str | None, bool]:
    """The subject, and whether the body names an empty one, which is nobody: neither remembered nor recalled.

    `strict` is False for a call that memory has no part in: what it names badly is then no subject, and no fault.
    """
    values = _first_raw(headers, ("x-loregate-memory-subject", "x-proxium-memory-subject"))
    try:
        if values is not None:
            return subject_in_header([value.encode("latin-1") for value in values]), False
        if client.machine_identity or request.end_user in (ABSENT, None):
            return None, False
        if request.end_user == "":
            return None, True
        return subject_of(request.end_user), False
    except BadRequest:
        if strict:
            raise
        return None, False


def _first_raw(headers: Headers, names: tuple[str, ...]) -> list[str] | None:
    for name in names:
        if values := headers.getlist(name):
            return values
    return None


def _conversation_names(own: str | None, client: Client, request: Request) -> tuple[tuple[str, str], ...]:
    """The names by which the call's conversation may be found, strongest first (the caller's own beats the rest)."""
    names = (
        (OWN_NAME, own),
        ("session", client.session),
        ("response", request.previous_response_id),
        ("thread", request.conversation_id),
    )
    return tuple((kind, id) for kind, id in names if id)
