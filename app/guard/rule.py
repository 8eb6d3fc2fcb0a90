"""What a rule of the credential screen is: a pattern, where to try it, and what of a match is the credential."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

Check = Callable[[re.Match[str]], bool]

Find = Callable[[re.Match[str], int], Iterable[tuple[int, int]]]
"""The credentials' spans, from a match of the rule's pattern and the place where its next match begins."""


def secret_span(match: re.Match[str]) -> tuple[int, int]:
    """The span of the group `secret`, or of the whole match where the pattern has none."""
    return match.span("secret") if "secret" in match.re.groupindex else match.span()


def where(check: Check) -> Find:
    """Finds the match's secret where `check` holds."""
    return lambda match, _: (secret_span(match),) if check(match) else ()


def everywhere(match: re.Match[str], _: int) -> Iterable[tuple[int, int]]:
    """Finds each match's secret: the pattern is proof enough."""
    return (secret_span(match),)


@dataclass(frozen=True, slots=True)
class Rule:
    """One kind of credential. Patterns are bounded or possessive, so that each is linear in the text.

    `anchors`: lower-case literals of which one must occur in the text, else the rule is skipped (empty: always tried).
    `starts`: a match can only begin with an anchor, so it is tried there alone.
    `long`: what it finds is one word of 18 ASCII characters or more.
    """

    kind: str
    anchors: tuple[str, ...]
    pattern: re.Pattern[str]
    find: Find = everywhere
    starts: bool = False
    long: bool = False

    def may_stand_in(self, low: str) -> bool:
        """Whether one of the anchors occurs in a lower-case text."""
        return not self.anchors or any(map(low.__contains__, self.anchors))

    def spans(self, text: str, low: str) -> Iterator[tuple[int, int]]:
        """The credentials in a text; `low` is the same text in lower case, character for character."""
        matches = list(self._started(text, low) if self.starts else self.pattern.finditer(text))
        for index, match in enumerate(matches, 1):
            yield from self.find(match, matches[index].start() if index < len(matches) else len(text))

    def _started(self, text: str, low: str) -> Iterator[re.Match[str]]:
        places: set[int] = set()
        for anchor in self.anchors:
            at = low.find(anchor)
            while at >= 0:
                places.add(at)
                at = low.find(anchor, at + 1)
        done = 0
        for place in sorted(places):
            match = self.pattern.match(text, place) if place >= done else None
            if match:
                done = match.end()
                yield match


def lowered(text: str) -> str:
    """A text in lower case, of the same length: the few characters that would grow stay."""
    low = text.lower()
    return low if len(low) == len(text) else "".join(char.lower() if len(char.lower()) == 1 else char for char in text)


def words(text: str) -> tuple[str, ...]:
    """A table of words."""
    return tuple(text.split())
