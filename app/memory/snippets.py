"""The piece of a long text that shows why it was found. Pure."""

from collections.abc import Sequence

LONGEST = 240
"""Characters of a snippet, ellipses included."""

_LEAD = 60
"""Characters that stand before the first word that was found."""


def snippet_of(text: str, terms: Sequence[str], longest: int = LONGEST) -> str:
    """The text on one line, cut to where the first of the query's terms stands in it."""
    line = " ".join(text.split())
    if len(line) <= longest:
        return line
    folded = line.lower()
    at = min((place for term in terms if (place := folded.find(term)) >= 0), default=0)
    start = 0 if at <= _LEAD else min(at - _LEAD, len(line) - longest + 2)
    piece = line[start : start + longest - 2].strip()
    return ("…" if start else "") + piece + ("…" if start + longest - 2 < len(line) else "")
