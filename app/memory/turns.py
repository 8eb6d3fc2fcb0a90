"""Turn identity: what makes a re-sent, reshaped or retried history the same turn again. Pure.

Clients send the whole history on each call, with bytes that shift: text moves between strings and blocks, white
space comes and goes, adjacent messages are merged. What stays is the words, and the ids of tool calls. So:

- an *ask* is what stands between two answers: user messages, or the ids of the tool calls that were answered;
- the *mark* of an exchange is a fingerprint of an ask with its answer. A stored turn has one, and a later history
  shows it: that is how a history finds its conversation;
- the *ident* of a turn is its ask, with the mark of the exchange before it (and how often the history shows that
  one) and whoever asks. The same ident again is a retry. It is also the *anchor* at which a recall block is placed,
  for it is known before the answer is.
"""

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.wire.neutral import Answer, Message

_SIZE = 16
"""Bytes of a fingerprint: 128 bits leave no room for chance in a store of any size."""

_START = b"start"


@dataclass(frozen=True, slots=True)
class Exchange:
    """What was asked and, unless it is the call's own ask, what was answered."""

    ask: tuple[Message, ...]
    answer: tuple[Message, ...]

    @property
    def has_words(self) -> bool:
        """Whether a user says something here; False for a step that only carries tool results."""
        return any(message.role == "user" and message.text for message in self.ask)


@dataclass(frozen=True, slots=True)
class History:
    """A call's messages, split where the assistant stopped: the exchanges so far, and the call's own ask.

    `prefill` is the beginning of an answer that the caller wrote itself; the model goes on from there.
    """

    past: tuple[Exchange, ...]
    ask: tuple[Message, ...]
    prefill: str = ""

    @property
    def own(self) -> Exchange:
        """The call's own exchange, which has no answer yet."""
        return Exchange(self.ask, ())


def history_of(messages: Sequence[Message]) -> History:
    """Splits a call's messages into exchanges."""
    past: list[Exchange] = []
    ask: list[Message] = []
    answer: list[Message] = []
    for message in messages:
        if message.role == "assistant":
            answer.append(message)
            continue
        if answer:
            past.append(Exchange(tuple(ask), tuple(answer)))
            ask, answer = [], []
        ask.append(message)
    return History(tuple(past), tuple(ask), "\n".join(message.text for message in answer))


def _digest(*parts: bytes) -> bytes:
    hasher = hashlib.blake2b(digest_size=_SIZE)
    for part in parts:
        hasher.update(len(part).to_bytes(8, "big"))
        hasher.update(part)
    return hasher.digest()


def fingerprint(body: bytes) -> bytes:
    """What tells a request that is sent again from all others, by its body."""
    return _digest(b"body", body)


def _words(texts: Sequence[str]) -> bytes:
    """Words without the white space between them, for that is what clients change."""
    return " ".join(" ".join(texts).split()).encode("utf-8", "surrogatepass")


def _ask_digest(ask: Sequence[Message]) -> bytes:
    answered = sorted({id for message in ask for id in message.answers})
    said = _words([message.text for message in ask if message.role == "user"])
    return _digest(said, *(id.encode("utf-8", "surrogatepass") for id in answered))


def _answer_digest(text: str, tool_ids: Sequence[str]) -> bytes:
    """White space does not count at all: where an answer went on from the caller's own beginning, clients differ."""
    letters = "".join(text.split()).encode("utf-8", "surrogatepass")
    return _digest(letters, *(id.encode("utf-8", "surrogatepass") for id in tool_ids))


def _mark(ask: Sequence[Message], answer: Sequence[Message]) -> bytes:
    text = "\n".join(message.text for message in answer)
    calls = [call.id for message in answer for call in message.tool_calls]
    return _digest(_ask_digest(ask), _answer_digest(text, [*calls, *_references(answer)]))


def _references(answer: Sequence[Message]) -> list[str]:
    return [message.item_id for message in answer if message.is_reference and message.item_id]


def _item_mark(id: str) -> bytes:
    return _digest(b"item", id.encode("utf-8", "surrogatepass"))


def marks_of(history: History) -> list[bytes]:
    """The marks that a history shows, oldest first: of each exchange, and of each item that it refers to."""
    marks: list[bytes] = []
    for exchange in history.past:
        marks.append(_mark(exchange.ask, exchange.answer))
        marks += map(_item_mark, _references(exchange.answer))
    return marks


def marks_of_turn(history: History, answer: Answer) -> list[bytes]:
    """The marks that later histories may show of a call's own turn.

    A step after tool results has a second one, for clients that leave tool calls out of what they send again:
    the words that began the turn, with this answer. And there is one for each item that may be referred to.
    """
    as_message = Message("assistant", history.prefill + answer.text, answer.tool_calls, (), -1, None)
    marks = [_mark(history.ask, [as_message])]
    if not history.own.has_words:
        begun = next((exchange.ask for exchange in reversed(history.past) if exchange.has_words), None)
        if begun is not None:
            marks.append(_mark(tuple(m for m in begun if m.role == "user"), [as_message]))
    return [*marks, *map(_item_mark, answer.item_ids)]


def idents(history: History, who: Sequence[str | None]) -> Iterator[tuple[Exchange, bytes]]:
    """Each exchange of a call, its own one last, with its ident. `who`: whoever asks (key, source, subject, space)."""
    scope = _digest(*(b"" if part is None else b"=" + part.encode("utf-8", "surrogatepass") for part in who))
    before = _START
    shown: Counter[bytes] = Counter()
    for exchange in (*history.past, history.own):
        yield exchange, _digest(scope, before, shown[before].to_bytes(8, "big"), _ask_digest(exchange.ask))
        before = _mark(exchange.ask, exchange.answer)
        shown[before] += 1


def name_of(kind: str, id: str, *, space: str | None, subject: str | None) -> bytes:
    """The name under which a conversation is found: of one subject and, where the call named one, of one space."""
    return _digest(
        kind.encode(),
        id.encode("utf-8", "surrogatepass"),
        b"" if space is None else b"=" + space.encode("utf-8", "surrogatepass"),
        b"" if subject is None else b"=" + subject.encode("utf-8", "surrogatepass"),
    )
