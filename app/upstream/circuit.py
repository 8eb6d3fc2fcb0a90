"""Which models rest: one that failed three times in a row is left alone for a while. In memory only, for this run."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from app.upstream.routing import Target

FAILURES = 3
FIRST_REST_S = 30.0
LONGEST_REST_S = 300.0
MOST_KNOWN = 1000
"""How many failing models are remembered; a client that types names at random can't fill the memory."""


@dataclass(slots=True)
class _Health:
    failures: int = 0
    rest_s: float = 0.0
    until: float = float("-inf")


class Circuit:
    """The health of models. Each failure after a rest makes the next rest twice as long, up to five minutes."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._known: dict[tuple[str, str], _Health] = {}

    def order(self, targets: Sequence[Target]) -> tuple[Target, ...]:
        """The same targets, those that rest at the end: they are tried only when nothing else is left."""
        return tuple(sorted(targets, key=self.rests))

    def rests(self, target: Target) -> bool:
        """Whether this model rests now."""
        health = self._known.get(_key(target))
        return health is not None and self._monotonic() < health.until

    def failed(self, target: Target) -> None:
        """Notes a failure: no answer, or one that says that the model can't serve."""
        health = self._known.pop(_key(target), None) or _Health()
        health.failures += 1
        if health.failures >= FAILURES:
            health.rest_s = min(max(health.rest_s * 2, FIRST_REST_S), LONGEST_REST_S)
            health.until = self._monotonic() + health.rest_s
        self._known[_key(target)] = health
        if len(self._known) > MOST_KNOWN:
            del self._known[next(iter(self._known))]

    def answered(self, target: Target) -> None:
        """Notes that the model serves: all is forgiven."""
        self._known.pop(_key(target), None)


def _key(target: Target) -> tuple[str, str]:
    # The environment's provider has one id in every project, and is one server.
    return target.provider.id, target.upstream_name
