"""Hides from a client the usage that the gateway asked for: one chunk of a chat stream. All else passes as it came."""

import re
from typing import Any, cast

from app.wire.loose import parsed

MOST_HELD = 64 * 1024
"""Bytes that are held back of an event that has not ended; a usage chunk is far smaller, so a longer event is none."""

_EVENT_END = re.compile(rb"(?:\r\n|\n|\r(?!\n))(?:\r\n|\n|\r)")
_LONGEST_END = 4


class UsageHider:
    """Takes the usage-only chunk out of the bytes of one stream."""

    def __init__(self) -> None:
        self._held = bytearray()
        self._searched = 0  # in what is held no event ends before this
        self._passing = False  # the current event is too long to be a usage chunk, and partly sent

    def feed(self, data: bytes) -> bytes:
        """Takes the next bytes; returns those that may go on to the client."""
        self._held += data
        out = bytearray()
        while (end := self._event_end()) is not None:
            if self._passing or not _is_usage(self._held[:end]):
                out += self._held[:end]
            del self._held[:end]
            self._searched = 0
            self._passing = False
        self._searched = max(0, len(self._held) - _LONGEST_END + 1)
        if self._passing or len(self._held) > MOST_HELD:
            self._passing = True
            out += self._held[: self._searched]
            del self._held[: self._searched]
            self._searched = 0
        return bytes(out)

    def flush(self) -> bytes:
        """What is left at the end of the stream."""
        rest = bytes(self._held)
        self._held.clear()
        return b"" if not self._passing and _is_usage(rest) else rest

    def _event_end(self) -> int | None:
        """Where the next event ends. A carriage return at the very end waits for the line feed that may follow it."""
        found = _EVENT_END.search(self._held, self._searched)
        if found is None or (found.end() == len(self._held) and found[0].endswith(b"\r")):
            return None
        return found.end()


def _is_usage(event: bytes | bytearray) -> bool:
    """Whether an event is the chunk that has no choices, only usage."""
    if b'"usage"' not in event:
        return False
    lines = event.removeprefix(b"\xef\xbb\xbf").splitlines()
    payload = b"\n".join(line[5:] for line in lines if line.startswith(b"data:"))
    try:
        value = parsed(payload)
    except ValueError:
        return False
    if not isinstance(value, dict):
        return False
    chunk = cast(dict[str, Any], value)
    return chunk.get("choices") == [] and isinstance(chunk.get("usage"), dict)
