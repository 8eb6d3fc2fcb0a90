"""Reading what a memory model answers: an answer wherever it stands, and never a failure taken for an empty one."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.memory.extraction import ExtractionFailed, read_answer

ONE = {"text": "Ana is vegetarian.", "kind": "preference", "messages": [1], "quote": "I am vegetarian"}
GOOD = json.dumps({"memories": [ONE]})
NOTHING = '{"memories": []}'


def texts(*answers: str) -> list[str]:
    return [candidate.text for candidate in read_answer(answers).candidates]


@pytest.mark.parametrize(
    "answer",
    [
        GOOD,
        f"```json\n{GOOD}\n```",
        f"```\n{GOOD}\n```",
        f"Sure! Here is what I found:\n\n```json\n{GOOD}\n```\nLet me know if you need more.",
        f"Here is the object: {GOOD} I hope that helps.",
        f'<think>The user says {{"memories": []}} maybe?</think>\n{GOOD}',
        f"<THINKING>hm</THINKING>{GOOD}",
        f"the opening tag was in the prompt</think>{GOOD}",
        f"<think>never closed, but it ends with the answer {GOOD}",
        f'First {{"not": "it"}}, then {NOTHING}, and at last {GOOD}',
        f"{{{{{{ {GOOD}",
        f"\ufeff{GOOD}",
    ],
)
def test_a_whole_object_is_found_wherever_it_stands(answer: str) -> None:
    assert texts(answer) == ["Ana is vegetarian."]


def test_an_answer_in_the_reasoning_field_counts() -> None:
    assert texts("", GOOD) == ["Ana is vegetarian."]
    assert texts("I can't.", f"So the answer is:\n```json\n{GOOD}\n```") == ["Ana is vegetarian."]


def test_the_content_wins_over_the_reasoning() -> None:
    assert texts(NOTHING, GOOD) == []


@pytest.mark.parametrize(
    "answers",
    [
        (),
        ("",),
        ("", "  \n"),
        ("There is nothing worth remembering here.",),
        (GOOD[:-1],),
        (GOOD[: len(GOOD) // 2],),
        (NOTHING[:-2],),
        (f"```json\n{GOOD[:-3]}",),
        (f'A draft: {NOTHING} and the final one: {{"memories": [{{"te',),
        ("", f"Maybe {NOTHING}? But the user also said that"),
        (f"<think>Maybe {NOTHING}? But then",),
        ('{"memories": null}',),
        ('{"memories": {}}',),
        ('{"result": []}',),
        (json.dumps([ONE]),),
        ('{"memories": ["Ana is vegetarian", "Ana likes tea"]}',),
        ('{"memories": [NaN]}',),
        ("{" * 5000,),
        ('{"a":' * 20000,),
    ],
)
def test_anything_else_is_a_failure_and_not_nothing_to_learn(answers: tuple[str, ...]) -> None:
    with pytest.raises(ExtractionFailed):
        read_answer(answers)


def test_nothing_to_learn_is_a_good_answer() -> None:
    assert read_answer([NOTHING]).candidates == ()
    assert read_answer([NOTHING]).unreadable == 0


def test_one_bad_entry_is_counted_and_the_others_stay() -> None:
    bad = [{**ONE, "text": None}, {**ONE, "messages": []}, "prose", {**ONE, "confidence": "very"}, {"text": "x"}]
    answer = read_answer([json.dumps({"memories": [*bad, ONE]})])
    assert [candidate.text for candidate in answer.candidates] == ["Ana is vegetarian."]
    assert answer.unreadable == 5


def test_small_slips_of_a_model_are_understood() -> None:
    slips = {**ONE, "messages": 1, "confidence": "0.8", "same_as": "", "replaces": "null", "invented": {"a": 1}}
    (candidate,) = read_answer([json.dumps({"memories": [slips], "notes": "none"})]).candidates
    assert candidate.messages == (1,)
    assert candidate.confidence == 0.8
    assert candidate.same_as is None
    assert candidate.replaces is None


def test_a_tag_inside_a_memory_is_no_thought() -> None:
    about_tags = {"memories": [{**ONE, "text": "Ana's parser strips everything up to </think> in answers."}]}
    assert texts(json.dumps(about_tags)) == ["Ana's parser strips everything up to </think> in answers."]


def test_an_error_quotes_nothing_of_the_answer() -> None:
    with pytest.raises(ExtractionFailed) as failed:
        read_answer(["My card is 4111 1111 1111 1111"])
    assert "4111" not in str(failed.value)


@given(st.lists(st.text(), max_size=3))
def test_no_text_breaks_the_reader(answers: list[str]) -> None:
    try:
        read_answer(answers)
    except ExtractionFailed:
        return


@given(st.integers(min_value=1, max_value=len(GOOD) - 1))
def test_an_answer_cut_off_anywhere_fails(end: int) -> None:
    with pytest.raises(ExtractionFailed):
        read_answer([GOOD[:end]])
