"""Errors and questions in each dialect's own shape."""

import json
from typing import Any

import pytest

from app.wire.dialect import DIALECTS

KINDS = [
    (400, "invalid_request_error"),
    (401, "authentication_error"),
    (403, "permission_error"),
    (404, "not_found_error"),
    (409, "invalid_request_error"),
    (413, "request_too_large"),
    (415, "invalid_request_error"),
    (429, "rate_limit_error"),
    (500, "api_error"),
    (503, "api_error"),  # Claude Code tries an overloaded server again, whatever `x-should-retry` says
    (529, "overloaded_error"),
    (507, "api_error"),
]


@pytest.mark.parametrize(("status", "kind"), KINDS)
def test_error_bodies(status: int, kind: str) -> None:
    for name in ("chat", "responses"):
        body = DIALECTS[name].error_body(status, "some_code", "Do this.")
        assert body == {"error": {"message": "Do this.", "type": kind, "code": "some_code", "param": None}}
    body = DIALECTS["messages"].error_body(status, "some_code", "Do this.")
    assert body == {"type": "error", "error": {"type": kind, "message": "Do this.", "code": "some_code"}}


@pytest.mark.parametrize("name", DIALECTS)
def test_a_cut_stream_s_event_is_an_error_and_no_end(name: str) -> None:
    event = DIALECTS[name].stream_error("upstream_failed", "Try again:\nnow")
    assert event.endswith(b"\n\n")
    assert event.count(b"\n\n") == 1
    assert event.startswith(b"event: error\ndata: " if name != "chat" else b"data: {")
    assert b"DONE" not in event
    collector = DIALECTS[name].collector()
    collector.feed(event)
    assert (collector.answer().error, collector.answer().complete) == ("Try again:\nnow", False)


def test_the_responses_event_stands_after_all_others_and_tells_it_twice() -> None:
    raw = DIALECTS["responses"].stream_error("upstream_failed", "Try again.")
    event = json.loads(raw.split(b"data: ")[1])
    assert event["type"] == "error"
    assert event["sequence_number"] > 10**9
    assert event["message"] == event["error"]["message"] == "Try again."


SCHEMA = {"type": "object", "properties": {"memories": {"type": "array"}}}


def _ask(name: str, schema: dict[str, Any] | None = SCHEMA) -> dict[str, Any]:
    return DIALECTS[name].ask("m", "Learn.", {"task": "extract", "text": "größe"}, schema, 900)


def test_questions_are_json_in_one_user_message() -> None:
    user = '{"task":"extract","text":"größe"}'
    chat, messages, responses = (_ask(name) for name in ("chat", "messages", "responses"))
    assert chat["messages"] == [{"role": "system", "content": "Learn."}, {"role": "user", "content": user}]
    assert (messages["system"], messages["messages"]) == ("Learn.", [{"role": "user", "content": user}])
    assert (responses["instructions"], responses["input"]) == ("Learn.", [{"role": "user", "content": user}])
    assert [body["temperature"] for body in (chat, messages, responses)] == [0, 0, 0]
    assert [body["stream"] for body in (chat, messages, responses)] == [False, False, False]
    assert (chat["max_tokens"], messages["max_tokens"], responses["max_output_tokens"]) == (900, 900, 900)
    assert responses["store"] is False


def test_questions_ask_for_the_schema_in_the_dialect_s_way() -> None:
    format_ = _ask("chat")["response_format"]
    assert (format_["type"], format_["json_schema"]["strict"], format_["json_schema"]["schema"]) == (
        "json_schema",
        True,
        SCHEMA,
    )
    assert _ask("messages")["output_config"]["format"] == {"type": "json_schema", "schema": SCHEMA}
    assert _ask("responses")["text"]["format"]["schema"] == SCHEMA
    for name, key in (("chat", "response_format"), ("messages", "output_config"), ("responses", "text")):
        assert key not in _ask(name, None)


@pytest.mark.parametrize(
    ("name", "body", "texts"),
    [
        (
            "chat",
            {"choices": [{"message": {"content": "a", "reasoning_content": "b", "reasoning": "c", "refusal": "no"}}]},
            ["a", "b", "c"],
        ),
        ("chat", {"choices": [{"message": {"content": None, "reasoning": "c"}}]}, ["c"]),
        ("chat", {"choices": [{"message": {"content": [{"type": "text", "text": "a"}]}}]}, ["a"]),
        ("chat", {"choices": []}, []),
        (
            "messages",
            {"content": [{"type": "thinking", "thinking": "b"}, {"type": "text", "text": "a"}]},
            ["a", "b"],
        ),
        (
            "responses",
            {
                "output": [
                    {
                        "type": "reasoning",
                        "summary": [{"type": "summary_text", "text": "c"}],
                        "content": [{"type": "reasoning_text", "text": "b"}],
                    },
                    {
                        "type": "message",
                        "content": [{"type": "output_text", "text": "a"}, {"type": "refusal", "refusal": "no"}],
                    },
                ]
            },
            ["a", "b", "c"],
        ),
    ],
)
def test_answers_are_looked_for_wherever_they_may_stand(name: str, body: dict[str, Any], texts: list[str]) -> None:
    assert DIALECTS[name].answer_texts(body) == texts
