"""What the bodies of requests may hold. Unknown fields are refused, and types are taken strictly.

A name that is given must name something: `null` is not the same as leaving it out.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from app.errors import BadSubject
from app.memory.wakeup import LEAST_TOKENS, MAX_TOKENS

MOST_IN_LIST = 200
"""The greatest `limit`."""


def _named(value: object) -> object:
    if value is None:
        raise ValueError("must not be null; leave it out instead")
    return value


def _no_null_subject(value: object) -> object:
    if value is None:
        raise BadSubject("A memory subject must not be null. Leave it out to name none.")
    return value


Name = Annotated[str | None, BeforeValidator(_named)]
Subject = Annotated[str | None, BeforeValidator(_no_null_subject)]


class Strict(BaseModel):
    """The base of all bodies."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Saving(Strict):
    """One memory to save."""

    text: str
    kind: str = "fact"
    importance: float = 0.5
    subject: Subject = None
    space: Name = None
    metadata: dict[str, Any] = Field(default_factory=dict)
    categories: list[str] = Field(default_factory=list)
    ttl_days: int | None = None


class Correcting(Strict):
    """What to change of a memory."""

    text: Name = None
    importance: Annotated[float | None, BeforeValidator(_named)] = None
    kind: Name = None


class Searching(Strict):
    """A search. `category` is one more of `includes`."""

    query: str = Field(min_length=1)
    subject: Subject = None
    space: Name = None
    within: Literal["memories", "conversations", "both"] = Field("both", alias="in")
    limit: int = Field(10, ge=1, le=MOST_IN_LIST)
    kind: Name = None
    category: Name = None
    includes: list[str] = Field(default_factory=list)
    excludes: list[str] = Field(default_factory=list)
    metadata: dict[str, Any] = Field(default_factory=dict)


class WakingUp(Strict):
    """A wake-up."""

    subject: Subject = None
    space: Name = None
    max_tokens: int = Field(MAX_TOKENS, ge=LEAST_TOKENS, le=100_000)


class Forgetting(Strict):
    """What to forget: one space or, without a name, everything."""

    space: Name = None
    conversations: bool = False


class Remembering(Strict):
    """An order to learn from a conversation."""

    focus: str | None = None
