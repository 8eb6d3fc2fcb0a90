"""Holds the database for one process at a time, by an operating-system lock on `<file>.lock`.

The lock goes with the process, however it ends: nothing has to be cleaned up after a crash.
"""

import os
import sys
from pathlib import Path
from typing import IO

from storage.errors import FileInUse

if sys.platform == "win32":
    import msvcrt

    def _try_lock(file: IO[str]) -> None:
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _try_lock(file: IO[str]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class FileLock:
    """An exclusive lock. `acquire` raises FileInUse when another process holds it."""

    def __init__(self, database: Path) -> None:
        self.path = database.with_name(database.name + ".lock")
        self._file: IO[str] | None = None

    def acquire(self) -> None:
        """Takes the lock, or raises FileInUse at once."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        file = open(self.path, "a+", encoding="ascii", opener=_private)  # noqa: SIM115 - held until release()
        try:
            _try_lock(file)
        except OSError as error:
            file.close()
            raise FileInUse(
                f"Another Loregate process has {self.path.with_suffix('')} open. Stop it first, "
                "or give this one a data folder of its own (LOREGATE_DATA_DIR)."
            ) from error
        self._file = file

    def release(self) -> None:
        """Lets the lock go; harmless when it isn't held."""
        if self._file is not None:
            self._file.close()
            self._file = None


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
