"""How the program logs: one line a record, on standard error, from a chosen level. What is logged is others' choice."""

import logging
import sys

from app.guard.logfilter import LogFilter

FORMAT = "%(asctime)s %(levelname)-7s %(name)s: %(message)s"
TIME = "%Y-%m-%d %H:%M:%S"

QUIET = ("aiosqlite", "hypercorn", "httpx", "aiohttp", "asyncio", "mcp", "keyring")
"""Libraries that are heard from `warning` on, for what they tell below it is about themselves."""


def configure(level: str) -> None:
    """Sets the program's logging up. Called once, by whoever owns the process."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter(FORMAT, TIME))
    handler.addFilter(LogFilter())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for name in QUIET:
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.root.level))
