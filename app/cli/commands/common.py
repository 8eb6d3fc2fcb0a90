"""What commands share: arguments out of JSON, the project that is meant, times for people. No command itself."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from app.errors import BadRequest, NotFound
from app.parts import Parts
from storage.model import Project
from storage.sql import projects


def text(args: Mapping[str, Any], name: str) -> str:
    """A text that must be there. Raises BadRequest."""
    value = optional_text(args, name)
    if value is None:
        raise BadRequest(f"{name} is missing.")
    return value


def optional_text(args: Mapping[str, Any], name: str) -> str | None:
    """A text, or None when it isn't given. Raises BadRequest for an empty one and for anything else."""
    value = args.get(name)
    if value is None:
        return None
    if not isinstance(value, str) or not value.strip():
        raise BadRequest(f"{name} must be a text that isn't empty.")
    return value


async def project_named(parts: Parts, args: Mapping[str, Any]) -> Project:
    """The project that `project` names by slug or id. Raises NotFound."""
    name = text(args, "project")
    project = await parts.db.read(lambda tx: projects.by_slug(tx, name))
    if project is None:
        raise NotFound(f"There is no project {name!r}. `loregate project list` shows them.")
    return project


def at(ms: int | None) -> str | None:
    """A stored time as RFC 3339 in UTC."""
    if ms is None:
        return None
    return datetime.fromtimestamp(ms / 1000, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
