"""A block goes in where it belongs, changes nothing else, and comes out again."""

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.wire.block import render
from app.wire.dialect import DIALECTS
from tests.wire import shapes
from tests.wire.shapes import SHAPES, message, text
from tests.wire.streams import FEW

BLOCK = render("n1", [{"text": "Ana works at Acme."}])
OTHER = render("n2", [{"text": "Ana likes tea."}])


def normal(value: Any) -> Any:
    """A body's meaning: a text and a list of that one text are the same, and so are no system prompt and an empty."""
    if isinstance(value, list):
        return [normal(entry) for entry in value]
    if not isinstance(value, dict):
        return value
    known = {key: normal(entry) for key, entry in value.items() if entry not in ("", [], None)}
    for key in ("content", "system", "input"):
        if isinstance(known.get(key), str):
            words = {"type": "message", "role": "user", "content": known[key]} if key == "input" else text(known[key])
            known[key] = [normal(words)]
    return known


BODIES = [pytest.param(shape.dialect, shape.body, id=name) for name, shape in SHAPES.items() if shape.body]


@pytest.mark.parametrize(("name", "body"), BODIES)
@pytest.mark.parametrize("where", ["after_system", "tail"])
def test_what_was_placed_comes_out_again(name: str, body: dict[str, Any], where: Any) -> None:
    dialect, edited = DIALECTS[name], copy.deepcopy(body)
    before = dict(edited)
    kept = copy.deepcopy(before)
    dialect.place(edited, BLOCK, where, None)
    assert str(edited).count(repr(BLOCK)[1:-1]) == 1
    assert before == kept, "nothing that the body shares with others may change"
    assert dialect.strip_block(edited)
    if "messages" in body or "input" in body:
        assert normal(edited) == normal(body)
    assert not dialect.strip_block(edited)


@pytest.mark.parametrize(("name", "body"), BODIES)
def test_a_block_is_nobody_s_word(name: str, body: dict[str, Any]) -> None:
    dialect, edited = DIALECTS[name], copy.deepcopy(body)
    dialect.place(edited, BLOCK, "tail", None)
    read = dialect.read_request(edited)
    assert [(m.role, m.text) for m in read.messages] == [(m.role, m.text) for m in dialect.read_request(body).messages]


PIECES = st.sampled_from(["user", "parts", "assistant", "tools", "system"])


def _body(name: str, kinds: list[str]) -> dict[str, Any]:
    kind = "input_text" if name == "responses" else "text"
    made: list[dict[str, Any]] = []
    for n, piece in enumerate(kinds):
        if piece == "tools":
            made += {
                "chat": shapes.chat_call(f"c{n}", None),
                "messages": [shapes.tool_use(f"t{n}"), shapes.tool_result(f"t{n}")],
                "responses": [{**call, "call_id": f"c{n}"} for call in shapes.CODEX_CALL],
            }[name]
        elif piece == "parts":
            made.append(message("user", [{"type": kind, "text": f"words {n}"}]))
        else:
            made.append(message(piece, f"words {n}"))
    return {"model": "m", "input" if name == "responses" else "messages": made, "unknown": {"x": [1]}}


@pytest.mark.parametrize("name", DIALECTS)
@FEW
@given(kinds=st.lists(PIECES, max_size=8), data=st.data())
def test_many_blocks_go_to_the_places_they_had(name: str, kinds: list[str], data: st.DataObject) -> None:
    dialect, body = DIALECTS[name], _body(name, kinds)
    key = "input" if name == "responses" else "messages"
    users = [at for at, entry in enumerate(body[key]) if entry.get("role") == "user"]
    places = data.draw(st.lists(st.sampled_from(users), unique=True, max_size=4)) if users else []
    blocks = [(at, render(f"n{at}", [{"text": f"note {at}"}])) for at in places]
    edited = copy.deepcopy(body)
    dialect.place_all(edited, blocks)
    for at, block in blocks:
        _assert_right_behind(name, edited[key], body[key][at], block)
    one_by_one = copy.deepcopy(body)
    for at, block in sorted(blocks, reverse=True):
        dialect.place(one_by_one, block, "tail", at)
    assert one_by_one == edited
    assert dialect.strip_block(edited) == bool(blocks)
    assert normal(edited) == normal(body)


def _assert_right_behind(name: str, edited: list[Any], original: dict[str, Any], block: str) -> None:
    if name == "messages":
        (holder,) = [entry for entry in edited if entry["content"] and entry["content"][-1] == text(block)]
        assert normal(holder)["content"][:-1] == normal(original)["content"]
    else:
        (at,) = [at for at, entry in enumerate(edited) if block in str(entry) or repr(block)[1:-1] in str(entry)]
        assert edited[at - 1] == original


def test_places_that_are_no_user_message_are_passed_over() -> None:
    for name, dialect in DIALECTS.items():
        body = _body(name, ["user", "assistant", "tools"])
        edited = copy.deepcopy(body)
        places = [(at, BLOCK) for at in (-1, 1, 2, 99)]
        dialect.place_all(edited, places)
        assert edited == body


def test_chat_after_system() -> None:
    body = {
        "messages": [message("system", "a"), message("developer", "b"), message("user", "c"), message("system", "d")]
    }
    DIALECTS["chat"].place(body, BLOCK, "after_system", None)
    assert [m["content"] for m in body["messages"]] == ["a", "b", BLOCK, "c", "d"]
    alone = {"messages": [message("user", "c")]}
    DIALECTS["chat"].place(alone, BLOCK, "after_system", None)
    assert alone["messages"] == [message("system", BLOCK), message("user", "c")]


def test_chat_speaks_of_developers_where_the_caller_does() -> None:
    for role in ("system", "developer"):
        body = {"messages": [message(role, "a"), message("user", "b")]}
        for where in ("after_system", "tail"):
            DIALECTS["chat"].place(body, BLOCK, where, None)  # type: ignore[arg-type]
        assert [m["role"] for m in body["messages"]] == [role, role, "user", role]


def test_chat_tail_is_a_message_of_its_own_right_behind_the_user_s() -> None:
    body = {
        "messages": [message("user", "a"), message("assistant", "b"), message("user", "c"), *shapes.chat_call("x", "")]
    }
    DIALECTS["chat"].place(body, BLOCK, "tail", None)
    assert [m["role"] for m in body["messages"]] == ["user", "assistant", "user", "system", "assistant", "tool"]


@pytest.mark.parametrize(
    ("system", "before"),
    [
        ("Be kind.", [text("Be kind.")]),
        ([text("Be kind.", **shapes.MARK)], [text("Be kind.", **shapes.MARK)]),
        (None, []),
        ("", []),
        ([], []),
    ],
)
def test_messages_after_system_is_the_last_block(system: Any, before: list[Any]) -> None:
    body = {"system": system, "messages": [message("user", "c")]}
    DIALECTS["messages"].place(body, BLOCK, "after_system", None)
    assert body == {"system": [*before, text(BLOCK)], "messages": [message("user", "c")]}


def test_messages_without_system_have_none_again_afterwards() -> None:
    body: dict[str, Any] = {"messages": [message("user", "c")]}
    DIALECTS["messages"].place(body, BLOCK, "after_system", None)
    DIALECTS["messages"].strip_block(body)
    assert body == {"messages": [message("user", "c")]}


def test_messages_tail_goes_behind_results_and_bears_no_mark() -> None:
    body = {"messages": [shapes.tool_use(), shapes.tool_result(**shapes.MARK)]}
    DIALECTS["messages"].place(body, BLOCK, "tail", None)
    assert body["messages"][1]["content"] == [*shapes.tool_result(**shapes.MARK)["content"], text(BLOCK)]


def test_responses_string_becomes_a_list() -> None:
    for where, at in (("after_system", 0), ("tail", 1)):
        body: dict[str, Any] = {"input": "hi", "instructions": "Be kind."}
        DIALECTS["responses"].place(body, BLOCK, where, None)  # type: ignore[arg-type]
        assert body["instructions"] == "Be kind."
        assert [item["role"] for item in body["input"]] == (["developer", "user"] if at == 0 else ["user", "developer"])
        assert body["input"][at]["content"] == [{"type": "input_text", "text": BLOCK}]


def test_responses_after_the_leading_developer_items() -> None:
    body = shapes.codex_body([*shapes.CODEX_START, shapes.item("user", "hi")])
    DIALECTS["responses"].place(body, BLOCK, "after_system", None)
    assert [item["role"] for item in body["input"]] == ["developer", "developer", "developer", "user", "user"]


def test_a_block_in_the_middle_of_what_a_client_sends_back() -> None:
    for name, dialect in DIALECTS.items():
        key = "input" if name == "responses" else "messages"
        body = {key: [message("user", f"before\n{BLOCK}\nafter\n\n{OTHER}")], "model": "m"}
        assert dialect.strip_block(body)
        assert body == {key: [message("user", "before\nafter")], "model": "m"}
    body = {"input": f"hi\n\n{BLOCK}"}
    assert DIALECTS["responses"].strip_block(body)
    assert body == {"input": "hi"}
    assert not DIALECTS["responses"].strip_block(body)


def test_what_the_assistant_and_its_tools_say_is_left_alone() -> None:
    body = {"messages": [message("assistant", BLOCK), shapes.tool_result(said=BLOCK)]}
    before = copy.deepcopy(body)
    assert not DIALECTS["messages"].strip_block(body)
    assert body == before
    assert DIALECTS["messages"].read_request(body).messages[0].text == ""
