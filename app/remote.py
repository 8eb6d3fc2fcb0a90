"""A command's way to a running server: where it takes commands, and how one is sent. The route itself is `control`'s.

A running server holds the database. It writes where it is, with a random token, to a file that only its owner can
read, and removes the file when it stops.
"""

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

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


async def send(address: Address, name: str, args: Mapping[str, Any]) -> dict[str, Any]:
    """Has the running server run a command. Raises Unreachable or CommandFailed."""
    import httpx

    async with httpx.AsyncClient(timeout=PATIENCE_S, trust_env=False) as client:
        try:
            answer = await client.post(
                address.url,
                json={"command": name, "args": args},
                headers={"authorization": f"Bearer {address.token}"},
            )
            body = answer.json()
        except (httpx.HTTPError, ValueError) as error:
            raise Unreachable(
                f"The server that has the database open (process {address.pid}) gave no answer at {address.url}: "
                f"{type(error).__name__}."
            ) from error
    if answer.status_code != 200:
        raise CommandFailed(body["error"]["message"])
    return body["result"]
