"""Plays the demo against the real server over real HTTP, and checks each thing that it claims.

What is shown comes from the API's answers and from what the scripted model received; nothing is made up for the eye.
"""

from collections.abc import Mapping
from typing import Any

import httpx

from app.cli.demo import DemoFailed
from app.cli.demo.model import NAME, ScriptedModel
from app.cli.demo.stage import Stage
from app.cli.demo.stories import ANA, BEN, DINNER, KNOWS, LESSONS, QUESTION, Story
from app.serve import Server
from app.web import parse_json

PATIENCE_S = 60.0
"""How long learning may take; it takes two seconds on an idle machine."""


class Play:
    """One performance."""

    def __init__(self, stage: Stage, server: Server, model: ScriptedModel, client: httpx.AsyncClient) -> None:
        self._stage = stage
        self._server = server
        self._model = model
        self._client = client

    async def perform(self) -> None:
        """The whole loop. Raises DemoFailed at the first thing that doesn't hold."""
        await self._talk()
        await self._kept()
        await self._learned()
        await self._recalled()
        await self._kept_apart()

    async def _talk(self) -> None:
        self._stage.scene("Two people talk to an app", "Its calls go through Loregate, streamed and unchanged.")
        for story in (ANA, BEN):
            await self._converse(story)

    async def _converse(self, story: Story) -> None:
        history: list[dict[str, str]] = []
        for exchange in story.exchanges:
            history.append({"role": "user", "content": exchange.asked})
            answer, _ = await self._call(story.subject, history)
            check(answer == exchange.answer, f"the answer to {story.subject} did not come through unchanged")
            history.append({"role": "assistant", "content": answer})
        self._stage.space()

    async def _kept(self) -> None:
        self._stage.scene("The conversations are kept", "In one SQLite file on this machine, off the calls' path.")
        await self._server.recorder.flush()
        found = (await self._get("/v1/memory/episodes"))["data"]
        by_subject = {episode["subject"]: await self._get(f"/v1/memory/episodes/{episode['id']}") for episode in found}
        for story in (ANA, BEN):
            messages = by_subject.get(story.subject, {}).get("messages", [])
            check(len(messages) == 2 * len(story.exchanges), f"the conversation of {story.subject} was not kept whole")
            self._stage.fact(f"{story.subject}: {len(messages)} messages, one conversation")

    async def _learned(self) -> None:
        self._stage.scene(
            "Memories are learned", "In batches, with a model of your choice. Each rests on words that were said."
        )
        with self._stage.waiting("reading the conversations"):
            memories = await self._until_learned()
        check(len(memories) == len(LESSONS), "more was learned than was said")
        for lesson in LESSONS:
            memory = next((memory for memory in memories if memory["text"] == lesson.text), None)
            check(memory is not None, f"this was not learned: {lesson.text}")
            if memory is not None:
                whole = await self._get(f"/v1/memory/items/{memory['id']}", {"include": "quote"})
                self._stage.memory(whole["subject"], whole["kind"], whole["text"], whole["sources"][0]["quote"])

    async def _recalled(self) -> None:
        self._stage.scene("A later call gets what matters", "Ana asks something new, and names herself.")
        answer, call = await self._call(ANA.subject, [{"role": "user", "content": QUESTION}], recall=True)
        block = self._added()
        check(KNOWS in block, "the call did not get Ana's memory")
        check(answer == DINNER[True], "the model did not see the memory")
        await self._server.recorder.flush()
        receipt = await self._get(f"/v1/memory/calls/{call}")
        check(len(receipt["memories"]) > 0, "the receipt names no memory")
        took = receipt["recall"]["took_ms"]
        self._stage.block(block, f"The receipt {call} says: {len(receipt['memories'])} memories, in {took:.0f} ms.")

    async def _kept_apart(self) -> None:
        self._stage.scene("Nobody gets another's memories", "Ben asks the very same.")
        answer, _ = await self._call(BEN.subject, [{"role": "user", "content": QUESTION}], recall=True)
        check(KNOWS not in self._added(), "Ben's call got a memory of Ana's")
        check(answer == DINNER[False], "Ben's answer knows what only Ana said")
        self._stage.space()
        self._stage.fact("Ben's call was given nothing of Ana's")

    async def _call(self, subject: str, messages: list[dict[str, str]], *, recall: bool = False) -> tuple[str, str]:
        """One streamed call of the app for one end user: the answer, and the call's id."""
        headers = {"x-loregate-memory-subject": subject, "x-loregate-source": "demo-app"}
        if recall:
            headers["x-loregate-memory"] = "recall"
        body = {"model": NAME, "messages": messages, "stream": True}
        said: list[str] = []
        self._stage.asks(subject, messages[-1]["content"])
        async with self._client.stream("POST", "/v1/chat/completions", json=body, headers=headers) as answer:
            if answer.status_code != 200:
                raise DemoFailed(f"a call failed with status {answer.status_code}: {(await answer.aread()).decode()}")
            async for line in answer.aiter_lines():
                if line.startswith("data: {"):
                    for choice in parse_json(line.removeprefix("data: ").encode())["choices"]:
                        piece = choice["delta"].get("content", "")
                        said.append(piece)
                        self._stage.says(piece)
        self._stage.said()
        return "".join(said), answer.headers.get("x-loregate-call-id", "")

    def _added(self) -> str:
        """What the gateway added to the last request that the model received, if anything."""
        received = self._model.received[-1]["messages"]
        texts = [str(message["content"]) for message in received]
        return "\n".join(text.replace(QUESTION, "").strip() for text in texts if text != QUESTION)

    async def _get(self, path: str, query: Mapping[str, str] | None = None) -> dict[str, Any]:
        return _good(path, await self._client.get(path, params=query))

    async def _post(self, path: str, body: Mapping[str, Any]) -> dict[str, Any]:
        return _good(path, await self._client.post(path, json=body))

    async def _until_learned(self) -> list[dict[str, Any]]:
        """The memories of both people, once there are as many as there are lessons."""
        world = self._server.parts.world
        give_up = world.monotonic() + PATIENCE_S
        while True:
            woken = [await self._post("/v1/memory/wake-up", {"subject": story.subject}) for story in (ANA, BEN)]
            found = [memory for answer in woken for memory in answer["subject"]["memories"]]
            if len(found) >= len(LESSONS):
                return found
            if world.monotonic() > give_up:
                status = await self._get("/v1/memory/status")
                raise DemoFailed(f"only {len(found)} memories were learned in {PATIENCE_S:g} s; status: {status}")
            await world.sleep(0.2)


def _good(path: str, answer: httpx.Response) -> dict[str, Any]:
    if answer.status_code != 200:
        raise DemoFailed(f"{path} answered with status {answer.status_code}: {answer.text}")
    return answer.json()


def check(holds: bool, otherwise: str) -> None:
    """Raises DemoFailed when a claim doesn't hold."""
    if not holds:
        raise DemoFailed(otherwise)
