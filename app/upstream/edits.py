"""What routing changes in a body: the model's name, and options that the caller left open. Pure.

Everything else keeps its meaning to the last digit; the caller's own dict is never changed.
"""

import json
from collections.abc import Mapping
from typing import Any, cast

import orjson

from app.upstream.routing import Target


def for_target(body: Mapping[str, Any], target: Target, raw: bytes | None = None) -> bytes:
    """The body for one target, as JSON. `raw` is the body's own bytes: they are taken when nothing changes."""
    edited = edit(body, target)
    if raw is not None and edited == body and list(edited) == list(body):
        return raw
    return dump(edited)


def edit(body: Mapping[str, Any], target: Target) -> dict[str, Any]:
    """A copy with the provider's name of the model, the model's extra fields and reasoning effort where not given."""
    edited = {**body, "model": target.upstream_name}
    for name, value in target.extra_body.items():
        edited.setdefault(name, value)
    effort = target.reasoning_effort
    if effort is not None:
        if target.dialect == "chat":
            edited.setdefault("reasoning_effort", effort)
        elif target.dialect == "responses":
            _set_inside(edited, "reasoning", effort)
        elif target.dialect == "messages":
            _set_inside(edited, "output_config", effort)
    return edited


def _set_inside(body: dict[str, Any], name: str, effort: str) -> None:
    """`effort` of an inner object, unless it is given, or the object is no object."""
    inner = body.get(name)
    if inner is None:
        body[name] = {"effort": effort}
    elif isinstance(inner, dict) and "effort" not in inner:
        body[name] = {**cast(dict[str, Any], inner), "effort": effort}


def dump(value: Any) -> bytes:
    """Compact JSON. What orjson refuses (huge integers, lone surrogates) the standard library writes exactly."""
    try:
        return orjson.dumps(value)
    except TypeError:
        return json.dumps(value, separators=(",", ":"), allow_nan=False).encode("ascii")
