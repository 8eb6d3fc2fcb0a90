"""Turn identity: histories that are sent again show the turns that were stored, whatever happened to white space."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from app.memory.turns import History, history_of, idents, marks_of, marks_of_turn
from app.wire.neutral import Answer, Message, ToolCall

WHO = ("key", None, "default", None)
TEXT = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12).filter(str.strip)
STEP = st.tuples(st.lists(TEXT, min_size=1, max_size=2), TEXT, st.booleans())
"""What the user says, what is answered, and whether a tool is called on the way."""


def user(text: str) -> Message:
    return Message("user", text, (), (), 0, None)


def said(text: str, calls: Sequence[ToolCall] = ()) -> Message:
    return Message("assistant", text, tuple(calls), (), 0, None)


def result(id: str) -> Message:
    return Message("tool", "", (), (id,), 0, None)


def answer(text: str, calls: Sequence[ToolCall] = ()) -> Answer:
    return Answer(text, tuple(calls), None, True, "stop", None, None, None)


def played(steps: Sequence[tuple[list[str], str, bool]]) -> list[tuple[list[Message], Answer]]:
    """The calls of a conversation: the messages of each, and its answer."""
    calls: list[tuple[list[Message], Answer]] = []
    history: list[Message] = []
    for number, (asked, answered, with_tool) in enumerate(steps):
        history = history + [user(text) for text in asked]
        if with_tool:
            call = ToolCall(f"call_{number}", "look", "{}")
            calls.append((history, answer("", [call])))
            history = [*history, said("", [call]), result(call.id)]
        calls.append((history, answer(answered)))
        history = [*history, said(answered)]
    return calls


@given(steps=st.lists(STEP, min_size=1, max_size=6), data=st.data())
def test_a_later_history_shows_every_turn_in_its_place(
    steps: list[tuple[list[str], str, bool]], data: st.DataObject
) -> None:
    calls = played(steps)
    stored = [marks_of_turn(history_of(messages), given_) for messages, given_ in calls]
    anchors = [own_ident(history_of(messages)) for messages, _ in calls]
    space = data.draw(st.sampled_from(["", " ", "\n", "  \n"]))
    last = [
        Message(m.role, f"{space}{m.text}{space}" if m.text else "", m.tool_calls, m.answers, m.index, m.item_id)
        for m in calls[-1][0]
    ]
    shown = marks_of(history_of(last))
    assert all(shown[n] in stored[n] for n in range(len(shown)))
    assert [ident for _, ident in idents(history_of(last), WHO)] == anchors
    assert len(set(anchors)) == len(anchors)


@given(steps=st.lists(STEP, min_size=2, max_size=5))
def test_a_client_that_leaves_tool_calls_out_is_still_known(steps: list[tuple[list[str], str, bool]]) -> None:
    calls = played(steps)
    bare = [m for m in calls[-1][0] if m.role != "tool" and not m.tool_calls]
    stored = {mark for messages, given_ in calls for mark in marks_of_turn(history_of(messages), given_)}
    assert set(marks_of(history_of(bare))) <= stored


@given(steps=st.lists(STEP, min_size=1, max_size=4), other=st.sampled_from([("k2",), ("key", "bot")]))
def test_nobody_elses_call_is_a_retry(steps: list[tuple[list[str], str, bool]], other: tuple[str, ...]) -> None:
    history = history_of(played(steps)[-1][0])
    assert own_ident(history) != own_ident(history, (*other, *WHO[len(other) :]))


def test_an_answer_that_the_caller_began_is_one_turn() -> None:
    history = history_of([user("count"), said("one, ")])
    assert (history.past, history.prefill) == ((), "one, ")
    (mark,) = marks_of_turn(history, answer("two"))
    for sent_again in ([said("one, two")], [said("one, "), said("two")], [said("one,two")]):
        assert mark in marks_of(history_of([user("count"), *sent_again, user("more")]))


def own_ident(history: History, who: Sequence[str | None] = WHO) -> bytes:
    return list(idents(history, who))[-1][1]
