"""Takes the credentials out of a text: the engine under the rules. Pure; its time grows linearly with the text."""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from app.guard.assignments import ASSIGNMENTS
from app.guard.figures import FIGURES
from app.guard.plausible import is_placeholder
from app.guard.results import Redacted
from app.guard.rule import Rule, lowered, where
from app.guard.shapes import SHAPES
from app.guard.told import TOLD
from app.guard.vendors import SHAPED, TOKENS
from app.guard.views import cleared, unwrapped

PLACEHOLDER = re.compile(r"\[REDACTED:[a-z0-9-]{1,40}\]")
"""What stands where a credential stood. It is never taken for one again."""

_PASSES = 4
"""A replaced credential can bare another beside it; a text changes in two passes at most in all tests."""

_LONG = re.compile(r"[!-~]{18,}")
"""Words as long as a vendor's token. Most texts have few: most rules are skipped by looking at those alone."""

_SNAKE = re.compile(r"[a-z]+\d{0,2}(?:[_-][a-z]+\d{0,2})+")

Span = tuple[int, int, int]
"""Start, end, and the rule's place in `RULES`: the earlier one names the kind where spans overlap."""


def _is_token(match: re.Match[str]) -> bool:
    """Whether what follows a vendor's beginning is drawn at random, not written by a person."""
    body = match["body"]
    if is_placeholder(body) or _SNAKE.fullmatch(body):
        return False
    turns = sum(a.islower() and b.isupper() for a, b in pairwise(body))
    return turns >= 3 or body.isupper() or any(char.isdigit() for char in body)


def _token(kind: str, beginnings: str, rest: str) -> Rule:
    literals = beginnings.split()
    pattern = rf"(?<![A-Za-z0-9+])(?P<secret>(?:{'|'.join(map(re.escape, literals))})(?P<body>{rest}))"
    return Rule(
        kind,
        tuple(literal.lower() for literal in literals),
        re.compile(pattern),
        where(_is_token),
        starts=True,
        long=True,
    )


RULES: tuple[Rule, ...] = (
    *(_token(*row) for row in TOKENS),
    *(Rule(kind, tuple(anchors.split(" ")), re.compile(pattern), long=True) for kind, anchors, pattern in SHAPED),
    *SHAPES,
    *ASSIGNMENTS,
    *TOLD,
    *FIGURES,
)

KINDS: frozenset[str] = frozenset(rule.kind for rule in RULES)
"""Every kind that a placeholder may name."""


def redact(text: str) -> Redacted:
    """Replaces each credential by `[REDACTED:kind]`. Text without one comes back as it is; so does redacted text."""
    kinds: set[str] = set()
    for _ in range(_PASSES):
        spans = _merged(_spans(text), [match.span() for match in PLACEHOLDER.finditer(text)])
        if not spans:
            break
        parts: list[str] = []
        at = 0
        for start, end, rule in spans:
            parts += (text[at:start], f"[REDACTED:{RULES[rule].kind}]")
            kinds.add(RULES[rule].kind)
            at = end
        text = "".join(parts) + text[at:]
    return Redacted(text, tuple(sorted(kinds)))


def _spans(text: str) -> Iterator[Span]:
    yield from _found(text)
    for reading in (cleared(text), unwrapped(text)):
        if reading is not None:
            for start, end, rule in _found(reading.text):
                yield (*reading.source(start, end), rule)


def _found(text: str) -> Iterator[Span]:
    low = lowered(text)
    long = " ".join(_LONG.findall(low))
    for index, rule in enumerate(RULES):
        if rule.may_stand_in(long if rule.long else low):
            for start, end in rule.spans(text, low):
                yield start, end, index


def _merged(spans: Iterable[Span], kept: list[tuple[int, int]]) -> list[Span]:
    """The union of overlapping spans, in order, outside of the placeholders that are there already."""
    merged: list[Span] = []
    for start, end, rule in sorted(set(spans)):
        if merged and start < merged[-1][1]:
            first, last, before = merged[-1]
            merged[-1] = (first, max(last, end), min(before, rule))
        else:
            merged.append((start, end, rule))
    return [piece for span in merged for piece in _outside(span, kept)] if kept else merged


def _outside(span: Span, kept: list[tuple[int, int]]) -> Iterator[Span]:
    """What of a span no placeholder covers, where it is long enough to be a credential's rest."""
    start, end, rule = span
    for first, last in kept:
        if last <= start or first >= end:
            continue
        if first - start >= _LEAST_REST:
            yield start, first, rule
        start = max(start, last)
    if end - start >= (_LEAST_REST if start != span[0] else 1):
        yield start, end, rule


_LEAST_REST = 8
