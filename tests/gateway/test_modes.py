"""What each call does to memory: modes, presets, senders, subjects, spaces. Faults come before the upstream."""

import pytest

from tests.house import House

ANA = {"x-loregate-memory-subject": "user-ana"}


async def test_a_call_is_remembered_and_off_leaves_nothing_in_memory(house: House) -> None:
    kept = await house.chat("my plan is Pro", headers=ANA)
    off = await house.chat("a secret", headers={**ANA, "x-loregate-memory": "off"})
    assert await house.said() == [[("user", "my plan is Pro"), ("assistant", "You said: my plan is Pro")]]
    assert (await house.call(kept.headers["x-loregate-call-id"])).turn_id is not None
    record = await house.call(off.headers["x-loregate-call-id"])
    assert (record.mode, record.turn_id, record.status) == ("off", None, 200)


@pytest.mark.parametrize("header", ["x-loregate-memory", "x-proxium-memory"])
@pytest.mark.parametrize("mode", ["maybe", "", "WRITE", "write, recall"])
async def test_an_unknown_mode_is_refused_before_the_upstream_is_called(house: House, header: str, mode: str) -> None:
    answer = await house.chat("hi", headers={header: mode})
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == "invalid_memory_mode"
    assert answer.headers["x-should-retry"] == "false"
    assert house.upstream.received == []


async def test_the_canonical_header_wins_over_its_alias_and_both_over_the_body(house: House) -> None:
    await house.chat("one", headers={"x-loregate-memory": "write", "x-proxium-memory": "nonsense"})
    await house.chat("two", headers={"x-proxium-memory": "off"}, plumb_memory=True)
    await house.chat("three", plumb_memory=False)
    assert (await house.chat("four", plumb_memory="yes")).status_code == 400
    assert [said[0][1] for said in await house.said()] == ["one"]
    assert all("plumb_memory" not in received.body for received in house.upstream.received)


async def test_memory_that_must_be_asked_for(house: House) -> None:
    await house.settings(remember="asked")
    unasked = await house.chat("unasked", headers=ANA)
    for mode in ("write", "recall"):
        await house.chat(mode, headers={**ANA, "x-loregate-memory": mode})
    await house.chat("plumb", headers=ANA, plumb_memory=True)
    assert [said[0][1] for said in await house.said()] == ["write", "recall", "plumb"]
    id = unasked.headers["x-loregate-call-id"]
    texts = await house.ctx.db.read(
        lambda tx: tx.all("SELECT t.* FROM call_texts t JOIN calls c ON c.num = t.call WHERE c.id = ?", (id,))
    )
    assert texts == []
    assert (await house.call(id)).subject_sha256 is not None


async def test_only_these_senders(house: House) -> None:
    await house.settings(only_senders=["support-bot"])
    await house.chat("from nobody")
    await house.chat("from another", headers={"x-loregate-source": "other"})
    await house.chat("from it", headers={"x-proxium-source": "support-bot"})
    assert [said[0][1] for said in await house.said()] == ["from it"]


async def test_memory_off_ignores_recall_and_keeps_calls_going(house: House) -> None:
    await house.settings(enabled=False)
    answer = await house.chat("hi", headers={"x-loregate-memory": "recall"})
    assert answer.status_code == 200
    assert "x-loregate-memory-hits" not in answer.headers
    assert await house.said() == []


async def test_subjects_come_from_the_header_then_the_body(house: House) -> None:
    await house.chat("header", headers=ANA, user="user-ben")
    await house.chat("body", user="user-ben")
    await house.http.post(
        "/v1/messages",
        json={
            "model": "m",
            "max_tokens": 5,
            "messages": [{"role": "user", "content": "metadata"}],
            "metadata": {"user_id": "user-carl"},
        },
    )
    await house.chat("utf-8", headers=[("x-loregate-memory-subject", "Björn".encode())])  # type: ignore[arg-type]
    assert [c.subject for c in await house.conversations()] == ["user-ana", "user-ben", "user-carl", "Björn"]


@pytest.mark.parametrize("subject", ["", "x" * 257, "\x85x"])
async def test_a_bad_subject_header_is_refused(house: House, subject: str) -> None:
    answer = await house.http.post(
        "/v1/chat/completions",
        json={"model": "m", "messages": [{"role": "user", "content": "x"}]},
        headers=[("x-loregate-memory-subject", subject.encode())],
    )
    assert answer.json()["error"]["code"] == "invalid_memory_subject"
    assert house.upstream.received == []


async def test_a_subject_twice_or_of_a_wrong_type_is_refused(house: House) -> None:
    twice = [("x-loregate-memory-subject", "a"), ("x-loregate-memory-subject", "b")]
    answer = await house.chat("x", headers=twice)  # type: ignore[arg-type]
    answer = await house.http.post(
        "/v1/chat/completions", json={"model": "m", "messages": [{"role": "user", "content": "x"}]}, headers=twice
    )
    assert answer.json()["error"]["code"] == "invalid_memory_subject"
    for user in (7, {"id": "x"}, ["x"]):
        assert (await house.chat("x", user=user)).json()["error"]["code"] == "invalid_memory_subject"
    assert (await house.chat("x", user=7, headers={"x-loregate-memory": "off"})).status_code == 200


async def test_an_empty_user_in_a_body_is_nobody(house: House) -> None:
    answer = await house.chat("x", user="", headers={"x-loregate-memory": "recall"})
    assert answer.status_code == 200
    assert "x-loregate-memory-hits" not in answer.headers
    assert house.upstream.received[-1].body["user"] == ""
    assert await house.said() == []


async def test_spaces_come_from_the_header_the_key_or_the_client(house: House) -> None:
    bound = {"authorization": f"Bearer {await house.key(space='team')}"}
    await house.chat("one")
    await house.chat("two", headers={"x-loregate-space": "docs"})
    await house.chat("three", headers={"x-strix-project": "docs"})
    await house.chat("four", headers=bound)
    refused = await house.chat("five", headers={**bound, "x-loregate-space": "docs"})
    assert refused.status_code == 403
    assert refused.json()["error"]["code"] == "forbidden"
    await house.chat(
        {"role": "system", "content": "<env>\n  Working directory: /home/me/app\n</env>"},
        {"role": "user", "content": "six"},
        headers={"user-agent": "opencode/1.18"},
    )
    await house.chat({"role": "user", "content": "Working directory: /home/me/app"})
    spaces = [c.space for c in await house.conversations()]
    assert spaces[:4] == ["default", "docs", "docs", "team"]
    assert spaces[4].startswith("folder-")
    assert spaces[5] == "default"


async def test_a_conversation_has_one_subject_and_one_space(house: House) -> None:
    named = {"x-loregate-conversation": "ticket-7"}
    for subject in ("user-ana", "user-ben"):
        for space in ("a", "b"):
            headers = {**named, "x-loregate-memory-subject": subject, "x-loregate-space": space}
            await house.chat("hi", headers=headers)
            await house.chat("hi", "You said: hi", "more", headers=headers)
    assert [c.turns for c in await house.conversations()] == [2, 2, 2, 2]


async def test_a_read_key_may_call_models_and_a_bad_key_may_not(house: House) -> None:
    for headers in ({"authorization": "Bearer lg_wrong"}, {"authorization": ""}, {"x-api-key": "sk-1"}):
        house.http.headers.pop("authorization", None)
        for path in ("/v1/chat/completions", "/v1/messages", "/v1/responses"):
            answer = await house.http.post(path, json={"model": "m"}, headers=headers)
            assert answer.status_code == 401
            assert answer.headers["x-should-retry"] == "false"
    assert house.upstream.received == []


async def test_paths_that_clients_probe_answer_without_a_key(house: House) -> None:
    house.http.headers.pop("authorization", None)
    assert (await house.http.head("/")).status_code == 200
    assert (await house.http.get("/")).status_code == 200
    assert (await house.http.head("/api/hello")).status_code == 200
