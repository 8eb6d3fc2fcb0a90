"""Who is at the door and what they bring: the caller of a request, its checked body, its space. No route, no rule."""

from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from quart import request

from app.api.dialect import canonical
from app.auth import Caller, Callers
from app.errors import BadRequest, Forbidden
from app.memory.context import Ctx
from app.memory.rules import fit_space
from app.memory.subjects import subject_of
from app.web import json_body, key_text
from storage.model import DEFAULT_SPACE

Body = TypeVar("Body", bound=BaseModel)


class Door:
    """Lets callers in."""

    def __init__(self, ctx: Ctx, callers: Callers) -> None:
        self._ctx = ctx
        self._callers = callers

    async def reader(self) -> Caller:
        """Whoever makes this request, with any key. Raises BadKey."""
        return await self._callers.find(key_text(request.headers))

    async def writer(self) -> Caller:
        """Whoever makes this request, with a key that may write. Raises BadKey or Forbidden."""
        caller = await self.reader()
        caller.need_write()
        return caller


async def body_of(model: type[Body]) -> Body:
    """The request's body, in either dialect's words. Raises BadRequest that names each fault."""
    return checked(model, canonical(await json_body(request)))


def checked(model: type[Body], values: dict[str, Any]) -> Body:
    """These values as a body. Raises BadRequest that names each fault; what was sent is never repeated."""
    try:
        return model.model_validate(values)
    except ValidationError as error:
        faults = (f"{'.'.join(map(str, e['loc'])) or 'body'}: {e['msg']}" for e in error.errors(include_url=False))
        raise BadRequest("; ".join(faults)) from error


def subject_in(value: str | None) -> str | None:
    """The subject that a body or a query names; absent is none. Raises BadSubject, for an empty one too."""
    return None if value is None else subject_of(value)


def space_to_read(caller: Caller, named: str | None) -> str | None:
    """The space whose memories are read, beside those of `default`; None for every space.

    A key that is bound to a space reads that one. Raises Forbidden where the request names another.
    """
    bound = caller.key.space
    space = None if named is None else fit_space(named)
    if bound is not None and space not in (None, bound):
        raise Forbidden("This key is bound to another space.")
    return bound if space is None else space


def space_to_write(caller: Caller, named: str | None) -> str:
    """The space that a memory is saved in: the one that is named, else the key's, else `default`."""
    return space_to_read(caller, named) or DEFAULT_SPACE


def may_see(caller: Caller, space: str) -> bool:
    """Whether what is in this space is in this key's reach."""
    return caller.key.space in (None, space) or space == DEFAULT_SPACE


def need_own_space(caller: Caller, space: str) -> None:
    """Raises Forbidden where a key that is bound to a space would change something in `default`."""
    if caller.key.space not in (None, space):
        raise Forbidden("This key is bound to another space.")
