"""Spaces and subjects as numbers: what the search indexes carry in place of names.

Number 0 means *none*: a memory of the whole project has the subject 0.
"""

from storage.db import Tx


def subject_num(tx: Tx, project: int, subject: str | None) -> int | None:
    """The number of a subject: 0 for none, None when nothing was ever stored for it."""
    if subject is None:
        return 0
    return tx.value("SELECT num FROM subjects WHERE project = ? AND name = ?", (project, subject))


def ensure_subject(tx: Tx, project: int, subject: str | None) -> int:
    """The number of a subject, made when it is new."""
    if (num := subject_num(tx, project, subject)) is not None:
        return num
    return tx.value("INSERT INTO subjects (project, name) VALUES (?, ?) RETURNING num", (project, subject))


def space_num(tx: Tx, project: int, space: str) -> int | None:
    """The number of a space, or None when there is none of that name."""
    return tx.value("SELECT num FROM spaces WHERE project = ? AND name = ?", (project, space))


def ensure_space(tx: Tx, project: int, space: str, at: int) -> int:
    """The number of a space, made when it is new."""
    if (num := space_num(tx, project, space)) is not None:
        return num
    return tx.value(
        "INSERT INTO spaces (project, name, created_at) VALUES (?, ?, ?) RETURNING num", (project, space, at)
    )


def spaces_of(tx: Tx, project: int) -> list[str]:
    """The names of a project's spaces, oldest first."""
    return [row[0] for row in tx.all("SELECT name FROM spaces WHERE project = ? ORDER BY num", (project,))]


def aliases_of(tx: Tx, project: int) -> dict[str, str]:
    """The spaces that people gave to inferred folder names."""
    rows = tx.all("SELECT folder, space FROM space_aliases WHERE project = ?", (project,))
    return {row["folder"]: row["space"] for row in rows}


def set_alias(tx: Tx, project: int, folder: str, space: str) -> None:
    """Sends an inferred folder name to a space from now on."""
    tx.touch("aliases")
    tx.execute(
        "INSERT INTO space_aliases (project, folder, space) VALUES (?, ?, ?)"
        " ON CONFLICT (project, folder) DO UPDATE SET space = excluded.space",
        (project, folder, space),
    )
