"""Runs a command where the database is: in the server that holds it, else here.

What a command needs here is imported only when it is run here: a running server answers at once.
"""

import asyncio
import os
from collections.abc import Mapping
from typing import Any

from app.config import CantStart, Config, load
from app.errors import LoregateError
from app.logs import configure
from app.remote import Address, CommandFailed, Unreachable, send
from storage.errors import FileInUse, StorageError
from storage.lock import FileLock

KNOWN = (CantStart, StorageError, LoregateError, Unreachable, CommandFailed)
"""Errors whose message is all that a person needs: they are shown without a traceback."""


def config_of(options: Mapping[str, Any]) -> Config:
    """The config of this environment and the options that were typed."""
    return load(os.environ, options)


def run(options: Mapping[str, Any], name: str, args: dict[str, Any]) -> dict[str, Any]:
    """Runs a command and returns its result. Raises one of KNOWN."""
    configure("error")
    return asyncio.run(_run(config_of(options), name, args))


async def _run(config: Config, name: str, args: dict[str, Any]) -> dict[str, Any]:
    # The lock is asked first, not the file: a server that was killed leaves its file behind, and who listens at that
    # address now must not be sent a token or a secret.
    if config.database.exists() and _held(config):
        return await send(Address.read(config.control), name, args)
    return await _run_here(config, name, args)


def _held(config: Config) -> bool:
    """Whether another process has the database open."""
    lock = FileLock(config.database)
    try:
        lock.acquire()
    except FileInUse:
        return True
    lock.release()
    return False


async def _run_here(config: Config, name: str, args: dict[str, Any]) -> dict[str, Any]:
    from app.cli.commands import COMMANDS
    from app.parts import opened
    from app.world import World

    async with opened(config, World()) as parts:
        return await COMMANDS[name](parts, args)
