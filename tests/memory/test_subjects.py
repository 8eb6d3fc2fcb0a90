"""Subjects: opaque, byte-exact, and the same by every way in."""

import string
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.errors import BadSubject
from app.memory.subjects import subject_in_header, subject_in_path, subject_of, subject_sha256

GOOD = [
    "a" * 256,
    "🦊" * 256,
    "user-a\u200bna",
    "аna",
    "\u00e1",
    "a\u0301",
    "..%2f..",
    "a/b",
    "%",
    "'; DROP TABLE",
    "*",
]
BAD = ["", "a" * 257, "x\u0000", "x\u0085", "x\n", "user-ana ", " user-ana", "\ud800", "x\u2028y", "\u00a0x", "x\x7f"]


@pytest.mark.parametrize("text", GOOD)
def test_good_subjects_are_kept_exactly_by_every_way_in(text: str) -> None:
    assert subject_of(text) == text
    assert subject_in_header([text.encode()]) == text
    assert subject_in_path(quote(text, safe="").encode()) == text


@pytest.mark.parametrize("value", [*BAD, 7, None, {"id": 1}, ["a"], True])
def test_bad_subjects_are_refused(value: object) -> None:
    with pytest.raises(BadSubject):
        subject_of(value)


def test_headers_are_refused_when_repeated_or_not_utf8() -> None:
    for values in ([b"a", b"b"], [], [b"\xff"], [b""]):
        with pytest.raises(BadSubject):
            subject_in_header(values)
    with pytest.raises(BadSubject):
        subject_in_path(b"%ff")


def test_forms_that_look_alike_stay_apart() -> None:
    assert len({subject_sha256(text) for text in ("\u00e1", "a\u0301", "á" + "\u200b", "а\u0301")}) == 4


@given(st.text(alphabet=string.printable + "äß漢🦊\u200b\u0085\u2028", max_size=300))
def test_every_way_in_agrees(text: str) -> None:
    results = []
    for read in (
        lambda: subject_of(text),
        lambda: subject_in_header([text.encode()]),
        lambda: subject_in_path(quote(text, safe="").encode()),
    ):
        try:
            results.append(read())
        except BadSubject:
            results.append(None)
    assert len(set(results)) == 1
    assert results[0] in (text, None)
