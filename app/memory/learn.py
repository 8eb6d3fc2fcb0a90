"""Learning in batches: when one starts, who works it off, and what happens when that fails.

A batch starts when enough messages wait or the oldest has waited long enough; or at once when somebody asks. It is
worked off part by part, each by `app/memory/part.py`. Nothing here asks a model or judges an answer.
"""

import asyncio
import logging
from collections.abc import Sequence
from functools import partial

from app.errors import BadRequest, Forbidden, MemoryOff, NoMemoryModel, NotFound
from app.guard import redact, screen
from app.memory.batching import plan
from app.memory.context import Ctx
from app.memory.part import NO_MODEL, AttemptFailed, Claim, learn_part, with_reads
from app.memory.prompts import month_start_ms
from app.memory.settings import Settings
from app.upstream.ask import AskFailed
from app.world import World
from storage.db import Tx
from storage.model import Call
from storage.sql import batches, calls, conversations, parts, projects, waiting
from storage.sql.batches import Reason
from storage.sql.parts import Part
from storage.sql.waiting import Waiting

log = logging.getLogger(__name__)

APPLICATION = "loregate-memory"
"""Whose spend the memory models' calls are (contract, section 3)."""

DELAYS_S = (30, 2 * 60, 8 * 60, 30 * 60, 2 * 3600, 6 * 3600)
"""How long a part waits after its first, second, … failed attempt; the last one stays."""

MOST_ATTEMPTS = 12
"""Then a part is given up, with its error, until somebody starts it again: about two days of failing."""

WORK_S = 9 * 60
LEASE_S = 10 * 60
"""An attempt may take `WORK_S`. When its lease is over and it still runs, it has died, and is taken for failed."""

NO_MODEL_S = 60
NO_MODEL_REST_S = 6 * 3600
"""How soon to look again whether there is a memory model: one part does so for its project, the others rest."""

LONGEST_FOCUS = 2000


# --- starting ----------------------------------------------------------------------------------------------------


async def start_due(ctx: Ctx) -> int:
    """Starts a batch in each project where one is due, and returns how many."""
    started = 0
    for project in await ctx.db.read(projects.every):
        settings = await ctx.projects.settings(project.num)
        reason = await ctx.db.read(partial(_reason, project=project.num, settings=settings, now=ctx.world.now_ms()))
        if reason is not None and await why_not(ctx, project.num, settings) is None:
            started += await _start(ctx, project.num, reason) is not None
    return started


async def start_batch(
    ctx: Ctx, project: int, conversation_id: str | None = None, focus: str | None = None, *, from_start: bool = False
) -> str | None:
    """Starts a batch now, and returns its id; None when there is nothing to read.

    It reads what is new in the project, or in one conversation, whose messages are then read even where nothing
    would be learned from it by itself; `from_start` reads all of it again. Raises NotFound for an unknown one.
    """
    if conversation_id is None:
        started = await _start(ctx, project, "by_hand")
    else:
        started = await ctx.db.write(
            partial(
                _begin_conversation,
                world=ctx.world,
                project=project,
                id=conversation_id,
                focus=focus,
                from_start=from_start,
            )
        )
    ctx.bell.ring()
    return started


async def remember(ctx: Ctx, project: int, conversation_id: str, focus: str | None = None) -> str:
    """Learns from a conversation, from its start, now. Returns the batch's id.

    Raises MemoryOff, NotFound, BadRequest for one without messages or a focus that is too long, and Forbidden for a
    focus that reads like a prompt injection or a conversation that was forgotten.
    """
    if not (await ctx.projects.settings(project)).enabled:
        raise MemoryOff("Memory is off in this project. Switch it on in its settings first.")
    started = await start_batch(ctx, project, conversation_id, fit_focus(focus), from_start=True)
    if started is None:
        raise BadRequest("This conversation has no messages to learn from.")
    return started


def fit_focus(focus: str | None) -> str | None:
    """The focus as it may be stored and shown to a model."""
    if focus is None or not focus.strip():
        return None
    if len(focus) > LONGEST_FOCUS:
        raise BadRequest(f"A focus has at most {LONGEST_FOCUS} characters.")
    if finding := screen(focus):
        raise Forbidden(f"The focus reads like a prompt injection ({finding.rule}). It was not kept.")
    return redact(focus).text


async def start_all(ctx: Ctx) -> None:
    """Starts everything that waits in every project now, what was put off or given up too: a person's order."""
    for project in await ctx.db.read(projects.every):
        settings = await ctx.projects.settings(project.num)
        if await why_not(ctx, project.num, settings) is None:
            await ctx.db.write(partial(parts.try_now, project=project.num, at=ctx.world.now_ms()))
            await _start(ctx, project.num, "by_hand")


def _reason(tx: Tx, *, project: int, settings: Settings, now: int) -> Reason | None:
    if not settings.enabled:
        return None
    count, oldest = waiting.new_ones(tx, project)
    if count >= settings.batch_of:
        return "size"
    if oldest is not None and oldest + settings.at_least_every_s * 1000 <= now:
        return "age"
    return None


async def _start(ctx: Ctx, project: int, reason: Reason) -> str | None:
    return await ctx.db.write(partial(_begin_new, world=ctx.world, project=project, reason=reason))


def _begin_new(tx: Tx, *, world: World, project: int, reason: Reason) -> str | None:
    waiting.take_back(tx, project)
    return _begin(tx, world, project, waiting.new_messages(tx, project), reason)


def _begin_conversation(
    tx: Tx, *, world: World, project: int, id: str, focus: str | None, from_start: bool
) -> str | None:
    conversation = conversations.by_id(tx, project, id)
    if conversation is None:
        raise NotFound(f"No conversation {id} in this project.")
    if conversation.never_learn:
        raise Forbidden("What was learned here was forgotten, so nothing is learned from this conversation again.")
    if from_start:
        parts.take_over(tx, project, conversation.num, world.now_ms())
    messages = waiting.messages_of(tx, conversation, from_start=from_start)
    return _begin(tx, world, project, messages, "remember" if from_start else "asked", focus)


def _begin(
    tx: Tx, world: World, project: int, messages: Sequence[Waiting], reason: Reason, focus: str | None = None
) -> str | None:
    plans = plan(messages)
    if not plans:
        return None
    id, at = world.new_id("bat"), world.now_ms()
    batch = batches.insert(tx, id, project, reason=reason, focus=focus, at=at)
    for one in plans:
        parts.insert(tx, batch, project, space=one.space, subject=one.subject, pieces=one.pieces, at=at)
    return id


# --- working off -------------------------------------------------------------------------------------------------


async def learn_due(ctx: Ctx) -> int:
    """Starts the batches that are due and works off, one by one, the parts that are. Returns how many it took on."""
    await start_due(ctx)
    taken = 0
    while (claim := await _claim(ctx)) is not None:
        taken += 1
        await _work(ctx, claim)
    return taken


async def recover(ctx: Ctx) -> None:
    """Frees the parts that a process which is gone had claimed. To be called when no other can be at work.

    The first such attempt is repeated at once; after that a part may be what kills the process, and waits.
    """
    at = ctx.world.now_ms()

    def work(tx: Tx) -> None:
        for project in projects.every(tx):
            for part in parts.running(tx, project.num):
                again = at if part.attempts == 1 else _next_try(at, part.attempts)
                parts.put_back(tx, part, next_try_at=again, at=at, error="interrupted")

    await ctx.db.write(work)


async def why_not(ctx: Ctx, project: int, settings: Settings) -> str | None:
    """Why nothing is learned in a project now: `memory_off`, `budget_reached`, or None when something may be."""
    if not settings.enabled:
        return "memory_off"
    budget = settings.monthly_budget_usd
    if budget is not None and await month_cost(ctx, project, settings) >= budget:
        return "budget_reached"
    return None


async def month_cost(ctx: Ctx, project: int, settings: Settings) -> float:
    """What the memory models cost since the project's month began, in USD."""
    since = month_start_ms(ctx.world.now_ms(), settings.zone)
    return await ctx.db.read(partial(calls.month_cost, project=project, application=APPLICATION, since_ms=since))


async def _claim(ctx: Ctx) -> Claim | None:
    """Claims the part that is due for longest, of all projects that may learn now."""
    now = ctx.world.now_ms()

    def due(tx: Tx) -> list[tuple[int, int]]:
        times = [(parts.next_due(tx, project.num), project.num) for project in projects.every(tx)]
        return sorted((time, num) for time, num in times if time is not None and time <= now)

    for _, project in await ctx.db.read(due):
        if await why_not(ctx, project, await ctx.projects.settings(project)) is None:
            claim = await ctx.db.write(partial(_claim_in, project=project, now=now))
            if claim is not None:
                return claim
    return None


def _claim_in(tx: Tx, *, project: int, now: int) -> Claim | None:
    claimed = parts.claim(tx, project, at=now, lease_until=now + LEASE_S * 1000, most_attempts=MOST_ATTEMPTS)
    return None if claimed is None else with_reads(tx, *claimed)


async def _work(ctx: Ctx, claim: Claim) -> None:
    """One attempt at a part. It ends done, or put back with its error: no part can stop the others."""
    try:
        async with asyncio.timeout(WORK_S):
            await learn_part(ctx, claim)
    except asyncio.CancelledError:
        await _put_back(ctx, claim.part, ctx.world.now_ms(), "interrupted")
        raise
    except NoMemoryModel:
        await ctx.db.write(partial(_no_model, part=claim.part, at=ctx.world.now_ms()))
    except AttemptFailed as error:
        await _failed(ctx, claim.part, f"bad_answer: {error}", error.call)
    except AskFailed as error:
        await _failed(ctx, claim.part, f"{error.code}: {error.message}", error.call)
    except TimeoutError:
        await _failed(ctx, claim.part, "upstream_failed: The memory model took too long.")
    except Exception:
        log.exception("learning from a part of batch %s failed", claim.batch_id)
        await _failed(ctx, claim.part, "internal_error: See the log.")


async def _failed(ctx: Ctx, part: Part, error: str, call: Call | None = None) -> None:
    at = ctx.world.now_ms()
    await _put_back(ctx, part, _next_try(at, part.attempts), error, call=call)


def _next_try(at: int, attempts: int) -> int | None:
    if attempts >= MOST_ATTEMPTS:
        return None
    return at + DELAYS_S[min(attempts, len(DELAYS_S)) - 1] * 1000


def _no_model(tx: Tx, *, part: Part, at: int) -> None:
    """Looking for a model costs nothing, so it is no attempt."""
    rest_s = NO_MODEL_S if parts.is_first_with(tx, part, NO_MODEL) else NO_MODEL_REST_S
    parts.put_back(tx, part, next_try_at=at + rest_s * 1000, at=at, error=NO_MODEL, used=False)


async def _put_back(ctx: Ctx, part: Part, next_try_at: int | None, error: str, *, call: Call | None = None) -> None:
    at = ctx.world.now_ms()

    def work(tx: Tx) -> None:
        if call is not None:
            calls.insert(tx, call)
        cost = 0.0 if call is None else call.cost_usd
        parts.put_back(tx, part, next_try_at=next_try_at, at=at, error=error, cost_usd=cost)

    await ctx.db.write(work)
