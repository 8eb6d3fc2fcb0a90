"""The database: one writer, a few readers, and short transactions that can't span a network call.

A transaction is a plain function that takes a `Tx` and runs as a whole in a connection's own thread:

    count = await db.read(lambda tx: memories.count(tx, project))
    await db.write(lambda tx: memories.insert(tx, memory))

Since the function isn't a coroutine, no transaction can be held open while a model or an HTTP call is awaited.
`write` is one `BEGIN IMMEDIATE … COMMIT`; `read` sees one snapshot.
"""

import asyncio
import errno
import sqlite3
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, Self, TypeVar, cast

import aiosqlite

from storage import driver
from storage.errors import FileUnfit, StorageClosed, StorageFull
from storage.fileformat import refuse_unfit
from storage.lock import FileLock
from storage.migrations import migrate

Result = TypeVar("Result")
Row = sqlite3.Row
Params = Sequence[Any] | dict[str, Any]


class Tx:
    """One open transaction. SQL functions take it as their first argument."""

    __slots__ = ("_connection", "touched")

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.touched: set[str] = set()

    def execute(self, sql: str, params: Params = ()) -> sqlite3.Cursor:
        """Runs one statement."""
        return self._connection.execute(sql, params)

    def executemany(self, sql: str, rows: Iterable[Params]) -> sqlite3.Cursor:
        """Runs one statement for each row."""
        return self._connection.executemany(sql, rows)

    def one(self, sql: str, params: Params = ()) -> Row | None:
        """The first row, or None."""
        return self._connection.execute(sql, params).fetchone()

    def all(self, sql: str, params: Params = ()) -> list[Row]:
        """All rows."""
        return self._connection.execute(sql, params).fetchall()

    def value(self, sql: str, params: Params = ()) -> Any:
        """The first column of the first row, or None."""
        row = self._connection.execute(sql, params).fetchone()
        return None if row is None else row[0]

    def touch(self, *nouns: str) -> None:
        """Says what this transaction changes, so that caches of it are renewed once it has committed."""
        self.touched.update(nouns)


class _Connection(aiosqlite.Connection):
    """aiosqlite's connection with one addition: a whole function runs in its thread in one hop."""

    async def run(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        return await cast(Awaitable[Result], self._execute(work, self._conn))  # pyright: ignore[reportUnknownMemberType]


class Database:
    """An open database file. Make one with `await Database.open(path)`; close it with `await db.close()`."""

    def __init__(self, path: Path, module: ModuleType, lock: FileLock) -> None:
        self.path = path
        self.generations: Counter[str] = Counter()
        """How often each noun was changed; a cache compares it with the number it was filled at."""
        self._module = module
        self._lock = lock
        self._connections: list[_Connection] = []
        self._readers: asyncio.LifoQueue[_Connection] = asyncio.LifoQueue()
        self._writer: _Connection | None = None

    @classmethod
    async def open(cls, path: Path, *, readers: int = 4) -> Self:
        """Opens (or makes) the file, brings it up to date and takes the lock.

        Raises SqliteUnfit, FileInUse or FileUnfit; a file that is refused is left byte for byte as it was.
        """
        module = driver.load()
        lock = FileLock(path)
        lock.acquire()
        db = cls(path, module, lock)
        try:
            await asyncio.to_thread(refuse_unfit, module, path)
            db._writer = await db._connect(readonly=False)
            await db._writer.run(partial(_prepare, module))
            for _ in range(readers):
                db._readers.put_nowait(await db._connect(readonly=True))
        except BaseException:
            await db.close()
            raise
        return db

    async def _connect(self, *, readonly: bool) -> _Connection:
        connection = _Connection(partial(driver.connect, self._module, self.path, readonly=readonly), 64)
        try:
            await connection
        except self._module.DatabaseError as error:
            raise FileUnfit(f"{self.path} can't be opened as a database: {error}. It was not changed.") from error
        self._connections.append(connection)
        return connection

    async def write(self, work: Callable[[Tx], Result]) -> Result:
        """Runs `work` as one write transaction: all of it is kept, or nothing.

        Raises StorageFull when the disk has no room, StorageClosed after `close`.
        """
        # A caller that is cancelled doesn't stop the transaction, so what follows a commit must not be lost either.
        return await asyncio.shield(self._commit(work))

    async def _commit(self, work: Callable[[Tx], Result]) -> Result:
        result, touched = await self._in_turn(partial(_write, work))
        self.generations.update(touched)
        return result

    async def _in_turn(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        """Runs `work` in the writer's thread, after what came before it and before what comes after."""
        if self._writer is None:
            raise StorageClosed("The database is closed.")
        try:
            return await self._writer.run(work)
        except (self._module.OperationalError, OSError) as error:
            if is_full(error):
                raise StorageFull(f"The disk of {self.path.parent} is full: free some room.") from error
            raise

    async def alone(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        """Runs `work` on a fresh connection that is in no transaction, while every write waits its turn.

        For what can't run inside of a transaction, such as a `VACUUM`. Raises what `write` does.
        """

        def on_its_own(_: sqlite3.Connection) -> Result:
            connection = driver.connect(self._module, self.path, readonly=False)
            try:
                return work(connection)
            finally:
                connection.close()

        return await asyncio.shield(self._in_turn(on_its_own))

    async def read(self, work: Callable[[Tx], Result]) -> Result:
        """Runs `work` on one snapshot of the database. It never waits for a writer."""
        if self._writer is None:
            raise StorageClosed("The database is closed.")
        connection = await self._readers.get()
        try:
            return await connection.run(partial(_read, work))
        finally:
            self._readers.put_nowait(connection)

    async def close(self) -> None:
        """Closes all connections and lets the lock go. Work that has started is finished first."""
        self._writer = None
        while self._connections:
            await self._connections.pop().close()
        self._lock.release()


def is_full(error: BaseException) -> bool:
    """Whether an error of SQLite or the operating system means that the disk is full."""
    if isinstance(error, OSError):
        return error.errno in (errno.ENOSPC, errno.EDQUOT)
    return getattr(error, "sqlite_errorname", "") == "SQLITE_FULL" or "disk is full" in str(error)


def _write(work: Callable[[Tx], Result], connection: sqlite3.Connection) -> tuple[Result, set[str]]:
    connection.execute("BEGIN IMMEDIATE")
    tx = Tx(connection)
    try:
        result = work(tx)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    return result, tx.touched


def _read(work: Callable[[Tx], Result], connection: sqlite3.Connection) -> Result:
    connection.execute("BEGIN")
    try:
        return work(Tx(connection))
    finally:
        connection.execute("ROLLBACK")


def _prepare(module: ModuleType, connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA journal_mode=WAL")
    migrate(module, connection)
