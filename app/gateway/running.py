"""One call while it runs: what is known of it so far, and the record that it leaves however it ends."""

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass, field, replace
from typing import Any

import httpx

from app.auth import Caller
from app.errors import LoregateError
from app.gateway.intent import Intent
from app.gateway.placing import Placed
from app.gateway.recorder import Recorder
from app.gateway.relay import Relay
from app.memory.capture import Finished, Origin
from app.memory.subjects import subject_sha256
from app.memory.turns import History
from app.statuses import status_of
from app.upstream.ask import tokens_of
from app.upstream.prices import cost_usd
from app.upstream.routing import Target
from app.wire.neutral import Answer
from app.world import World
from storage.model import Call, Tokens

CLIENT_LEFT = "client_left"
"""The error of a call whose client went away before the answer's end; its status is 499, as web servers log it."""


@dataclass(slots=True)
class Running:
    """A call from its first to its last byte. Made once the caller is known; `watch` sees to its end."""

    world: World
    recorder: Recorder
    id: str
    caller: Caller
    route: str
    started_at: int
    started: float
    epoch: int
    body: bytes = b""
    """A fingerprint of a request without a past, by which a retry is known."""
    model: str | None = None
    stream: bool = False
    intent: Intent | None = None
    origin: Origin | None = None
    history: History | None = None
    keep_texts: bool = False
    placed: Placed = field(default_factory=Placed)
    target: Target | None = None
    attempts: int = 0
    response: httpx.Response | None = None
    relay: Relay | None = None
    error: LoregateError | None = None
    _cleanup: set[asyncio.Task[None]] = field(default_factory=set[asyncio.Task[None]])

    @property
    def project(self) -> int:
        """The number of the caller's project."""
        return self.caller.project.num

    def own_headers(self) -> list[tuple[str, str]]:
        """The gateway's own headers on the answer: the call's id and, when recall ran, how much it found."""
        headers = [("x-loregate-call-id", self.id)]
        if self.placed.state in ("ok", "slow", "failed"):
            hits = str(len(self.placed.got))
            headers += [("x-loregate-memory-hits", hits), ("x-strix-memory-hits", hits)]
        return headers

    def watch(self) -> None:
        """Sees to it that the record is made when the request's task ends: answered, failed or cancelled.

        The task is the one in which Quart sends the answer too, so it ends after the last byte, or when the client
        has left.
        """
        task = asyncio.current_task()
        assert task is not None
        task.add_done_callback(self._end)

    def tried(self, target: Target) -> None:
        """Notes the target that is asked next."""
        self.target = target
        self.attempts += 1

    def _end(self, task: asyncio.Task[Any]) -> None:
        if self.response is not None and not self.response.is_closed:
            self._spawn(self.response.aclose())
        answer = self.relay.answer() if self.relay is not None else None
        learn_now = self.intent is not None and self.intent.learn_now
        self.recorder.put(self._finished(answer, sent=_sent(task, self.relay)), learn_now=learn_now)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._cleanup.add(task)
        task.add_done_callback(self._cleanup.discard)

    def _finished(self, answer: Answer | None, *, sent: bool) -> Finished:
        status, error = self._outcome(answer, sent=sent)
        tokens = tokens_of(answer.usage) if answer is not None and answer.usage is not None else Tokens()
        origin = self.origin or Origin(self.caller.key.id, None, "default", None)
        intent = self.intent
        relay = self.relay
        first = relay.first_byte_at if relay is not None else None
        ended = self.world.monotonic()
        call = Call(
            id=self.id,
            project=self.project,
            key_id=self.caller.key.id,
            application=None,
            source=origin.source,
            space=origin.space,
            subject_sha256=None if origin.subject is None else subject_sha256(origin.subject),
            at=self.started_at,
            route=self.route,
            mode=intent.mode if intent is not None else "none",
            model=self.model,
            model_used=self.target.upstream_name if self.target is not None else None,
            provider=self.target.provider.name if self.target is not None else None,
            attempts=self.attempts,
            status=status,
            error=error,
            stream=self.stream,
            complete=error is None
            and status < 400
            and (self.history is None or (answer is not None and answer.complete)),
            first_byte_ms=None if first is None else (first - self.started) * 1000,
            duration_ms=(ended - self.started) * 1000,
            tokens=tokens,
            cost_usd=cost_usd(self.target, tokens) if self.target is not None else 0.0,
            recall=self.placed.state,
            recall_ms=self.placed.took_ms,
            hits=len(self.placed.got),
        )
        if answer is not None and answer.response_id is not None and self.route == "responses":
            origin = replace(origin, response_id=answer.response_id)
        return Finished(
            call=call,
            origin=origin,
            history=self.history,
            answer=answer,
            remembered=intent is not None and intent.remembered,
            keep_texts=self.keep_texts,
            epoch=self.epoch,
            body=self.body,
            got=self.placed.got,
            block=self.placed.block,
            provider_id=self.target.provider.id if self.target is not None else None,
        )

    def _outcome(self, answer: Answer | None, *, sent: bool) -> tuple[int, str | None]:
        if self.error is not None:
            return status_of(self.error), self.error.code
        if not sent:
            return 499, CLIENT_LEFT
        status = self.response.status_code if self.response is not None else 500
        if self.relay is not None and (self.relay.broken or (answer is not None and answer.error)):
            return status, "upstream_failed"
        return status, None if status < 400 else "upstream_refused"


def _sent(task: asyncio.Task[Any], relay: Relay | None) -> bool:
    """Whether the answer went out whole, as far as this end can know."""
    return not task.cancelled() and task.exception() is None and (relay is None or relay.ended)
