"""Which client sent a call, and what it says about itself: session, turn, workspace, whether a person is behind it.

What a client says in its headers and metadata is believed, what stands in a person's words never is.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from app.wire.loose import as_dict, as_name, as_text, first, parsed
from app.wire.neutral import Message, Request
from app.wire.places import clean_folder, folder_space, folders_in, remote_space
from app.wire.sides import Side, side_of
from app.wire.words import texts
from app.wire.wrappers import has_reminder

CODING = frozenset({"claude-code", "codex", "opencode", "aider"})

_OLD_MACHINE = re.compile(r"user_[0-9a-f]{64}_account_[0-9a-f-]*_session_([0-9a-f-]{36})")
"""Claude Code's identity of a machine, as versions before 2.1 wrote it."""

_SUBAGENTS = {
    "claude-code": ("You are an agent for Claude Code",),
    "aider": (
        "Act as an expert software developer who edits source code.",
        "Act as an expert software developer and make changes to source code.",
    ),
}
"""How the system prompts of subagents begin; aider's editor is told by its architect what to do."""

_AIDERS = (
    "Act as an expert code analyst.\nAnswer questions about the supplied code.",
    "Act as an expert code analyst.\nUnderstand the user's question or request, solely to determine",
    "Act as an expert architect engineer and provide direction to your editor engineer.",
)
"""How aider's system prompts begin that lay down no edit format."""


@dataclass(frozen=True, slots=True)
class Client:
    """What is known of a call's client.

    `session` is the client's own id of the conversation, `prompt_id` that of the turn; a subagent has its parent's.
    `side`: a request that the client makes for itself. `machine_identity`: the body's end user is a machine.
    """

    name: str | None
    session: str | None
    prompt_id: str | None
    side: Side | None
    subagent: bool
    agent_id: str | None
    git_remotes: tuple[str, ...]
    folders: tuple[str, ...]
    machine_identity: bool

    @property
    def is_coding(self) -> bool:
        """Whether it is a coding client that we know."""
        return self.name in CODING


def read_client(headers: Mapping[str, str], dialect: str, body: Mapping[str, Any], request: Request) -> Client:
    """The client behind a call. `headers` have their names in lower case; `request` was read from the same body."""
    codex = _codex_metadata(headers, body)
    machine = _machine(request.end_user) if dialect == "messages" else None
    name = _name(headers, codex, machine, body)
    agent = _header(headers, "x-claude-code-agent-id")
    compacts = "x-claude-code-compaction" in headers
    class_ = "compaction" if compacts else _header(headers, "x-claude-code-request-class")
    codex_agent = codex.get("thread_source") == "subagent"
    return Client(
        name=name,
        session=_session(headers, codex, machine),
        prompt_id=_header(headers, "x-claude-code-prompt-id") or as_name(codex.get("turn_id")),
        side=side_of(name, class_, as_name(codex.get("request_kind")), body, request),
        subagent=class_ == "subagent" or agent is not None or codex_agent or _says_subagent(name, request),
        agent_id=agent or (as_name(codex.get("thread_id")) if codex_agent else None),
        git_remotes=_remotes(codex),
        folders=_folders(codex, request),
        machine_identity=machine is not None,
    )


def space_name(client: Client) -> str | None:
    """The space of the client's repository, else of its folder; None when it names neither."""
    remotes = (space for url in client.git_remotes if (space := remote_space(url)) is not None)
    return next(remotes, None) or next((folder_space(path) for path in client.folders), None)


def as_typed(client: Client, request: Request) -> Request:
    """The request with the person's words as they were typed: opencode may send a prompt in double quotes."""
    if client.name != "opencode":
        return request
    return replace(request, messages=tuple(_unquoted(message) for message in request.messages))


def _unquoted(message: Message) -> Message:
    text = message.text.strip()
    if message.role != "user" or len(text) < 2 or text[0] != '"' or text[-1] != '"':
        return message
    inner = text[1:-1]
    if '"' in inner.replace('\\"', ""):  # quotes of the person's own, or of several arguments
        return message
    return replace(message, text=inner.replace('\\"', '"').strip())


def _header(headers: Mapping[str, str], *names: str) -> str | None:
    return next((value for name in names if (value := headers.get(name, "").strip())), None)


def _object(text: object) -> dict[str, Any]:
    """The JSON object in a text, or an empty one."""
    if not isinstance(text, str) or not text.startswith("{"):
        return {}
    try:
        return as_dict(parsed(text))
    except ValueError:
        return {}


def _codex_metadata(headers: Mapping[str, str], body: Mapping[str, Any]) -> dict[str, Any]:
    """What Codex says of a turn: a JSON text in a header, and once more in the body."""
    given = as_dict(body.get("client_metadata"))
    return _object(headers.get("x-codex-turn-metadata")) or _object(given.get("x-codex-turn-metadata"))


def _machine(end_user: object) -> str | None:
    """The session in Claude Code's identity of a machine; None when the end user is something else."""
    text = as_text(end_user)
    if (old := _OLD_MACHINE.fullmatch(text)) is not None:
        return old[1]
    identity = _object(text)
    if "device_id" in identity or "account_uuid" in identity:
        return as_name(identity.get("session_id"))
    return None


def _name(
    headers: Mapping[str, str],
    codex: Mapping[str, Any],
    machine: str | None,
    body: Mapping[str, Any],
) -> str | None:
    agent = headers.get("user-agent", "").lower()
    if agent.startswith(("claude-cli/", "claude-code/")) or "x-claude-code-session-id" in headers or machine:
        return "claude-code"
    if agent.startswith("codex") or headers.get("originator", "").lower().startswith("codex") or codex:
        return "codex"
    if agent.startswith("opencode/"):
        return "opencode"
    begin = texts(first(body.get("messages")).get("content"))
    return "aider" if any(has_reminder(text) or text.startswith(_AIDERS) for text in begin) else None


def _session(headers: Mapping[str, str], codex: Mapping[str, Any], machine: str | None) -> str | None:
    return (
        _header(headers, "x-claude-code-session-id")
        or machine
        or _header(headers, "session-id", "thread-id")
        or as_name(codex.get("session_id"))
        or as_name(codex.get("thread_id"))
        or _header(headers, "x-session-id", "x-session-affinity")
    )


def _says_subagent(name: str | None, request: Request) -> bool:
    return any(text.startswith(_SUBAGENTS.get(name or "", ())) for text in request.system)


def _remotes(codex: Mapping[str, Any]) -> tuple[str, ...]:
    """The remotes of the workspaces, each one's `origin` first."""
    found: list[str] = []
    for workspace in as_dict(codex.get("workspaces")).values():
        urls = as_dict(as_dict(workspace).get("associated_remote_urls"))
        ordered = sorted(urls, key=lambda name: name != "origin")
        found += [url for name in ordered if (url := as_name(urls[name])) is not None]
    return tuple(found)


def _folders(codex: Mapping[str, Any], request: Request) -> tuple[str, ...]:
    """From the client's metadata, its system prompts, and its wrappers before the first words of a person."""
    stated: Sequence[str] = [*request.system, *request.wrappers]
    workspaces = [clean_folder(path) for path in as_dict(codex.get("workspaces"))]
    return tuple(dict.fromkeys(path for path in (*workspaces, *folders_in(stated)) if path))
