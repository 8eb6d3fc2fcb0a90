"""Errors as the vendors write them: the kinds by status, the bodies of both families."""

from typing import Any

import orjson

CUT = 502
"""The status that a stream which was cut would have had."""

_KINDS = {
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    529: "overloaded_error",
}


def kind_of(status: int) -> str:
    """The kind of an error by its HTTP status."""
    return _KINDS.get(status) or ("api_error" if status >= 500 else "invalid_request_error")


def openai_body(status: int, code: str, message: str) -> dict[str, Any]:
    """Of chat completions and responses."""
    return {"error": {"message": message, "type": kind_of(status), "code": code, "param": None}}


def anthropic_body(status: int, code: str, message: str) -> dict[str, Any]:
    """Of messages."""
    return {"type": "error", "error": {"type": kind_of(status), "message": message, "code": code}}


def encoded(value: dict[str, Any]) -> bytes:
    """A body as bytes of JSON, on one line."""
    return orjson.dumps(value)
