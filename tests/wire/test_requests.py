"""What is read out of the bodies of real clients, of reshaped histories, and of nonsense."""

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.wire.clients import Client, as_typed, read_client, space_name
from app.wire.dialect import DIALECTS, by_path
from app.wire.neutral import ABSENT, Message, Request, ToolCall, last_user_text, new_part
from tests.wire import shapes
from tests.wire.shapes import SHAPES, Shape, text
from tests.wire.streams import FEW, JSON


def read(shape: Shape) -> tuple[Client, Request]:
    request = DIALECTS[shape.dialect].read_request(shape.body)
    client = read_client(shape.headers, shape.dialect, shape.body, request)
    return client, as_typed(client, request)


@pytest.mark.parametrize("name", SHAPES)
def test_every_real_client_is_read(name: str) -> None:
    shape = SHAPES[name]
    before = copy.deepcopy(shape.body)
    client, request = read(shape)
    past, new = new_part(request)
    assert [(m.role, words_of(m.text)) for m in new] == [(role, words_of(text)) for role, text in shape.new]
    assert len(past) == shape.past
    assert (client.name, client.session, client.side) == (shape.client, shape.session, shape.side)
    assert (client.prompt_id, client.subagent, client.machine_identity) == (shape.prompt, shape.subagent, shape.machine)
    assert space_name(client) == shape.space
    assert client.is_coding == (shape.client is not None)
    assert request.has_tools == shape.tools
    assert {field: getattr(request, field) for field in shape.extra} == shape.extra
    assert shape.body == before


def test_all_shapes_that_were_seen_have_one_here() -> None:
    assert len(SHAPES) >= 31


@pytest.mark.parametrize("name", SHAPES)
def test_no_wrapper_and_no_system_prompt_is_anybody_s_word(name: str) -> None:
    _, request = read(SHAPES[name])
    words = "\n".join(m.text for m in request.messages)
    for marker in (
        "system-reminder",
        "environment_context",
        "INSTRUCTIONS",
        "command-",
        "being continued",
        "You are opencode",
    ):
        assert marker not in words


def test_indexes_are_those_of_the_body_s_list() -> None:
    _, request = read(SHAPES["claude-code after tool call"])
    assert [m.index for m in request.messages] == [0, 2, 3]
    assert request.messages[1].tool_calls == (ToolCall("toolu_9d2ef78fc12f42cd", "Bash", '{"cmd":"ls"}'),)
    assert request.messages[2].answers == ("toolu_9d2ef78fc12f42cd",)
    _, request = read(SHAPES["codex after tool call"])
    assert [(m.index, m.item_id) for m in request.messages[2:]] == [(4, "fc_eeb99d284dce"), (5, "fco_1")]


def test_results_and_words_in_one_message_are_two_messages_of_one_index() -> None:
    content = [*shapes.tool_result()["content"], text(shapes.TODO), text("and now?")]
    request = DIALECTS["messages"].read_request({"messages": [shapes.tool_use(), {"role": "user", "content": content}]})
    assert [(m.role, m.text, m.index) for m in new_part(request)[1]] == [("tool", "", 1), ("user", "and now?", 1)]
    assert last_user_text(request) == "and now?"


def test_cache_marks_are_seen_wherever_they_stand() -> None:
    messages, responses = DIALECTS["messages"], DIALECTS["responses"]
    mark = shapes.MARK
    for body in (
        mark,
        {"system": [text("a", **mark)]},
        {"tools": [{"name": "t", **mark}]},
        {"messages": [{"role": "user", "content": [text("a", **mark)]}]},
        {"messages": [{"role": "user", "content": [{"type": "tool_result", "content": [text("a", **mark)]}]}]},
    ):
        assert messages.read_request(body).has_cache_marks
    assert not messages.read_request({"messages": [{"role": "user", "content": "cache_control"}]}).has_cache_marks
    assert not responses.read_request({"input": "cache_control"}).has_cache_marks


def test_titles_are_schemas_with_nothing_but_a_title() -> None:
    schema, more = shapes.TITLE_SCHEMA, {"type": "object", "properties": {"title": {}, "year": {}}}
    for wanted, title in ((schema, True), (more, False)):
        chat = {"response_format": {"type": "json_schema", "json_schema": {"name": "t", "schema": wanted}}}
        assert DIALECTS["chat"].read_request(chat).title_schema is title
        messages = {"output_config": {"format": {"type": "json_schema", "schema": wanted}}}
        assert DIALECTS["messages"].read_request(messages).title_schema is title
        responses = {"text": {"format": {"type": "json_schema", "name": "t", "schema": wanted}}}
        assert DIALECTS["responses"].read_request(responses).title_schema is title


def test_an_absent_end_user_is_not_an_empty_one() -> None:
    assert DIALECTS["chat"].read_request({}).end_user is ABSENT
    assert DIALECTS["chat"].read_request({"user": ""}).end_user == ""
    assert DIALECTS["responses"].read_request({"user": None}).end_user is None
    assert DIALECTS["messages"].read_request({"metadata": {}}).end_user is ABSENT
    assert DIALECTS["messages"].read_request({"metadata": {"user_id": " a "}}).end_user == " a "


def test_responses_conversation_by_name_or_object() -> None:
    for conversation, id in (("conv_1", "conv_1"), ({"id": "conv_1"}, "conv_1"), (None, None), (7, None), ("", None)):
        assert DIALECTS["responses"].read_request({"conversation": conversation}).conversation_id == id


def test_images_thinking_and_results_are_dropped() -> None:
    image = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}
    body: dict[str, Any] = {"messages": [{"role": "user", "content": [image, text("what is it?")]}]}
    assert DIALECTS["chat"].read_request(body).messages[0].text == "what is it?"
    content = [{"type": "thinking", "thinking": "hm"}, {"type": "redacted_thinking", "data": "x"}, text("a cat")]
    assert DIALECTS["messages"].read_request({"messages": [{"role": "assistant", "content": content}]}).messages == (
        Message("assistant", "a cat", (), (), 0, None),
    )
    items = [{"type": "reasoning", "summary": []}, shapes.item("user", "hi")]
    assert [m.text for m in DIALECTS["responses"].read_request({"input": items}).messages] == ["hi"]


def test_a_reference_to_an_item_stands_for_what_the_model_said() -> None:
    items = [shapes.item("user", "hi"), {"type": "item_reference", "id": "msg_1"}, shapes.item("user", "and?")]
    read = DIALECTS["responses"].read_request({"input": items}).messages
    assert [(m.role, m.text, m.is_reference) for m in read] == [
        ("user", "hi", False),
        ("assistant", "", True),
        ("user", "and?", False),
    ]


def test_old_and_custom_calls_are_read() -> None:
    calls = [{"id": "a", "type": "custom", "custom": {"name": "patch", "input": "*** Begin"}}]
    old = {"name": "look", "arguments": "{}"}
    body = {"messages": [{"role": "assistant", "content": None, "tool_calls": calls, "function_call": old}]}
    (message,) = DIALECTS["chat"].read_request(body).messages
    assert message.tool_calls == (ToolCall("a", "patch", "*** Begin"), ToolCall("", "look", "{}"))
    items = [
        {"type": "custom_tool_call", "call_id": "c", "name": "patch", "input": "x"},
        {"type": "custom_tool_call_output", "call_id": "c", "output": "y"},
        {"type": "local_shell_call", "call_id": "s", "action": {"command": ["ls"]}},
        {"type": "mcp_approval_response", "approval_request_id": "m", "approve": True},
    ]
    read = DIALECTS["responses"].read_request({"input": items}).messages
    assert [(m.role, m.answers) for m in read] == [
        ("assistant", ()),
        ("tool", ("c",)),
        ("assistant", ()),
        ("tool", ("m",)),
    ]
    assert read[2].tool_calls == (ToolCall("s", "local_shell", '{"action":{"command":["ls"]}}'),)


def test_the_summary_of_a_compacted_history_separates_like_an_answer() -> None:
    content = [text(shapes.SUMMARY), text("next question")]
    request = DIALECTS["messages"].read_request({"messages": [{"role": "user", "content": content}]})
    assert [(m.role, m.text) for m in request.messages] == [("assistant", ""), ("tool", ""), ("user", "next question")]
    for summary, same in ((shapes.SUMMARY, True), (f"{shapes.SUMMARY} \n", True), (f"{shapes.SUMMARY} More.", False)):
        other = DIALECTS["chat"].read_request({"messages": [{"role": "user", "content": summary}]})
        assert (other.messages[1].answers == request.messages[1].answers) is same


# --- the same history, sent again in another shape ----------------------------------------------------------


def words_of(text: str) -> str:
    """The words, whatever white space a client puts around and between them."""
    return " ".join(text.split())


def _said(request: Request) -> list[tuple[str, str, tuple[str, ...]]]:
    """Roles and words, with neighbours of one role put together, as a client may do."""
    said: list[tuple[str, str, tuple[str, ...]]] = []
    for message in request.messages:
        ids = (*(call.id for call in message.tool_calls), *message.answers)
        if said and said[-1][0] == message.role:
            role, words, before = said.pop()
            said.append((role, "\n".join(filter(None, (words, message.text))), (*before, *ids)))
        else:
            said.append((message.role, message.text, ids))
    return [(role, words_of(words), ids) for role, words, ids in said]


WORDS = (
    st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=12)
    .map(str.strip)
    .filter(lambda words: words and not words.startswith(("<", "#", "[")))
)
TURNS = st.lists(st.tuples(WORDS, st.lists(WORDS, max_size=2), WORDS, st.booleans()), min_size=1, max_size=4)


def _history(turns: list[Any]) -> list[dict[str, Any]]:
    messages: list[dict[str, Any]] = []
    for n, (first, more, answer, tool) in enumerate(turns):
        messages += [{"role": "user", "content": words} for words in (first, *more)]
        if tool:
            messages += [shapes.tool_use(f"toolu_{n}"), shapes.tool_result(f"toolu_{n}")]
        messages.append({"role": "assistant", "content": answer})
    return messages


@FEW
@given(turns=TURNS, data=st.data())
def test_a_history_whose_bytes_shift_says_the_same(turns: list[Any], data: st.DataObject) -> None:
    plain = _history(turns)
    shifted: list[dict[str, Any]] = []
    for message in copy.deepcopy(plain):
        content: list[Any] = message["content"] if isinstance(message["content"], list) else [text(message["content"])]
        if message["role"] == "user":
            for part in content:
                if part["type"] == "tool_result":
                    used = data.draw(st.integers(0, 99999))
                    part["content"] += f"\n<system-reminder>Token usage: {used}/200000</system-reminder>"
            if data.draw(st.booleans()):
                content.insert(0, text(shapes.TODO))
            if data.draw(st.booleans()):
                content[-1]["cache_control"] = {"type": "ephemeral"}
            if shifted and shifted[-1]["role"] == "user" and data.draw(st.booleans()):
                if shifted[-1]["content"][-1]["type"] == "text":
                    shifted[-1]["content"][-1]["text"] += "\n"
                shifted[-1]["content"] += content
                continue
        shifted.append({"role": message["role"], "content": content})
        if data.draw(st.booleans()):
            shifted.append(shapes.role_system(marked=data.draw(st.booleans())))
    dialect = DIALECTS["messages"]
    assert _said(dialect.read_request({"messages": shifted})) == _said(dialect.read_request({"messages": plain}))


@FEW
@given(turns=TURNS)
def test_chat_strings_and_parts_say_the_same(turns: list[Any]) -> None:
    plain = [m for m in _history(turns) if isinstance(m["content"], str)]
    parts = [{**m, "content": [text(m["content"] + "\n")]} for m in plain]
    dialect = DIALECTS["chat"]
    assert _said(dialect.read_request({"messages": parts})) == _said(dialect.read_request({"messages": plain}))


@FEW
@given(turns=TURNS)
def test_a_responses_string_is_one_user_item(turns: list[Any]) -> None:
    words = turns[0][0]
    dialect = DIALECTS["responses"]
    assert (
        dialect.read_request({"input": words}).messages
        == dialect.read_request({"input": [{"role": "user", "content": words}]}).messages
    )


# --- nonsense -----------------------------------------------------------------------------------------------

FIELDS = [
    "messages",
    "input",
    "system",
    "instructions",
    "role",
    "content",
    "type",
    "text",
    "tool_calls",
    "function",
    "name",
    "arguments",
    "tools",
    "metadata",
    "user",
    "user_id",
    "conversation",
    "response_format",
    "output_config",
    "stream_options",
    "json_schema",
    "schema",
    "properties",
    "tool_use_id",
    "client_metadata",
    "x-codex-turn-metadata",
    "cache_control",
    "tool_call_id",
    "call_id",
    "id",
]
VALUES = [
    "user",
    "assistant",
    "system",
    "tool",
    "text",
    "tool_result",
    "tool_use",
    "message",
    "function_call",
    "{}",
    "<cwd>",
]
ODD = st.recursive(
    JSON | st.sampled_from(VALUES),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(FIELDS), inner, max_size=5),
    max_leaves=25,
)


@pytest.mark.parametrize("name", DIALECTS)
@FEW
@given(body=st.dictionaries(st.sampled_from(FIELDS), ODD, max_size=6))
def test_odd_bodies_never_raise(name: str, body: dict[str, Any]) -> None:
    dialect = DIALECTS[name]
    request = dialect.read_request(body)
    client = read_client({"x-codex-turn-metadata": json.dumps(body.get("metadata"))}, name, body, request)
    as_typed(client, request)
    space_name(client)
    for edit in (dialect.strip_block, dialect.request_usage):
        edit(copy.deepcopy(body))
    for where in ("after_system", "tail"):
        dialect.place(copy.deepcopy(body), "block", where, None)  # type: ignore[arg-type]
    dialect.place_all(copy.deepcopy(body), [(0, "block"), (7, "block"), (-1, "block")])


def test_deep_and_broken_values_never_raise() -> None:
    deep: Any = []
    for _ in range(900):
        deep = [deep]
    call = {"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "f", "input": {"deep": deep}}]}
    DIALECTS["messages"].read_request({"messages": [call]})
    broken = [{"role": "user", "content": "half \ud83d"}, {"role": "assistant", "content": "\ud83d"}]
    assert DIALECTS["chat"].read_request({"messages": broken}).messages[1].text == "\ufffd"


def test_dialects_are_found_by_path() -> None:
    assert {path: dialect.name for path, dialect in by_path.items()} == {
        "/v1/chat/completions": "chat",
        "/v1/messages": "messages",
        "/v1/responses": "responses",
    }
