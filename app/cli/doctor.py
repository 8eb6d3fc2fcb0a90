"""`loregate doctor`: looks at the machine, then has the parts that need the database looked at where it is open."""

import os
import shutil
import stat
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from rich.markup import escape

from app.cli.output import console
from app.cli.reach import KNOWN, config_of, run
from app.config import BadConfig, Config
from app.listening import CantListen, listen
from app.remote import Address, Unreachable
from storage import driver
from storage.errors import SqliteUnfit

ROOM_MIB = 500
"""Free disk space below which there is a warning."""

Check = dict[str, str]
"""`name`, `state` (ok, warn or fail), `text`, and `fix` (what to do, empty when there is nothing to)."""


def check(name: str, state: str, text: str, fix: str = "") -> Check:
    """One line of the doctor's report."""
    return {"name": name, "state": state, "text": text, "fix": fix}


def examine(typed: Mapping[str, Any]) -> list[Check]:
    """All checks, in the order in which a fault would stop the program."""
    checks = [_python(), _sqlite()]
    try:
        config = config_of(typed)
    except BadConfig as error:
        return [*checks, check("configuration", "fail", str(error), "Correct that variable.")]
    serving = _serving(config)
    checks += [_folder(config.data_dir), _room(config.data_dir), _port(config, serving)]
    if serving is not None:
        checks.append(check("server", "ok", f"running as process {serving.pid}, it does the checks below"))
    if not config.database.exists():
        return [*checks, check("database", "ok", "not made yet: the first start makes it")]
    try:
        return checks + cast(list[Check], run(typed, "doctor", {})["checks"])
    except KNOWN as error:
        return [*checks, check("database", "fail", str(error), "See the message.")]


def show(checks: list[Check]) -> None:
    """The report for people."""
    out = console()
    marks = {"ok": "[good]✓[/]", "warn": "[warn]![/]", "fail": "[bad]✗[/]"}
    for line in checks:
        out.print(f"{marks[line['state']]} [bold]{escape(line['name']):<15}[/] {escape(line['text'])}")
        if line["fix"] and line["state"] != "ok":
            out.print(f"  {'':<15} {escape(line['fix'])}", style="quiet")


def _python() -> Check:
    found = ".".join(map(str, sys.version_info[:3]))
    if (3, 11) <= sys.version_info < (3, 14):
        return check("python", "ok", found)
    return check("python", "fail", f"{found} is not supported", "Use Python 3.11, 3.12 or 3.13.")


def _sqlite() -> Check:
    try:
        module = driver.load()
    except SqliteUnfit as error:
        return check("sqlite", "fail", "no usable library", str(error))
    return check("sqlite", "ok", f"{module.sqlite_version} from {module.__name__.split('.')[0]}, with FTS5 and vectors")


def _folder(folder: Path) -> Check:
    if not folder.exists():
        return check("data folder", "ok", f"{folder} is made at the first start")
    if not os.access(folder, os.W_OK | os.X_OK):
        return check("data folder", "fail", f"{folder} can't be written to", "Give its owner write access.")
    if sys.platform != "win32" and stat.S_IMODE(folder.stat().st_mode) & 0o077:
        return check("data folder", "warn", f"others can look into {folder}", f"chmod 700 {folder}")
    return check("data folder", "ok", str(folder))


def _room(folder: Path) -> Check:
    there = next(parent for parent in (folder, *folder.parents) if parent.exists())
    free = shutil.disk_usage(there).free // 2**20
    if free < ROOM_MIB:
        return check("disk", "warn", f"only {free} MiB are free", "Free some room: a full disk stops recording.")
    return check("disk", "ok", f"{free // 1024} GiB free")


def _serving(config: Config) -> Address | None:
    try:
        return Address.read(config.control)
    except Unreachable:
        return None


def _port(config: Config, serving: Address | None) -> Check:
    if serving is not None or config.port == 0:
        return check("port", "ok", "in use by this server" if serving else "any free one")
    try:
        listen(config.host, config.port).close()
    except CantListen as error:
        return check("port", "fail", "taken", str(error))
    return check("port", "ok", f"{config.port} is free")
