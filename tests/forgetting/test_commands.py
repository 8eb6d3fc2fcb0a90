"""Erasing and the two jobs from the command line, with the server stopped and running."""

import asyncio
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.cli.commands import COMMANDS
from app.cli.main import main
from app.config import Config
from app.memory.forgetting import certificate
from app.parts import opened
from app.world import World
from storage.model import Memory
from storage.sql import memories, projects
from tests.house import House

Loregate = Callable[..., Any]


@pytest.fixture
def loregate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Loregate:
    """Runs a command line in a data folder of the test's own; with --json the answer is parsed."""
    for name in ("UPSTREAM_URL", "UPSTREAM_KEY", "KEY", "MEMORY_MODEL"):
        monkeypatch.delenv(f"LOREGATE_{name}", raising=False)

    def run(*words: str, fails: bool = False) -> Any:
        monkeypatch.setattr("sys.argv", ["loregate", "--data-dir", str(tmp_path / "data"), *words])
        with pytest.raises(SystemExit) as ended:
            main()
        told = capsys.readouterr()
        assert bool(ended.value.code) == fails, told
        return json.loads(told.out) if "--json" in words else told.err if fails else told.out

    return run


async def stored(folder: Path, text: str, subject: str) -> None:
    """Stores a memory with no server in sight."""
    async with opened(Config(data_dir=folder), World()) as parts:
        at = parts.world.now_ms()
        memory = Memory(
            num=0, id=parts.world.new_id("mem"), project=parts.project.num, space="default", subject=subject, text=text,
            kind="fact", importance=0.5, confidence=1.0, author="agent", state="live", created_at=at, updated_at=at,
        )  # fmt: skip
        await parts.db.write(lambda tx: memories.insert(tx, memory, (), "key:key_1"))
        await parts.db.write(lambda tx: projects.set_settings(tx, parts.project.num, {"retention_days": 30}))


def test_an_end_user_is_erased_and_the_file_is_clean_at_once(loregate: Loregate, tmp_path: Path) -> None:
    asyncio.run(stored(tmp_path / "data", "Ana keeps her savings in a tin", "ana/b"))
    asyncio.run(stored(tmp_path / "data", "Ben likes tea", "ben"))
    answer = loregate("erase", "ana/b", "--json")
    assert (answer["deleted"]["memories"], answer["scrub"], answer["note"]) == (1, "done", None)
    assert b"savings" not in (tmp_path / "data" / "loregate.db").read_bytes()
    assert "nothing was stored" in loregate("erase", "ana/b", "--yes")
    assert "1 memories" in loregate("erase", "ben")


@pytest.mark.parametrize("subject", ["", " ana", "x\ny"])
def test_a_bad_subject_is_refused(loregate: Loregate, subject: str) -> None:
    assert loregate("erase", subject, fails=True).startswith("loregate: ")


def test_a_person_who_types_something_else_erases_nothing(
    loregate: Loregate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asyncio.run(stored(tmp_path / "data", "Ana keeps her savings in a tin", "ana"))
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("app.cli.erasing.Prompt.ask", lambda *_, **__: "anna")
    assert "Nothing was erased" in loregate("erase", "ana", fails=True)
    monkeypatch.setattr("app.cli.erasing.Prompt.ask", lambda *_, **__: "ana")
    assert "1 memories" in loregate("erase", "ana")


def test_retention_is_run_by_hand_and_asks_when_the_clock_has_jumped(loregate: Loregate, tmp_path: Path) -> None:
    asyncio.run(stored(tmp_path / "data", "Ana likes tea", "ana"))
    assert loregate("run-job", "retention", "--json") == {
        "job": "retention",
        "done": 0,
        "of": "rows deleted for their age",
    }
    with sqlite3.connect(tmp_path / "data" / "loregate.db") as db:
        db.execute("UPDATE memories SET state = 'removed', updated_at = 0")
        db.execute("UPDATE retention_clock SET seen_at = 0")
    db.close()
    assert "--yes" in loregate("run-job", "retention", fails=True)
    assert "held" in loregate("run-job", "retention", "--json")
    assert loregate("run-job", "retention", "--yes", "--json")["done"] == 1


async def test_a_running_server_erases_by_command(house: House) -> None:
    await house.http.post("/v1/memory/items", json={"text": "Ana keeps her savings in a tin", "subject": "ana"})
    parts = house.server.parts
    answer = await COMMANDS["erase"](parts, {"project": "default", "subject": "ana"})
    assert (answer["deleted"]["memories"], answer["scrub"]) == (1, "done")
    assert (await certificate(parts.ctx, house.project, answer["id"])).actor == "system"
