"""Erasing an end user by command: the owner's own hand, so the file is scrubbed at once."""

from typing import Any

from app.cli.commands.common import project_named, text
from app.memory.forgetting import certificate, certificate_shape, erase
from app.memory.scrubbing import scrub_now
from app.parts import Parts


async def erase_subject(parts: Parts, args: dict[str, Any]) -> dict[str, Any]:
    """Erases an end user of a project and scrubs the file: `{project, subject}` to the certificate."""
    project = await project_named(parts, args)
    erased = await erase(parts.ctx, project.num, text(args, "subject"), actor="system")
    await scrub_now(parts.ctx)
    return certificate_shape(await certificate(parts.ctx, project.num, erased.id))
