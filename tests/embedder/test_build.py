"""The build script's own parts, without the download; and that the data in the project is what it writes."""

import hashlib
import json

import numpy as np
import pytest

from app.embedder import build
from app.embedder.builtin import DATA, VOCABULARY, WEIGHTS
from app.embedder.weights import Weights

WEIGHTS_SHA256 = "99f361022b180205be4994dcb4842d16d5e5acf63657ace6f0146b208eef3662"


def test_the_data_is_what_the_script_writes_and_small():
    assert hashlib.sha256(WEIGHTS.read_bytes()).hexdigest() == WEIGHTS_SHA256
    assert hashlib.sha256(VOCABULARY.read_bytes()).hexdigest() == build._VOCABULARY_SHA256
    assert WEIGHTS.stat().st_size < 25_000_000


def test_licence_and_origin_lie_beside_the_data():
    assert "Apache License" in (DATA / "LICENSE").read_text()
    notice = (DATA / "NOTICE").read_text()
    assert build._WHEEL_SHA256 in notice
    assert build._MODEL_SHA256 in notice


def test_reads_safetensors():
    header = {
        "__metadata__": {"format": "pt"},
        "ids": {"dtype": "I64", "shape": [1], "data_offsets": [0, 8]},
        "matrix": {"dtype": "F32", "shape": [2, 3], "data_offsets": [8, 32]},
    }
    head = json.dumps(header).encode()
    matrix = np.arange(6, dtype="<f4").reshape(2, 3)
    tensors = build.read_safetensors(len(head).to_bytes(8, "little") + head + bytes(8) + matrix.tobytes())
    assert list(tensors) == ["matrix"]
    assert np.array_equal(tensors["matrix"], matrix)


def test_a_file_with_another_hash_is_refused(tmp_path):
    (tmp_path / "model.safetensors").write_bytes(b"other")
    with pytest.raises(SystemExit, match="expected sha256"):
        build._checked(tmp_path / "model.safetensors", build._MODEL_SHA256)


def test_what_is_packed_can_be_read_and_query_is_scaled(tmp_path):
    tensors = fake_bert(np.random.default_rng(2))
    np.savez(tmp_path / "weights.npz", **build.pack(tensors))
    weights = Weights.read(tmp_path / "weights.npz")
    query = tensors["encoder.layer.5.attention.self.query.weight"]
    assert np.allclose(weights.layers[5].qkv.matrix[:384], query / np.sqrt(32), atol=0.01)
    assert weights.layers[0].widen.bias.shape == (1536, 1)
    assert weights.positions.shape == (256, 384)


def fake_bert(rng: np.random.Generator) -> dict[str, np.ndarray]:
    """Tensors with BERT's names and MiniLM's shapes, of a small vocabulary."""
    shapes: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings.weight": (50, 384),
        "embeddings.position_embeddings.weight": (512, 384),
        "embeddings.token_type_embeddings.weight": (2, 384),
        "embeddings.LayerNorm.weight": (384,),
        "embeddings.LayerNorm.bias": (384,),
    }
    linears = {f"attention.self.{part}": (384, 384) for part in ("query", "key", "value")}
    linears |= {"attention.output.dense": (384, 384), "intermediate.dense": (1536, 384), "output.dense": (384, 1536)}
    for layer in (f"encoder.layer.{number}." for number in range(6)):
        shapes |= {f"{layer}{name}.weight": shape for name, shape in linears.items()}
        shapes |= {f"{layer}{name}.bias": shape[:1] for name, shape in linears.items()}
        for name in ("attention.output.LayerNorm", "output.LayerNorm"):
            shapes |= {f"{layer}{name}.weight": (384,), f"{layer}{name}.bias": (384,)}
    return {name: rng.standard_normal(shape, dtype=np.float32) for name, shape in shapes.items()}
