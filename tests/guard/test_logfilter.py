"""What the log filter keeps out of log lines."""

import io
import logging
import random
import string
import sys

from app.guard.logfilter import LogFilter

TOKEN = "ghp_" + "".join(random.Random(3).choices(string.ascii_letters + string.digits, k=36))


def logged(message: object, *args: object, broken: bool = False) -> str:
    """A line as a handler with the filter writes it, with the exception where there is one."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.addFilter(LogFilter())
    record = logging.LogRecord("app.x", logging.INFO, __file__, 1, message, args, sys.exc_info() if broken else None)
    handler.handle(record)
    return stream.getvalue()


def test_message_and_arguments_are_redacted():
    assert logged(f"got {TOKEN}") == "got [REDACTED:github-token]\n"
    assert logged("key=%s", TOKEN) == "key=[REDACTED:github-token]\n"
    assert logged("%(a)s", {"a": f"Bearer {TOKEN}"}) == "Bearer [REDACTED:github-token]\n"


def test_a_password_split_between_format_and_argument_is_seen():
    assert logged("password: %s", "hunter2!x") == "password: [REDACTED:password]\n"


def test_exception_text_is_redacted_and_keeps_its_lines():
    try:
        raise ValueError(f"no such key {TOKEN}")
    except ValueError:
        text = logged("failed", broken=True)
    assert TOKEN not in text
    assert text.startswith("failed\nTraceback (most recent call last):\n")
    assert text.endswith("ValueError: no such key [REDACTED:github-token]\n")


def test_line_breaks_of_a_stranger_are_escaped():
    assert logged("user %s", "ana\r\nINFO forged\u2028line\x1b[2J") == "user ana\\r\\nINFO forged\\u2028line\\x1b[2J\n"


def test_a_format_that_does_not_fit_loses_nothing():
    assert logged("a %d", "b") == "a %d ('b',)\n"
