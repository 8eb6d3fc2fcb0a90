"""`/healthz` (the process lives) and `/readyz` (it can serve): for supervisors, without a key, telling nothing else."""

import asyncio

from quart import Blueprint, Response

from app.web import json_response
from storage.db import Database
from storage.errors import StorageError

PATIENCE_S = 2.0
"""How long the database may take to answer before the server counts as not ready."""


def create(db: Database) -> Blueprint:
    """The two routes."""
    health = Blueprint("health", __name__)

    @health.get("/healthz")
    async def healthz() -> Response:
        return json_response({"status": "ok"})

    @health.get("/readyz")
    async def readyz() -> Response:
        try:
            async with asyncio.timeout(PATIENCE_S):
                await db.read(lambda tx: tx.value("SELECT count(*) FROM projects"))
        except (StorageError, TimeoutError):
            return json_response({"status": "unavailable"}, 503, {"retry-after": "1"})
        return json_response({"status": "ok"})

    return health
