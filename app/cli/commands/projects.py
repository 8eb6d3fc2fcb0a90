"""Projects by command: add, list, show."""

import re
from typing import Any

from app.cli.commands.common import at, optional_text, project_named, text
from app.errors import BadRequest
from app.memory.settings import PRESETS, changed, preset_values, settings_of
from app.parts import Parts
from storage.db import Tx
from storage.model import Project
from storage.sql import projects

CHOICES = ("remember", "recall", "recall_on_responses")
"""The settings that a preset is told by."""


async def add(parts: Parts, args: dict[str, Any]) -> dict[str, Any]:
    """Makes a project: `{slug, name?, preset?}`."""
    slug = text(args, "slug")
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,62}", slug):
        raise BadRequest("A project's slug is made of a-z, 0-9 and -, 63 characters at most.")
    settings = changed({}, preset_values(optional_text(args, "preset") or "on-request"))
    name = optional_text(args, "name") or slug
    id, now = parts.world.new_id("prj"), parts.world.now_ms()

    def work(tx: Tx) -> Project:
        if projects.by_slug(tx, slug) is not None:
            raise BadRequest(f"There is a project {slug!r} already.")
        return projects.insert(tx, id, slug, name, settings, now)

    return _shape(await parts.db.write(work))


async def listed(parts: Parts, args: dict[str, Any]) -> dict[str, Any]:
    """All projects."""
    return {"data": [_shape(project) for project in await parts.db.read(projects.every)]}


async def show(parts: Parts, args: dict[str, Any]) -> dict[str, Any]:
    """One project with all its settings: `{project}`."""
    project = await project_named(parts, args)
    return _shape(project) | {"settings": settings_of(project.settings).model_dump(mode="json")}


def _shape(project: Project) -> dict[str, Any]:
    return {
        "id": project.id,
        "slug": project.slug,
        "name": project.name,
        "preset": _preset(project),
        "created_at": at(project.created_at),
    }


def _preset(project: Project) -> str:
    """The preset that the project's settings still agree with, or `custom`."""
    now = settings_of(project.settings)
    for preset, values in PRESETS.items():
        wanted = settings_of(values)
        if all(getattr(now, name) == getattr(wanted, name) for name in CHOICES):
            return preset
    return "custom"
