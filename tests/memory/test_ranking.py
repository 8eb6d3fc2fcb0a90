"""Ranking: scores are bounded and explained, better signals never lose, and near copies are said once."""

from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from app.memory.ranking import (
    Candidate,
    MessageCandidate,
    distinct,
    is_relevant,
    rank_memories,
    rank_messages,
)
from storage.model import Memory


def memory(num: int, text: str = "Ana likes green tea.", **more: Any) -> Memory:
    values: dict[str, Any] = {"project": 1, "space": "default", "subject": None, "kind": "fact", "author": "agent"}
    values |= {"importance": 0.5, "confidence": 1.0, "state": "live", "created_at": num, "updated_at": num} | more
    return Memory(num=num, id=f"mem_{num}", text=text, **values)


share = st.floats(0, 1, allow_nan=False)
candidates = st.lists(
    st.builds(
        lambda num, text, words, meaning, importance, useful, wrong: Candidate(
            memory(num, text, importance=importance, useful=useful, wrong=wrong), words, meaning
        ),
        st.integers(1, 10_000),
        st.sampled_from(["tea", "Ana drinks tea", "Ben drives a car", "绿茶", ""]),
        st.floats(0, 30, allow_nan=False),
        st.none() | st.floats(-1, 1, allow_nan=False),
        share,
        st.integers(0, 9),
        st.integers(0, 9),
    ),
    unique_by=lambda c: c.memory.num,
    max_size=20,
)


@settings(deadline=None)
@given(st.text(max_size=40), candidates, st.randoms())
def test_a_ranking_is_whole_bounded_ordered_and_the_same_in_any_order(
    query: str, given: list[Any], chance: Any
) -> None:
    ranked = rank_memories(query, given)
    assert sorted(r.memory.num for r in ranked) == sorted(c.memory.num for c in given)
    assert all(0 <= r.score <= 1 for r in ranked)
    assert [r.score for r in ranked] == sorted((r.score for r in ranked), reverse=True)
    shuffled = list(given)
    chance.shuffle(shuffled)
    assert rank_memories(query, shuffled) == ranked


@settings(deadline=None)
@given(candidates, st.data())
def test_a_better_match_never_ranks_lower(given: list[Candidate], data: Any) -> None:
    if not given:
        return
    one = data.draw(st.sampled_from(given))
    before = [r.memory.num for r in rank_memories("tea", given)].index(one.memory.num)
    better = [replace(c, meaning=1.0, words=31.0) if c is one else c for c in given]
    assert [r.memory.num for r in rank_memories("tea", better)].index(one.memory.num) <= before


def test_recency_importance_and_feedback_break_ties_and_nothing_more() -> None:
    older, newer = Candidate(memory(1), 2.0, 0.5), Candidate(memory(2), 2.0, 0.5)
    assert [r.memory.num for r in rank_memories("tea", [older, newer])] == [2, 1]
    weighty = Candidate(memory(1, importance=1.0), 2.0, 0.5)
    assert [r.memory.num for r in rank_memories("tea", [weighty, newer])] == [1, 2]
    doubted = Candidate(memory(2, wrong=1), 2.0, 0.5)
    assert [r.memory.num for r in rank_memories("tea", [older, doubted])] == [1, 2]
    unrelated = Candidate(memory(3, "Ben drives a car.", importance=1.0, useful=9), 0.0, 0.1)
    assert rank_memories("green tea", [older, unrelated])[0].memory.num == 1


def test_each_score_says_what_it_is_made_of() -> None:
    ranked = rank_memories("green tea", [Candidate(memory(1), 3.0, 0.6)])[0]
    assert {"words", "meaning", "importance", "confidence", "feedback", "recency"} <= set(ranked.why)
    assert ranked.why["similarity"] == 0.6
    assert ranked.why["covered"] == 1.0


def test_the_floor_looks_at_the_match_alone_not_at_the_other_candidates() -> None:
    far = rank_memories("write a poem about the sea", [Candidate(memory(1), 0.0, 0.05)])[0]
    assert not is_relevant(far)
    near = rank_memories("which drink does she like", [Candidate(memory(1), 0.0, 0.5)])[0]
    assert is_relevant(near)
    without = rank_memories("green tea", [Candidate(memory(1), 1e-6, None)])[0]
    assert is_relevant(without)


def test_near_copies_are_told_once_but_opposites_and_other_subjects_are_not_merged() -> None:
    texts = [
        "Ana likes green tea.",
        "Ana really likes green tea",
        "Ana does not like green tea.",
        "Ben likes green tea.",
    ]
    ranked = rank_memories("tea", [Candidate(memory(n, text), 9.0 - n, None) for n, text in enumerate(texts, 1)])
    assert len(distinct(ranked, 10)) == 3
    assert len(distinct(ranked, 1)) == 1
    two = [Candidate(memory(1, subject="ana"), 1.0, None), Candidate(memory(2, subject="ben"), 1.0, None)]
    assert len(distinct(rank_memories("tea", two), 10)) == 2


def message(
    num: int, own: float = 0.0, pair: float = 0.0, meaning: float | None = None, **more: int
) -> MessageCandidate:
    return MessageCandidate(num, more.get("conversation", 1), more.get("before", 0), own, pair, meaning)


messages = st.lists(
    st.builds(
        lambda num, conversation, own, pair, meaning: MessageCandidate(num, conversation, num - 1, own, pair, meaning),
        st.integers(1, 50),
        st.integers(1, 4),
        st.floats(0, 30, allow_nan=False),
        st.floats(0, 30, allow_nan=False),
        st.none() | st.floats(-1, 1, allow_nan=False),
    ),
    unique_by=lambda c: c.num,
    max_size=20,
)


@settings(deadline=None)
@given(messages)
def test_every_message_is_ranked_within_bounds(given: list[MessageCandidate]) -> None:
    ranked = rank_messages(given)
    assert sorted(r.num for r in ranked) == sorted(c.num for c in given)
    assert all(0 <= r.score <= 1 for r in ranked)


def test_neighbours_and_the_rest_of_a_conversation_lift_a_message() -> None:
    alone = message(1, own=5.0, conversation=1)
    beside = message(3, own=5.0, conversation=2, before=2)
    neighbour = message(2, own=4.0, conversation=2)
    assert rank_messages([alone, beside, neighbour])[0].num == 3


def test_meaning_alone_ranks_where_no_word_matches() -> None:
    assert [r.num for r in rank_messages([message(1, meaning=0.2), message(2, meaning=0.7)])] == [2, 1]
