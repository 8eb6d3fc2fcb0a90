"""Readings of a text: what is found in them is found again in the text itself."""

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.guard.numbers import is_card, is_iban
from app.guard.views import normalised, plain, unescaped, unwrapped

TEXTS = st.text(st.one_of(st.characters(), st.sampled_from("ＡａАа\u200b\u00ad①é%41&#;\\u00x0")), max_size=60)


@given(TEXTS)
def test_each_character_of_a_reading_has_its_place(text: str):
    for view in (normalised(text), unescaped(text)):
        if view is not None:
            assert len(view.text) == len(view.places)
            assert list(view.places) == sorted(view.places)
            assert all(0 <= place < len(text) for place in view.places)


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("ｐａｓｓ", "pass"),
        ("pа\u200bss", "pass"),
        ("𝐩𝐚𝐬𝐬", "pass"),
        ("\U000e0070\U000e0061ss", "pass"),
        ("привет", None),
        ("plain", None),
    ],
)
def test_normalising(text: str, reading: str | None):
    view = normalised(text)
    assert (view.text if view else None) == reading


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("a%20b%C3%A9", "a bé"),
        ("&lt;x&gt;&#33;", "<x>!"),
        ("\\u0041\\x42", "AB"),
        ("\\ud83d\\ude00", "😀"),
        ("100%", None),
    ],
)
def test_unescaping(text: str, reading: str | None):
    view = unescaped(text)
    assert (view.text if view else None) == reading


def test_a_found_span_leads_back():
    text = "x \u200bｐ\u200bａss y"
    view = normalised(text)
    assert view is not None
    start, end = view.source(view.text.index("pass"), view.text.index("pass") + 4)
    assert text[start:end] == "ｐ\u200bａss"


def test_unwrapping_leads_back_to_whole_runs():
    run = base64.b64encode(b"hello, hello, hello").decode()
    view = unwrapped(f"a {run} b")
    assert view is not None
    assert view.text == "hello, hello, hello"
    assert view.source(3, 5) == (2, 2 + len(run))
    assert unwrapped("image " + base64.b64encode(bytes(range(256))).decode()) is None


def test_accents_and_case_fold_and_scripts_stay():
    assert plain("Übermäßig Ładny İstanbul Привет 한국어 が") == "ubermaßig ładny istanbul привет 한국어 が".replace(
        "ł", "l"
    )


def test_numbers_that_prove_themselves():
    assert is_card("4111111111111111")
    assert not is_card("4111111111111112")
    assert not is_card("0000000000000000")
    assert is_iban("DE89 3704 0044 0532 0130 00")
    assert not is_iban("DE88 3704 0044 0532 0130 00")
