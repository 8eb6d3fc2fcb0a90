"""Which repository or folder a coding client works in, out of what it says about itself; and the space of that name."""

import hashlib
import re
from collections.abc import Iterable
from urllib.parse import urlsplit

LONGEST_NAME = 256
"""Characters in the name of a space."""

_FOLDERS = tuple(
    (hint, re.compile(pattern, re.MULTILINE))
    for hint, pattern in (
        ("Primary working directory: ", r"^[ \t]*-? ?Primary working directory: ([^\n]+)$"),
        ("<cwd>", r"<cwd>([^<\n]+)</cwd>"),
        ("Working directory: ", r"^[ \t]*Working directory: ([^\n]+)$"),
        ("Workspace root folder: ", r"^[ \t]*Workspace root folder: ([^\n]+)$"),
        ("<root>", r"<root>([^<\n]+)</root>"),
    )
)
"""How clients write the folder, surest first: Claude Code, Codex, opencode (twice), Codex. A pattern is only tried on
texts that hold its hint."""

_SCP = re.compile(r"(?:[^@/\s]+@)?([^@:/\s]{2,}):(?!//)([^\s]+)")
_SCHEMES = ("https", "http", "ssh", "git", "git+ssh", "git+https")


def folders_in(texts: Iterable[str]) -> list[str]:
    """The folders that texts of a client name, surest first, each once."""
    held = list(texts)
    found = (match[1] for hint, pattern in _FOLDERS for t in held if hint in t for match in pattern.finditer(t))
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
