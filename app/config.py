"""What the program is started with: environment variables and options. The settings of a project are elsewhere.

A variable may also be given as a file: with `LOREGATE_KEY_FILE=/run/secrets/key` the file's content, less one line
end, is the key.
"""

import ipaddress
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from platformdirs import user_data_path

PREFIX = "LOREGATE_"
LOG_LEVELS = ("debug", "info", "warning", "error")


class CantStart(Exception):
    """The program can't start. The message is for the person who runs it, and says what to do."""


class BadConfig(CantStart):
    """A variable or an option can't be used. The message names it and says what is wrong, never a secret's value."""


@dataclass(frozen=True, slots=True)
class Config:
    """All boot settings, checked. What holds a secret stays out of `repr`."""

    data_dir: Path = field(default_factory=lambda: user_data_path("loregate", appauthor=False))
    host: str = "127.0.0.1"
    port: int = 8377
    """0 takes any free port."""
    upstream_url: str | None = None
    upstream_key: str | None = field(default=None, repr=False)
    memory_model: str | None = None
    key: str | None = field(default=None, repr=False)
    admin_password: str | None = field(default=None, repr=False)
    public_url: str | None = None
    allowed_hosts: tuple[str, ...] = ()
    log_level: str = "info"
    drain_s: float = 20.0
    """Seconds that running requests get when the server stops."""

    @property
    def database(self) -> Path:
        """The one file that everything is in."""
        return self.data_dir / "loregate.db"

    @property
    def control(self) -> Path:
        """Where a running server says how commands reach it."""
        return self.data_dir / "control.json"


@dataclass(frozen=True, slots=True)
class Variable:
    """One boot setting: its field in `Config`, how its text is read, and its row in the README."""

    name: str
    read: Callable[[str], Any]
    default: str
    help: str

    @property
    def env(self) -> str:
        """The name of the environment variable."""
        return PREFIX + self.name.upper()


def load(env: Mapping[str, str], options: Mapping[str, Any] | None = None) -> Config:
    """The config of this environment; options that aren't None win over it. Raises BadConfig."""
    values: dict[str, Any] = {}
    for variable in VARIABLES:
        chosen = (options or {}).get(variable.name)
        text, origin = (
            (str(chosen), f"--{variable.name.replace('_', '-')}") if chosen is not None else _given(env, variable)
        )
        if text is None:
            continue
        try:
            values[variable.name] = variable.read(text)
        except ValueError as error:
            raise BadConfig(f"{origin} {error}.") from error
    if values.get("upstream_key") and not values.get("upstream_url"):
        raise BadConfig("LOREGATE_UPSTREAM_KEY is set, but LOREGATE_UPSTREAM_URL isn't: say where the key belongs.")
    return Config(**values)


def _given(env: Mapping[str, str], variable: Variable) -> tuple[str | None, str]:
    """The variable's text, from the environment or the file that it names; an empty one counts as not set."""
    text, file = env.get(variable.env) or None, env.get(f"{variable.env}_FILE") or None
    if file is None:
        return text, variable.env
    if text is not None:
        raise BadConfig(f"Both {variable.env} and {variable.env}_FILE are set. Keep one.")
    try:
        return Path(file).read_text("utf-8").removesuffix("\n").removesuffix("\r") or None, f"{variable.env}_FILE"
    except (OSError, UnicodeDecodeError) as error:
        raise BadConfig(f"{variable.env}_FILE can't be read: {getattr(error, 'strerror', None) or error}.") from error


def _path(text: str) -> Path:
    return Path(text).expanduser().absolute()


def _host(text: str) -> str:
    if text == "localhost":
        return "127.0.0.1"
    try:
        return str(ipaddress.ip_address(text.strip("[]")))
    except ValueError as error:
        raise ValueError(f"must be an IP address of this machine such as 127.0.0.1 or 0.0.0.0, not {text!r}") from error


def _port(text: str) -> int:
    if not re.fullmatch(r"\d{1,5}", text, re.ASCII) or int(text) > 65535:
        raise ValueError(f"must be a port from 0 to 65535, not {text!r}")
    return int(text)


def _url(text: str) -> str:
    """An http(s) URL with a host. User info is refused: it would end in logs."""
    try:
        parts = urlsplit(text)
        good = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        good = False
        parts = urlsplit("")
    if not good or parts.query or parts.fragment:
        raise ValueError("must be a URL such as https://api.example.com/v1")
    if parts.username or parts.password:
        raise ValueError("must not hold a user or password; give the key by LOREGATE_UPSTREAM_KEY")
    return text.rstrip("/")


def _origin(text: str) -> str:
    url = _url(text)
    if urlsplit(url).path:
        raise ValueError("must be an origin without a path, such as https://memory.example.com")
    return url


def _secret(text: str) -> str:
    if any(ord(c) < 0x21 or ord(c) > 0x7E for c in text):
        raise ValueError("must be printable ASCII without spaces or line ends")
    return text


def _key(text: str) -> str:
    if not text.startswith("lg_") or len(_secret(text)) < 16:
        raise ValueError("must begin with lg_ and have at least 16 characters")
    return text


def _password(text: str) -> str:
    if len(text) < 8:
        raise ValueError("must have at least 8 characters")
    return text


def _hosts(text: str) -> tuple[str, ...]:
    hosts = tuple(host.strip().lower() for host in text.split(",") if host.strip())
    for host in hosts:
        if not re.fullmatch(r"(\*\.)?[a-z0-9._-]+(:\d{1,5})?|\[[0-9a-f:]+\](:\d{1,5})?", host):
            raise ValueError(f"must list host names with commas between, and {host!r} is none")
    return hosts


def _level(text: str) -> str:
    if text.lower() not in LOG_LEVELS:
        raise ValueError(f"must be one of {', '.join(LOG_LEVELS)}, not {text!r}")
    return text.lower()


def _seconds(text: str) -> float:
    if not re.fullmatch(r"\d{1,4}(\.\d{1,3})?", text, re.ASCII):
        raise ValueError(f"must be a number of seconds from 0 to 9999, not {text!r}")
    return float(text)


VARIABLES = (
    Variable("data_dir", _path, "the user's data folder", "Where everything is kept."),
    Variable("host", _host, "`127.0.0.1`", "The address to listen on."),
    Variable("port", _port, "`8377`", "The port to listen on; `0` takes any free one."),
    Variable(
        "upstream_url",
        _url,
        "",
        "A model server, with or without `/v1`: the provider `default`, which speaks all dialects.",
    ),
    Variable("upstream_key", _secret, "", "Its key. Kept out of the database."),
    Variable("memory_model", str, "", "The model that learns memories: the chain of `memory-extract`."),
    Variable("key", _key, "", "A fixed write key of the project `default`, for containers and tests."),
    Variable("admin_password", _password, "", "The password of the person `admin`."),
    Variable("public_url", _origin, "", "The origin that others reach this server at, when it is behind a proxy."),
    Variable("allowed_hosts", _hosts, "", "Further host names that may be asked for, with commas between."),
    Variable("log_level", _level, "`info`", "`debug`, `info`, `warning` or `error`."),
    Variable("drain_s", _seconds, "`20`", "Seconds that running requests get when the server stops."),
)
"""Every boot setting; the README's table is made of this."""
