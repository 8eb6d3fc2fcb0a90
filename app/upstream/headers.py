"""Which headers go up to a provider, and which of its own come down to the client. Pure.

What is nobody else's business is dropped (hop-by-hop, cookies, the client's key, all names of ours, where the client
sits); everything else passes as it came.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

Pairs = Sequence[tuple[str, str]]

ANTHROPIC_VERSION = "2023-06-01"
"""What the messages dialect is asked for when the client names no version."""

KEY_PREFIXES = ("lg_", "lga_")
"""How keys of ours begin. They go nowhere, not even where the client's own credentials do."""

_HOP_BY_HOP = frozenset(
    ("connection", "keep-alive", "proxy-connection", "te", "trailer", "trailers", "transfer-encoding", "upgrade")
)
_OURS = ("x-loregate-", "x-proxium-", "x-strix-")

_MADE_ANEW = ("host", "content-length", "content-encoding", "accept-encoding", "expect")
"""Headers that each request upwards has of its own; its body goes up decoded."""
_ABOUT_THE_CLIENT = ("cookie", "cookie2", "forwarded", "via", "x-real-ip", "x-client-ip", "true-client-ip")
_UP_DROPPED = _HOP_BY_HOP | frozenset(_MADE_ANEW + _ABOUT_THE_CLIENT)
_UP_PREFIXES = (*_OURS, "proxy-", "x-forwarded-", "sec-websocket-", "cf-connecting-", "x-cluster-client-")
_CREDENTIALS = frozenset(("authorization", "x-api-key"))

_ABOUT_THE_ORIGIN = (
    *("set-cookie", "set-cookie2", "server", "date", "via", "x-powered-by", "alt-svc", "clear-site-data"),
    *("strict-transport-security", "content-security-policy", "nel", "report-to", "reporting-endpoints"),
)
"""What an upstream says of its own origin, and a browser would take for ours."""
_DOWN_DROPPED = _HOP_BY_HOP | frozenset(_ABOUT_THE_ORIGIN)
_DOWN_PREFIXES = (*_OURS, "proxy-", "access-control-")
_OF_THE_BYTES = frozenset(("content-length", "content-encoding", "content-md5", "digest", "etag"))

_NAME = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
_FORBIDDEN_IN_VALUE = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class Credential:
    """What a provider is shown: a secret of ours, the client's own credentials, or nothing."""

    kind: Literal["secret", "client", "none"]
    secret: str | None = field(default=None, repr=False)
    bearer: bool = True
    """False where an `authorization` header beside `x-api-key` is refused."""


def up(
    headers: Iterable[tuple[str, str]], dialect: str, credential: Credential, *, has_body: bool = True
) -> list[tuple[str, str]]:
    """The headers that go to a provider, in the client's order."""
    pairs = [(name, value) for name, value in headers if _well_formed(name, value)]
    dropped = _UP_DROPPED | _named_in_connection(pairs)
    kept = [
        (name, value)
        for name, value in pairs
        if not _matches(name, dropped, _UP_PREFIXES)
        and (name.lower() not in _CREDENTIALS or (credential.kind == "client" and not _is_our_key(value)))
    ]
    present = {name.lower() for name, _ in kept}
    # Without it a stream would come down compressed, and its events late: gzip holds them back.
    kept.append(("accept-encoding", "identity"))
    if "user-agent" not in present:
        kept.append(("user-agent", "loregate"))
    if has_body and "content-type" not in present:  # without a body it makes some servers look for one
        kept.append(("content-type", "application/json"))
    if dialect == "messages" and "anthropic-version" not in present:
        kept.append(("anthropic-version", ANTHROPIC_VERSION))
    if credential.kind == "secret" and credential.secret:
        kept += _shown(credential.secret, dialect, bearer=credential.bearer)
    return kept


def down(headers: Iterable[tuple[str, str]], *, same_body: bool) -> list[tuple[str, str]]:
    """The headers of an upstream's answer that the client gets, in the upstream's order.

    `content-length` stays only when the body is passed on byte for byte (`same_body`); so does `content-encoding`,
    since a body that the gateway changes was decoded first.
    """
    pairs = [(name, value) for name, value in headers if _well_formed(name, value)]
    dropped = _DOWN_DROPPED | _named_in_connection(pairs)
    if not same_body:
        dropped |= _OF_THE_BYTES
    return [(name, value) for name, value in pairs if not _matches(name, dropped, _DOWN_PREFIXES)]


def retry_after(headers: Mapping[str, str]) -> float | None:
    """An upstream's `retry-after` in seconds, from 1 to 3600. A date (which nobody in this trade sends) is None."""
    try:
        seconds = float(headers.get("retry-after", ""))
    except ValueError:
        return None
    return min(max(seconds, 1.0), 3600.0) if seconds == seconds else None  # noqa: PLR0124 - NaN equals nothing


def _shown(secret: str, dialect: str, *, bearer: bool) -> list[tuple[str, str]]:
    shown = [("authorization", f"Bearer {secret}")] if bearer or dialect != "messages" else []
    return [*shown, ("x-api-key", secret)] if dialect == "messages" else shown


def _is_our_key(value: str) -> bool:
    return value.rpartition(" ")[2].startswith(KEY_PREFIXES)


def _named_in_connection(headers: Pairs) -> set[str]:
    lists = (value for name, value in headers if name.lower() == "connection")
    return {token.strip().lower() for value in lists for token in value.split(",")}


def _matches(name: str, names: frozenset[str] | set[str], prefixes: tuple[str, ...]) -> bool:
    lower = name.lower()
    return lower in names or lower.startswith(prefixes)


def _well_formed(name: str, value: str) -> bool:
    """Whether a header can be sent at all: a line break in one would start another."""
    return _NAME.fullmatch(name) is not None and _FORBIDDEN_IN_VALUE.search(value) is None
