"""What the guard's two screens answer. Values only."""

from dataclasses import dataclass
from typing import Literal

MAX_TEXT = 8000
"""Characters (code points) of a memory's text. The screens take longer texts; a memory may not be longer."""

Where = Literal["raw", "normalised", "decoded"]
"""In which reading of a text something was found: as written, with look-alikes and invisibles folded, or decoded."""


@dataclass(frozen=True, slots=True)
class Redacted:
    """A text without its credentials, and the sorted kinds of what was taken out (empty: the text is as it came)."""

    text: str
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """A text reads like a prompt injection: by which rule (a stable name), and in which reading of it."""

    rule: str
    where: Where


def too_large(text: str) -> bool:
    """Whether a text is longer than a memory may be."""
    return len(text) > MAX_TEXT
