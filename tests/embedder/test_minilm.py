"""The forward pass: its parts exactly, its vectors against float32 ones that the textbook's way made."""

import math
from pathlib import Path

import numpy as np
import pytest

from app.embedder import minilm
from app.embedder.builtin import VOCABULARY, WEIGHTS
from app.embedder.minilm import MiniLM
from app.embedder.weights import Int8Matrix, Weights
from app.embedder.wordpiece import WordPiece
from tests.embedder.texts import SENTENCES, SENTENCES_OF_VECTORS

EXPECTED = np.load(Path(__file__).parent / "vectors.npy")


@pytest.fixture(scope="module")
def model() -> MiniLM:
    return MiniLM(Weights.read(WEIGHTS))


@pytest.fixture(scope="module")
def tokenizer() -> WordPiece:
    return WordPiece.read(VOCABULARY)


def test_vectors_are_near_those_of_the_float32_model(model, tokenizer):
    vectors = model.embed([tokenizer.encode(text) for text in SENTENCES_OF_VECTORS])
    cosines = (vectors * EXPECTED).sum(axis=1)
    assert cosines.min() > 0.998
    assert cosines.mean() > 0.9995


def test_a_text_has_the_same_vector_alone_and_in_company(model, tokenizer):
    texts = [tokenizer.encode(text) for group in SENTENCES.values() for text in group[:2]]
    together = model.embed(texts)
    alone = np.concatenate([model.embed([text]) for text in texts])
    assert np.abs(together - alone).max() < 1e-4
    assert np.allclose(np.linalg.norm(together, axis=1), 1, atol=1e-5)
    assert together.dtype == np.float32


@pytest.mark.parametrize(
    ("text", "near", "far"),
    [
        ("How do I cook rice?", "Preparing rice in a pan", "The train to Porto was late"),
        ("She can't eat peanuts", "Anna has a nut allergy", "Anna has a new bicycle"),
        ("The server crashed last night", "An outage took the machine down", "We had dinner by candlelight"),
        ("My sister lives in Berlin", "Where does his sibling live?", "How do I rename a branch?"),
    ],
)
def test_a_paraphrase_is_nearer_than_another_matter(model, tokenizer, text, near, far):
    vectors = model.embed([tokenizer.encode(each) for each in (text, near, far)])
    assert vectors[0] @ vectors[1] > vectors[0] @ vectors[2] + 0.1


def test_gelu_is_exact_over_several_blocks():
    x = np.linspace(-12, 12, 100_000, dtype=np.float32)
    expected = [v * 0.5 * math.erfc(-v / math.sqrt(2)) for v in x.tolist()]
    assert np.abs(minilm._gelu(x.copy()) - expected).max() < 2e-6


def test_int8_is_within_half_a_step():
    matrix = np.random.default_rng(1).standard_normal((5, 384)).astype(np.float32)
    matrix[0] = 0
    kept = Int8Matrix.quantise(matrix)
    half_steps = np.repeat(kept.scales, 64, axis=1) / 2
    assert (np.abs(kept[:] - matrix) <= half_steps * 1.001).all()
    assert np.array_equal(kept[np.array([3, 1])], kept[:][[3, 1]])
