"""Pages of lists: `limit` and an opaque `cursor` in the query, `{data, next_cursor}` in the answer."""

import base64
import binascii
import json
from collections.abc import Sequence
from typing import Any, cast

from quart import request

from app.api.bodies import MOST_IN_LIST
from app.errors import BadRequest

_DEFAULT = 50


def limit_in_query() -> int:
    """The query's `limit`. Raises BadRequest when it is no number from 1 to 200."""
    text = request.args.get("limit", str(_DEFAULT))
    if not (text.isascii() and text.isdigit() and len(text) < 5 and 1 <= int(text) <= MOST_IN_LIST):
        raise BadRequest(f"limit must be a whole number from 1 to {MOST_IN_LIST}.")
    return int(text)


def cursor_in_query(size: int) -> tuple[int, ...] | None:
    """The place that the query's `cursor` stands for, `size` numbers. Raises BadRequest for one that isn't ours."""
    text = request.args.get("cursor")
    if text is None:
        return None
    try:
        place = cast(object, json.loads(base64.urlsafe_b64decode(text.encode("ascii"))))
    except (ValueError, binascii.Error) as error:
        raise BadRequest("cursor must be the next_cursor of the page before.") from error
    numbers = cast(list[object], place) if isinstance(place, list) else []
    whole = tuple(n for n in numbers if isinstance(n, int) and abs(n) < 1 << 62)
    if len(whole) != size or len(numbers) != size:
        raise BadRequest("cursor must be the next_cursor of the page before.")
    return whole


def page(data: Sequence[Any], place: Sequence[int] | None) -> dict[str, Any]:
    """A page; `place` is where the next one begins, None when this is the last."""
    cursor = None if place is None else base64.urlsafe_b64encode(json.dumps(list(place)).encode()).decode()
    return {"data": list(data), "next_cursor": cursor}


def need_known(*names: str) -> None:
    """Raises BadRequest where the query has another parameter, or one twice, so that no typo widens a list."""
    for name in request.args:
        if name not in names:
            raise BadRequest(f"Unknown parameter {name[:64]!r}.")
        if len(request.args.getlist(name)) > 1:
            raise BadRequest(f"Give {name} once.")
