"""Tells a database file of ours from an empty, foreign, damaged or newer one, before anything is written to it.

A new database is made under a temporary name and moved into place whole, so a file of ours is never empty: an
empty one is the sign of a copy that failed, and is refused rather than silently begun anew.
"""

import sqlite3
from pathlib import Path
from types import ModuleType
from typing import cast

from storage.driver import load_vec
from storage.errors import FileUnfit
from storage.migrations import NEWEST, migrate

APPLICATION_ID = 0x4C6F7265
"""`Lore` in ASCII; SQLite keeps it in bytes 68 to 71 of the file."""


def refuse_unfit(module: ModuleType, path: Path) -> None:
    """Makes the file when there is none; raises FileUnfit when what is there isn't ours. Changes no byte of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        _create(module, path)
        return
    header = _header(path)
    if not header:
        raise FileUnfit(f"{path} is empty (0 bytes). Restore it from a backup, or remove it to begin anew.")
    if not header.startswith(b"SQLite format 3\x00") or len(header) < 100:
        raise FileUnfit(
            f"{path} is damaged or no database. Restore it from a backup, or move it away. It was not changed."
        )
    if int.from_bytes(header[68:72], "big") != APPLICATION_ID:
        raise FileUnfit(f"{path} is a database of another program. Choose another data folder. It was not changed.")
    _check_inside(module, path)


def _header(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(100)


def _create(module: ModuleType, path: Path) -> None:
    draft = path.with_name(path.name + ".new")
    draft.unlink(missing_ok=True)
    draft.touch(mode=0o600)
    connection = cast(sqlite3.Connection, module.connect(str(draft), isolation_level=None))
    try:
        load_vec(connection)
        connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
        migrate(module, connection)
    finally:
        connection.close()
    draft.replace(path)


def _check_inside(module: ModuleType, path: Path) -> None:
    """Reads the version and runs SQLite's quick check on a connection that can't write."""
    connection = cast(sqlite3.Connection, module.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True))
    try:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version > NEWEST:
            raise FileUnfit(
                f"{path} was made by a newer Loregate (format {version}; this one knows {NEWEST}). "
                "Install that version. The file was not changed."
            )
        verdict = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    except module.DatabaseError as error:
        raise FileUnfit(f"{path} is damaged ({error}). Restore it from a backup. It was not changed.") from error
    finally:
        connection.close()
    if verdict != "ok":
        raise FileUnfit(f"{path} is damaged ({verdict}). Restore it from a backup. It was not changed.")
