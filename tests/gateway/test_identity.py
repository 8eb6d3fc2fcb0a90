"""Each turn once, in the right conversation: histories that are re-sent, reshaped, retried, forked and cut."""

import json

import httpx
import pytest

from tests.house import House
from tests.model_server import Reply
from tests.wire.shapes.codex import CODEX_START, HANDOFF, codex_body, codex_headers, codex_metadata, item


async def ask(house: House, path: str, body: dict, **headers: str) -> httpx.Response:
    answer = await house.http.post(path, json={"model": "m", **body}, headers=headers)
    assert answer.status_code == 200, answer.text
    await house.recorded()
    return answer


async def turns(house: House) -> list[list[str]]:
    return [[text for _, text in said] for said in await house.said()]


async def test_a_history_that_is_sent_again_is_never_taken_in(house: House) -> None:
    await house.chat("one")
    await house.chat("one", "You said: one", "two")
    await house.chat("one", "You said: one", "two", "You said: two", "three")
    assert await turns(house) == [["one", "You said: one", "two", "You said: two", "three", "You said: three"]]


async def test_an_unknown_history_serves_for_nothing(house: House) -> None:
    await house.chat("example question", "example answer", "real question")
    assert await turns(house) == [["real question", "You said: real question"]]


async def test_an_unasked_turn_is_not_taken_in_by_the_next(house: House) -> None:
    await house.chat("one")
    await house.chat("one", "You said: one", "secret", headers={"x-loregate-memory": "off"})
    await house.chat("one", "You said: one", "secret", "You said: secret", "three")
    assert await turns(house) == [["one", "You said: one", "three", "You said: three"]]


async def test_a_retry_is_one_turn_with_the_newest_answer(house: House) -> None:
    await house.chat("one")
    house.upstream.answers = lambda _: Reply("another answer")
    await house.chat("one")
    await house.chat("one", "another answer", "two")
    assert await turns(house) == [["one", "another answer", "two", "another answer"]]
    await house.chat("one", "You said: one", "three")
    assert len(await turns(house)) == 1


async def test_the_same_words_about_another_picture_are_another_turn(house: House) -> None:
    for picture in ("data:image/png;base64,AAAA", "data:image/png;base64,BBBB", "data:image/png;base64,BBBB"):
        words = {"type": "text", "text": "describe this"}
        await house.chat({"role": "user", "content": [words, {"type": "image_url", "image_url": {"url": picture}}]})
    await house.chat({"role": "system", "content": "In French."}, {"role": "user", "content": "cheese"})
    await house.chat({"role": "system", "content": "In German."}, {"role": "user", "content": "cheese"})
    assert sorted(said[0] for said in await turns(house)) == ["cheese", "cheese", "describe this", "describe this"]


async def test_the_same_words_later_in_a_conversation_are_another_turn(house: House) -> None:
    house.upstream.answers = lambda _: Reply("ok")
    history: list[str] = []
    for _ in range(3):
        await house.chat(*history, "go on")
        history += ["go on", "ok"]
    named = {"x-loregate-conversation": "c1"}
    for text in ("yes", "no", "yes"):
        await house.chat(text, headers=named)
    assert await turns(house) == [["go on", "ok"] * 3, ["yes", "ok", "no", "ok", "yes", "ok"]]


async def test_two_people_who_begin_alike_go_on_apart(house: House) -> None:
    a, b = ({"x-loregate-memory-subject": name} for name in ("a", "b"))
    for headers in (a, b):
        await house.chat("hello", headers=headers)
    await house.chat("hello", "You said: hello", "about a", headers=a)
    await house.chat("hello", "You said: hello", "about b", headers=b)
    assert await turns(house) == [
        ["hello", "You said: hello", "about a", "You said: about a"],
        ["hello", "You said: hello", "about b", "You said: about b"],
    ]


@pytest.mark.parametrize(
    "header", ["x-loregate-conversation", "x-claude-code-session-id", "session-id", "x-session-id"]
)
async def test_the_same_words_in_another_session_are_no_retry(house: House, header: str) -> None:
    for session in ("s1", "s2", "s2"):
        await house.chat("hello", headers={header: session})
    await house.chat("hello", "You said: hello", "more", headers={header: "s2"})
    assert await turns(house) == [["hello", "You said: hello"], ["hello", "You said: hello", "more", "You said: more"]]


async def test_history_that_a_client_cut_still_finds_its_conversation(house: House) -> None:
    await house.chat("one")
    await house.chat("one", "You said: one", "two")
    await house.chat("two", "You said: two", "three")
    assert len(await turns(house)) == 1


async def test_messages_that_changed_their_bytes_are_the_same_turns(house: House) -> None:
    path = "/v1/messages"
    session = {"x-claude-code-session-id": "s1", "user-agent": "claude-cli/2.1"}
    house.upstream.answers = lambda r: (
        Reply("done")
        if b"tool_result" in r.raw
        else Reply("Running.", tools=(("toolu_1", "Bash", '{"command": "ls"}'),))
    )
    reminder = {"type": "text", "text": "<system-reminder>\n# gitStatus\nmain\n</system-reminder>"}
    first = {"role": "user", "content": [reminder, {"type": "text", "text": "list the files"}]}
    await ask(house, path, {"max_tokens": 9, "messages": [first]}, **session)
    call = {
        "role": "assistant",
        "content": [{"type": "tool_use", "id": "toolu_1", "name": "Bash", "input": {"command": "ls"}}],
    }
    result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "a.py"}
    counted = {"type": "text", "text": "<system-reminder>tokens: 812</system-reminder>"}
    await ask(
        house,
        path,
        {"max_tokens": 9, "messages": [first, call, {"role": "user", "content": [result, counted]}]},
        **session,
    )
    flat = {"role": "user", "content": "list the files\n"}
    system = {"role": "system", "content": "Primary working directory: /home/me/app"}
    marked = {"role": "user", "content": [{**result, "cache_control": {"type": "ephemeral"}}]}
    answered = {"role": "assistant", "content": [{"type": "text", "text": "done"}]}
    again = {"max_tokens": 9, "messages": [flat, system, call, marked, answered, {"role": "user", "content": "thanks"}]}
    house.upstream.answers = lambda _: Reply("welcome")
    await ask(house, path, again, **session)
    await ask(house, path, again, **session)
    assert await turns(house) == [["list the files", "Running.", "done", "thanks", "welcome"]]


async def test_agent_steps_without_a_session_stay_together(house: House) -> None:
    house.upstream.answers = lambda r: Reply("done") if b'"tool"' in r.raw else Reply(tools=(("c1", "shell", "{}"),))
    call = {"id": "c1", "type": "function", "function": {"name": "shell", "arguments": "{}"}}
    said = [{"role": "user", "content": "do it"}]
    await house.chat(*said)
    said += [
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c1", "content": "ok"},
    ]
    await house.chat(*said)
    await house.chat(*said, {"role": "assistant", "content": "done"}, {"role": "user", "content": "and now?"})
    await house.chat(
        {"role": "user", "content": "do it"},
        {"role": "assistant", "content": "done"},
        {"role": "user", "content": "without tools"},
    )
    (conversation,) = await house.conversations()
    assert conversation.turns == 4
    tools = [[t.name for t in m.tool_calls] for m in await house.messages(conversation)]
    assert tools[1] == ["shell"]


@pytest.mark.parametrize(
    "body",
    [
        {
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": "t", "schema": {"type": "object", "properties": {"title": {"type": "string"}}}},
            },
            "messages": [{"role": "user", "content": "<session>hi</session>"}],
        },
        {
            "messages": [
                {"role": "system", "content": "You are a title generator. You output ONLY a title."},
                {"role": "user", "content": "Generate a title"},
                {"role": "user", "content": "fix the bug"},
            ]
        },
        {
            "messages": [
                {"role": "user", "content": "a"},
                {"role": "assistant", "content": "b"},
                {
                    "role": "user",
                    "content": "Write a summary of this conversation. "
                    + "x" * 3000
                    + " use <analysis> and <summary> tags",
                },
            ]
        },
        {"max_tokens": 1, "messages": [{"role": "user", "content": "quota"}]},
    ],
)
async def test_what_clients_ask_for_themselves_is_no_turn(house: House, body: dict) -> None:
    await ask(house, "/v1/chat/completions", body, **{"x-loregate-memory": "recall", "x-loregate-memory-subject": "u"})
    assert await turns(house) == []
    assert len(house.upstream.received[-1].body["messages"]) == len(body["messages"])


async def test_codex_items_compaction_and_remote(house: House) -> None:
    meta = {
        "session_id": "s-1",
        "request_kind": "turn",
        "workspaces": {"/home/me/app": {"associated_remote_urls": {"origin": "git@GitHub.com:acme/widget.git"}}},
    }
    environment = {
        "type": "message",
        "id": "msg_e",
        "role": "user",
        "content": [
            {"type": "input_text", "text": "<environment_context>\n<cwd>/home/me/app</cwd>\n</environment_context>"}
        ],
    }
    words = {"type": "message", "id": "msg_1", "role": "user", "content": [{"type": "input_text", "text": "fix it"}]}
    house.upstream.answers = lambda _: Reply(tools=(("call_1", "exec_command", '{"cmd": "ls"}'),))
    headers = {"session-id": "s-1", "originator": "codex_exec", "x-codex-turn-metadata": json.dumps(meta)}
    await ask(
        house,
        "/v1/responses",
        {"input": [environment, words], "store": False, "tools": [{"type": "function", "name": "exec_command"}]},
        **headers,
    )
    call = {
        "type": "function_call",
        "id": "fc_1",
        "call_id": "call_1",
        "name": "exec_command",
        "arguments": '{"cmd": "ls"}',
    }
    output = {"type": "function_call_output", "call_id": "call_1", "output": "a.py"}
    house.upstream.answers = lambda _: Reply("fixed")
    body = {
        "input": [environment, words, call, output],
        "store": False,
        "tools": [{"type": "function", "name": "exec_command"}],
    }
    await ask(house, "/v1/responses", body, **headers)
    compacting = {**headers, "x-codex-turn-metadata": json.dumps({**meta, "request_kind": "compaction"})}
    order = {
        "type": "message",
        "role": "user",
        "content": [{"type": "input_text", "text": "Create a handoff summary."}],
    }
    await ask(house, "/v1/responses", {"input": [environment, words, call, output, order], "tools": []}, **compacting)
    summary = {
        "type": "message",
        "role": "user",
        "content": [{"type": "input_text", "text": "Another language model started to solve this problem and ..."}],
    }
    more = {
        "type": "message",
        "id": "msg_2",
        "role": "user",
        "content": [{"type": "input_text", "text": "and test it"}],
    }
    await ask(house, "/v1/responses", {"input": [environment, words, summary, more]}, **headers)
    (conversation,) = await house.conversations()
    assert conversation.space == "github.com/acme/widget"
    texts = [m.text for m in await house.messages(conversation) if m.text]
    assert texts[-2:] == ["and test it", "fixed"]
    assert texts.count("fix it") <= 2


async def test_answers_that_a_client_refers_to_by_their_ids_are_part_of_its_history(house: House) -> None:
    house.upstream.answers = lambda _: Reply("It rains.", tools=(("call_1", "weather", "{}"),))
    first, second = ({"role": "user", "content": text} for text in ("how is it?", "and tomorrow?"))
    begun = (await ask(house, "/v1/responses", {"input": [first]})).json()["output"]
    refer = {"type": "item_reference", "id": begun[0]["id"]}
    call = {"type": "function_call", "call_id": "call_1", "name": "weather", "arguments": "{}"}
    output = {"type": "function_call_output", "call_id": "call_1", "output": "rain"}
    house.upstream.answers = lambda _: Reply("It will rain.")
    said = (await ask(house, "/v1/responses", {"input": [first, refer, call, output]})).json()["output"]
    short = [first, {"type": "item_reference", "id": said[0]["id"]}, second]
    await ask(house, "/v1/responses", {"input": short})
    await ask(house, "/v1/responses", {"input": short})
    await ask(house, "/v1/responses", {"input": [first, {"type": "item_reference", "id": "msg_unknown"}, second]})
    assert await turns(house) == [
        ["how is it?", "It rains.", "It will rain.", "and tomorrow?", "It will rain."],
        ["and tomorrow?", "It will rain."],
    ]


async def test_a_turn_that_codex_compacts_on_its_way_goes_on(house: House) -> None:
    """The words that it keeps before the summary are not said again, and no answer takes another one's place."""
    headers = {**codex_headers(), "x-codex-turn-metadata": codex_metadata(workspaces={})}
    first, second = item("user", "count them"), item("user", "and sort them")
    tool = ("call_2cd5c54c07ea", "exec_command", '{"cmd":"ls"}')

    async def step(reply: Reply, *items: dict) -> None:
        house.upstream.answers = lambda _: reply
        await ask(house, "/v1/responses", codex_body(list(items), client_metadata={}), **headers)

    await step(Reply(tools=(tool,)), *CODEX_START, first)
    await step(Reply("There are three."), *CODEX_START, first, item("user", HANDOFF))
    await step(Reply(tools=(tool,)), first, *CODEX_START, item("user", HANDOFF), second)
    await step(Reply("Sorted."), first, *CODEX_START, second, item("user", f"{HANDOFF} Sorted by name."))
    await step(Reply("By size."), first, *CODEX_START, second, item("user", f"{HANDOFF} Sorted by size."))
    assert await turns(house) == [["count them", "", "There are three.", "and sort them", "", "Sorted.", "By size."]]
    assert len({(await house.call(id)).space for id in await _calls(house)}) == 1


async def _calls(house: House) -> list[str]:
    rows = await house.ctx.db.read(lambda tx: tx.all("SELECT id FROM calls WHERE project = ?", (house.project,)))
    return [row["id"] for row in rows]


async def test_a_subagent_belongs_to_its_parent_and_its_orders_are_nobodys_words(house: House) -> None:
    session = {"x-claude-code-session-id": "s1", "user-agent": "claude-cli/2.1"}
    await ask(
        house, "/v1/messages", {"max_tokens": 9, "messages": [{"role": "user", "content": "research"}]}, **session
    )
    agent = {**session, "x-claude-code-request-class": "subagent", "x-claude-code-agent-id": "a1"}
    await ask(house, "/v1/messages", {"max_tokens": 9, "messages": [{"role": "user", "content": "look at x"}]}, **agent)
    assert await house.said() == [
        [
            ("user", "research"),
            ("assistant", "You said: research"),
            ("assistant", "look at x"),
            ("assistant", "You said: look at x"),
        ]
    ]
