"""The forward pass of all-MiniLM-L6-v2 in numpy, float32: token ids in, vectors of length 1 out.

Pure computation: it reads no file, knows no text, keeps no thread. Two choices make it quick. Columns are tokens and
rows are features: BLAS multiplies `weights @ tokens` nearly twice as fast as the other way round when tokens are few.
Texts lie end to end without padding: the big products run once for all, and no mask is needed.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

import numpy as np

from app.embedder.weights import HEAD_SIZE, HEADS, WIDTH, Affine, Floats, Layer, Norm, Weights

_EPSILON = np.float32(1e-12)
_BLOCK = 32_768
"""Numbers that GELU does at a time: 128 KB, so that its passes stay in the processor's cache."""


class MiniLM:
    """The model. Reading it from several threads is safe: it never changes."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights

    def embed(self, texts: Sequence[Sequence[int]]) -> Floats:
        """Vectors [len(texts), 384], each of length 1, for texts of 1 to 256 token ids.

        Time and memory grow with all tokens of the call (2 MB per 100); the caller keeps a call small.
        """
        order = sorted(range(len(texts)), key=lambda index: len(texts[index]))
        ordered = [texts[index] for index in order]
        runs = list(_runs(ordered))
        tokens = self._tokens(ordered)
        for layer in self._weights.layers:
            tokens = _apply(layer, tokens, runs)
        vectors = np.empty((len(texts), WIDTH), np.float32)
        vectors[order] = _pool(tokens, runs)
        return vectors

    def _tokens(self, texts: Sequence[Sequence[int]]) -> Floats:
        """The first columns: what each token is, plus where in its text it stands."""
        ids = np.concatenate([np.asarray(text, np.intp) for text in texts])
        places = np.concatenate([np.arange(len(text)) for text in texts])
        tokens = np.ascontiguousarray((self._weights.words[ids] + self._weights.positions[places]).T)
        return _normalise(tokens, self._weights.norm)


def _runs(texts: Sequence[Sequence[int]]) -> Iterator[tuple[slice, int]]:
    """Neighbouring texts of one length, which attention takes together: their columns, and that length."""
    start = 0
    for length, group in groupby(map(len, texts)):
        stop = start + length * len(list(group))
        yield slice(start, stop), length
        start = stop


def _apply(layer: Layer, tokens: Floats, runs: Sequence[tuple[slice, int]]) -> Floats:
    attended = _affine(layer.attended, _attend(_affine(layer.qkv, tokens), runs))
    attended += tokens
    _normalise(attended, layer.attended_norm)
    result = _affine(layer.narrow, _gelu(_affine(layer.widen, attended)))
    result += attended
    return _normalise(result, layer.narrow_norm)


def _affine(affine: Affine, x: Floats) -> Floats:
    result = affine.matrix @ x
    result += affine.bias
    return result


def _attend(qkv: Floats, runs: Sequence[tuple[slice, int]]) -> Floats:
    """Multi-head attention, each text within itself. The queries come scaled by 1/sqrt(head size) from the build."""
    result = np.empty((WIDTH, qkv.shape[1]), np.float32)
    for columns, length in runs:
        split = qkv[:, columns].reshape(3, HEADS, HEAD_SIZE, -1, length)
        query, key, value = split.transpose(0, 3, 1, 2, 4)  # each [text, head, feature, token]
        weights = key.swapaxes(-1, -2) @ query  # [text, head, key token, query token]
        weights -= weights.max(axis=-2, keepdims=True)
        np.exp(weights, out=weights)
        mixed = value @ weights
        mixed /= weights.sum(axis=-2, keepdims=True)
        result[:, columns] = mixed.transpose(1, 2, 0, 3).reshape(WIDTH, -1)
    return result


def _normalise(x: Floats, norm: Norm) -> Floats:
    """Layer norm of each column, in place."""
    x -= x.mean(axis=0)
    x /= np.sqrt((x * x).mean(axis=0) + _EPSILON)
    x *= norm.gain
    x += norm.shift
    return x


def _gelu(x: Floats) -> Floats:
    """The exact GELU, x * Phi(x), in place and block by block.

    Phi by erf of Abramowitz & Stegun 7.1.26 (error under 1.5e-7): for z >= 0 the upper tail of the normal distribution
    is 1/2 (a1 t + ... + a5 t^5) exp(-z^2 / 2) with t = 1 / (1 + p z / sqrt 2), and GELU(x) = max(x, 0) - |x| tail(|x|).
    """
    flat = x.reshape(-1)
    scratch = np.empty((3, min(_BLOCK, flat.size)), np.float32)
    for start in range(0, flat.size, _BLOCK):
        part = flat[start : start + _BLOCK]
        size, t, tail = scratch[:, : part.size]
        np.abs(part, out=size)
        np.multiply(size, _P, out=t)
        t += 1
        np.reciprocal(t, out=t)
        np.multiply(t, _A[4], out=tail)
        for coefficient in _A[3::-1]:
            tail += coefficient
            tail *= t
        tail *= size
        np.multiply(size, size, out=t)
        t *= -0.5
        np.exp(t, out=t)
        tail *= t
        np.maximum(part, 0, out=part)
        part -= tail
    return x


_P = np.float32(0.3275911 / np.sqrt(2))
_A = np.array([0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429], np.float32) / 2


def _pool(tokens: Floats, runs: Sequence[tuple[slice, int]]) -> Floats:
    """The mean of each text's columns, as rows of length 1."""
    means = [tokens[:, columns].reshape(WIDTH, -1, length).mean(axis=2).T for columns, length in runs]
    vectors = np.concatenate(means)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors
