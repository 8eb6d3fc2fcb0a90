"""Recording: a finished call becomes a line of the log and, when it is to be remembered, a turn. No HTTP, no I/O.

`record` runs inside a write transaction of the recorder's, after the answer's last byte; the order of recording is
the order in which answers ended, so a call always finds the turns that its history shows.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import orjson

from app.guard import redact
from app.memory.indexing import index_messages
from app.memory.late import Stays, what_stays
from app.memory.turns import History, idents, marks_of, marks_of_turn, name_of
from app.wire.neutral import Answer
from app.world import World
from storage.db import Row, Tx
from storage.model import Call, CallMemory, Conversation, Role, ToolUse
from storage.sql import calls, conversations, forgetting, memories, routing, scopes
from storage.sql.calls import CallTexts

RETRY_WINDOW_MS = 10 * 60 * 1000
"""A call without history that comes again within this time is a retry; later, somebody says the same again."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a call's turn belongs: who asks, and by which names its conversation may be found, strongest first.

    `space_named` is False for a space that was inferred, or taken for want of one: a client's session then stays one
    conversation, also when some of its calls don't say where it works.
    """

    key_id: str
    source: str | None
    space: str
    subject: str | None
    space_named: bool = True
    names: tuple[tuple[str, str], ...] = ()
    previous: str | None = None
    response_id: str | None = None
    agent: str | None = None

    @property
    def who(self) -> tuple[str | None, ...]:
        """The parts of a turn's identity that aren't words; `previous` is the answer that the call builds on.

        The conversation's strongest name is one: who says the same in another session does not say it again.
        """
        asker = (self.key_id, self.source, self.space, self.subject, self.previous, self.agent)
        return (*asker, *self.names[0]) if self.names else asker

    def name(self, kind: str, id: str) -> bytes:
        """A conversation's name as it is stored."""
        return name_of(kind, id, space=self.space if self.space_named else None, subject=self.subject)


@dataclass(frozen=True, slots=True)
class Finished:
    """A call that has ended, with all that recording it needs. `remembered` is False where memory has no part in it.

    `epoch` is `app.memory.late.Epochs.now()` as the call began; `body` is a fingerprint of a request without a past.
    """

    call: Call
    origin: Origin
    history: History | None
    answer: Answer | None
    remembered: bool
    keep_texts: bool
    epoch: int
    body: bytes = b""
    got: tuple[CallMemory, ...] = ()
    block: str | None = None
    provider_id: str | None = None


@dataclass(frozen=True, slots=True)
class Words:
    """What was said in a call, fit to store. `asked` are its own new messages, not the history that it re-sent."""

    asked: tuple[str, ...]
    answer: str
    tools: tuple[ToolUse, ...]


def words_of(finished: Finished) -> Words:
    """The words of a call, with credentials replaced. Long ones take a while: no transaction should wait for it."""
    ask = finished.history.ask if finished.history is not None else ()
    asked = tuple(_clean(message.text) for message in ask if message.role == "user" and message.text)
    answer = finished.answer
    if answer is None:
        return Words(asked, "", ())
    prefill = finished.history.prefill if finished.history is not None else ""
    tools = tuple(ToolUse(_clean(tool.name), _clean(tool.arguments)) for tool in answer.tool_calls)
    return Words(asked, _clean(prefill + answer.text), tools)


def record(tx: Tx, world: World, finished: Finished, words: Words) -> str | None:
    """Writes a call, and its turn when it has one. Returns the id of the turn's conversation, if one learns from it.

    Of what was erased while the call ran nothing is written.
    """
    stays = what_stays(tx, finished.call, finished.epoch)
    finished = _less(tx, finished, stays)
    call, conversation = finished.call, None
    if finished.remembered and call.complete and finished.history is not None and finished.answer is not None:
        turn_id, conversation = _record_turn(tx, world, finished, finished.history, finished.answer, words)
        call = replace(call, turn_id=turn_id)
    calls.insert(tx, call, _texts(finished, words) if finished.keep_texts else None, finished.got)
    if finished.block is not None and finished.history is not None:
        calls.keep_block(tx, call, own_anchor(finished.history, finished.origin), finished.block)
    if finished.origin.response_id is not None and finished.provider_id is not None:
        routing.remember_response(tx, call.project, finished.origin.response_id, finished.provider_id, call.at)
    if conversation is not None and not stays.learned:
        forgetting.never_learn(tx, call.project, conversation)
        return None
    return conversation


def _less(tx: Tx, finished: Finished, stays: Stays) -> Finished:
    """The call without what must not come back."""
    if not stays.recalled:
        known = tuple(one for one in finished.got if memories.by_id(tx, finished.call.project, one.memory_id))
        finished = replace(finished, block=None, got=known)
    if not stays.words:
        finished = replace(finished, remembered=False, keep_texts=False, got=())
    return finished


def own_anchor(history: History, origin: Origin) -> bytes:
    """The anchor of a call's own ask: its turn's ident."""
    *_, (_, ident) = idents(history, origin.who)
    return ident


def _record_turn(
    tx: Tx, world: World, finished: Finished, history: History, answer: Answer, words: Words
) -> tuple[str, str]:
    call, origin = finished.call, finished.origin
    ident = own_anchor(history, origin)
    marks = marks_of_turn(history, answer) + ([finished.body] if finished.body else [])
    known = conversations.turn_by_ident(tx, call.project, ident)
    if known is not None and _is_retry(tx, known, finished, history):
        conversation = conversations.by_num(tx, call.project, known["conversation"])
        assert conversation is not None
        answered = conversations.replace_answer(tx, known["num"], words.answer, words.tools)
        if answered is not None and conversation.state == "read":
            index_messages(tx, call.project, conversation, [answered])
        conversations.add_marks(tx, call.project, known["num"], marks)
        _name(tx, conversation, origin)
        return known["id"], conversation.id

    conversation = _find(tx, call.project, history, origin) or _begin(tx, world, call, origin)
    _name(tx, conversation, origin)
    turn_id = world.new_id("trn")
    turn = conversations.add_turn(
        tx,
        conversation,
        turn_id,
        ident=ident,
        agent=origin.agent,
        at=call.at,
        asked=call.mode == "write",
        model=call.model,
    )
    conversations.add_marks(tx, call.project, turn, marks)
    said: list[tuple[Role, str, Sequence[ToolUse]]] = [(_role_of_ask(origin), text, ()) for text in words.asked]
    said.append(("assistant", words.answer, words.tools))
    for role, text, used in said:
        if text or used:
            conversations.add_message(tx, conversation, turn, world.new_id("msg"), role, text, used, call.at)
    return turn_id, conversation.id


def _is_retry(tx: Tx, known: Row, finished: Finished, history: History) -> bool:
    """Whether the same words, asked before, are the same call: surely with the same past, else by the whole body.

    Without a past the words alone don't tell: the picture that they are about, or the system prompt, may differ.
    """
    if history.past:
        return True
    call = finished.call
    soon = bool(known["newest"]) and call.at - known["at"] < RETRY_WINDOW_MS
    return soon and conversations.has_mark(tx, call.project, finished.body, known["num"])


def _find(tx: Tx, project: int, history: History, origin: Origin) -> Conversation | None:
    """By the names that the call bears, else by the history that it shows. A caller's own name is the last word."""
    for kind, id in origin.names:
        found = conversations.by_name(tx, project, origin.name(kind, id))
        if found is not None or kind == OWN_NAME:
            return found
    return conversations.continued_by(tx, project, marks_of(history), space=origin.space, subject=origin.subject)


OWN_NAME = "own"
"""The kind of name that the caller chose itself, by `x-loregate-conversation`."""


def _begin(tx: Tx, world: World, call: Call, origin: Origin) -> Conversation:
    scopes.ensure_space(tx, call.project, origin.space, call.at)
    scopes.ensure_subject(tx, call.project, origin.subject)
    return conversations.insert(
        tx,
        world.new_id("con"),
        call.project,
        space=origin.space,
        subject=origin.subject,
        source=origin.source,
        at=call.at,
    )


def _name(tx: Tx, conversation: Conversation, origin: Origin) -> None:
    names = list(origin.names)
    if origin.response_id is not None:
        names.append(("response", origin.response_id))
    for kind, id in names:
        name = origin.name(kind, id)
        if conversations.by_name(tx, conversation.project, name) is None:
            conversations.add_name(tx, conversation.project, name, conversation.num)


def _role_of_ask(origin: Origin) -> Role:
    """What a subagent is asked was written by the model that sent it, not by a person."""
    return "user" if origin.agent is None else "assistant"


def _texts(finished: Finished, words: Words) -> CallTexts:
    prompt = [{"role": "user", "text": text} for text in words.asked]
    tools = [{"name": tool.name, "arguments": tool.arguments} for tool in words.tools]
    answer = orjson.dumps({"text": words.answer, "tool_calls": tools})
    return CallTexts(finished.origin.subject, orjson.dumps(prompt).decode(), answer.decode())


def _clean(text: str) -> str:
    """Text fit to store: credentials replaced, and halves of characters too, which UTF-8 can't hold."""
    return redact(text.encode("utf-8", "replace").decode("utf-8")).text
