"""When two texts say the same, and above all when they don't."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.memory.sameness import fold, overlap, says_the_same


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("Ana likes green tea.", "Ana likes green tea"),
        ("Ana really likes green tea!", "Ana likes green tea"),
        ("ana really likes green tea", "Ana likes green tea"),
        ("The user is vegetarian", "User is a vegetarian."),
        ("Ana is allergic to peanuts", "Ana is currently allergic to peanuts"),
        ("Ana works at Acme in Berlin", "Ana works at Acme in Berlin, Germany"),
        ("アナは緑茶が好きです", "アナは緑茶が好きです。"),
    ],
)
def test_near_copies(new: str, old: str) -> None:
    assert says_the_same(new, old)


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("Ana does like tea", "Ana does not like tea"),
        ("Ana likes coffee", "Ana likes tea"),
        ("Ana reports to Ben", "Ben reports to Ana"),
        ("Ana's sister lives in Hamburg and works at Acme", "Ana's brother lives in Hamburg and works at Acme"),
        ("The staging deploy runs on weekdays at 9 from main", "The staging deploy runs on weekdays at 10 from main"),
        ("Ana lives with Tom in the old town of Paris", "Ana formerly lives with Tom in the old town of Paris"),
        ("Ana likes green tea with milk", "Ana likes green tea"),
        ("", "Ana likes tea"),
        ("the", "the"),
        ("アナは紅茶が好きです", "アナは緑茶が好きです"),
    ],
)
def test_other_statements(new: str, old: str) -> None:
    assert not says_the_same(new, old)


def test_overlap_is_the_share_of_runs_of_words() -> None:
    prompt = "You keep the long-term memory of an application. An empty list is a good answer."
    assert overlap("An empty list is a good answer", prompt) == 1.0
    assert overlap("Ana keeps an empty list of things to buy", prompt) == 0.0
    assert overlap("memory", prompt) == 0.0


@given(st.text())
def test_folding_twice_changes_no_match(text: str) -> None:
    assert " ".join(fold(text).split()) == fold(text)
    assert fold(f"  {text}\t") == fold(text)


@given(st.text(), st.text())
def test_no_text_breaks_the_comparison(new: str, old: str) -> None:
    says_the_same(new, old)
    assert 0.0 <= overlap(new, old) <= 1.0
