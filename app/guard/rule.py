"""What a rule of the credential screen is: a pattern, when to try it, and what of a match is the credential."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

Check = Callable[[re.Match[str]], bool]
Find = Callable[[re.Match[str]], Iterable[tuple[int, int]]]


def secret_span(match: re.Match[str]) -> tuple[int, int]:
    """The span of the group `secret`, or of the whole match where the pattern has none."""
    return match.span("secret") if "secret" in match.re.groupindex else match.span()


def where(check: Check) -> Find:
    """Finds the match's secret where `check` holds."""
    return lambda match: (secret_span(match),) if check(match) else ()


def everywhere(match: re.Match[str]) -> Iterable[tuple[int, int]]:
    """Finds each match's secret: the pattern is proof enough."""
    return (secret_span(match),)


@dataclass(frozen=True, slots=True)
class Rule:
    """One kind of credential. Patterns are bounded or possessive, so that each is linear in the text.

    `anchors`: lower-case literals of which one must occur in the text, else the rule is skipped (empty: always tried).
    `long`: what it finds is one word of 18 ASCII characters or more.
    """

    kind: str
    anchors: tuple[str, ...]
    pattern: re.Pattern[str]
    find: Find = everywhere
    long: bool = False

    def may_stand_in(self, low: str) -> bool:
        """Whether one of the anchors occurs in a lower-case text."""
        for anchor in self.anchors:
            if anchor in low:
                return True
        return not self.anchors


def words(text: str) -> tuple[str, ...]:
    """A table of words."""
    return tuple(text.split())
