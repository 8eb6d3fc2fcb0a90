"""A request of a real client with texts of our own, and what must be read out of it."""

from dataclasses import dataclass, field
from typing import Any

SESSION = "0b54a1de-7c52-4f0e-9a55-3a8a0c7f4d11"
PROMPT = "7f0f7a3e-55d2-4dc3-8d6e-d1a2b5a4b9c0"
TURN = "c0ffee00-1111-4222-8333-444455556666"
FOLDER = "/home/dev/acme"
FOLDER_SPACE = "folder-decceffa"
REMOTE_SPACE = "github.com/acme-corp/widget-service"
MARK = {"cache_control": {"type": "ephemeral"}}


@dataclass(frozen=True)
class Shape:
    """A request, and what is to be read: the new words, and what the client is."""

    dialect: str
    headers: dict[str, str]
    body: dict[str, Any]
    new: list[tuple[str, str]]
    client: str | None = None
    space: str | None = None
    side: str | None = None
    session: str | None = None
    prompt: str | None = None
    subagent: bool = False
    machine: bool = False
    tools: bool = False
    past: int = 0
    extra: dict[str, Any] = field(default_factory=dict)


def text(words: str, **more: Any) -> dict[str, Any]:
    return {"type": "text", "text": words, **more}
