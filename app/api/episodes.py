"""Conversations: a list, one with its messages, and the order to learn from one."""

from dataclasses import replace

from quart import Blueprint, Response, request

from app.api.bodies import Remembering
from app.api.door import Door, body_of, may_see, need_own_space, space_to_read, subject_in
from app.api.paging import cursor_in_query, limit_in_query, need_known, page
from app.auth import Caller
from app.errors import NotFound
from app.memory.context import Ctx
from app.memory.learn import remember
from app.memory.search import visible
from app.memory.shapes import conversation_shape, episode_shape
from app.web import json_response
from storage.db import Tx
from storage.model import Conversation, StoredMessage
from storage.sql import conversations, episodes
from storage.sql.episodes import Page


def add(blueprint: Blueprint, ctx: Ctx, door: Door) -> None:
    """Adds the routes."""

    @blueprint.get("/episodes")
    async def list_episodes() -> Response:
        caller = await door.reader()
        need_known("subject", "space", "project", "cursor", "limit")
        wanted = await _wanted(ctx, caller)
        rows = await ctx.db.read(
            lambda tx: episodes.listed(tx, caller.project.num, replace(wanted, limit=wanted.limit + 1))
        )
        shown = rows[: wanted.limit]
        more = len(rows) > wanted.limit
        place = (shown[-1].last_turn_at, shown[-1].num) if more else None
        return json_response(page([conversation_shape(one) for one in shown], place))

    @blueprint.get("/episodes/<id>")
    async def read_episode(id: str) -> Response:
        caller = await door.reader()

        def work(tx: Tx) -> tuple[Conversation, list[StoredMessage]]:
            conversation = _reach(tx, caller, id)
            return conversation, conversations.messages_of(tx, conversation.project, conversation.num)

        return json_response(episode_shape(*await ctx.db.read(work)))

    @blueprint.post("/episodes/<id>/remember")
    async def remember_episode(id: str) -> Response:
        caller = await door.writer()
        body = await body_of(Remembering)
        conversation = await ctx.db.read(lambda tx: _reach(tx, caller, id))
        need_own_space(caller, conversation.space)
        return json_response({"batch_id": await remember(ctx, caller.project.num, id, body.focus)}, 202)


async def _wanted(ctx: Ctx, caller: Caller) -> Page:
    settings = await ctx.projects.settings(caller.project.num)
    subject = subject_in(request.args.get("subject"))
    space = space_to_read(caller, request.args.get("space", request.args.get("project")))
    seen = visible(settings, subject, space)
    cursor = cursor_in_query(2)
    return Page(
        spaces=seen.spaces,
        subjects=seen.subjects if subject is None else (subject,),
        before=None if cursor is None else (cursor[0], cursor[1]),
        limit=limit_in_query(),
    )


def _reach(tx: Tx, caller: Caller, id: str) -> Conversation:
    conversation = conversations.by_id(tx, caller.project.num, id)
    if conversation is None or not may_see(caller, conversation.space):
        raise NotFound(f"No conversation {id[:64]} in this project.")
    return conversation
