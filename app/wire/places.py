"""Which repository or folder a coding client works in, out of what it says about itself; and the space of that name."""

import hashlib
import re
from collections.abc import Iterable
from urllib.parse import urlsplit

LONGEST_NAME = 256
"""Characters in the name of a space."""

_FOLDERS = (
    re.compile(r"^[ \t]*-? ?Primary working directory: ([^\n]+)$", re.MULTILINE),
    re.compile(r"<cwd>([^<\n]+)</cwd>"),
    re.compile(r"^[ \t]*Working directory: ([^\n]+)$", re.MULTILINE),
    re.compile(r"^[ \t]*Workspace root folder: ([^\n]+)$", re.MULTILINE),
    re.compile(r"<root>([^<\n]+)</root>"),
)
"""How clients write the folder, surest first: Claude Code, Codex, opencode (twice), Codex."""

_HINTS = ("orking directory: ", "<cwd>", "Workspace root folder: ", "<root>")
_SCP = re.compile(r"(?:[^@/\s]+@)?([^@:/\s]{2,}):(?!//)([^\s]+)")
_SCHEMES = ("https", "http", "ssh", "git", "git+ssh", "git+https")


def folders_in(texts: Iterable[str]) -> list[str]:
    """The folders that texts of a client name, surest first, each once."""
    telling = [text for text in texts if any(hint in text for hint in _HINTS)]
    found = (match[1] for pattern in _FOLDERS for text in telling for match in pattern.finditer(text))
    return list(dict.fromkeys(folder for name in found if (folder := clean_folder(name))))


def clean_folder(path: str) -> str:
    """A folder's path without the slashes at its end; empty for a root, which is nobody's workspace."""
    path = path.strip().rstrip("/\\")
    return "" if path.endswith(":") else path


def remote_space(url: str) -> str | None:
    """`host/owner/repo` of a git remote: host in lower case; no scheme, user, port or `.git`. None for a local path."""
    host, path = _split_remote(url.strip())
    parts = [part for part in path.removesuffix("/").removesuffix(".git").split("/") if part]
    if not host or not parts or ".." in parts:
        return None
    name = "/".join([host.lower(), *parts])
    return name if len(name) <= LONGEST_NAME and name.isprintable() else None


def folder_space(path: str) -> str:
    """`folder-` and 8 hex digits of the SHA-256 of a folder's path."""
    return f"folder-{hashlib.sha256(path.encode('utf-8', 'replace')).hexdigest()[:8]}"


def _split_remote(url: str) -> tuple[str, str]:
    """Host and path, or nothing."""
    if "://" not in url:
        match = _SCP.fullmatch(url)
        return (match[1], match[2]) if match else ("", "")
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
    except ValueError:
        return "", ""
    return (host, parts.path) if parts.scheme.lower() in _SCHEMES else ("", "")
