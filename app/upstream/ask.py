"""Asks a memory model one question and reads what it said: no prompt, no rule of what to remember, nothing stored.

Models take more or less of what is asked: one that refuses a JSON schema or a temperature is asked again without, the
schema then being in the prompt. One that fails otherwise makes room for the next of its chain.
"""

import logging
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from app.errors import UpstreamFailed
from app.upstream.attempt import first_answer
from app.upstream.client import Outgoing, Upstream
from app.upstream.edits import dump, for_target
from app.upstream.reading import read_json
from app.upstream.records import OwnCall
from app.upstream.routing import Target
from app.wire.dialect import DIALECTS
from app.wire.neutral import Usage
from storage.model import Call, Tokens

log = logging.getLogger(__name__)

MAX_TOKENS = 16_000
"""Room for an answer; reasoning counts too."""
FEWER_TOKENS = 4096
"""The same for a model that refuses as many."""
MOST_BYTES = 8 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Question:
    """What a memory model is asked: `user` goes as one JSON object, `schema` is the JSON Schema of the answer."""

    system: str
    user: Mapping[str, Any]
    schema: Mapping[str, Any]
    timeout_s: float = 120.0


@dataclass(frozen=True, slots=True)
class Asked:
    """The texts in which the answer may stand, likeliest first, and the call's record for the caller to store."""

    texts: list[str]
    call: Call


class AskFailed(UpstreamFailed):
    """No model answered. What was spent on the way is in `call`, for the caller to store."""

    def __init__(self, error: UpstreamFailed, call: Call) -> None:
        super().__init__(error.message, retry_after=error.retry_after, detail=error.detail, mendable=error.mendable)
        self.call = call


_WORDS = {
    "temperature": re.compile("temperature"),
    "max_tokens": re.compile(r"max_\w*tokens"),
    "schema": re.compile("schema|response_format|output_config|text.format"),
}
"""How a refusal names what it refuses."""


@dataclass(frozen=True, slots=True)
class _Form:
    """How much a model is asked to keep to."""

    schema: bool = True
    temperature: bool = True
    max_tokens: bool = True

    def simpler(self, complaint: str) -> "_Form | None":
        """What to try after a refusal: without what it names, else without the schema; None when nothing is left."""
        left = [name for name in ("schema", "temperature", "max_tokens") if getattr(self, name)]
        named = [name for name in left if _WORDS[name].search(complaint)]
        blamed = next(iter(named + left), None)
        return None if blamed is None else replace(self, **{blamed: False})


async def ask(
    upstream: Upstream, project: int, targets: Sequence[Target], question: Question, *, model: str | None = None
) -> Asked:
    """Asks the targets in turn until one answers. `model` is the name that the record says was asked for.

    Raises AskFailed, with the fault of the last one that was tried.
    """
    record = OwnCall(upstream.world, project, "chat", model)
    fault = UpstreamFailed("There is no model to ask.", mendable=False)
    for target in upstream.circuit.order(targets):
        try:
            texts = await _ask_one(upstream, target, question, record)
        except UpstreamFailed as error:
            log.info("the memory model %s failed: %s (%s)", target.model_name, error.message, error.detail)
            fault = error
            continue
        return Asked(texts, record.done(200))
    raise AskFailed(fault, record.done(503, fault.code))


async def _ask_one(upstream: Upstream, target: Target, question: Question, record: OwnCall) -> list[str]:
    """One target's texts; its refusal of the question's form is met with a simpler one."""
    form = _Form()
    while True:
        prepare = partial(_request, question=question, form=form)
        attempt = await first_answer(upstream, [target], prepare, on_try=record.tried, first_byte_s=question.timeout_s)
        record.answered()
        status = attempt.response.status_code
        body = await read_json(attempt.response, target.provider.name, within_s=question.timeout_s, most=MOST_BYTES)
        if status < 400 and not body.get("error"):
            return _read(body, target, record)
        complaint = _complaint(body)
        simpler = form.simpler(complaint.lower()) if status in (400, 422) else None
        if simpler is None:
            raise UpstreamFailed(
                f"The memory model {target.model_name} refused the request ({status}).", detail=complaint
            )
        form = simpler


def _request(target: Target, question: Question, form: _Form) -> Outgoing:
    dialect = DIALECTS[target.dialect]
    body = dialect.ask(
        target.upstream_name,
        question.system if form.schema else _with_schema(question),
        dict(question.user),
        dict(question.schema) if form.schema else None,
        MAX_TOKENS if form.max_tokens else FEWER_TOKENS,
    )
    if not form.temperature:
        body.pop("temperature", None)
    if not form.max_tokens and target.dialect != "messages":  # there it is a must
        for name in ("max_tokens", "max_completion_tokens", "max_output_tokens"):
            body.pop(name, None)
    return Outgoing(dialect.path, for_target(body, target))


def _with_schema(question: Question) -> str:
    schema = dump(dict(question.schema)).decode()
    return f"{question.system}\n\nThe JSON object that you answer with must match this JSON Schema:\n{schema}"


def _read(body: dict[str, Any], target: Target, record: OwnCall) -> list[str]:
    dialect = DIALECTS[target.dialect]
    usage = dialect.read_answer(body).usage
    if usage is not None:
        record.spent(tokens_of(usage))
    return dialect.answer_texts(body)


def tokens_of(usage: Usage) -> Tokens:
    """A dialect's usage as it is stored."""
    return Tokens(
        usage.input_tokens,
        usage.output_tokens,
        usage.cache_read_tokens,
        usage.cache_write_tokens,
        usage.reasoning_tokens,
    )


def _complaint(body: Mapping[str, Any]) -> str:
    """What a refusal says, for the log and to choose what to leave out. It never reaches a caller."""
    return dump(body.get("error", body)).decode(errors="replace")[:500]
