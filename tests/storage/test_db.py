"""The database: whole transactions, snapshots, caches told of changes, and files that are refused untouched."""

import asyncio
import sqlite3
from pathlib import Path
from types import SimpleNamespace

import pytest

from storage import driver
from storage.db import Database, Tx
from storage.errors import FileInUse, FileUnfit, SqliteUnfit, StorageClosed, StorageFull
from storage.sql import projects


def add(slug: str):
    return lambda tx: projects.insert(tx, f"prj_{slug}", slug, slug, {}, 1)


async def test_a_failed_transaction_leaves_nothing(tmp_path: Path) -> None:
    db = await Database.open(tmp_path / "lore.db")

    def half(tx: Tx) -> None:
        add("one")(tx)
        raise RuntimeError("half way")

    with pytest.raises(RuntimeError, match="half way"):
        await db.write(half)
    assert await db.read(projects.every) == []
    assert db.generations["projects"] == 0
    await db.write(add("two"))
    assert [p.slug for p in await db.read(projects.every)] == ["two"]
    assert db.generations["projects"] == 1
    await db.close()


async def test_a_cancelled_caller_does_not_hide_its_commit(tmp_path: Path) -> None:
    db = await Database.open(tmp_path / "lore.db")
    task = asyncio.create_task(db.write(add("one")))
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await db.write(lambda tx: None)
    assert len(await db.read(projects.every)) == 1
    assert db.generations["projects"] == 1
    await db.close()


async def test_readers_cannot_write_and_do_not_wait_for_the_writer(tmp_path: Path) -> None:
    db = await Database.open(tmp_path / "lore.db", readers=2)
    with pytest.raises(db._module.OperationalError):  # pyright: ignore
        await db.read(add("one"))

    loop = asyncio.get_running_loop()
    inside, go_on = asyncio.Event(), __import__("threading").Event()

    def slow(tx: Tx) -> None:
        add("one")(tx)
        loop.call_soon_threadsafe(inside.set)
        assert go_on.wait(5)

    writing = asyncio.create_task(db.write(slow))
    await inside.wait()
    assert await db.read(projects.every) == []
    go_on.set()
    await writing
    assert len(await db.read(projects.every)) == 1
    await db.close()
    with pytest.raises(StorageClosed):
        await db.read(projects.every)


async def test_many_writers_and_readers_see_no_lock_error(tmp_path: Path) -> None:
    db = await Database.open(tmp_path / "lore.db")
    await asyncio.gather(*(db.write(add(f"p{n}")) for n in range(60)), *(db.read(projects.every) for _ in range(120)))
    assert len(await db.read(projects.every)) == 60
    await db.close()


async def test_a_second_opener_is_refused_and_the_first_goes_on(tmp_path: Path) -> None:
    db = await Database.open(tmp_path / "lore.db")
    with pytest.raises(FileInUse, match="Another Loregate process"):
        await Database.open(tmp_path / "lore.db")
    await db.write(add("one"))
    await db.close()
    again = await Database.open(tmp_path / "lore.db")
    assert len(await again.read(projects.every)) == 1
    await again.close()


def _foreign(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE theirs (a)")
    connection.commit()
    connection.close()


def _newer(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version=9999")
    connection.commit()
    connection.close()


@pytest.mark.parametrize("fault", ["empty", "half", "zeroed header", "text", "foreign", "newer", "torn page"])
async def test_an_unfit_file_is_refused_byte_for_byte(tmp_path: Path, fault: str) -> None:
    path = tmp_path / "lore.db"
    if fault not in ("empty", "text", "foreign"):
        db = await Database.open(path)
        for n in range(50):
            await db.write(add(f"p{n}" + "x" * 3000))
        await db.close()
    whole = path.read_bytes() if path.exists() else b""
    if fault == "empty":
        path.touch()
    elif fault == "text":
        path.write_text("dear diary\n" * 50)
    elif fault == "foreign":
        _foreign(path)
    elif fault == "newer":
        _newer(path)
    elif fault == "half":
        path.write_bytes(whole[: len(whole) // 2])
    elif fault == "zeroed header":
        path.write_bytes(bytes(100) + whole[100:])
    else:
        path.write_bytes(whole[:8192] + b"\xff" * 4096 * 3 + whole[8192 + 4096 * 3 :])
    before = path.read_bytes()
    with pytest.raises(FileUnfit, match=r"lore\.db"):
        await Database.open(path)
    assert path.read_bytes() == before


async def test_a_full_disk_is_told_apart_and_passes(tmp_path: Path) -> None:
    db = await Database.open(tmp_path / "lore.db")
    pages = await db.read(lambda tx: tx.value("PRAGMA page_count"))
    assert db._writer is not None
    await db._writer.run(lambda c: c.execute(f"PRAGMA max_page_count={pages + 2}").fetchall())
    with pytest.raises(StorageFull, match="free some room"):
        await db.write(add("big" + "x" * 100_000))
    await db._writer.run(lambda c: c.execute("PRAGMA max_page_count=1000000").fetchall())
    await db.write(add("big" + "x" * 100_000))
    assert len(await db.read(projects.every)) == 1
    await db.close()


def test_an_unfit_library_is_refused_with_the_fix(monkeypatch: pytest.MonkeyPatch) -> None:
    old = SimpleNamespace(sqlite_version_info=(3, 40, 1), sqlite_version="3.40.1")
    monkeypatch.setattr(driver, "import_module", lambda name: old)
    with pytest.raises(SqliteUnfit, match=r"3\.40\.1 is older.*pip install pysqlite3"):
        driver.load()
