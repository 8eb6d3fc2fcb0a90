"""The program as a process of its own: how it starts, is commanded while it runs, refuses, and ends."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

ENV = {name: value for name, value in os.environ.items() if not name.startswith("LOREGATE_")}
ENV["PYTHON_KEYRING_BACKEND"] = "keyring.backends.fail.Keyring"
LOREGATE = (sys.executable, "-m", "app")


def loregate(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*LOREGATE, "--data-dir", str(folder), *words],
        env=ENV,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


class Running:
    """A server in a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [*LOREGATE, "serve", "--port", "0", "--data-dir", str(folder)],
            env=ENV,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        self.first_line = self.process.stdout.readline()

    def end(self, how: signal.Signals) -> tuple[int, float, str]:
        """Ends it: its exit code, the seconds that took, and all that it logged."""
        began = time.monotonic()
        self.process.send_signal(how)
        _, logged = self.process.communicate(timeout=30)
        return self.process.returncode, time.monotonic() - began, logged


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("process") / "data"


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Running]:
    running = Running(folder)
    try:
        yield running
    finally:
        running.process.kill()
        running.process.communicate()


def test_it_says_where_it_is(server: Running, folder: Path):
    assert server.first_line.startswith("Loregate is running at http://127.0.0.1:")
    assert str(folder) in server.first_line


def test_commands_go_to_the_server_that_holds_the_database(server: Running, folder: Path):
    made = json.loads(loregate(folder, "key", "add", "--json").stdout)
    listed = json.loads(loregate(folder, "key", "list", "--json").stdout)["data"]
    assert [key["id"] for key in listed] == [made["id"]]
    refused = loregate(folder, "project", "show", "none")
    assert (refused.returncode, refused.stderr.count("\n")) == (1, 1)


def test_a_second_server_is_refused(server: Running, folder: Path):
    second = loregate(folder, "serve", "--port", "0")
    assert second.returncode == 1
    assert second.stderr.startswith("loregate: Another Loregate process has")
    assert "Traceback" not in second.stderr


def test_it_ends_soon_after_sigterm_without_a_traceback(server: Running, folder: Path):
    code, seconds, logged = server.end(signal.SIGTERM)
    assert code == 0
    assert "Traceback" not in logged
    assert seconds < 3
    assert not (folder / "control.json").exists()


def test_a_file_that_is_not_fit_is_refused_and_left_as_it_was(tmp_path: Path):
    path = tmp_path / "loregate.db"
    path.touch()
    refused = loregate(tmp_path, "serve", "--port", "0")
    assert refused.returncode == 1
    assert refused.stderr.startswith("loregate: ")
    assert "is empty" in refused.stderr
    assert "Traceback" not in refused.stderr
    assert path.read_bytes() == b""
