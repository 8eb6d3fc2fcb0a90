"""Reads JSON of any shape without ever raising: what has the wrong type counts as absent."""

import json
import re
from collections.abc import Mapping
from typing import Any, cast

import orjson

_ODD = re.compile(rb"\\u[dD]|NaN|Infinity")
"""What orjson refuses and some servers send: halves of characters in escapes, numbers that are none."""


def as_dict(value: object) -> dict[str, Any]:
    """The value if it is an object, else an empty one."""
    return cast(dict[str, Any], value) if isinstance(value, dict) else {}


def as_list(value: object) -> list[Any]:
    """The value if it is a list, else an empty one."""
    return cast(list[Any], value) if isinstance(value, list) else []


def as_text(value: object) -> str:
    """The value if it is a text, else an empty one."""
    return value if isinstance(value, str) else ""


_HALF = re.compile("[\ud800-\udfff]")


def as_name(value: object) -> str | None:
    """The value if it is a text that can be stored and isn't empty, else None: half a character names nothing."""
    return value if isinstance(value, str) and value and not _HALF.search(value) else None


def as_count(value: object) -> int:
    """The value if it is a whole number from 0 on, else 0."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else 0


def objects(value: object) -> list[dict[str, Any]]:
    """The objects in a list; nothing for anything else."""
    return [cast(dict[str, Any], entry) for entry in as_list(value) if isinstance(entry, dict)]


def first(value: object) -> dict[str, Any]:
    """The first object in a list, or an empty one."""
    return next(iter(objects(value)), dict[str, Any]())


def parsed(raw: bytes | bytearray | str) -> object:
    """The JSON value in `raw`. Raises ValueError when there is none."""
    try:
        return orjson.loads(raw)
    except orjson.JSONDecodeError:
        if not _ODD.search(raw.encode("utf-8", "surrogatepass") if isinstance(raw, str) else raw):
            raise
    try:
        return json.loads(raw)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def dumped(value: object) -> str:
    """A value as compact JSON text; a text stays as it is, and what is nested too deeply is left out."""
    if isinstance(value, str):
        return value
    try:
        return orjson.dumps(value).decode()
    except orjson.JSONEncodeError:  # halves of characters, numbers beyond 64 bits
        pass
    try:
        return json.dumps(value, separators=(",", ":"))
    except RecursionError:
        return ""


def error_message(body: Mapping[str, Any]) -> str | None:
    """The message of an error in a body or an event, in any dialect's shape; None where there is no error."""
    error = body.get("error")
    if not error:
        return None
    if isinstance(error, str):
        return error
    return as_name(as_dict(error).get("message")) or dumped(error)[:500]
