"""The vendors' own SDKs, unchanged but for base URL and key, in all three dialects: whole, streamed, with a tool."""

import json

import openai
import pytest

from tests.house import House
from tests.model_server import Received, Reply

TOOL = {"name": "look_up", "description": "Looks up.", "parameters": {"type": "object", "properties": {}}}
CALL = ("call_1", "look_up", '{"what": "plan"}')


def with_tool(received: Received) -> Reply:
    """Asks for the tool first, and answers once its result is there."""
    raw = received.raw.decode()
    if "the plan is Pro" in raw:
        return Reply("You are on Pro.")
    return Reply("Let me see.", tools=(CALL,))


async def test_chat_whole_and_streamed(house: House) -> None:
    client = house.openai()
    ask = {"model": "m", "messages": [{"role": "user", "content": "Which plan?"}], "user": "user-ana", "seed": 7}
    whole = await client.chat.completions.create(**ask)
    assert whole.choices[0].message.content == "You said: Which plan?"
    assert house.upstream.received[-1].body == ask

    pieces, usages = [], []
    async for chunk in await client.chat.completions.create(**ask, stream=True):
        usages.append(chunk.usage)
        pieces += [choice.delta.content or "" for choice in chunk.choices]
        assert chunk.choices, "the usage chunk was not asked for"
    assert "".join(pieces) == "You said: Which plan?"
    assert house.upstream.received[-1].body == {**ask, "stream": True, "stream_options": {"include_usage": True}}

    asked = {"include_usage": True}
    last = [c async for c in await client.chat.completions.create(**ask, stream=True, stream_options=asked)][-1]
    assert last.choices == []
    assert last.usage is not None
    assert last.usage.prompt_tokens == 11
    assert await house.said() == [[("user", "Which plan?"), ("assistant", "You said: Which plan?")]]


@pytest.mark.parametrize("stream", [False, True])
async def test_chat_tool_turn(house: House, stream: bool) -> None:
    house.upstream.answers = with_tool
    client = house.openai()
    tools = [{"type": "function", "function": TOOL}]
    messages: list[dict] = [{"role": "user", "content": "Which plan?"}]
    if stream:
        async with client.chat.completions.stream(model="m", messages=messages, tools=tools) as events:
            async for _ in events:
                pass
            first = (await events.get_final_completion()).choices[0].message
    else:
        first = (await client.chat.completions.create(model="m", messages=messages, tools=tools)).choices[0].message
    assert first.tool_calls[0].function.arguments == CALL[2]
    messages += [
        {"role": "assistant", "content": first.content, "tool_calls": [_call(first.tool_calls[0])]},
        {"role": "tool", "tool_call_id": "call_1", "content": "the plan is Pro"},
    ]
    second = await client.chat.completions.create(model="m", messages=messages, tools=tools)
    assert second.choices[0].message.content == "You are on Pro."
    await _check_tool_turn(house)


def _call(tool_call) -> dict:
    function = {"name": tool_call.function.name, "arguments": tool_call.function.arguments}
    return {"id": tool_call.id, "type": "function", "function": function}


async def _check_tool_turn(house: House) -> None:
    assert await house.said() == [
        [("user", "Which plan?"), ("assistant", "Let me see."), ("assistant", "You are on Pro.")]
    ]
    (conversation,) = await house.conversations()
    assert conversation.turns == 2
    tools = [(t.name, json.loads(t.arguments)) for m in await house.messages(conversation) for t in m.tool_calls]
    assert tools == [("look_up", {"what": "plan"})]


@pytest.mark.parametrize("stream", [False, True])
async def test_messages_tool_turn(house: House, stream: bool) -> None:
    house.upstream.answers = with_tool
    client = house.anthropic()
    tools = [{"name": "look_up", "description": "Looks up.", "input_schema": {"type": "object", "properties": {}}}]
    messages: list[dict] = [{"role": "user", "content": "Which plan?"}]
    ask = {"model": "claude-x", "max_tokens": 100, "system": "Be kind.", "tools": tools}
    if stream:
        async with client.messages.stream(**ask, messages=messages) as events:
            first = await events.get_final_message()
    else:
        first = await client.messages.create(**ask, messages=messages)
    assert first.content[1].input == {"what": "plan"}
    assert house.upstream.received[-1].body == {**ask, "messages": messages, **({"stream": True} if stream else {})}
    messages += [
        {"role": "assistant", "content": [block.model_dump(exclude_none=True) for block in first.content]},
        {
            "role": "user",
            "content": [{"type": "tool_result", "tool_use_id": "call_1", "content": "the plan is Pro"}],
        },
    ]
    second = await client.messages.create(**ask, messages=messages)
    assert second.content[0].text == "You are on Pro."
    await _check_tool_turn(house)


@pytest.mark.parametrize("stream", [False, True])
async def test_responses_tool_turn(house: House, stream: bool) -> None:
    house.upstream.answers = with_tool
    client = house.openai()
    tools = [{"type": "function", **TOOL}]
    items: list[dict] = [{"role": "user", "content": "Which plan?"}]
    if stream:
        async with client.responses.stream(model="m", input=items, tools=tools) as events:
            async for _ in events:
                pass
            first = await events.get_final_response()
    else:
        first = await client.responses.create(model="m", input=items, tools=tools)
    calls = [item for item in first.output if item.type == "function_call"]
    assert json.loads(calls[0].arguments) == {"what": "plan"}
    items += [item.model_dump(exclude_none=True, exclude={"parsed_arguments"}) for item in first.output]
    items += [{"type": "function_call_output", "call_id": "call_1", "output": "the plan is Pro"}]
    second = await client.responses.create(model="m", input=items, tools=tools)
    assert second.output_text == "You are on Pro."
    await _check_tool_turn(house)


async def test_responses_are_chained_and_stored_ones_belong_to_their_project(house: House) -> None:
    client = house.openai()
    first = await client.responses.create(model="m", input="hi")
    second = await client.responses.create(model="m", input="again", previous_response_id=first.id)
    assert second.output_text == "You said: again"
    assert await house.said() == [
        [
            ("user", "hi"),
            ("assistant", "You said: hi"),
            ("user", "again"),
            ("assistant", "You said: again"),
        ]
    ]
    house.upstream.answers = lambda received: Reply(raw=json.dumps({"id": "resp_1", "object": "response"}).encode())
    stored = await client.responses.with_raw_response.retrieve(first.id)
    assert json.loads(stored.text) == {"id": "resp_1", "object": "response"}
    assert house.upstream.received[-1].path == f"/v1/responses/{first.id}"
    for refused in (
        client.responses.retrieve("resp_unknown"),
        client.responses.create(model="m", input="x", previous_response_id="resp_unknown"),
    ):
        with pytest.raises(openai.NotFoundError):
            await refused


async def test_models_and_embeddings_and_counts(house: House) -> None:
    listed = [model.id async for model in house.openai().models.list()]
    assert listed == ["model-one", "model-two"]
    anthropic_listed = await house.anthropic().models.list()
    assert [model.id for model in anthropic_listed.data] == listed
    assert (await house.openai().models.retrieve("model-one")).id == "model-one"
    vectors = await house.openai().embeddings.create(model="e", input=["a", "b"], encoding_format="float")
    assert [item.index for item in vectors.data] == [0, 1]
    counted = await house.anthropic().messages.count_tokens(model="m", messages=[{"role": "user", "content": "hi"}])
    assert counted.input_tokens == 7
    assert await house.said() == []


async def test_either_key_header_serves_every_dialect_and_never_reaches_the_upstream(house: House) -> None:
    from tests.house import KEY

    for headers in ({"authorization": f"Bearer {KEY}"}, {"x-api-key": KEY}):
        for path, body in (
            ("/v1/chat/completions", {"messages": [{"role": "user", "content": "x"}]}),
            ("/v1/messages", {"max_tokens": 9, "messages": [{"role": "user", "content": "x"}]}),
            ("/v1/responses", {"input": "x"}),
        ):
            house.http.headers.pop("authorization", None)
            private = {"cookie": "a=b", "x-loregate-source": "bot", "x-proxium-memory": "off", "x-custom": "kept"}
            answer = await house.http.post(path, json={"model": "m", **body}, headers={**headers, **private})
            assert answer.status_code == 200
            assert answer.headers["x-loregate-call-id"].startswith("cal_")
            sent = house.upstream.received[-1].headers
            assert sent["authorization"] == "Bearer sk-upstream"
            assert sent["x-custom"] == "kept"
            assert not {name for name in sent if name.startswith(("x-loregate", "x-proxium", "cookie"))}
            assert KEY not in json.dumps(sent)
