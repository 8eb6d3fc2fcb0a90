"""Judges what a model proposes, one candidate at a time, before anything is written. Pure: proposes nothing itself.

What fails a check is dropped and counted by its reason; what can be mended without guessing (a number out of range,
an unknown kind, a date that is none, an id that was never shown) is mended and counted too.
"""

import json
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Any, cast

from app.guard import redact, screen
from app.memory.extraction import Answer, Candidate
from app.memory.prompts import Numbered
from app.memory.sameness import fold, overlap, says_the_same
from storage.model import KINDS, Kind, Memory, Source, StoredMessage

LONGEST_TEXT = 2000
"""Characters of a learned statement. It is to be one sentence; explicit saves may have 8,000."""

_LEAKS_FROM = 0.6
"""A text of which more than this share stands word for word in the prompt is the prompt's, not the conversation's."""

_MARKS = " \"'.,;:!?-*"


@dataclass(frozen=True, slots=True)
class Accepted:
    """A statement that passed every check, ready to be stored."""

    text: str
    kind: Kind
    confidence: float
    importance: float
    valid_from: str | None
    valid_until: str | None
    sources: tuple[Source, ...]
    replaces: str | None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is left of an answer, and what became of the rest."""

    accepted: tuple[Accepted, ...]
    duplicates: int = 0
    dropped: Mapping[str, int] = field(default_factory=dict[str, int])
    adjusted: Mapping[str, int] = field(default_factory=dict[str, int])


class _Dropped(Exception):
    """This candidate fails; the text is the reason's name."""


class _Duplicate(Exception):
    """This candidate says what is known already."""


class Evidence:
    """The messages of one question, ready to be searched for quotes."""

    def __init__(self, messages: Sequence[Numbered]) -> None:
        self._messages = {one.n: _Message(one) for one in messages}

    def sources(self, candidate: Candidate) -> tuple[Source, ...]:
        """The messages that a candidate rests on, first the one that its quote stands in."""
        try:
            named = [self._messages[n] for n in dict.fromkeys(candidate.messages)]
        except KeyError as error:
            raise _Dropped("no_such_message") from error
        quoted = [message for message in named if message.says(candidate.quote)]
        if not quoted:
            raise _Dropped("quote_not_found")
        if candidate.about not in ("agent", "other"):
            quoted = [message for message in quoted if message.one.message.role == "user"]
            if not quoted:
                raise _Dropped("not_the_users_words")
        quote = _clean(candidate.quote)
        best = quoted[0]
        rest = [message for message in named if message.one.message.id != best.one.message.id]
        unique = {message.one.message.id: message.source("") for message in rest}
        return (best.source(quote), *unique.values())

    def is_from_prompt(self, text: str, prompt: str, source: Source) -> bool:
        """Whether a text is made of the prompt's words rather than of those of the message that it rests on."""
        said = next(m.one.message.text for m in self._messages.values() if m.one.message.id == source.message_id)
        return overlap(text, prompt) > max(_LEAKS_FROM, overlap(text, said))


class _Message:
    def __init__(self, one: Numbered) -> None:
        self.one = one

    @cached_property
    def _texts(self) -> tuple[str, ...]:
        return tuple(fold(text) for text in _texts_of(self.one.message))

    def says(self, quote: str) -> bool:
        """Whether these words stand in the message's text, or in what its tools were called with."""
        words = fold(quote).strip(_MARKS)
        if sum(c.isalnum() for c in words) < 2:
            return bool(words) and any(words == text.strip(_MARKS) for text in self._texts)
        return any(words in text for text in self._texts)

    def source(self, quote: str) -> Source:
        message = self.one.message
        return Source(message.id, self.one.conversation_id, message.role, message.at, quote)


def check(answer: Answer, messages: Sequence[Numbered], known: Sequence[Memory], *, prompt: str) -> Verdict:
    """What of an answer may be stored. `known` are the memories that were shown, `prompt` the whole system message."""
    evidence = Evidence(messages)
    shown = {memory.id: memory for memory in known}
    accepted: list[Accepted] = []
    duplicates = 0
    dropped: Counter[str] = Counter(schema=answer.unreadable)
    adjusted: Counter[str] = Counter()
    for candidate in answer.candidates:
        try:
            one = _judge(candidate, evidence, prompt, shown, adjusted)
            _refuse_known(one, candidate, accepted, shown)
        except _Dropped as reason:
            dropped[str(reason)] += 1
        except _Duplicate:
            duplicates += 1
        else:
            accepted.append(one)
    return Verdict(tuple(accepted), duplicates, +dropped, +adjusted)


def _judge(
    candidate: Candidate, evidence: Evidence, prompt: str, shown: Mapping[str, Memory], adjusted: Counter[str]
) -> Accepted:
    sources = evidence.sources(candidate)
    text = _clean(candidate.text)
    if not any(c.isalnum() for c in text) or len(text) > LONGEST_TEXT:
        raise _Dropped("size")
    if screen(text) or screen(sources[0].quote):
        raise _Dropped("injection")
    if evidence.is_from_prompt(text, prompt, sources[0]):
        raise _Dropped("prompt_leak")
    if candidate.replaces is not None and candidate.replaces not in shown:
        adjusted["unknown_id"] += 1
    return Accepted(
        text=text,
        kind=_kind(candidate.kind, adjusted),
        confidence=_share(candidate.confidence, adjusted),
        importance=_share(candidate.importance, adjusted),
        valid_from=_date(candidate.valid_from, adjusted),
        valid_until=_date(candidate.valid_until, adjusted),
        sources=sources,
        replaces=candidate.replaces if candidate.replaces in shown else None,
    )


def _refuse_known(
    one: Accepted, candidate: Candidate, accepted: Sequence[Accepted], shown: Mapping[str, Memory]
) -> None:
    if candidate.same_as in shown and candidate.replaces not in shown:
        raise _Duplicate
    others = [memory.text for memory in shown.values() if memory.id != one.replaces]
    others += [other.text for other in accepted]
    if any(fold(one.text) == fold(other) or says_the_same(one.text, other) for other in others):
        raise _Duplicate
    if one.replaces is not None and fold(one.text) == fold(shown[one.replaces].text):
        raise _Duplicate


def _clean(text: str) -> str:
    """On one line, without credentials, control characters, and halves of characters, which can't be stored."""
    whole = text.encode("utf-8", "replace").decode("utf-8")
    line = " ".join("".join(c if c.isprintable() or unicodedata.category(c) == "Cf" else " " for c in whole).split())
    return redact(line).text


def _kind(value: str, adjusted: Counter[str]) -> Kind:
    for kind in KINDS:
        if kind == value.strip().casefold():
            return kind
    adjusted["kind"] += 1
    return "fact"


def _share(value: float, adjusted: Counter[str]) -> float:
    if 0 <= value <= 1:
        return value
    adjusted["out_of_range"] += 1
    return min(1.0, max(0.0, value))


def _date(value: str | None, adjusted: Counter[str]) -> str | None:
    if value is None:
        return None
    try:
        return date.fromisoformat(value.strip()[:10]).isoformat()
    except ValueError:
        adjusted["date"] += 1
        return None


def _texts_of(message: StoredMessage) -> Iterator[str]:
    yield message.text
    for tool in message.tool_calls:
        yield tool.arguments
        try:
            yield from _strings_in(json.loads(tool.arguments))
        except (ValueError, RecursionError):
            continue


def _strings_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in cast(dict[str, Any], value).values():
            yield from _strings_in(inner)
    elif isinstance(value, list):
        for inner in cast(list[Any], value):
            yield from _strings_in(inner)
