"""Projects."""

import json
from collections.abc import Mapping
from typing import Any

from storage.db import Row, Tx
from storage.model import Project


def insert(tx: Tx, id: str, slug: str, name: str, settings: Mapping[str, Any], at: int) -> Project:
    """Adds a project. The slug must be free."""
    tx.touch("projects")
    num = tx.value(
        "INSERT INTO projects (id, slug, name, settings, created_at) VALUES (?, ?, ?, ?, ?) RETURNING num",
        (id, slug, name, json.dumps(settings), at),
    )
    return Project(num, id, slug, name, dict(settings), at)


def by_slug(tx: Tx, name: str) -> Project | None:
    """The project with this slug or id."""
    row = tx.one("SELECT * FROM projects WHERE slug = ? OR id = ?", (name, name))
    return None if row is None else _project(row)


def by_num(tx: Tx, num: int) -> Project | None:
    """The project with this number."""
    row = tx.one("SELECT * FROM projects WHERE num = ?", (num,))
    return None if row is None else _project(row)


def every(tx: Tx) -> list[Project]:
    """All projects, oldest first."""
    return [_project(row) for row in tx.all("SELECT * FROM projects ORDER BY num")]


def set_settings(tx: Tx, project: int, settings: Mapping[str, Any]) -> None:
    """Replaces the stored settings of a project."""
    tx.touch("projects")
    tx.execute("UPDATE projects SET settings = ? WHERE num = ?", (json.dumps(settings), project))


def _project(row: Row) -> Project:
    return Project(row["num"], row["id"], row["slug"], row["name"], json.loads(row["settings"]), row["created_at"])
