"""Settling: a conversation that has gone quiet is read, that is indexed and given a title. No model is asked.

A new turn opens a conversation again; the next settling then indexes only what has come since.
"""

from collections.abc import Sequence
from functools import partial

from app.memory.context import Ctx
from app.memory.indexing import index_messages
from storage.db import Tx
from storage.model import StoredMessage
from storage.sql import conversations, projects, waiting

LONGEST_TITLE = 120


async def settle_due(ctx: Ctx, *, everything: bool = False) -> int:
    """Reads the conversations that have been quiet for their project's time, or all open ones; returns how many."""
    now = ctx.world.now_ms()
    settled = 0
    for project in await ctx.db.read(projects.every):
        settings = await ctx.projects.settings(project.num)
        before = now if everything else now - settings.settle_after_s * 1000
        quiet = await ctx.db.read(partial(waiting.quiet_since, project=project.num, at=before))
        for num in quiet:
            settled += await ctx.db.write(partial(_settle, project=project.num, num=num, before=before))
    return settled


async def next_settling(ctx: Ctx) -> int | None:
    """When the next conversation will have been quiet for long enough, unless another turn comes."""
    times: list[int] = []
    for project in await ctx.db.read(projects.every):
        oldest = await ctx.db.read(partial(waiting.oldest_open, project=project.num))
        if oldest is not None:
            times.append(oldest + (await ctx.projects.settings(project.num)).settle_after_s * 1000)
    return min(times, default=None)


def _settle(tx: Tx, *, project: int, num: int, before: int) -> bool:
    conversation = conversations.by_num(tx, project, num)
    if conversation is None or conversation.state != "open" or conversation.last_turn_at > before:
        return False
    messages = waiting.unsettled_messages(tx, conversation)
    index_messages(tx, project, conversation, messages)
    title = conversation.title or title_of(messages)
    waiting.set_read(tx, conversation, title=title, upto=messages[-1].num if messages else None)
    return True


def title_of(messages: Sequence[StoredMessage]) -> str | None:
    """The first words of a user, on one line of at most 120 characters; None where no user has said a word."""
    for message in messages:
        line = " ".join(message.text.split())
        if message.role == "user" and line:
            return line if len(line) <= LONGEST_TITLE else line[: LONGEST_TITLE - 1].rstrip() + "…"
    return None
