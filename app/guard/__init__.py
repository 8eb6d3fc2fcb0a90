"""The guard: what a text must pass before it becomes a memory, is recalled as one, or is written anywhere.

`redact` takes credentials out; `screen` says whether a text reads like a prompt injection. Pure: no I/O, no storage, no
clock. Rules are data (`vendors`, `shapes`, `assignments`, `told`, `figures`; `structure`, `lexicon`, `orders`) over
small engines (`redaction`; `screening`), and both read a text in several ways (`views`).
"""

from app.guard.redaction import PLACEHOLDER, redact
from app.guard.results import MAX_TEXT, Finding, Redacted, Where, too_large
from app.guard.screening import screen

__all__ = ["MAX_TEXT", "PLACEHOLDER", "Finding", "Redacted", "Where", "redact", "screen", "too_large"]
