"""Virtual keys. Only the SHA-256 of a key's text is stored."""

from dataclasses import fields

from storage.db import Row, Tx
from storage.model import Key

_COLUMNS = tuple(f.name for f in fields(Key))


def insert(tx: Tx, key: Key) -> None:
    """Adds a key; its `num` is chosen by the database."""
    tx.touch("keys")
    columns = _COLUMNS[1:]
    tx.execute(
        f"INSERT INTO keys ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})",
        tuple(getattr(key, column) for column in columns),
    )


def by_sha256(tx: Tx, sha256: bytes) -> Key | None:
    """The key whose text has this SHA-256, revoked and expired ones too."""
    row = tx.one("SELECT * FROM keys WHERE sha256 = ?", (sha256,))
    return None if row is None else _key(row)


def of_project(tx: Tx, project: int) -> list[Key]:
    """All keys of a project, newest first."""
    return [_key(row) for row in tx.all("SELECT * FROM keys WHERE project = ? ORDER BY num DESC", (project,))]


def revoke(tx: Tx, project: int, id: str, at: int) -> bool:
    """Ends a key for good. False when the project has no such key that is still good."""
    tx.touch("keys")
    found = tx.execute(
        "UPDATE keys SET revoked_at = ? WHERE project = ? AND id = ? AND revoked_at IS NULL", (at, project, id)
    )
    return found.rowcount == 1


def _key(row: Row) -> Key:
    return Key(*(row[column] for column in _COLUMNS))
