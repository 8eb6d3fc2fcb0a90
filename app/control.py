"""How a command reaches a running server: one loopback route, and a private file that says where it is.

The server holds the database, so a command that finds it locked is sent here and run by the server instead. The
file holds a random token that only its owner can read; it is written at the start and removed at the stop.
"""

import ipaddress
import json
import logging
import os
import secrets
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, cast

import httpx
from quart import Blueprint, Response, request

from app.errors import BadKey, BadRequest, LoregateError
from app.parts import Parts
from app.web import error_response, json_body, json_response

log = logging.getLogger(__name__)

Command = Callable[[Parts, dict[str, Any]], Awaitable[dict[str, Any]]]
"""A command: from the parts of the program and its arguments to its result, both as JSON."""

PATH = "/control"
PATIENCE_S = 600.0
"""A batch with a slow model may take minutes."""


class Unreachable(Exception):
    """A process holds the database but doesn't answer commands."""


class CommandFailed(Exception):
    """The running server refused or failed a command; the message is its own."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where a running server takes commands."""

    url: str
    pid: int
    token: str

    def write(self, path: Path) -> None:
        """Puts the address in a file that only its owner can read."""
        draft = path.with_name(path.name + ".new")
        draft.unlink(missing_ok=True)
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            json.dump(asdict(self), file)
        draft.replace(path)

    @classmethod
    def read(cls, path: Path) -> "Address":
        """The address in a file. Raises Unreachable when there is none."""
        try:
            stored = json.loads(path.read_text("utf-8"))
            return cls(stored["url"], stored["pid"], stored["token"])
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise Unreachable("Another process has the database open and takes no commands. Stop it first.") from error


def new_token() -> str:
    """A token that can't be guessed."""
    return secrets.token_urlsafe(32)


def create(parts: Parts, commands: Mapping[str, Command], token: str) -> Blueprint:
    """The route. It answers this machine only, and only to the token."""
    control = Blueprint("control", __name__)
    expected = f"Bearer {token}".encode()

    @control.post(PATH)
    async def run() -> Response:
        given = request.headers.get("authorization", "").encode("utf-8", "surrogateescape")
        if not _from_here(cast(dict[str, Any], request.scope)) or not secrets.compare_digest(given, expected):
            return error_response(BadKey("This route is for Loregate's own commands."))
        try:
            body = await json_body(request)
            command = commands.get(str(body.get("command")))
            args = body.get("args")
            if command is None or not isinstance(args, dict):
                raise BadRequest("This server doesn't know that command. Is it of the same version?")
            return json_response({"result": await command(parts, cast(dict[str, Any], args))})
        except LoregateError as error:
            return error_response(error)
        except Exception as error:
            log.exception("a command failed")
            return error_response(LoregateError(f"The command failed ({type(error).__name__}). See the server's log."))

    return control


def _from_here(scope: Mapping[str, Any]) -> bool:
    """Whether the client is this machine: on loopback, or at the very address that it called."""
    try:
        client = ipaddress.ip_address(scope["client"][0])
        return client.is_loopback or client == ipaddress.ip_address(scope["server"][0])
    except (KeyError, TypeError, ValueError):
        return False


async def send(address: Address, name: str, args: Mapping[str, Any], transport: httpx.AsyncBaseTransport) -> Any:
    """Has the running server run a command. Raises Unreachable or CommandFailed."""
    async with httpx.AsyncClient(transport=transport, timeout=PATIENCE_S) as client:
        try:
            answer = await client.post(
                address.url,
                json={"command": name, "args": args},
                headers={"authorization": f"Bearer {address.token}"},
            )
            body = answer.json()
        except (httpx.HTTPError, ValueError) as error:
            raise Unreachable(
                f"The server that has the database open (process {address.pid}) can't be reached at {address.url}."
            ) from error
    if answer.status_code != 200:
        raise CommandFailed(body["error"]["message"])
    return body["result"]
