"""Says whether a text reads like a prompt injection: the engine over `structure` and `orders`. Pure, and linear.

A floor, not a wall: what is learned is also bounded by where it came from, and recalled text is framed as data.
"""

from app.guard.orders import order_in
from app.guard.results import Finding, Where
from app.guard.structure import form_in
from app.guard.tricks import tricks
from app.guard.views import normalised, plain, unescaped, unwrapped


def screen(text: str) -> Finding | None:
    """The first rule that a text breaks: as written, then with hidden writing made plain, then decoded once."""
    return _read(text, "raw") or _hidden(text) or _decoded(text)


def _read(text: str, where: Where) -> Finding | None:
    rule = form_in(text) or order_in(plain(text))
    return Finding(rule, where) if rule else None


def _hidden(text: str) -> Finding | None:
    view = normalised(text)
    found = _read(view.text, "normalised") if view else None
    if found:
        return found
    for reading in tricks(plain(view.text if view else text)):
        rule = order_in(reading)
        if rule:
            return Finding(rule, "normalised")
    return None


def _decoded(text: str) -> Finding | None:
    for view in (unescaped(text), unwrapped(text)):
        found = _read(view.text, "decoded") if view else None
        if found:
            return found
    return None
