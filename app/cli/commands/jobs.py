"""Jobs of the job loop, done now by command. What they do is the memory service's."""

from typing import Any

from app.cli.commands.common import text
from app.errors import BadRequest
from app.memory.learn import learn_due, start_all
from app.memory.retention import retain
from app.memory.scrubbing import scrub_now
from app.memory.settle import settle_due
from app.parts import Parts

HELD = "The clock has jumped by half a year or more. If it is right, run this again with --yes."


async def run_job(parts: Parts, args: dict[str, Any]) -> dict[str, Any]:
    """Does one job to its end: `{job, confirmed?}` to `{job, done, of}`, and `held` where it held back.

    `confirmed` is for retention: a person says that the clock is right although it has jumped.
    """
    job = text(args, "job")
    if job == "settle":
        return {"job": job, "done": await settle_due(parts.ctx, everything=True), "of": "conversations read"}
    if job == "batch":
        await start_all(parts.ctx)
        return {"job": job, "done": await learn_due(parts.ctx), "of": "parts of batches learned from"}
    if job == "retention":
        ran = await retain(parts.ctx, confirmed=args.get("confirmed") is True)
        done = {"job": job, "done": ran.deleted.total(), "of": "rows deleted for their age"}
        return done if ran.held_since is None else done | {"held": HELD}
    if job == "scrub":
        return {"job": job, "done": await scrub_now(parts.ctx), "of": "erasures scrubbed from the file"}
    raise BadRequest("The jobs are settle, batch, retention and scrub.")
