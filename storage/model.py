"""The stored nouns, as frozen values. What they mean is the contract's; how they are stored is `storage/sql`'s.

Times are whole milliseconds since 1970 in UTC. `project` is the number of the project's row, and the first
argument of every query: nothing is ever read across projects.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

Scope = Literal["read", "write"]
Role = Literal["user", "assistant"]
Kind = Literal["fact", "preference", "decision", "event", "procedure"]
Author = Literal["person", "agent", "learned"]
MemoryState = Literal["live", "suspended", "replaced", "removed", "expired"]
Credentials = Literal["secret", "client", "none"]

KINDS: tuple[Kind, ...] = ("fact", "preference", "decision", "event", "procedure")
DEFAULT_SPACE = "default"


@dataclass(frozen=True, slots=True)
class Project:
    """The tenant. `settings` holds only what differs from the defaults."""

    num: int
    id: str
    slug: str
    name: str
    settings: Mapping[str, Any]
    created_at: int


@dataclass(frozen=True, slots=True)
class Key:
    """A virtual key. Its text is shown once and never stored: `sha256` is what is compared."""

    num: int
    id: str
    project: int
    name: str
    sha256: bytes
    hint: str
    scope: Scope
    space: str | None
    expires_at: int | None
    revoked_at: int | None
    created_at: int


@dataclass(frozen=True, slots=True)
class Provider:
    """An upstream: where it is, what it speaks, whose credentials it takes. Its secret lives in the vault."""

    num: int
    id: str
    project: int
    name: str
    base_url: str
    dialects: tuple[str, ...]
    credentials: Credentials
    passthrough: bool
    is_default: bool
    created_at: int


@dataclass(frozen=True, slots=True)
class Model:
    """One model of one provider. `name` is the public one, `upstream_name` the provider's."""

    num: int
    id: str
    project: int
    provider: int
    name: str
    upstream_name: str
    extra_body: Mapping[str, Any]
    reasoning_effort: str | None
    price: Mapping[str, float] | None
    listed: bool
    created_at: int


@dataclass(frozen=True, slots=True)
class Chain:
    """The models (by public name) that a public model id or an internal tier tries in turn."""

    project: int
    name: str
    models: tuple[str, ...]
    listed: bool


@dataclass(frozen=True, slots=True)
class Tokens:
    """What a call used. `input` counts all of the input, cached or not; the rest are parts of it or of the output."""

    input: int = 0
    output: int = 0
    cache_read: int = 0
    cache_write: int = 0
    reasoning: int = 0


@dataclass(frozen=True, slots=True)
class Call:
    """One proxied request with its answer, as the log keeps it (the texts are kept apart)."""

    id: str
    project: int
    key_id: str | None
    application: str | None
    source: str | None
    space: str | None
    subject_sha256: str | None
    at: int
    route: str
    mode: str
    model: str | None
    model_used: str | None
    provider: str | None
    attempts: int
    status: int
    error: str | None
    stream: bool
    complete: bool
    first_byte_ms: float | None
    duration_ms: float
    tokens: Tokens
    cost_usd: float
    recall: str = "none"
    recall_ms: float | None = None
    hits: int = 0
    turn_id: str | None = None


@dataclass(frozen=True, slots=True)
class CallMemory:
    """One memory that a call got: a line of its receipt."""

    memory_id: str
    score: float
    why: Mapping[str, float]
    tokens: int


@dataclass(frozen=True, slots=True)
class Conversation:
    """Turns that belong together, of one subject and one space."""

    num: int
    id: str
    project: int
    space: str
    subject: str | None
    source: str | None
    title: str | None
    state: Literal["open", "read"]
    asked: bool
    never_learn: bool
    turns: int
    model: str | None
    created_at: int
    last_turn_at: int


@dataclass(frozen=True, slots=True)
class ToolUse:
    """A tool call of an assistant message: its name and its arguments as the model wrote them."""

    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class StoredMessage:
    """One message of a conversation."""

    num: int
    id: str
    conversation: int
    turn: int
    role: Role
    text: str
    tool_calls: tuple[ToolUse, ...]
    at: int


@dataclass(frozen=True, slots=True)
class Memory:
    """One short statement, with where it comes from and how far it is trusted."""

    num: int
    id: str
    project: int
    space: str
    subject: str | None
    text: str
    kind: Kind
    importance: float
    confidence: float
    author: Author
    state: MemoryState
    created_at: int
    updated_at: int
    pinned: bool = False
    confirmed: bool = False
    categories: tuple[str, ...] = ()
    metadata: Mapping[str, Any] = field(default_factory=dict[str, Any])
    expires_at: int | None = None
    valid_from: str | None = None
    valid_until: str | None = None
    useful: int = 0
    wrong: int = 0
    replaced_by: str | None = None
    batch_id: str | None = None

    @property
    def trusted(self) -> bool:
        """Written or confirmed by a person, or pinned."""
        return self.author == "person" or self.confirmed or self.pinned


@dataclass(frozen=True, slots=True)
class Source:
    """A message that a memory rests on, with the words that say so."""

    message_id: str
    conversation_id: str
    role: Role
    at: int
    quote: str


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One step in a memory's life. `text` is what it said before a correction, or at the time."""

    at: int
    action: str
    actor: str
    text: str
