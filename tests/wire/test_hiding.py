"""What the gateway asked for is hidden again, and nothing else, however the stream is cut."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.wire.dialect import DIALECTS
from app.wire.hiding import MOST_HELD, UsageHider
from tests.wire import streams
from tests.wire.streams import FEW, SAID, Said

USAGE = {"id": "c", "choices": [], "usage": {"prompt_tokens": 1}}


def hide(pieces: list[bytes]) -> bytes:
    hider = DIALECTS["chat"].usage_hider()
    return b"".join([*(hider.feed(piece) for piece in pieces), hider.flush()])


@FEW
@given(said=SAID, end=st.sampled_from(["\n", "\r\n", "\r"]), data=st.data())
def test_the_stream_is_what_came_without_the_usage_chunk(said: Said, end: str, data: st.DataObject) -> None:
    raw = visible = b""
    for _, event in streams.chat_events(said):
        payload = event if isinstance(event, str) else json.dumps(event)
        chunk = f"data: {payload}{end}{end}".encode()
        raw += chunk
        visible += b"" if isinstance(event, dict) and event["choices"] == [] else chunk
    assert hide(data.draw(streams.cut(raw))) == visible


@FEW
@given(raw=st.binary(max_size=100) | st.text('\r\n:data{}[]"', max_size=60).map(str.encode), data=st.data())
def test_all_other_bytes_pass(raw: bytes, data: st.DataObject) -> None:
    assert hide(data.draw(streams.cut(raw))) == raw


@pytest.mark.parametrize(
    "event",
    [
        {"choices": [], "usage": None},
        {"choices": [{"index": 0, "delta": {}}], "usage": {"prompt_tokens": 1}},
        {"usage": {"prompt_tokens": 1}},
        {"choices": [], "prompt_filter_results": []},
        [{"choices": [], "usage": {}}],
    ],
)
def test_chunks_that_are_more_than_usage_pass(event: Any) -> None:
    raw = f"data: {json.dumps(event)}\n\n".encode()
    assert hide([raw]) == raw


def test_a_usage_chunk_at_a_stream_s_very_end() -> None:
    assert hide([f"data: {json.dumps(USAGE)}".encode()]) == b""


def test_events_go_on_as_soon_as_they_are_whole() -> None:
    hider = UsageHider()
    assert hider.feed(b"data: 1\n\ndata: 2") == b"data: 1\n\n"
    assert hider.feed(b"\n\n") == b"data: 2\n\n"


@FEW
@given(size=st.integers(MOST_HELD - 20, MOST_HELD + 20), cut=st.integers(1, 5000))
def test_no_more_is_held_back_than_a_usage_chunk_could_have(size: int, cut: int) -> None:
    event = b"data: " + b"x" * size + b"\r\n\r\n"
    usage = f"data: {json.dumps(USAGE)}\r\n\r\n".encode()
    raw = event + usage + event
    hider, out, fed = UsageHider(), b"", 0
    for at in range(0, len(raw), cut):
        out += hider.feed(raw[at : at + cut])
        fed = min(len(raw), at + cut)
        assert fed - len(out) <= MOST_HELD + len(usage)
    assert out + hider.flush() == event + event


def test_usage_is_asked_for_only_where_the_client_did_not() -> None:
    chat = DIALECTS["chat"]
    options = {"include_obfuscation": False}
    body: dict[str, Any] = {"stream": True, "stream_options": options}
    assert chat.request_usage(body)
    assert body["stream_options"] == {"include_obfuscation": False, "include_usage": True}
    assert options == {"include_obfuscation": False}
    assert not chat.request_usage(body)
    assert not chat.request_usage({"stream": False})
    for name in ("messages", "responses"):
        body = {"stream": True}
        assert not DIALECTS[name].request_usage(body)
        assert body == {"stream": True}
