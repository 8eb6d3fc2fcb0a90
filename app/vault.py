"""Where secrets live: the operating system's keyring, else an encrypted file in the data folder. Never the database.

Which of the two is decided when the vault is opened, by a round trip, and it is said in the log. A data folder that
once took the file stays with it. (Secrets that are given by environment or `*_FILE` are `app.config`'s.)
"""

import asyncio
import hashlib
import json
import logging
import os
import secrets
import threading
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol, TypeVar, cast

import keyring
from cryptography.fernet import Fernet, InvalidToken
from keyring.backend import KeyringBackend
from keyring.backends.chainer import ChainerBackend
from keyring.errors import KeyringError, PasswordDeleteError

from app.errors import LoregateError

log = logging.getLogger(__name__)
Result = TypeVar("Result")

_FILE = "secrets.json"
_FILE_KEY = "secrets.key"
_KEYRING_MARK = "secrets.in-keyring"
_UNFIT_BACKENDS = ("keyrings.alt", "keyring.backends.fail", "keyring.backends.null", "keyring.backends.chainer")


class VaultBroken(LoregateError):
    """The vault is there and can't be read. The message says what to do."""


class Vault(Protocol):
    """Named secrets of one instance. A method raises VaultBroken when the vault can't be used."""

    @property
    def kind(self) -> str:
        """`keyring` or `file`: where the secrets are, for people to see."""
        ...

    async def get(self, name: str) -> str | None:
        """The secret of this name, or None."""
        ...

    async def set(self, name: str, value: str) -> None:
        """Keeps a secret. When this returns it will outlive a crash."""
        ...

    async def delete(self, name: str) -> None:
        """Forgets a secret, known or not."""
        ...


def system_keyrings() -> Sequence[KeyringBackend]:
    """The keyrings of this machine, the preferred one first."""
    chosen = keyring.get_keyring()
    if isinstance(chosen, ChainerBackend):
        return cast(Sequence[KeyringBackend], chosen.backends)
    return (chosen,)


async def open_vault(data_dir: Path, keyrings: Callable[[], Sequence[KeyringBackend]] = system_keyrings) -> Vault:
    """Opens the vault of the instance whose data folder this is (the folder must exist)."""
    return await asyncio.to_thread(_open, data_dir, keyrings)


def _open(data_dir: Path, keyrings: Callable[[], Sequence[KeyringBackend]]) -> Vault:
    mark = data_dir / _KEYRING_MARK
    if not (data_dir / _FILE).exists():
        # The folder's name keeps instances of one user apart in the one keyring that the user has.
        service = "loregate-" + hashlib.sha256(str(data_dir.resolve()).encode()).hexdigest()[:16]
        for backend in keyrings():
            if _fit(backend) and _round_trip(backend, service):
                mark.touch(0o600)
                return KeyringVault(backend, service)
        if mark.exists():
            log.error(
                "The keyring that holds this instance's secrets can't be reached now. Unlock it and start again, or "
                "set the secrets anew: from here on they are kept in %s.",
                data_dir / _FILE,
            )
    log.warning(
        "No keyring of the operating system is in use: secrets are kept in %s, encrypted with the key beside it. "
        "Whoever can read that folder can read the secrets.",
        data_dir / _FILE,
    )
    return FileVault(data_dir)


def _fit(backend: KeyringBackend) -> bool:
    """Whether a backend protects what it keeps. keyrings.alt offers plain text, and others keep nothing."""
    if type(backend).__module__.startswith(_UNFIT_BACKENDS):
        return False
    try:
        return float(backend.priority) >= 1  # keyring's own line between recommended and makeshift backends
    except RuntimeError:  # how a backend says that it can't work here
        return False


def _round_trip(backend: KeyringBackend, service: str) -> bool:
    probe = secrets.token_hex(8)
    try:
        backend.set_password(service, "probe", probe)  # pyright: ignore[reportUnknownMemberType]
        found = backend.get_password(service, "probe")
        backend.delete_password(service, "probe")
    except (KeyringError, OSError, RuntimeError) as error:
        log.warning("The keyring %s can't be used: %s", type(backend).__name__, error)
        return False
    return found == probe


class KeyringVault:
    """Secrets in the operating system's keyring."""

    kind = "keyring"

    def __init__(self, backend: KeyringBackend, service: str) -> None:
        self._backend = backend
        self._service = service

    async def get(self, name: str) -> str | None:
        """The secret of this name, or None."""
        return await self._call(partial(self._backend.get_password, self._service, name))

    async def set(self, name: str, value: str) -> None:
        """Keeps a secret."""
        await self._call(lambda: self._backend.set_password(self._service, name, value))  # pyright: ignore[reportUnknownMemberType, reportUnknownLambdaType, reportUnknownArgumentType]

    async def delete(self, name: str) -> None:
        """Forgets a secret, known or not."""
        try:
            await self._call(partial(self._backend.delete_password, self._service, name))
        except VaultBroken as error:
            if not isinstance(error.__cause__, PasswordDeleteError):
                raise

    @staticmethod
    async def _call(work: Callable[[], Result]) -> Result:
        try:
            return await asyncio.to_thread(work)
        except KeyringError as error:
            raise VaultBroken("The keyring can't be used. Unlock it and try again.", detail=str(error)) from error


class FileVault:
    """Secrets in a JSON file that only the owner may read, each encrypted under a key file of the same kind.

    The encryption keeps secrets out of a copy of the one file (a screenshot, a backup, a search index); it is no
    defence against somebody who reads the folder.
    """

    kind = "file"

    def __init__(self, folder: Path) -> None:
        self._file = folder / _FILE
        self._key_file = folder / _FILE_KEY
        self._lock = threading.Lock()

    async def get(self, name: str) -> str | None:
        """The secret of this name, or None."""
        return await asyncio.to_thread(self._get, name)

    async def set(self, name: str, value: str) -> None:
        """Keeps a secret."""
        await asyncio.to_thread(self._set, name, value)

    async def delete(self, name: str) -> None:
        """Forgets a secret, known or not."""
        await asyncio.to_thread(self._set, name, None)

    def _get(self, name: str) -> str | None:
        token = self._read().get(name)
        if token is None:
            return None
        try:
            return Fernet(self._key_file.read_bytes()).decrypt(token).decode()
        except (InvalidToken, OSError, ValueError) as error:
            raise VaultBroken(
                f"{self._key_file} is missing or isn't the key of {self._file}. Put it back, or delete both files and "
                "set the secrets anew."
            ) from error

    def _set(self, name: str, value: str | None) -> None:
        with self._lock:
            tokens = self._read()
            if value is not None:
                tokens[name] = Fernet(self._key()).encrypt(value.encode()).decode()
            elif tokens.pop(name, None) is None:
                return
            _replace(self._file, json.dumps(tokens, indent=1).encode())

    def _key(self) -> bytes:
        if not self._key_file.exists():
            _replace(self._key_file, Fernet.generate_key())
        return self._key_file.read_bytes()

    def _read(self) -> dict[str, str]:
        try:
            return json.loads(self._file.read_bytes())
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            raise VaultBroken(f"{self._file} can't be read: {error}. Mend or delete it.") from error


def _replace(path: Path, content: bytes) -> None:
    """Writes a whole file, readable by its owner only from its first byte on, or leaves the old one as it was."""
    fresh = path.with_name(f"{path.name}.{secrets.token_hex(4)}.tmp")
    try:
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(fresh, path)
    finally:
        fresh.unlink(missing_ok=True)
