"""Chooses the SQLite library, once, and opens raw connections with it. Knows nothing of our tables.

`pysqlite3` brings its own SQLite where it has a wheel; the standard library's is the fallback where it is new
enough and can load extensions. Least version 3.43: FTS5's `secure-delete`, which leaves no token of a deleted
row behind, came with 3.42, and 3.43 mended it.
"""

import sqlite3
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import sqlite_vec  # pyright: ignore[reportMissingTypeStubs]

from storage.errors import SqliteUnfit

LEAST_VERSION = (3, 43, 0)
CACHE_KIB = 16 * 1024
BUSY_MS = 5_000
MMAP_BYTES = 256 * 1024 * 1024


def load() -> ModuleType:
    """The DB-API module to use. Raises SqliteUnfit, which names what is missing and how to mend it."""
    faults: list[str] = []
    for name in ("pysqlite3", "sqlite3"):
        try:
            module = import_module(name)
        except ImportError:
            faults.append(f"{name}: not installed")
            continue
        fault = unfit(module)
        if fault is None:
            return module
        faults.append(f"{name}: {fault}")
    raise SqliteUnfit(
        "No usable SQLite library was found ("
        + "; ".join(faults)
        + "). Install one with `pip install pysqlite3`, or use a Python whose sqlite3 is "
        + ".".join(map(str, LEAST_VERSION))
        + " or newer and was built with loadable extensions."
    )


def unfit(module: ModuleType) -> str | None:
    """Why this module can't serve, or None when it can."""
    if module.sqlite_version_info < LEAST_VERSION:
        return f"SQLite {module.sqlite_version} is older than {'.'.join(map(str, LEAST_VERSION))}"
    probe = cast(sqlite3.Connection, module.connect(":memory:"))
    try:
        if not hasattr(probe, "enable_load_extension"):
            return "it was built without loadable extensions"
        probe.execute("CREATE VIRTUAL TABLE probe USING fts5(text)")
    except module.Error as error:
        return f"it lacks FTS5 ({error})"
    finally:
        probe.close()
    return None


def load_vec(connection: sqlite3.Connection) -> None:
    """Loads sqlite-vec into a raw connection and shuts the door to other extensions."""
    connection.enable_load_extension(True)
    sqlite_vec.load(connection)
    connection.enable_load_extension(False)


def connect(module: ModuleType, path: Path, *, readonly: bool) -> sqlite3.Connection:
    """A raw connection in autocommit mode with sqlite-vec loaded and every pragma that this project relies on.

    `secure_delete` is per connection and overwrites what is deleted with zeros; temporary tables stay in memory
    so that no text reaches another file.
    """
    mode = "ro" if readonly else "rwc"
    connection = cast(
        sqlite3.Connection,
        module.connect(
            f"{path.absolute().as_uri()}?mode={mode}",
            uri=True,
            isolation_level=None,
            check_same_thread=False,
            cached_statements=512,
        ),
    )
    try:
        connection.row_factory = cast(Any, module).Row
        load_vec(connection)
        connection.execute(f"PRAGMA busy_timeout={BUSY_MS}")
        connection.execute("PRAGMA secure_delete=ON")
        connection.execute("PRAGMA foreign_keys=ON")
        connection.execute("PRAGMA temp_store=MEMORY")
        connection.execute(f"PRAGMA cache_size=-{CACHE_KIB}")
        connection.execute(f"PRAGMA mmap_size={MMAP_BYTES}")
        connection.execute("PRAGMA synchronous=NORMAL")
        if readonly:
            connection.execute("PRAGMA query_only=ON")
    except BaseException:
        connection.close()
        raise
    return connection
