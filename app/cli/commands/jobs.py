"""Jobs of the job loop, done now by command. What they do is the memory service's."""

from typing import Any

from app.cli.commands.common import text
from app.errors import BadRequest
from app.memory.learn import learn_due, start_all
from app.memory.settle import settle_due
from app.parts import Parts


async def run_job(parts: Parts, args: dict[str, Any]) -> dict[str, Any]:
    """Does one job to its end: `{job}` to `{job, done, of}`."""
    job = text(args, "job")
    if job == "settle":
        return {"job": job, "done": await settle_due(parts.ctx, everything=True), "of": "conversations read"}
    if job == "batch":
        await start_all(parts.ctx)
        return {"job": job, "done": await learn_due(parts.ctx), "of": "parts of batches learned from"}
    raise BadRequest("The jobs are settle and batch.")
