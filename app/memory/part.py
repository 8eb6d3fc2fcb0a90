"""The work on one claimed part of a batch: read, ask the model, check, and write everything in one transaction.

The model is asked outside of any transaction. What it says is written only while the part is still ours and its
messages still stand as they were read: after an erasure, a forgetting or a retried answer nothing of it is.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from app.errors import NoMemoryModel
from app.guard import screen
from app.memory.batching import cut, tokens_of
from app.memory.checks import Accepted, Verdict, check
from app.memory.context import Ctx
from app.memory.extraction import SCHEMA, ExtractionFailed, read_answer
from app.memory.prompts import Numbered, extract_system, extract_user, local_date
from app.memory.search import nearest
from app.memory.settings import Settings, settings_of
from app.world import World
from storage.db import Tx
from storage.model import DEFAULT_SPACE, Call, Memory, StoredMessage
from storage.sql import calls, conflicts, memories, parts, projects
from storage.sql.conflicts import Conflict
from storage.sql.parts import Outcome, Part, Read

MOST_KNOWN = 20
"""Stored memories that the model is shown (contract, section 10)."""

NO_MODEL = NoMemoryModel.code
"""The error of a part that waits for a model."""

_KNOWN_TOKENS = 4000
_LOOKED_UP = 32
_LOOKED_UP_CHARS = 1000


@dataclass(frozen=True, slots=True)
class Claim:
    """A part that this process has claimed, with what it reads."""

    part: Part
    batch_id: str
    focus: str | None
    reads: tuple[Read, ...]


class AttemptFailed(Exception):
    """The model was asked and paid for, and its answer is of no use."""

    def __init__(self, message: str, call: Call) -> None:
        super().__init__(message)
        self.call = call


async def learn_part(ctx: Ctx, claim: Claim) -> None:
    """Learns from a part, or finds that there is nothing to learn; either way the part is done after it.

    Raises what `Models.ask` raises, and AttemptFailed; the part is still claimed then.
    """
    messages, withheld = await asyncio.to_thread(_numbered, claim.reads)
    counts: dict[str, Any] = {"withheld": withheld} if withheld else {}
    said = [one.message.text for one in messages if one.message.role == "user" and one.message.text.strip()]
    if not messages:
        await _finish(ctx, claim, counts, Verdict(()), None)
    elif said and await ctx.db.read(partial(_all_stored, part=claim.part, texts=said)):
        await _finish(ctx, claim, counts, Verdict((), duplicates=len(said)), None)
    else:
        verdict, call = await _ask(ctx, claim, messages)
        await _finish(ctx, claim, counts, verdict, call)


def _numbered(reads: Sequence[Read]) -> tuple[list[Numbered], int]:
    """What the model is shown, and how many messages are withheld because they read like a prompt injection.

    Such a message stays stored and searchable; but nothing is learned from it, nor said by a model that has read it.
    """
    cuts = [(read.conversation_id, cut(read.message, read.piece)) for read in reads]
    fit = [(id, message) for id, message in cuts if not screen(_words_of(message))]
    return [Numbered(n, id, message) for n, (id, message) in enumerate(fit, start=1)], len(cuts) - len(fit)


def _words_of(message: StoredMessage) -> str:
    return "\n".join([message.text, *(tool.arguments for tool in message.tool_calls)])


def _all_stored(tx: Tx, *, part: Part, texts: Sequence[str]) -> bool:
    """Whether each of these texts, whole or line by line, repeats stored memories word for word."""

    def stored(text: str) -> bool:
        return _is_stored(tx, part, text)

    return all(stored(text) or all(stored(line) for line in text.splitlines() if line.strip()) for text in texts)


def _is_stored(tx: Tx, part: Part, text: str) -> bool:
    """Whether this subject has a live memory of the same words, where a reader of the part's space sees it."""
    spaces = {part.space, DEFAULT_SPACE}
    return any(memories.same_text(tx, part.project, part.subject, text, space=space) is not None for space in spaces)


async def _ask(ctx: Ctx, claim: Claim, messages: Sequence[Numbered]) -> tuple[Verdict, Call]:
    part = claim.part
    settings = await ctx.projects.settings(part.project)
    known = await _known(ctx, part, messages)
    system = extract_system(settings.extract_instructions)
    question = extract_user(
        messages,
        known,
        now_ms=ctx.world.now_ms(),
        zone=settings.zone,
        time_zone=settings.time_zone,
        subject=part.subject,
        focus=claim.focus,
    )
    asked = await ctx.models.ask(
        part.project,
        job="extract",
        system=system,
        user=question,
        schema=SCHEMA,
        fallback_model=next((read.model for read in reversed(claim.reads) if read.model is not None), None),
    )
    try:
        answer = read_answer(asked.texts)
    except ExtractionFailed as error:
        raise AttemptFailed(str(error), asked.call) from error
    return await asyncio.to_thread(check, answer, messages, known, prompt=system), asked.call


async def _known(ctx: Ctx, part: Part, messages: Sequence[Numbered]) -> list[Memory]:
    """The nearest stored memories of this subject, as many as fit."""
    texts = [one.message.text[:_LOOKED_UP_CHARS] for one in messages if one.message.text.strip()]
    step = -(-len(texts) // _LOOKED_UP) or 1
    found = await nearest(
        ctx, part.project, subject=part.subject, space=part.space, texts=texts[::step], limit=MOST_KNOWN
    )
    room = _KNOWN_TOKENS
    fitting: list[Memory] = []
    for memory in found[:MOST_KNOWN]:
        room -= tokens_of(memory.text)
        if room < 0:
            break
        fitting.append(memory)
    return fitting


async def _finish(ctx: Ctx, claim: Claim, counts: Mapping[str, Any], verdict: Verdict, call: Call | None) -> None:
    await ctx.db.write(partial(_commit, world=ctx.world, claim=claim, counts=dict(counts), verdict=verdict, call=call))


def _commit(tx: Tx, *, world: World, claim: Claim, counts: dict[str, Any], verdict: Verdict, call: Call | None) -> None:
    """All of an attempt's writing. The money is spent whatever becomes of the answer, so the call is always kept."""
    part, at = claim.part, world.now_ms()
    if call is not None:
        calls.insert(tx, call)
    if not parts.is_ours(tx, part):
        return
    cost = 0.0 if call is None else call.cost_usd
    project = projects.by_num(tx, part.project)
    settings = None if project is None else settings_of(project.settings)
    if settings is None or not settings.enabled or not _still_stands(tx, claim):
        parts.put_back(tx, part, next_try_at=at, at=at, error=None, cost_usd=cost)
        return
    learned = _Writing(tx, world, claim, settings, at)
    for one in verdict.accepted:
        learned.add(one)
    counts |= learned.counts
    counts["duplicates"] += verdict.duplicates
    counts["dropped"] = dict(verdict.dropped)
    counts["adjusted"] = dict(verdict.adjusted)
    if part.error == NO_MODEL:
        parts.wake(tx, part.project, NO_MODEL, at)
    parts.finish(tx, part, Outcome(at, counts, cost, None if call is None else call.model_used or call.model))


def _still_stands(tx: Tx, claim: Claim) -> bool:
    now = [(read.piece, read.message) for read in parts.reading(tx, claim.part)]
    return now == [(read.piece, read.message) for read in claim.reads]


class _Writing:
    """Writes accepted statements as memories, in the transaction that ends the part."""

    def __init__(self, tx: Tx, world: World, claim: Claim, settings: Settings, at: int) -> None:
        self._tx, self._world, self._claim, self._at = tx, world, claim, at
        self._today = local_date(at, settings.zone)
        self._actor = f"batch:{claim.batch_id}"
        self.counts = {"learned": 0, "duplicates": 0, "replaced": 0, "conflicts": 0}

    def add(self, one: Accepted) -> None:
        """Stores one statement, unless the same text has come to be stored meanwhile."""
        part = self._claim.part
        if _is_stored(self._tx, part, one.text):
            self.counts["duplicates"] += 1
            return
        memory = memories.insert(self._tx, self._memory(one), one.sources, self._actor)
        self.counts["learned"] += 1
        if one.replaces is not None:
            self._replace(one.replaces, memory)

    def _memory(self, one: Accepted) -> Memory:
        part = self._claim.part
        return Memory(
            num=0,
            id=self._world.new_id("mem"),
            project=part.project,
            space=part.space,
            subject=part.subject,
            text=one.text,
            kind=one.kind,
            importance=one.importance,
            confidence=one.confidence,
            author="learned",
            state="live",
            created_at=self._at,
            updated_at=self._at,
            valid_from=one.valid_from,
            valid_until=one.valid_until,
            batch_id=self._claim.batch_id,
        )

    def _replace(self, id: str, new: Memory) -> None:
        """Retires the older memory, or leaves the choice to a person where only a person may change it."""
        old = memories.by_id(self._tx, new.project, id)
        if old is None or old.state != "live" or old.subject != new.subject:
            return
        if old.trusted:
            conflict = Conflict(self._world.new_id("cfl"), new.project, old.id, new.id, self._at)
            conflicts.insert(self._tx, conflict)
            self.counts["conflicts"] += 1
            return
        memories.set_state(
            self._tx,
            new.project,
            old.id,
            "replaced",
            actor=self._actor,
            at=self._at,
            replaced_by=new.id,
            valid_until=new.valid_from or self._today,
        )
        self.counts["replaced"] += 1


def with_reads(tx: Tx, part: Part, batch_id: str, focus: str | None) -> Claim:
    """The claim of a part, with what it reads at this moment."""
    return Claim(part, batch_id, focus, tuple(parts.reading(tx, part)))
