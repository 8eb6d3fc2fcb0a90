"""How a running server takes commands: one route that answers this machine, and the token in the server's private file.

The server holds the database, so a command that finds it held is sent here and run by the server instead.
"""

import ipaddress
import logging
import secrets
from collections.abc import Mapping
from typing import Any, cast

from quart import Blueprint, Response, request

from app.errors import BadKey, BadRequest, LoregateError
from app.parts import Command, Parts
from app.web import error_response, json_body, json_response

log = logging.getLogger(__name__)

PATH = "/control"


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
