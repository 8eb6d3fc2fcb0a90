"""Reads a model's answer to an extraction: candidates, or ExtractionFailed. Pure; checks nothing but the shape.

"Nothing to learn" (`{"memories": []}`) and "failed" (prose, an empty or a cut-off answer) are different results.
Models put their answer into the content or the reasoning field, after thinking aloud, or inside a code fence; it
counts wherever a whole object of the right shape stands. Nothing is repaired.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, cast

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["memories"],
    "properties": {
        "memories": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": [
                    "text",
                    "kind",
                    "about",
                    "confidence",
                    "importance",
                    "messages",
                    "quote",
                    "valid_from",
                    "valid_until",
                    "same_as",
                    "replaces",
                ],
                "properties": {
                    "text": {"type": "string"},
                    "kind": {"type": "string", "enum": ["fact", "preference", "decision", "event", "procedure"]},
                    "about": {"type": "string", "enum": ["user", "agent", "other"]},
                    "confidence": {"type": "number"},
                    "importance": {"type": "number"},
                    "messages": {"type": "array", "items": {"type": "integer"}},
                    "quote": {"type": "string"},
                    "valid_from": {"type": ["string", "null"]},
                    "valid_until": {"type": ["string", "null"]},
                    "same_as": {"type": ["string", "null"]},
                    "replaces": {"type": ["string", "null"]},
                },
            },
        }
    },
}
"""The answer's JSON schema (contract, section 10): every field required, as strict modes of upstreams demand."""

_THOUGHT = re.compile(r"<(think|thinking|thought|reasoning)\b[^>]*>.*?</\1\s*>", re.DOTALL | re.IGNORECASE)
_OPEN_THOUGHT = re.compile(r"<(?:think|thinking|thought|reasoning)\b[^>]*>", re.IGNORECASE)
_END_OF_THOUGHT = re.compile(r".*</(?:think|thinking|thought|reasoning)\s*>", re.DOTALL | re.IGNORECASE)
_FENCE = re.compile(r"\A```[a-zA-Z0-9_-]*\s*\n(.*?)\n?```\Z", re.DOTALL)
_MOST_OBJECTS = 200


def _refuse(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


_DECODER = json.JSONDecoder(parse_constant=_refuse)


class ExtractionFailed(Exception):
    """The answer holds no whole object of the right shape. The text says why, and quotes nothing of it."""


def _listed(value: object) -> object:
    return [value] if isinstance(value, int) else value


def _none_if_blank(value: object) -> object:
    return None if isinstance(value, str) and value.strip().casefold() in ("", "null", "none") else value


Optional = Annotated[str | None, BeforeValidator(_none_if_blank)]


class Candidate(BaseModel):
    """One statement that a model proposes. Nothing about it is believed yet."""

    model_config = ConfigDict(extra="ignore", frozen=True, allow_inf_nan=False)

    text: str
    quote: str
    messages: Annotated[tuple[int, ...], BeforeValidator(_listed), Field(min_length=1)]
    kind: str = "fact"
    about: str = "user"
    confidence: float = 0.5
    importance: float = 0.5
    valid_from: Optional = None
    valid_until: Optional = None
    same_as: Optional = None
    replaces: Optional = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What a model proposes, and how many of its entries could not be read."""

    candidates: tuple[Candidate, ...]
    unreadable: int = 0


def read_answer(texts: Sequence[str]) -> Answer:
    """The answer in these texts: the content first, then what came in reasoning fields.

    Raises ExtractionFailed when none of them holds a whole object of the right shape. Inside of reasoning only an
    object that ends it counts: one before that is a draft that the model went on from.
    """
    for number, text in enumerate(texts):
        said = _without_thoughts(text)
        found = _last_object(said, must_end_text=number > 0 or _OPEN_THOUGHT.search(said) is not None)
        if found is not None:
            return _candidates(found)
    if not any(text.strip() for text in texts):
        raise ExtractionFailed("The memory model gave an empty answer.")
    raise ExtractionFailed("The memory model's answer is not the JSON object that was asked for, or it was cut off.")


def _candidates(entries: list[Any]) -> Answer:
    candidates: list[Candidate] = []
    for entry in entries:
        try:
            candidates.append(Candidate.model_validate(entry))
        except ValidationError:
            continue
    if entries and not any(isinstance(entry, dict) for entry in entries):
        raise ExtractionFailed("The memory model's answer lists something else than memories.")
    return Answer(tuple(candidates), len(entries) - len(candidates))


def _without_thoughts(text: str) -> str:
    """The text after its thoughts, those too whose opening tag was part of the prompt; and out of its code fence."""
    rest = text.strip()
    if rest.startswith("{"):
        return rest  # no thoughts before it; a tag inside belongs to a memory's own words
    rest = _THOUGHT.sub("", rest)
    rest = _END_OF_THOUGHT.sub("", rest, count=1).strip()
    fenced = _FENCE.match(rest)
    return fenced.group(1).strip() if fenced else rest


def _last_object(text: str, *, must_end_text: bool) -> list[Any] | None:
    """The entries of the last whole top-level object that has a list named `memories`."""
    found: list[Any] | None = None
    end = 0
    for value, stop in _objects(text):
        if isinstance(entries := value.get("memories"), list):
            found, end = cast(list[Any], entries), stop
    rest = text[end:].strip().strip("`").strip()
    cut_off = '"memories"' in rest
    return None if cut_off or (must_end_text and rest) else found


def _objects(text: str) -> Iterator[tuple[dict[str, Any], int]]:
    at = text.find("{")
    for _ in range(_MOST_OBJECTS):
        if at < 0:
            return
        try:
            value, stop = _DECODER.raw_decode(text, at)
        except (ValueError, RecursionError):
            at = text.find("{", at + 1)
            continue
        yield cast(dict[str, Any], value), stop
        at = text.find("{", stop)
