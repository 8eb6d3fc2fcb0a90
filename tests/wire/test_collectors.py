"""A stream cut anywhere says what its whole body says, and never breaks the reader."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.wire.dialect import DIALECTS
from app.wire.neutral import ToolCall, Usage
from app.wire.sse import LONGEST_LINE
from tests.wire import streams
from tests.wire.streams import FEW, JSON, SAID, Said, collect

MAKE: dict[str, Any] = {
    "chat": (streams.chat_events, streams.chat_body, streams.chat_answer),
    "messages": (streams.messages_events, streams.messages_body, streams.messages_answer),
    "responses": (streams.responses_events, streams.responses_body, streams.responses_answer),
}


@pytest.mark.parametrize("name", MAKE)
@FEW
@given(said=SAID, data=st.data())
def test_a_stream_cut_anywhere_is_the_same_answer(name: str, said: Said, data: st.DataObject) -> None:
    events, _, answer = MAKE[name]
    raw = data.draw(streams.wire(list(events(said))))
    pieces = data.draw(streams.cut(raw))
    assert collect(DIALECTS[name].collector(), pieces) == answer(said)
    assert collect(DIALECTS[name].collector(), [raw]) == answer(said)


@pytest.mark.parametrize("name", MAKE)
@FEW
@given(said=SAID)
def test_byte_by_byte(name: str, said: Said) -> None:
    events, _, answer = MAKE[name]
    raw = b"".join(_event(*event) for event in events(said))
    assert collect(DIALECTS[name].collector(), [bytes([byte]) for byte in raw]) == answer(said)


@pytest.mark.parametrize("name", MAKE)
@FEW
@given(said=SAID)
def test_a_whole_body_is_the_same_answer(name: str, said: Said) -> None:
    _, body, answer = MAKE[name]
    read, wanted = DIALECTS[name].read_answer(body(said)), answer(said)
    assert [json.loads(call.arguments) for call in read.tool_calls] == [
        json.loads(call.arguments) for call in wanted.tool_calls
    ]
    same = ("text", "usage", "complete", "finish", "response_id", "model", "error")
    assert [getattr(read, field) for field in same] == [getattr(wanted, field) for field in same]


@pytest.mark.parametrize("name", MAKE)
@FEW
@given(said=SAID, share=st.floats(0, 1))
def test_a_stream_that_breaks_off_is_not_complete(name: str, said: Said, share: float) -> None:
    events, _, answer = MAKE[name]
    raw = b"".join(_event(*event) for event in events(said))
    end = raw.rstrip()
    part = collect(DIALECTS[name].collector(), [end[: int(share * (len(end) - 1))]])
    assert not part.complete or (name == "chat" and part.finish is not None)
    assert answer(said).text.startswith(part.text)


@pytest.mark.parametrize("name", MAKE)
@FEW
@given(raw=st.binary(max_size=200), data=st.data())
def test_any_bytes_are_read_alike_however_they_are_cut(name: str, raw: bytes, data: st.DataObject) -> None:
    pieces = data.draw(streams.cut(raw))
    assert collect(DIALECTS[name].collector(), pieces) == collect(DIALECTS[name].collector(), [raw])


FIELDS = [
    "type",
    "id",
    "model",
    "usage",
    "choices",
    "index",
    "delta",
    "message",
    "content",
    "tool_calls",
    "function",
    "arguments",
    "name",
    "finish_reason",
    "error",
    "content_block",
    "text",
    "partial_json",
    "stop_reason",
    "response",
    "output",
    "status",
    "item",
    "output_index",
    "incomplete_details",
]
KINDS = [
    "message_start",
    "message_delta",
    "message_stop",
    "content_block_start",
    "content_block_delta",
    "text_delta",
    "input_json_delta",
    "response.created",
    "response.completed",
    "response.failed",
    "response.output_item.added",
    "response.output_text.delta",
    "response.output_item.done",
    "response.function_call_arguments.delta",
    "error",
    "message",
    "function_call",
]
ODD = st.recursive(
    JSON | st.sampled_from(KINDS) | st.just(0),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(FIELDS), inner, max_size=6),
    max_leaves=20,
)


@pytest.mark.parametrize("name", MAKE)
@FEW
@given(events=st.lists(st.dictionaries(st.sampled_from(FIELDS), ODD, max_size=6), max_size=4))
def test_odd_events_never_raise(name: str, events: list[Any]) -> None:
    collector = DIALECTS[name].collector()
    for event in events:
        collector.feed(_event(None, event))
        collector.answer()
        DIALECTS[name].read_answer(event)
        DIALECTS[name].answer_texts(event)


def _event(name: str | None, data: Any) -> bytes:
    payload = data if isinstance(data, str) else json.dumps(data)
    return (f"event: {name}\n" if name else "").encode() + f"data: {payload}\n\n".encode()


def _chat(*deltas: dict[str, Any], end: bytes = b"data: [DONE]\n\n") -> bytes:
    chunks = [{"choices": [{"index": 0, "delta": delta, "finish_reason": None}]} for delta in deltas]
    chunks.append({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
    return b"".join(_event(None, chunk) for chunk in chunks) + end


def _read(name: str, raw: bytes) -> Any:
    return collect(DIALECTS[name].collector(), [raw])


def test_asking_for_the_answer_on_the_way_changes_nothing() -> None:
    raw = _chat({"content": "one "}, {"content": "two"})
    collector = DIALECTS["chat"].collector()
    seen = []
    for at in range(len(raw)):
        collector.feed(raw[at : at + 1])
        seen.append(collector.answer().text)
    assert sorted(set(seen), key=len) == ["", "one ", "one two"]
    assert collector.answer().complete


def test_a_character_whose_halves_come_in_two_events_is_put_together() -> None:
    raw = b"".join(
        b'data: {"choices":[{"index":0,"delta":{"content":"%s"}}]}\n\n' % half for half in (rb"\ud83d", rb"\ude00")
    )
    assert _read("chat", raw).text == "😀"
    assert _read("chat", raw[: len(raw) // 2]).text == "\ufffd"


def test_data_over_several_lines_is_one_event() -> None:
    pretty = json.dumps({"choices": [{"index": 0, "delta": {"content": "hi"}, "finish_reason": "stop"}]}, indent=1)
    raw = "".join(f"data: {line}\n" for line in pretty.splitlines()).encode() + b"\ndata: [DONE]\n\n"
    assert _read("chat", raw).text == "hi"
    assert _read("chat", raw).complete


def test_malformed_json_costs_its_own_event_only() -> None:
    raw = b'data: {"choices": [{]}\n\n' + _chat({"content": "hi"})
    assert _read("chat", raw).text == "hi"


def test_events_without_a_blank_line_between_them() -> None:
    assert _read("chat", _chat({"content": "a"}, {"content": "b"}).replace(b"\n\n", b"\n")).text == "ab"


def test_numbers_that_are_none() -> None:
    raw = b'data: {"choices":[{"index":0,"delta":{"content":"hi"},"logprobs":NaN}]}\n\n'
    assert _read("chat", raw).text == "hi"


def test_a_line_without_end_is_skipped_and_bounded() -> None:
    collector = DIALECTS["chat"].collector()
    collector.feed(b'data: {"choices":[{"index":0,"delta":{"content":"')
    for _ in range(LONGEST_LINE // 2**20 + 1):
        collector.feed(b"x" * 2**20)
    assert len(collector._events._partial) == 0  # type: ignore[attr-defined]
    collector.feed(b'"}}]}\n\n' + _chat({"content": "hi"}))
    assert collector.answer().text == "hi"
    assert collector.answer().complete


def test_nesting_without_end_is_no_event() -> None:
    raw = b'data: {"a":"\\ud800","b":' + b"[" * 5000 + b"]" * 5000 + b"}\n\n"
    assert _read("chat", raw).text == ""


def test_chat_is_complete_with_a_reason_to_finish_whether_or_not_the_server_says_done() -> None:
    assert _read("chat", _chat({"content": "hi"})).complete
    assert _read("chat", _chat({"content": "hi"}, end=b"")).complete
    assert not _read("chat", b"data: [DONE]\n\n").complete
    failed = _read("chat", _chat({"content": "hi"}, end=_event(None, {"error": {"message": "broke"}})))
    assert (failed.complete, failed.error) == (False, "broke")
    assert not DIALECTS["chat"].read_answer({"choices": []}).complete
    assert not DIALECTS["chat"].read_answer({"error": {"message": "no"}}).complete


def test_chat_calls_of_servers_that_number_them_all_alike() -> None:
    def call(id: str, index: int | None) -> dict[str, Any]:
        numbered = {} if index is None else {"index": index}
        return {"tool_calls": [{**numbered, "id": id, "function": {"name": "f", "arguments": f'"{id}"'}}]}

    for index in (0, None):
        calls = _read("chat", _chat(call("a", index), call("b", index))).tool_calls
        assert calls == (ToolCall("a", "f", '"a"'), ToolCall("b", "f", '"b"'))


def test_chat_parts_old_function_calls_and_whole_arguments() -> None:
    content = [{"type": "thinking", "thinking": []}, {"type": "text", "text": "hi"}]
    old = {"function_call": {"name": "f", "arguments": "{}"}}
    answer = _read("chat", _chat({"content": content}, old))
    assert (answer.text, answer.tool_calls) == ("hi", (ToolCall("", "f", "{}"),))
    whole = {"tool_calls": [{"id": "a", "function": {"name": "f", "arguments": {"x": 1}}}]}
    assert _read("chat", _chat(whole)).tool_calls == (ToolCall("a", "f", '{"x":1}'),)


@pytest.mark.parametrize(
    ("said", "heard"), [("<think>hm</think>\n\nYes.", "Yes."), ("<think>hm", ""), ("a <think>", "a <think>")]
)
def test_thinking_at_the_beginning_is_no_word(said: str, heard: str) -> None:
    assert _read("chat", _chat(*({"content": letter} for letter in said))).text == heard


def test_messages_errors_and_ends() -> None:
    stop = _event("message_stop", {"type": "message_stop"})
    error = _event("error", {"type": "error", "error": {"type": "overloaded_error", "message": "busy"}})
    assert _read("messages", stop).complete
    assert _read("messages", error + stop).error == "busy"
    assert not _read("messages", error + stop).complete
    assert not _read("messages", b"").complete
    whole = DIALECTS["messages"].read_answer({"type": "error", "error": {"type": "x", "message": "busy"}})
    assert (whole.complete, whole.error) == (False, "busy")


def test_messages_usage_grows_and_keeps_what_is_told_once() -> None:
    start = {"input_tokens": 9, "cache_read_input_tokens": 4, "output_tokens": 1}
    raw = _event(None, {"type": "message_start", "message": {"usage": start}})
    later = {"input_tokens": 0, "output_tokens": 8, "output_tokens_details": {"thinking_tokens": 3}}
    raw += _event(None, {"type": "message_delta", "delta": {}, "usage": later})
    assert _read("messages", raw).usage == Usage(13, 8, 4, 0, 3)


def test_messages_server_tools_count_as_calls() -> None:
    block = {"type": "server_tool_use", "id": "srv_1", "name": "web_search", "input": {"query": "x"}}
    raw = _event(None, {"type": "content_block_start", "index": 0, "content_block": block})
    assert _read("messages", raw).tool_calls == (ToolCall("srv_1", "web_search", '{"query":"x"}'),)


@pytest.mark.parametrize(
    ("state", "complete"), [("completed", True), ("incomplete", True), ("failed", False), ("in_progress", False)]
)
def test_responses_states(state: str, complete: bool) -> None:
    response = {
        "id": "resp_1",
        "status": state,
        "output": [],
        "error": {"message": "no"} if state == "failed" else None,
    }
    answer = _read("responses", _event(None, {"type": f"response.{state}", "response": response}))
    assert (answer.complete, answer.response_id) == (complete, "resp_1")
    assert DIALECTS["responses"].read_answer(response) == answer
    assert not DIALECTS["responses"].read_answer({"status": "queued"}).complete


def test_responses_cut_by_length_says_so() -> None:
    response = {"status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}}
    answer = _read("responses", _event(None, {"type": "response.incomplete", "response": response}))
    assert (answer.complete, answer.finish) == (True, "max_output_tokens")


@pytest.mark.parametrize("error", [{"message": "broke"}, {"error": {"message": "broke"}}])
def test_responses_error_event(error: dict[str, Any]) -> None:
    answer = _read("responses", _event("error", {"type": "error", **error}))
    assert (answer.complete, answer.error) == (False, "broke")


@FEW
@given(said=SAID)
def test_responses_whose_end_does_not_repeat_the_items(said: Said) -> None:
    raw = b"".join(_event(*event) for event in streams.responses_events(said, bare=True))
    assert _read("responses", raw) == streams.responses_answer(said)


def test_responses_pieces_count_until_the_item_is_whole() -> None:
    added = {"type": "custom_tool_call", "call_id": "c", "name": "patch", "input": ""}
    raw = _event(None, {"type": "response.output_item.added", "output_index": 1, "item": added})
    raw += _event(None, {"type": "response.custom_tool_call_input.delta", "output_index": 1, "delta": "*** Begin"})
    raw += _event(None, {"type": "response.output_text.delta", "output_index": 0, "delta": "Done"})
    answer = _read("responses", raw)
    assert (answer.text, answer.tool_calls) == ("Done", (ToolCall("c", "patch", "*** Begin"),))


def test_responses_tools_with_types_of_their_own() -> None:
    search = {"type": "web_search_call", "id": "ws_1", "status": "completed", "action": {"query": "x"}}
    image = {"type": "image_generation_call", "id": "ig_1", "result": "aGVsbG8="}
    calls = DIALECTS["responses"].read_answer({"status": "completed", "output": [search, image]}).tool_calls
    assert calls == (
        ToolCall("ws_1", "web_search", '{"action":{"query":"x"}}'),
        ToolCall("ig_1", "image_generation", "{}"),
    )


@pytest.mark.parametrize(
    ("usage", "read"),
    [
        ({"prompt_tokens": 9, "completion_tokens": 2, "prompt_cache_hit_tokens": 4}, Usage(9, 2, 4)),
        ({"input_tokens": 9, "output_tokens": 2}, Usage(9, 2)),
        ({"prompt_tokens": 9, "total_tokens": 9}, Usage(9)),
        ({"prompt_tokens": -1, "completion_tokens": True}, Usage()),
        ({}, None),
        (None, None),
    ],
)
def test_usage_of_openai_and_its_likes(usage: Any, read: Usage | None) -> None:
    assert DIALECTS["chat"].read_answer({"usage": usage}).usage == read
