"""Commands with the server stopped: what they answer, in words and in JSON."""

import asyncio
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.auth import hash_key
from app.cli.access import PRESET_HELP
from app.cli.main import main
from app.memory.settings import PRESETS
from storage.db import Database

Loregate = Callable[..., Any]


@pytest.fixture
def loregate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Loregate:
    """Runs a command line in a data folder of the test's own; with --json the answer is parsed."""
    for name in ("UPSTREAM_URL", "UPSTREAM_KEY", "KEY", "MEMORY_MODEL"):
        monkeypatch.delenv(f"LOREGATE_{name}", raising=False)
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")

    def run(*words: str, fails: bool = False) -> Any:
        monkeypatch.setattr("sys.argv", ["loregate", "--data-dir", str(tmp_path / "data"), *words])
        with pytest.raises(SystemExit) as ended:
            main()
        told = capsys.readouterr()
        assert bool(ended.value.code) == fails, told
        if "--json" in words:
            return json.loads(told.out)
        return told.err if fails else told.out

    return run


def test_a_project_is_made_with_a_preset_and_shown(loregate: Loregate):
    assert loregate("project", "add", "shop", "--preset", "silent", "--json")["preset"] == "silent"
    assert loregate("project", "show", "shop", "--json")["settings"]["recall"] == "always"
    assert [row["slug"] for row in loregate("project", "list", "--json")["data"]] == ["default", "shop"]
    assert "shop" in loregate("project", "list")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("project", "add", "default"), "already"),
        (("project", "add", "Two Words"), "slug"),
        (("project", "add", "x", "--preset", "loud"), "Unknown preset"),
        (("project", "show", "none"), "no project"),
        (("key", "add", "--scope", "all"), "read or write"),
        (("key", "add", "--days", "0"), "1 to 36500"),
        (("key", "revoke", "key_none"), "No key"),
        (("provider", "remove", "none"), "no provider"),
        (("provider", "add", "p", "ftp://x", "--no-key"), "http"),
        (("provider", "add", "p", "http://x", "--key-env", "NOT_SET_HERE"), "NOT_SET_HERE"),
        (("model", "remove", "none"), "no model"),
        (("chain", "remove", "none"), "no chain"),
        (("chain", "preset", "other"), "presets are"),
        (("run-job", "dance"), "retention and scrub"),
    ],
)
def test_what_can_not_be_done_is_said_in_one_line(loregate: Loregate, words: tuple[str, ...], says: str):
    told = loregate(*words, fails=True)
    assert says in told
    assert told.startswith("loregate: ")
    assert told.count("\n") == 1


def test_a_key_is_shown_once_and_revoked(loregate: Loregate, tmp_path: Path):
    made = loregate("key", "add", "laptop", "--scope", "read", "--days", "7", "--json")
    assert made["key"].startswith("lg_")
    (listed,) = loregate("key", "list", "--json")["data"]
    assert (listed["id"], listed["scope"], listed["name"]) == (made["id"], "read", "laptop")
    assert made["key"] not in json.dumps(listed)
    assert loregate("key", "revoke", made["id"], "--json") == {"id": made["id"], "revoked": True}
    assert loregate("key", "list", "--json")["data"][0]["revoked_at"]
    stored = b"".join(path.read_bytes() for path in (tmp_path / "data").iterdir())
    assert made["key"].encode() not in stored
    assert hash_key(made["key"]) in stored


def test_a_providers_secret_is_kept_out_of_the_database_and_of_every_answer(
    loregate: Loregate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("TEST_SECRET", "sk-very-secret-indeed")
    added = loregate("provider", "add", "work", "http://127.0.0.1:9/v1", "--key-env", "TEST_SECRET", "--json")
    assert added["default"] is True
    assert "sk-very" not in json.dumps([added, loregate("provider", "list", "--json")])
    data = tmp_path / "data"
    assert all(b"sk-very" not in path.read_bytes() for path in data.iterdir())
    assert loregate("provider", "remove", "work", "--json")["deleted"] is True
    assert json.loads((data / "secrets.json").read_text("utf-8")) == {}


def test_a_provider_takes_the_environments_place_only_when_it_is_told_to(
    loregate: Loregate, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("LOREGATE_UPSTREAM_URL", "http://127.0.0.1:9")
    others = ("--client-credentials", "--passthrough", "--json")
    assert loregate("provider", "add", "signed-in", "http://127.0.0.1:8/v1", *others)["default"] is False
    assert defaults(loregate) == ["default"]
    assert loregate("provider", "add", "chosen", "http://127.0.0.1:8/v1", "--no-key", "--default", "--json")["default"]
    assert defaults(loregate) == ["chosen"]


def defaults(loregate: Loregate) -> list[str]:
    return [one["name"] for one in loregate("provider", "list", "--json")["data"] if one["default"]]


def test_models_and_chains_are_set_up(loregate: Loregate):
    loregate("provider", "add", "work", "http://127.0.0.1:9", "--no-key")
    model = loregate("model", "add", "fast", "--upstream-name", "big-mini", "--price-in", "0.5", "--hidden", "--json")
    assert (model["provider"], model["upstream_name"], model["listed"]) == ("work", "big-mini", False)
    assert loregate("chain", "set", "auto", "fast", "big", "--json")["models"] == ["fast", "big"]
    assert "fast" in loregate("model", "list")
    names = [chain["name"] for chain in loregate("chain", "preset", "strix", "fast", "--json")["data"]]
    assert {"auto", "coding", "strix-frontier"} <= set(names)
    assert loregate("chain", "remove", "coding", "--json")["deleted"] is True
    assert loregate("model", "remove", "fast", "--json")["deleted"] is True


def test_a_provider_that_can_not_be_reached_fails_its_test(loregate: Loregate):
    loregate("provider", "add", "work", "http://127.0.0.1:9", "--no-key")
    assert "can't be reached" in loregate("provider", "test", fails=True)


@pytest.mark.parametrize("job", ["settle", "batch", "retention", "scrub"])
def test_a_job_is_run_on_an_empty_database(loregate: Loregate, job: str):
    assert loregate("run-job", job, "--json")["done"] == 0


def test_the_doctor_finds_a_sound_installation(loregate: Loregate):
    assert "not made yet" in loregate("doctor")
    loregate("key", "add")
    states = {check["name"]: check["state"] for check in loregate("doctor", "--json")["checks"]}
    assert states["sqlite"] == states["database"] == states["embedder"] == "ok"
    assert states["models"] == states["secrets"] == "warn"


def test_the_doctor_names_a_damaged_database(loregate: Loregate, tmp_path: Path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "loregate.db").write_bytes(b"")
    *_, last = loregate("doctor", "--json", fails=True)["checks"]
    assert (last["name"], last["state"]) == ("database", "fail")
    assert "is empty" in last["text"]


def test_each_preset_is_explained():
    assert set(PRESET_HELP) == set(PRESETS)


def test_version(loregate: Loregate):
    assert loregate("--version").startswith("loregate 0.")


async def made(path: Path) -> None:
    await (await Database.open(path)).close()


def newer(path: Path) -> None:
    asyncio.run(made(path))
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version=9999")
    connection.close()


def half(path: Path) -> None:
    asyncio.run(made(path))
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def foreign(path: Path) -> None:
    path.parent.mkdir(parents=True)
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE theirs (a)")
    connection.close()


def empty(path: Path) -> None:
    path.parent.mkdir(parents=True)
    path.touch()


@pytest.mark.parametrize(
    ("spoil", "says"),
    [(empty, "is empty"), (foreign, "another program"), (newer, "newer Loregate"), (half, "damaged")],
)
def test_a_file_that_is_not_fit_is_refused_and_left_as_it_was(
    loregate: Loregate, tmp_path: Path, spoil: Callable[[Path], None], says: str
):
    path = tmp_path / "data" / "loregate.db"
    spoil(path)
    before = path.read_bytes()
    refused = loregate("key", "list", fails=True)
    assert refused.startswith("loregate: ")
    assert says in refused
    assert path.read_bytes() == before
