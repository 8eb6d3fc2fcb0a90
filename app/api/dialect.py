"""The words of the second reference product: `project` for a space, `content` for a text. They end here."""

from collections.abc import Mapping
from typing import Any

_CANONICAL = {"project": "space", "content": "text"}


def canonical(body: Mapping[str, Any]) -> dict[str, Any]:
    """The body in our own words; where it has both, ours win."""
    renamed = {_CANONICAL[name]: value for name, value in body.items() if name in _CANONICAL}
    return {**renamed, **{name: value for name, value in body.items() if name not in _CANONICAL}}


def both(shape: Mapping[str, Any]) -> dict[str, Any]:
    """A memory in both dialects' words."""
    return {**shape, "content": shape["text"], "project": shape["space"]}
