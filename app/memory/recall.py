"""Recall for one call: the memories that go in, found within the call's time, or none. It never fails a call."""

import asyncio
import logging
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal

from app.guard import redact, screen
from app.memory.context import Ctx
from app.memory.ranking import Ranked, distinct, is_relevant
from app.memory.search import search, visible
from app.memory.settings import Settings
from storage.model import Memory

log = logging.getLogger(__name__)

State = Literal["ok", "slow", "failed"]

_EMBEDDING_SHARE = 0.6
"""Of the budget, what the query's vector may take, so that words alone still have the rest."""

_CHARS_PER_TOKEN = 4
_LINE_TOKENS = 12
"""What a line of the block has around the memory's own words: kind, date and marks."""

_CANDIDATES = 4
"""How many times the wanted number is looked at: the floor, the guard and near duplicates each take some out."""


@dataclass(frozen=True, slots=True)
class Recalled:
    """What a call gets. `took_ms` is how long finding it took; nothing is found when the state isn't `ok`."""

    memories: tuple["Hit", ...]
    took_ms: float
    state: State


@dataclass(frozen=True, slots=True)
class Hit:
    """One memory for a call, as its receipt shows it. `text` is what goes in, screened anew."""

    memory: Memory
    text: str
    score: float
    why: Mapping[str, float]
    tokens: int


async def recall_for_call(
    ctx: Ctx, project: int, settings: Settings, *, query: str, subject: str | None, space: str | None, asked: bool
) -> Recalled:
    """The memories for a call, best first, within the settings' time, count and size.

    Where the call did not ask itself (`asked` is False) a relevance floor keeps unrelated memories out.
    """
    started = ctx.world.monotonic()
    budget_s = settings.recall_budget_ms / 1000
    hits: tuple[Hit, ...] = ()
    state: State = "ok"
    try:
        async with asyncio.timeout(budget_s):
            found = await search(
                ctx,
                project,
                query,
                visible(settings, subject, space),
                within="memories",
                limit=settings.recall_max_items * _CANDIDATES,
                patience_s=budget_s * _EMBEDDING_SHARE,
            )
            hits = await asyncio.to_thread(_chosen, found.memories, settings, asked)
    except TimeoutError:
        state = "slow"
        log.warning("recall took longer than %d ms and was skipped", settings.recall_budget_ms)
    except Exception:  # a failure in memory never fails a call
        state = "failed"
        log.exception("recall failed and was skipped")
    return Recalled(hits, (ctx.world.monotonic() - started) * 1000, state)


def _chosen(ranked: Sequence[Ranked], settings: Settings, asked: bool) -> tuple[Hit, ...]:
    """Those that may go in, as many as fit. What today's guard refuses stays out, whatever it was when it was saved."""
    near = [one for one in ranked if asked or is_relevant(one)]
    room = settings.recall_max_tokens
    hits: list[Hit] = []
    for one in distinct(near, len(near)):
        if len(hits) == settings.recall_max_items:
            break
        if screen(one.memory.text):
            log.warning("memory %s reads like a prompt injection and was not recalled", one.memory.id)
            continue
        text = redact(one.memory.text).text
        tokens = tokens_of(text)
        if tokens > room:
            continue
        room -= tokens
        hits.append(Hit(one.memory, text, one.score, one.why, tokens))
    return tuple(hits)


def tokens_of(text: str) -> int:
    """About how many tokens a memory takes in a block: a quarter of its UTF-8 bytes, and its line's own."""
    return -(-len(text.encode("utf-8", "replace")) // _CHARS_PER_TOKEN) + _LINE_TOKENS


def block_lines(recalled: Recalled) -> list[dict[str, Any]]:
    """What the block says, line by line: `text`, `kind`, `date` (YYYY-MM-DD) and `subject`.

    `subject` is the end user that a memory belongs to, None for one of the whole project. Oldest first, so that the
    same memories are the same block whatever their scores are; the dates are the memories' own.
    """
    hits = sorted(recalled.memories, key=lambda hit: (hit.memory.created_at, hit.memory.id))
    return [
        {
            "text": hit.text,
            "kind": hit.memory.kind,
            "date": hit.memory.valid_from or _day(hit.memory.created_at),
            "subject": hit.memory.subject,
        }
        for hit in hits
    ]


def _day(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms / 1000, UTC).date().isoformat()


# --- the query ---------------------------------------------------------------------------------------------------

_LONG_PASTE = 600
_LONGEST_QUERY = 2 * _LONG_PASTE + 1
_SHORT_WORDS = 6
_LONGEST_BORROWED = 300
_BORROWED = 2
_FENCED = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)


def query_of(texts: Sequence[str]) -> str:
    """What to look for: the words of the last of these user messages, oldest first.

    Of a long paste the beginning and the end count, for that is where people say what they want with it. A short
    follow-up ("and for the kids?") borrows from the messages before it.
    """
    said = [text for text in texts if text.strip()]
    if not said:
        return ""
    query = _essence(said[-1])
    if len(query.split()) <= _SHORT_WORDS and len(query) <= _LONGEST_BORROWED:
        borrowed = [_essence(text)[:_LONGEST_BORROWED] for text in said[-1 - _BORROWED : -1]]
        query = "\n".join([query, *reversed(borrowed)])
    return query[:_LONGEST_QUERY].strip()


def _essence(text: str) -> str:
    """A text without fenced code where words are left around it, and without the middle where it is long."""
    around = _FENCED.sub(" ", text)
    words = " ".join((around if any(c.isalnum() for c in around) else text).split())
    if len(words) <= 2 * _LONG_PASTE:
        return words
    return f"{words[:_LONG_PASTE]} {words[-_LONG_PASTE:]}"
