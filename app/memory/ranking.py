"""From two lists of candidates, by words and by meaning, to one ranking that can say why. Pure: no storage, no clock.

Scores of the two lists can't be compared, so each is scaled to 0..1 within its list and then weighed: BM25 done well
beats a small embedder on questions that repeat the words of their answer, and the embedder finds the rest.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from app.memory.sameness import says_the_same
from storage.model import Memory
from storage.terms import content_words

# --- memories ----------------------------------------------------------------------------------------------------

_MEANING = 0.5
"""Share of meaning in a memory's score. Higher than for messages: memories are reworded, so words match less."""

_COVERED = 0.4
"""Within the words' share, how much of it is the part of the query's words that the memory has."""

_NEAR = 0.65
"""The cosine similarity from which meaning counts in full; the built-in embedder seldom gives paraphrases more."""

_IMPORTANCE, _CONFIDENCE, _FEEDBACK, _RECENCY = 0.04, 0.02, 0.03, 0.005
"""What may only break near ties. Recency is the place in time among the candidates, so the clock has no part in it."""

_FLOOR_MEANING = 0.36
_FLOOR_BOTH = (0.22, 0.34)
_FLOOR_WORDS = 0.5
"""The relevance floor: near in meaning; or near enough (first) with a share of the query's words (second); or, where
there are no vectors, half of the query's words. Calibrated on `tests/memory/relevance.py`."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A memory with what the indexes say: BM25 (0: no word of the query) and cosine similarity (None: no vector)."""

    memory: Memory
    words: float
    meaning: float | None


def promising(words: Mapping[int, float], near: Mapping[int, float], limit: int) -> list[int]:
    """The numbers that are worth reading and ranking, by what the two indexes say alone."""
    best = max(words.values(), default=0.0) or 1.0

    def promise(num: int) -> float:
        return words.get(num, 0.0) / best + max(0.0, near.get(num, 0.0)) / _NEAR

    return sorted({*words, *near}, key=lambda num: (-promise(num), -num))[:limit]


@dataclass(frozen=True, slots=True)
class Ranked:
    """A memory in its place. `why` holds the parts of the score, and what the relevance floor looks at."""

    memory: Memory
    score: float
    why: Mapping[str, float]


def rank_memories(query: str, candidates: Sequence[Candidate]) -> list[Ranked]:
    """The candidates, best first. Scores are from 0 to 1 and comparable within one ranking only."""
    if not candidates:
        return []
    wanted = content_words(query)
    best = max(c.words for c in candidates) or 1.0
    by_age = sorted(candidates, key=lambda c: (c.memory.created_at, c.memory.num))
    recency = {c.memory.num: place / max(1, len(by_age) - 1) for place, c in enumerate(by_age)}
    dense = any(c.meaning is not None for c in candidates)
    ranked = [_ranked(c, wanted, best, recency[c.memory.num], dense) for c in candidates]
    return sorted(ranked, key=lambda r: (-r.score, -r.memory.num))


def _ranked(candidate: Candidate, wanted: frozenset[str], best: float, recency: float, dense: bool) -> Ranked:
    memory = candidate.memory
    shared = wanted & content_words(memory.text) if candidate.words > 0 else ()
    covered = len(shared) / len(wanted) if wanted else 0.0
    words = (1 - _COVERED) * candidate.words / best + _COVERED * covered
    meaning = min(1.0, max(0.0, candidate.meaning or 0.0) / _NEAR)
    why = {
        "words": (1 - _MEANING if dense else 1.0) * words,
        "meaning": (_MEANING if dense else 0.0) * meaning,
        "importance": _IMPORTANCE * memory.importance,
        "confidence": _CONFIDENCE * memory.confidence,
        "feedback": _FEEDBACK * _feedback(memory),
        "recency": _RECENCY * recency,
    }
    most = 1 + _IMPORTANCE + _CONFIDENCE + _FEEDBACK + _RECENCY
    score = max(0.0, sum(why.values()) / most)
    why |= {"covered": covered}
    if candidate.meaning is not None:
        why |= {"similarity": candidate.meaning}
    return Ranked(memory, round(score, 6), {name: round(part, 6) for name, part in why.items()})


def _feedback(memory: Memory) -> float:
    """From -1 to 1: how far those who used the memory found it useful, doubting few votes."""
    return (memory.useful - memory.wrong) / (memory.useful + memory.wrong + 2)


def is_relevant(ranked: Ranked) -> bool:
    """Whether a memory is near enough to a query that didn't ask for memories."""
    covered, similarity = ranked.why["covered"], ranked.why.get("similarity")
    if similarity is None:
        return covered >= _FLOOR_WORDS
    least, share = _FLOOR_BOTH
    return similarity >= _FLOOR_MEANING or (similarity >= least and covered >= share)


def distinct(ranked: Iterable[Ranked], limit: int) -> list[Ranked]:
    """The first `limit` that each say something new."""
    kept: list[tuple[Ranked, frozenset[str]]] = []
    for one in ranked:
        if len(kept) == limit:
            break
        words = content_words(one.memory.text)
        if not any(_alike(words, others) and _same(one, other) for other, others in kept):
            kept.append((one, words))
    return [one for one, _ in kept]


def _alike(words: frozenset[str], others: frozenset[str]) -> bool:
    """A cheap test that spares most pairs the exact one."""
    return len(words & others) >= 0.7 * max(len(words), len(others))


def _same(one: Ranked, other: Ranked) -> bool:
    if one.memory.subject != other.memory.subject and None not in (one.memory.subject, other.memory.subject):
        return False
    return says_the_same(one.memory.text, other.memory.text)


# --- messages ----------------------------------------------------------------------------------------------------

_OWN, _PAIR, _DENSE = 0.4, 0.3, 0.3
_NEIGHBOUR, _CONVERSATION, _TOP = 0.2, 0.3, 3
"""Measured on LoCoMo: weights of a message's own words, of the pair it makes with the one before, and of meaning; then
what its neighbours and the best messages of its conversation add."""


@dataclass(frozen=True, slots=True)
class MessageCandidate:
    """A message with what the indexes say of it, and where it stands: `before` is the number of the one before."""

    num: int
    conversation: int
    before: int
    own: float
    pair: float
    meaning: float | None


@dataclass(frozen=True, slots=True)
class RankedMessage:
    """A message in its place."""

    num: int
    conversation: int
    score: float
    why: Mapping[str, float]


def rank_messages(candidates: Sequence[MessageCandidate]) -> list[RankedMessage]:
    """The candidates, best first. Scores are comparable within one ranking only."""
    dense = any(c.meaning is not None for c in candidates)
    lexical = any(c.own > 0 or c.pair > 0 for c in candidates)
    share = (1.0 if not lexical else _DENSE) if dense else 0.0
    own, pair = _scaled([c.own for c in candidates]), _scaled([c.pair for c in candidates])
    meaning = _between([c.meaning for c in candidates])
    words = [_OWN / (_OWN + _PAIR) * o + _PAIR / (_OWN + _PAIR) * p for o, p in zip(own, pair, strict=True)]
    base = {c.num: (1 - share) * w + share * m for c, w, m in zip(candidates, words, meaning, strict=True)}
    after = {c.before: c.num for c in candidates}
    best = _best_of_conversations(candidates, base)
    ranked = [
        _message(c, (1 - share) * w, share * m, base, after, best[c.conversation])
        for c, w, m in zip(candidates, words, meaning, strict=True)
    ]
    return sorted(ranked, key=lambda r: (-r.score, -r.num))


def _message(
    c: MessageCandidate, words: float, meaning: float, base: Mapping[int, float], after: Mapping[int, int], best: float
) -> RankedMessage:
    beside = base.get(c.before, 0.0) + base.get(after.get(c.num, 0), 0.0)
    why = {
        "words": words,
        "meaning": meaning,
        "neighbours": _NEIGHBOUR * beside,
        "conversation": _CONVERSATION * best,
    }
    most = 1 + 2 * _NEIGHBOUR + _CONVERSATION
    score = round(sum(why.values()) / most, 6)
    return RankedMessage(c.num, c.conversation, score, {name: round(part, 6) for name, part in why.items()})


def _best_of_conversations(candidates: Sequence[MessageCandidate], base: Mapping[int, float]) -> dict[int, float]:
    scores: defaultdict[int, list[float]] = defaultdict(list)
    for candidate in candidates:
        scores[candidate.conversation].append(base[candidate.num])
    return {of: sum(sorted(found, reverse=True)[:_TOP]) / _TOP for of, found in scores.items()}


def _scaled(scores: Sequence[float]) -> list[float]:
    """Scores as shares of the best one; 0 stays 0, for it means that nothing matched."""
    best = max(scores, default=0.0)
    return [max(0.0, score) / best if best > 0 else 0.0 for score in scores]


def _between(scores: Sequence[float | None]) -> list[float]:
    """Similarities from the least (0) to the greatest (1) of the list; a missing one counts as the least."""
    known = [score for score in scores if score is not None]
    low, high = min(known, default=0.0), max(known, default=0.0)
    return [0.0 if s is None else (s - low) / (high - low) if high > low else 1.0 for s in scores]
