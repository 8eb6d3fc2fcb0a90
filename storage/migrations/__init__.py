"""The database's format, step by step. Each step and its record are one transaction.

Steps are modules named in a tuple, for a frozen program has no folder to scan. `user_version` holds how many ran.
A step that has been released is never edited: the next change is a new step.
"""

import sqlite3
from types import ModuleType

from storage.migrations import m0001_start, m0002_index, m0003_learning, m0004_forgetting

STEPS = (m0001_start, m0002_index, m0003_learning, m0004_forgetting)
NEWEST = len(STEPS)


def migrate(module: ModuleType, connection: sqlite3.Connection) -> None:
    """Runs the steps that this file has not had yet. The connection is in autocommit mode."""
    done = connection.execute("PRAGMA user_version").fetchone()[0]
    for number, step in enumerate(STEPS[done:], start=done + 1):
        connection.execute("BEGIN IMMEDIATE")
        try:
            for statement in step.STATEMENTS:
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version={number}")
            connection.execute("COMMIT")
        except module.Error:
            connection.execute("ROLLBACK")
            raise
