"""The tokenizer against the reference: stored ids always, 10,000 mixtures where `tokenizers` is installed."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.embedder.builtin import VOCABULARY
from app.embedder.wordpiece import MAX_TOKENS, WordPiece
from tests.embedder.reference import reference_ids
from tests.embedder.texts import mixtures

EXPECTED = json.loads((Path(__file__).parent / "tokens.json").read_text())
CLS, SEP = 101, 102


@pytest.fixture(scope="module")
def tokenizer() -> WordPiece:
    return WordPiece.read(VOCABULARY)


def test_equals_the_reference_on_stored_texts(tokenizer):
    assert len(EXPECTED) > 300
    wrong = [text for text, ids in EXPECTED if tokenizer.encode(text) != ids]
    assert wrong == []


def test_equals_the_reference_on_ten_thousand_mixtures(tokenizer):
    pytest.importorskip("tokenizers")
    texts = list(mixtures(10_000))
    assert [tokenizer.encode(text) for text in texts] == reference_ids(VOCABULARY, texts)


def test_names_of_special_tokens_are_plain_text(tokenizer):
    ids = tokenizer.encode("[SEP] [CLS]")
    assert (ids[0], ids[-1]) == (CLS, SEP)
    assert not {CLS, SEP} & set(ids[1:-1])


@pytest.mark.parametrize("text", ["word " * 100_000, "中" * 1_000_000, "x" * 3_000_000, "\u0301" * 1_000_000])
def test_a_huge_text_is_cut(tokenizer, text):
    assert len(tokenizer.encode(text)) <= MAX_TOKENS


def test_any_character_may_come_and_what_is_remembered_stays_bounded(tokenizer):
    for start in range(0, 0x30000, 0x1000):
        tokenizer.encode("".join(map(chr, range(start, start + 0x1000))))
    assert len(tokenizer._clean) <= 20_000


@given(st.text(alphabet=st.characters(exclude_categories=[])))
def test_every_text_has_a_beginning_an_end_and_known_ids(tokenizer, text):
    ids = tokenizer.encode(text)
    assert (ids[0], ids[-1]) == (CLS, SEP)
    assert 2 <= len(ids) <= MAX_TOKENS
    assert all(0 <= number < 30_522 for number in ids)
