"""One question to a memory model, in the dialect that its provider speaks, through the project's routing."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from app.errors import BadRequest, ModelNotFound, NoMemoryModel
from app.network import open_transport
from app.upstream.ask import AskFailed, Question, ask
from app.upstream.catalog import Catalogs, UpstreamEnv
from app.upstream.client import Secrets, Upstream
from app.upstream.models import Models
from app.upstream.routing import Target
from app.vault import FileVault
from app.world import World
from storage.db import Database, Tx
from storage.model import Chain
from storage.sql import projects, routing
from tests.upstream.loopback import Loopback, Reply, Seen, chat_reply
from tests.upstream.samples import model, provider, target

ANSWER = '{"memories": []}'
SCHEMA = {"type": "object", "properties": {"memories": {"type": "array"}}, "required": ["memories"]}
QUESTION = Question("Extract.", {"task": "extract", "messages": []}, SCHEMA)
PRICE = {"input": 1_000_000.0, "output": 2_000_000.0}

ANSWERS: dict[str, Any] = {
    "/v1/chat/completions": chat_reply(ANSWER),
    "/v1/messages": {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "m",
        "content": [{"type": "text", "text": ANSWER}],
        "stop_reason": "end_turn",
        "usage": {"input_tokens": 10, "output_tokens": 5},
    },
    "/v1/responses": {
        "id": "resp_1",
        "object": "response",
        "status": "completed",
        "model": "m",
        "output": [
            {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": ANSWER}]},
        ],
        "usage": {"input_tokens": 10, "output_tokens": 5, "total_tokens": 15},
    },
}


def answer(seen: Seen) -> Reply:
    return Reply(json=ANSWERS[seen.target])


def refuse(*fields: str, status: int = 400) -> Callable[[Seen], Reply]:
    """A server that refuses requests in which one of these fields stands, and names it."""

    def reply(seen: Seen) -> Reply:
        for field in fields:
            if field in seen.json:
                return Reply(status, json={"error": {"message": f"Unsupported parameter: {field}"}})
        return answer(seen)

    return reply


@pytest.fixture
async def server() -> AsyncIterator[Loopback]:
    async with Loopback(answer) as loopback:
        yield loopback


@pytest.fixture
async def upstream(tmp_path: Path) -> AsyncIterator[Upstream]:
    client = Upstream(World(transport=open_transport), Secrets(FileVault(tmp_path), UpstreamEnv()))
    yield client
    await client.aclose()


def at(server: Loopback, dialect: str = "chat", name: str = "m", **options: Any) -> Target:
    return target(provider(1, "up", base_url=server.url), name, dialect, price=PRICE, **options)


@pytest.mark.parametrize("dialect", ["chat", "messages", "responses"])
async def test_the_answer_comes_with_its_record(server: Loopback, upstream: Upstream, dialect: str) -> None:
    asked = await ask(upstream, 3, [at(server, dialect)], QUESTION, model="memory-extract")
    assert ANSWER in asked.texts
    call = asked.call
    assert (call.project, call.application, call.route, call.provider) == (3, "loregate-memory", dialect, "up")
    assert (call.model, call.model_used, call.attempts) == ("memory-extract", "m", 1)
    assert (call.tokens.input, call.tokens.output, call.cost_usd) == (10, 5, 20.0)
    assert (call.status, call.error, call.complete) == (200, None, True)
    assert call.first_byte_ms is not None


@pytest.mark.parametrize("dialect", ["chat", "messages", "responses"])
async def test_the_user_message_is_a_json_object(server: Loopback, upstream: Upstream, dialect: str) -> None:
    await ask(upstream, 1, [at(server, dialect)], QUESTION)
    body = server.requests[0].json
    turns = body["input"] if dialect == "responses" else body["messages"]
    (content,) = [turn["content"] for turn in turns if turn["role"] == "user"]
    text = content if isinstance(content, str) else content[0]["text"]
    assert json.loads(text) == QUESTION.user
    assert "json_schema" in json.dumps(body) or "tool" in json.dumps(body)


async def test_effort_and_extra_fields_of_the_model_are_sent(server: Loopback, upstream: Upstream) -> None:
    await ask(upstream, 1, [at(server, reasoning_effort="low", extra_body={"provider": {"x": 1}})], QUESTION)
    assert server.requests[0].json["reasoning_effort"] == "low"
    assert server.requests[0].json["provider"] == {"x": 1}


async def test_a_model_without_schemas_is_asked_again_with_the_schema_in_the_prompt(
    server: Loopback, upstream: Upstream
) -> None:
    server.answer = refuse("response_format")
    asked = await ask(upstream, 1, [at(server)], QUESTION)
    assert ANSWER in asked.texts
    assert asked.call.attempts == 2
    second = server.requests[1].json
    assert "response_format" not in second
    assert '"required":["memories"]' in json.dumps(second, separators=(",", ":")).replace("\\", "")


@pytest.mark.parametrize("status", [400, 422])
async def test_a_model_without_temperature_is_asked_again_without(
    server: Loopback, upstream: Upstream, status: int
) -> None:
    server.answer = refuse("temperature", status=status)
    asked = await ask(upstream, 1, [at(server)], QUESTION)
    assert ANSWER in asked.texts
    assert "temperature" not in server.requests[-1].json
    assert "response_format" in server.requests[-1].json
    assert len(server.requests) == 2


async def test_a_model_that_takes_nothing_of_it_is_still_asked(server: Loopback, upstream: Upstream) -> None:
    server.answer = refuse("temperature", "response_format", "max_tokens", "max_completion_tokens")
    assert ANSWER in (await ask(upstream, 1, [at(server)], QUESTION)).texts


async def test_a_model_that_refuses_everything_makes_room_for_the_next(server: Loopback, upstream: Upstream) -> None:
    def reply(seen: Seen) -> Reply:
        return answer(seen) if seen.json["model"] == "good" else Reply(400, json={"error": {"message": "no"}})

    server.answer = reply
    asked = await ask(upstream, 1, [at(server, name="bad"), at(server, name="good")], QUESTION)
    assert asked.call.model_used == "good"
    assert asked.call.attempts == 5


@pytest.mark.parametrize(
    "reply", [Reply(404, json={"error": {}}), Reply(500, json={}), Reply(401, json={}), Reply(body=b"<html>")]
)
async def test_any_other_failure_leads_on_too(server: Loopback, upstream: Upstream, reply: Reply) -> None:
    server.answer = lambda seen: reply if seen.json["model"] == "bad" else answer(seen)
    asked = await ask(upstream, 1, [at(server, name="bad"), at(server, "messages", name="good")], QUESTION)
    assert asked.call.model_used == "good"
    assert asked.call.attempts == 2


async def test_when_all_fail_the_record_goes_with_the_error(server: Loopback, upstream: Upstream) -> None:
    server.answer = lambda _: Reply(200, json={"error": {"message": "secret words"}})
    with pytest.raises(AskFailed) as caught:
        await ask(upstream, 1, [at(server, name="a"), at(server, name="b")], QUESTION)
    assert "secret words" not in caught.value.message
    assert "secret words" in caught.value.detail
    call = caught.value.call
    assert (call.status, call.error, call.attempts, call.model_used) == (503, "upstream_failed", 2, "b")


async def test_a_model_that_takes_too_long_is_given_up(server: Loopback, upstream: Upstream) -> None:
    async def never(_: Seen) -> Reply:
        await asyncio.Event().wait()
        return Reply()

    server.answer = never
    slow = Question(QUESTION.system, QUESTION.user, SCHEMA, timeout_s=0.05)
    with pytest.raises(AskFailed, match="sent no answer"):
        await ask(upstream, 1, [at(server)], slow)


# --- through a project's routing -----------------------------------------------------------------------------------


@pytest.fixture
async def db(tmp_path: Path) -> AsyncIterator[Database]:
    db = await Database.open(tmp_path / "loregate.db")
    await db.write(lambda tx: projects.insert(tx, "prj_1", "p", "P", {}, 0))
    yield db
    await db.close()


def ask_models(models: Models, fallback: str | None = None) -> Any:
    return models.ask(1, job="extract", system="s", user={"task": "extract"}, schema=SCHEMA, fallback_model=fallback)


async def test_with_no_routing_at_all_there_is_no_memory_model(upstream: Upstream, db: Database) -> None:
    models = Models(upstream, Catalogs(db, UpstreamEnv()))
    assert await models.memory_model(1) is None
    with pytest.raises(NoMemoryModel):
        await ask_models(models, "gpt")


async def test_the_tier_is_asked_and_else_the_conversations_own_model(
    server: Loopback, upstream: Upstream, db: Database
) -> None:
    models = Models(upstream, Catalogs(db, UpstreamEnv(server.url)))
    assert (await ask_models(models, "talked-with")).call.model_used == "talked-with"

    def work(tx: Tx) -> None:
        kept = routing.insert_provider(tx, 1, provider(0, "own", base_url=server.url, dialects=("messages",)))
        routing.insert_model(tx, 1, model("mem", kept.num))
        routing.put_chain(tx, 1, Chain(1, "memory-extract", ("mem",), listed=False))

    await db.write(work)
    assert await models.memory_model(1) == "mem"
    assert (await ask_models(models, "talked-with")).call.model_used == "mem"
    assert [seen.target for seen in server.requests] == ["/v1/chat/completions", "/v1/messages"]


async def test_auto_is_the_first_model_that_the_environments_upstream_lists(
    server: Loopback, upstream: Upstream, db: Database
) -> None:
    models = Models(upstream, Catalogs(db, UpstreamEnv(server.url)))
    server.answer = lambda seen: Reply(json={"data": [{"id": "embed-1"}, {"id": "first"}]})
    (found,) = await models.targets(1, "auto", "messages")
    assert (found.upstream_name, found.dialect) == ("first", "messages")
    assert [m.id for m in await models.listed(1)] == ["embed-1", "first"]


async def test_auto_is_left_to_an_upstream_that_lists_nothing(
    server: Loopback, upstream: Upstream, db: Database
) -> None:
    models = Models(upstream, Catalogs(db, UpstreamEnv(server.url)))
    server.answer = lambda _: Reply(404, json={})
    assert (await models.targets(1, "strix-auto", "chat"))[0].upstream_name == "auto"


async def test_names_that_nobody_takes_are_said_so(upstream: Upstream, db: Database) -> None:
    models = Models(upstream, Catalogs(db, UpstreamEnv()))
    with pytest.raises(ModelNotFound):
        await models.targets(1, "gpt", "chat")
    with pytest.raises(BadRequest):
        await models.targets(1, None, "chat")
    assert await models.at_provider(1, "prv_gone", "responses") is None
