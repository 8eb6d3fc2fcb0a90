"""An embedder that asks an upstream model, with the interface of the built-in one.

It holds to one model at one provider: vectors of another one would mean something else, so nothing stands in.
"""

import base64
import math
from collections.abc import Callable, Sequence
from typing import Any, cast

import numpy as np

from app.embedder.interface import Kind
from app.embedder.weights import Floats
from app.errors import UpstreamFailed
from app.upstream.attempt import first_answer
from app.upstream.client import Outgoing, Upstream
from app.upstream.edits import for_target
from app.upstream.reading import read_json
from app.upstream.records import OwnCall
from app.upstream.routing import Target
from storage.model import Call, Tokens

QUERY_S = 1.5
"""Seconds that a query's vector may take: somebody waits for it."""
PASSAGE_S = 60.0
SLICE = 64
"""Texts in one request."""
MOST_CHARS = 8_000
"""Characters of one text that are sent: as long as a memory may be, and within what embedding models read."""


def _keep_none(_: Call) -> None:
    return None


async def open_embedder(
    upstream: Upstream, project: int, target: Target, spent: Callable[[Call], None] = _keep_none
) -> "UpstreamEmbedder":
    """An embedder on a target of the tier `memory-embed` or `embed`; a first request tells the vectors' length.

    `spent` is handed the record of each request, to be stored. Raises UpstreamFailed.
    """
    probe = await _ask(upstream, project, target, ["dimension"], PASSAGE_S, spent)
    return UpstreamEmbedder(upstream, project, target, int(probe.shape[1]), spent)


class UpstreamEmbedder:
    """See the module. `embed` raises UpstreamFailed."""

    def __init__(
        self, upstream: Upstream, project: int, target: Target, dim: int, spent: Callable[[Call], None] = _keep_none
    ) -> None:
        self._upstream = upstream
        self._project = project
        self._target = target
        self._spent = spent
        self.dim = dim
        self.id = f"upstream:{target.provider.name}:{target.upstream_name}:{dim}"

    async def embed(self, texts: Sequence[str], kind: Kind) -> Floats:
        """Vectors [len(texts), dim], each of length 1, in the order of the texts."""
        within_s = QUERY_S if kind == "query" else PASSAGE_S
        vectors = np.zeros((len(texts), self.dim), np.float32)
        for start in range(0, len(texts), SLICE):
            part = texts[start : start + SLICE]
            found = await _ask(self._upstream, self._project, self._target, part, within_s, self._spent)
            if found.shape[1] != self.dim:
                raise UpstreamFailed(
                    f"The embedding model {self._target.model_name} gives vectors of another length now "
                    f"({found.shape[1]}, not {self.dim}). Embed anew with `loregate reembed`.",
                    mendable=False,
                )
            vectors[start : start + len(part)] = found
        return vectors

    def forget(self) -> None:
        """Nothing is kept here."""

    async def close(self) -> None:
        """Nothing to free: the client is the process's."""


async def _ask(
    upstream: Upstream,
    project: int,
    target: Target,
    texts: Sequence[str],
    within_s: float,
    spent: Callable[[Call], None],
) -> Floats:
    # An empty text has a vector too, but servers refuse it.
    body = {"input": [text[:MOST_CHARS].strip() or "." for text in texts], "encoding_format": "float"}
    record = OwnCall(upstream.world, project, "embeddings", target.model_name)
    try:
        attempt = await first_answer(
            upstream,
            [target],
            lambda target: Outgoing("/v1/embeddings", for_target(body, target)),
            on_try=record.tried,
            first_byte_s=within_s,
        )
        record.answered()
        status = attempt.response.status_code
        answer = await read_json(attempt.response, target.provider.name, within_s=within_s)
        if status >= 400:
            raise UpstreamFailed(f"The embedding model {target.model_name} refused the texts ({status}).")
        record.spent(_tokens(answer))
        vectors = _vectors(answer, len(texts), target)
    except UpstreamFailed as error:
        spent(record.done(503, error.code))
        raise
    spent(record.done(status))
    return vectors


def _tokens(answer: dict[str, Any]) -> Tokens:
    usage = answer.get("usage")
    counted = cast(dict[str, Any], usage).get("prompt_tokens") if isinstance(usage, dict) else None
    return Tokens(input=counted if isinstance(counted, int) else 0)


def _vectors(answer: dict[str, Any], count: int, target: Target) -> Floats:
    try:
        lines = sorted(answer["data"], key=lambda line: line["index"])
        vectors = np.stack([_vector(line["embedding"]) for line in lines])
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        if len(vectors) != count or not math.isfinite(float(lengths.sum())):
            raise ValueError("not one finite vector for each text")
    except (KeyError, TypeError, ValueError) as error:
        raise UpstreamFailed(
            f"The model {target.model_name} doesn't answer as an embedding model does. Choose one that does.",
            detail=f"{type(error).__name__}: {error}"[:200],
        ) from error
    return (vectors / np.maximum(lengths, 1e-12)).astype(np.float32)


def _vector(value: Any) -> Floats:
    """Numbers, or base64 of little-endian floats: some servers send that whatever was asked for."""
    if isinstance(value, str):
        return np.frombuffer(base64.b64decode(value), "<f4").astype(np.float32)
    return np.asarray(value, np.float32)
