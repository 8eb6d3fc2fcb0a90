"""Reads server-sent events out of bytes that are cut anywhere. Knows no dialect; never raises on what a server sends.

Only `data:` lines count, for every dialect says in its JSON what kind of event it is. An event is handed out as soon
as its line is whole; data that is spread over several lines, at the blank line that ends it.
"""

from typing import Any, Protocol, cast

from app.wire.loose import parsed
from app.wire.neutral import Answer

LONGEST_LINE = 16 * 1024 * 1024
"""Bytes of a line; a longer one is skipped."""

Event = dict[str, Any] | None
"""The JSON object of an event; None for `[DONE]`."""

_LF = 10
_BOM = b"\xef\xbb\xbf"
_DONE = b"[DONE]"


class Events:
    """The events of one stream."""

    def __init__(self) -> None:
        self._partial = bytearray()  # a line that has not ended yet
        self._skipping = False  # the rest of the current line is not wanted
        self._after_cr = False  # a line feed that comes now belongs to the line end before it
        self._at_start = True
        self._broken: list[bytes] = []  # data lines that are no JSON each by itself
        self._broken_size = 0

    def feed(self, data: bytes) -> list[Event]:
        """Takes the next bytes; returns the events that have become whole."""
        if not data:
            return []
        if self._after_cr and data[0] == _LF:
            data = data[1:]
        self._after_cr = data.endswith(b"\r")
        end = max(data.rfind(b"\n"), data.rfind(b"\r")) + 1
        if not end:
            self._begin_line(data)
            return []
        lines = data[:end].splitlines()
        if self._skipping:
            lines[0] = b":"  # what is left of an unwanted line is as good as a comment
            self._skipping = False
        elif self._partial:
            lines[0] = bytes(self._partial) + lines[0]
            self._partial.clear()
        if end < len(data):
            self._begin_line(data[end:])
        found: list[Event] = []
        for line in lines:
            if line[:5] == b"data:" or not line or self._at_start:
                self._take_line(line, found)
        return found

    def rest(self) -> list[Event]:
        """The event at the end of a stream that stopped without a line end; called when no more is expected.

        What it takes is not handed out again, should more bytes come after all.
        """
        found: list[Event] = []
        line = bytes(self._partial).removeprefix(_BOM).rstrip()
        payload = line[5:].strip() if line.startswith(b"data:") and line.endswith((b"}", b"]")) else b""
        _read_lines([*self._broken, payload] if payload else self._broken, found)
        if found:
            self._skipping = self._skipping or bool(self._partial)
            self._partial.clear()
            self._forget_broken()
        return found

    def _begin_line(self, data: bytes) -> None:
        if self._skipping:
            return
        self._partial += data
        if len(self._partial) > LONGEST_LINE:
            self._partial.clear()
            self._skipping = True

    def _take_line(self, line: bytes, found: list[Event]) -> None:
        if self._at_start:
            self._at_start = False
            line = line.removeprefix(_BOM)
        if line[:5] == b"data:":
            payload = line[5:].strip() if len(line) <= LONGEST_LINE else b""
            if payload and (self._broken or not _read(payload, found)):
                self._keep_broken(payload)
        elif not line and self._broken:
            _read_lines(self._broken, found)
            self._forget_broken()

    def _keep_broken(self, payload: bytes) -> None:
        self._broken_size += len(payload)
        if self._broken_size <= LONGEST_LINE:
            self._broken.append(payload)

    def _forget_broken(self) -> None:
        self._broken, self._broken_size = [], 0


def _read_lines(lines: list[bytes], found: list[Event]) -> None:
    """Reads data lines as one event; where that makes no sense, those that make sense each by itself."""
    if lines and not _read(b"\n".join(lines), found):
        for line in lines:
            _read(line, found)


def _read(payload: bytes, found: list[Event]) -> bool:
    """Adds the payload's event, if it is one; returns whether it could be read at all."""
    if payload == _DONE:
        found.append(None)
        return True
    try:
        value = parsed(payload)
    except ValueError:
        return False
    if isinstance(value, dict):
        found.append(cast(dict[str, Any], value))
    return True


class Collector(Protocol):
    """Reads along a stream of one dialect."""

    def feed(self, data: bytes) -> None:
        """Takes the next bytes, cut anywhere."""
        ...

    def answer(self) -> Answer:
        """What was said up to now."""
        ...


class EventCollector:
    """The part of a collector that all dialects share: `take` is called with each event, `answer` sums up."""

    def __init__(self) -> None:
        self._events = Events()

    def feed(self, data: bytes) -> None:
        """Takes the next bytes, cut anywhere."""
        for event in self._events.feed(data):
            self.take(event)

    def answer(self) -> Answer:
        """What was said up to now."""
        for event in self._events.rest():
            self.take(event)
        return self.sum_up()

    def take(self, event: Event) -> None:
        """Takes one event of the dialect."""
        raise NotImplementedError

    def sum_up(self) -> Answer:
        """The answer, from the events taken so far."""
        raise NotImplementedError
