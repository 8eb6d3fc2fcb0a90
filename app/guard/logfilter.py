"""A filter for log handlers: no credential and no line break of a stranger's gets into a log line.

Put it on every handler (a logger's own filter isn't asked for what its children log). It may not drop a record.
"""

import logging
import re
from collections.abc import Mapping
from typing import Any, cast

from app.guard.redaction import redact

_BREAKS = re.compile(r"[\r\n\v\f\x1b\x85\u2028\u2029]")
"""What a terminal or a reader of logs may take for a new line (or, ESC, for an order to the terminal)."""


def _escaped(text: str) -> str:
    return _BREAKS.sub(lambda match: match[0].encode("unicode_escape").decode("ascii"), text)


class LogFilter(logging.Filter):
    """Redacts message, arguments, exception and stack of a record; escapes line breaks in message and arguments.

    Arguments are put into the message first, so that a credential is seen whole: `"key=%s", key`. The exception is
    formatted here, with the standard format, for its text may hold what a request held. Its own line breaks stay.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Rewrites the record in place, and lets it pass."""
        record.msg = _escaped(redact(_message(record)).text)
        record.args = None
        if record.exc_info and not record.exc_text:
            record.exc_text = logging.Formatter().formatException(record.exc_info)
        if record.exc_text:
            record.exc_text = redact(record.exc_text).text
            record.exc_info = None
        if record.stack_info:
            record.stack_info = redact(record.stack_info).text
        return True


def _message(record: logging.LogRecord) -> str:
    try:
        return record.getMessage()
    except (TypeError, ValueError, KeyError):  # a format that its arguments don't fit: log both, lose neither
        args = cast("tuple[Any, ...] | Mapping[str, Any] | None", record.args)
        return f"{record.msg} {args!r}"
