"""MiniLM's weights: at rest in one .npz file, matrices in int8 and vectors in float32; in memory ready to multiply.

This module says how the numbers are kept; it computes nothing with them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

LAYERS = 6
WIDTH = 384
HEADS = 12
HEAD_SIZE = WIDTH // HEADS
RUN = 64
"""Numbers that share a scale. Measured, cosine to float32 over 70 texts: mean .9998, least .9993, at 24 MB. With one
scale for a whole row the file is 1 MB smaller and the least is .9983."""


@dataclass(frozen=True, slots=True)
class Int8Matrix:
    """A matrix [rows, columns] in int8; `scales` [rows, columns / 64] has one for each run of 64 numbers in a row."""

    values: NDArray[np.int8]
    scales: Floats

    @classmethod
    def quantise(cls, matrix: Floats) -> "Int8Matrix":
        """Round each run to 255 steps, between minus and plus its largest absolute value."""
        runs = matrix.reshape(len(matrix), -1, RUN)
        scales = np.abs(runs).max(axis=2) / np.float32(127)
        scales[scales == 0] = 1
        return cls(np.rint(runs / scales[:, :, None]).astype(np.int8).reshape(matrix.shape), scales)

    def __getitem__(self, rows: NDArray[np.intp] | slice) -> Floats:
        """Those rows in float32."""
        values = self.values[rows]
        runs = values.reshape(len(values), -1, RUN) * self.scales[rows][:, :, None]
        return runs.reshape(values.shape)


@dataclass(frozen=True, slots=True)
class Affine:
    """A matrix [out, in] and its bias [out, 1]; columns are tokens, so it is used as `matrix @ x + bias`."""

    matrix: Floats
    bias: Floats


@dataclass(frozen=True, slots=True)
class Norm:
    """A layer norm's gain and shift, both [width, 1]."""

    gain: Floats
    shift: Floats


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer of the transformer."""

    qkv: Affine
    attended: Affine
    attended_norm: Norm
    widen: Affine
    narrow: Affine
    narrow_norm: Norm


@dataclass(frozen=True, slots=True)
class Weights:
    """All of MiniLM, ready to compute: about 57 MB (words stay int8: a text needs few of them)."""

    words: Int8Matrix
    positions: Floats
    norm: Norm
    layers: tuple[Layer, ...]

    @classmethod
    def read(cls, path: Path) -> "Weights":
        """Read the .npz file that `python -m app.embedder.build` writes."""
        with np.load(path, allow_pickle=False) as file:
            return cls.unpack({name: file[name] for name in file.files})

    @classmethod
    def unpack(cls, arrays: Mapping[str, NDArray[np.generic]]) -> "Weights":
        """From the arrays by name; the names are those of `build.fuse`."""
        matrices = {
            name: Int8Matrix(arrays[name].astype(np.int8, copy=False), _floats(arrays[f"{name}.scales"]))
            for name in arrays
            if f"{name}.scales" in arrays
        }

        def affine(name: str) -> Affine:
            return Affine(matrices[name][:], _floats(arrays[f"{name}.bias"])[:, None])

        def norm(name: str) -> Norm:
            return Norm(_floats(arrays[f"{name}.gain"])[:, None], _floats(arrays[f"{name}.shift"])[:, None])

        layers = tuple(
            Layer(
                qkv=affine(f"{n}.qkv"),
                attended=affine(f"{n}.attended"),
                attended_norm=norm(f"{n}.attended.norm"),
                widen=affine(f"{n}.widen"),
                narrow=affine(f"{n}.narrow"),
                narrow_norm=norm(f"{n}.narrow.norm"),
            )
            for n in range(LAYERS)
        )
        return cls(matrices["words"], matrices["positions"][:], norm("norm"), layers)


def _floats(array: NDArray[np.generic]) -> Floats:
    return array.astype(np.float32, copy=False)
