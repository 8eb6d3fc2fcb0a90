"""Virtual keys by command: add, list, revoke. A key's text is in the answer of `add`, and nowhere else ever."""

from typing import Any

from app.auth import add_key, revoke_key
from app.cli.commands.common import at, optional_text, project_named, text
from app.errors import BadRequest
from app.parts import Parts
from storage.model import Key
from storage.sql import keys

DAY_MS = 24 * 3600 * 1000


async def add(parts: Parts, args: dict[str, Any]) -> dict[str, Any]:
    """Makes a key: `{project, name?, space?, scope?, days?}`."""
    project = await project_named(parts, args)
    scope = optional_text(args, "scope") or "write"
    if scope not in ("read", "write"):
        raise BadRequest("A key's scope is read or write.")
    key, shown = await add_key(
        parts.db,
        parts.world,
        project,
        optional_text(args, "name") or "key",
        scope=scope,
        space=optional_text(args, "space"),
        expires_at=_expiry(parts, args.get("days")),
    )
    return {"key": shown, "project": project.slug} | _shape(key)


def _expiry(parts: Parts, days: Any) -> int | None:
    if days is None:
        return None
    if not isinstance(days, int) or not 1 <= days <= 36500:
        raise BadRequest("A key is good for 1 to 36500 days.")
    return parts.world.now_ms() + days * DAY_MS


async def listed(parts: Parts, args: dict[str, Any]) -> dict[str, Any]:
    """The keys of a project, newest first: `{project}`."""
    project = await project_named(parts, args)
    return {"data": [_shape(key) for key in await parts.db.read(lambda tx: keys.of_project(tx, project.num))]}


async def revoke(parts: Parts, args: dict[str, Any]) -> dict[str, Any]:
    """Ends a key at once: `{project, id}`."""
    project = await project_named(parts, args)
    id = text(args, "id")
    await revoke_key(parts.db, parts.world, project, id)
    return {"id": id, "revoked": True}


def _shape(key: Key) -> dict[str, Any]:
    return {
        "id": key.id,
        "name": key.name,
        "hint": f"lg_…{key.hint}",
        "scope": key.scope,
        "space": key.space,
        "created_at": at(key.created_at),
        "expires_at": at(key.expires_at),
        "revoked_at": at(key.revoked_at),
    }
