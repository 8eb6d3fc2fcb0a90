"""Runs a command where the database is: here when it is free, else in the server that holds it."""

import asyncio
import os
from collections.abc import Mapping
from typing import Any

import httpx

from app.cli.commands import COMMANDS
from app.config import BadConfig, Config, load
from app.control import Address, CommandFailed, Unreachable, send
from app.errors import LoregateError
from app.listening import CantListen
from app.logs import configure
from app.parts import opened
from app.serve import StartFailed
from app.world import World
from storage.errors import FileInUse, StorageError

KNOWN = (BadConfig, StartFailed, CantListen, StorageError, LoregateError, Unreachable, CommandFailed)
"""Errors whose message is all that a person needs: they are shown without a traceback."""


def config_of(options: Mapping[str, Any]) -> Config:
    """The config of this environment and the options that were typed."""
    return load(os.environ, options)


def run(options: Mapping[str, Any], name: str, args: dict[str, Any]) -> dict[str, Any]:
    """Runs a command and returns its result. Raises one of KNOWN."""
    configure("error")
    return asyncio.run(_run(config_of(options), name, args))


async def _run(config: Config, name: str, args: dict[str, Any]) -> dict[str, Any]:
    try:
        async with opened(config, World()) as parts:
            return await COMMANDS[name](parts, args)
    except FileInUse:
        # Plain httpx: a command is one small request on loopback, and a second HTTP library would take longer to load.
        return await send(Address.read(config.control), name, args, httpx.AsyncHTTPTransport(trust_env=False))
