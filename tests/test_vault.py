"""Secrets: kept where they are promised to be, readable by nobody else, never half written."""

import json
import logging
import stat
from pathlib import Path

import pytest
from keyring.backend import KeyringBackend
from keyring.backends import fail, null
from keyring.errors import KeyringLocked, PasswordDeleteError

from app.vault import FileVault, KeyringVault, VaultBroken, open_vault


class MemoryKeyring(KeyringBackend):
    """A real backend of the keyring library, over a dict."""

    priority = 5  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        if (service, username) not in self.kept:
            raise PasswordDeleteError("not found")
        del self.kept[service, username]


class Locked(MemoryKeyring):
    priority = 6  # type: ignore[assignment]

    def set_password(self, service: str, username: str, password: str) -> None:
        raise KeyringLocked("locked")


class Makeshift(MemoryKeyring):
    priority = 0.5  # type: ignore[assignment]


def files_of(folder: Path) -> list[Path]:
    return sorted(folder.iterdir())


async def test_without_a_keyring_secrets_go_to_files_of_the_owner_alone(tmp_path: Path) -> None:
    vault = await open_vault(tmp_path, lambda: [fail.Keyring(), null.Keyring()])
    assert vault.kind == "file"
    await vault.set("provider:prv_1", "sk-secret-ü")
    assert await vault.get("provider:prv_1") == "sk-secret-ü"
    assert await vault.get("other") is None
    files = files_of(tmp_path)
    assert [file.name for file in files] == ["secrets.json", "secrets.key"]
    assert all(stat.S_IMODE(file.stat().st_mode) == 0o600 for file in files)
    assert b"sk-secret" not in b"".join(file.read_bytes() for file in files)


async def test_the_fallback_to_a_file_is_said(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        await open_vault(tmp_path, lambda: [])
    assert len(caplog.records) == 1
    assert str(tmp_path) in caplog.text


async def test_a_new_value_replaces_the_old_one_and_delete_forgets(tmp_path: Path) -> None:
    vault = FileVault(tmp_path)
    await vault.set("a", "1")
    await vault.set("b", "2")
    await vault.set("a", "3")
    await vault.delete("b")
    await vault.delete("never there")
    again = FileVault(tmp_path)
    assert (await again.get("a"), await again.get("b")) == ("3", None)


async def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    vault = FileVault(tmp_path)
    await vault.set("a", "1")
    before = (tmp_path / "secrets.json").read_bytes()

    def broken(fd: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", broken)
    with pytest.raises(OSError, match="No space"):
        await vault.set("a", "2")
    assert (tmp_path / "secrets.json").read_bytes() == before
    assert [file.name for file in files_of(tmp_path)] == ["secrets.json", "secrets.key"]


async def test_a_lost_key_file_is_named(tmp_path: Path) -> None:
    vault = FileVault(tmp_path)
    await vault.set("a", "1")
    (tmp_path / "secrets.key").unlink()
    with pytest.raises(VaultBroken, match=r"secrets\.key"):
        await vault.get("a")


async def test_a_broken_file_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "secrets.json").write_text("{")
    vault = FileVault(tmp_path)
    with pytest.raises(VaultBroken):
        await vault.set("a", "1")
    assert (tmp_path / "secrets.json").read_text() == "{"


async def test_a_real_keyring_is_used_and_instances_do_not_mix(tmp_path: Path) -> None:
    backend = MemoryKeyring()
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    one = await open_vault(tmp_path / "one", lambda: [backend])
    two = await open_vault(tmp_path / "two", lambda: [backend])
    assert one.kind == two.kind == "keyring"
    await one.set("a", "1")
    assert await one.get("a") == "1"
    assert await two.get("a") is None
    await one.delete("a")
    await one.delete("a")
    assert backend.kept == {}


@pytest.mark.parametrize("backend", [Locked(), Makeshift()])
async def test_a_keyring_that_fails_its_round_trip_or_is_makeshift_is_passed_over(
    tmp_path: Path, backend: KeyringBackend
) -> None:
    assert (await open_vault(tmp_path, lambda: [backend])).kind == "file"


async def test_a_folder_that_took_the_file_stays_with_it(tmp_path: Path) -> None:
    await (await open_vault(tmp_path, lambda: [])).set("a", "1")
    vault = await open_vault(tmp_path, lambda: [MemoryKeyring()])
    assert vault.kind == "file"
    assert await vault.get("a") == "1"


async def test_a_keyring_that_has_gone_is_an_error_in_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    await open_vault(tmp_path, lambda: [MemoryKeyring()])
    assert (await open_vault(tmp_path, lambda: [])).kind == "file"
    assert [record.levelname for record in caplog.records] == ["ERROR", "WARNING"]


async def test_a_keyring_that_locks_later_says_what_to_do() -> None:
    with pytest.raises(VaultBroken, match="Unlock"):
        await KeyringVault(Locked(), "loregate-x").set("a", "1")


async def test_the_file_holds_json_of_tokens(tmp_path: Path) -> None:
    await FileVault(tmp_path).set("a", "1")
    assert list(json.loads((tmp_path / "secrets.json").read_text())) == ["a"]
