"""What all tests have in common: no keyring of the developer's, and logging that is left as it was found."""

import logging
import os
from collections.abc import Iterator

import pytest

# Before keyring is imported: a test must not touch the keys of whoever runs it, nor pick a keyring of another test.
os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.fail.Keyring"


@pytest.fixture(autouse=True)
def logging_as_it_was() -> Iterator[None]:
    """Commands that run in this process set the program's logging up; the next test must not inherit it."""
    root = logging.getLogger()
    level, handlers = root.level, list(root.handlers)
    levels = {
        name: logger.level for name, logger in root.manager.loggerDict.items() if isinstance(logger, logging.Logger)
    }
    yield
    root.setLevel(level)
    root.handlers[:] = handlers
    for name, logger in root.manager.loggerDict.items():
        if isinstance(logger, logging.Logger):
            logger.setLevel(levels.get(name, logging.NOTSET))
