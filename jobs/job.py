"""What a job is: its name, how it does what is due, how it is run by hand, and when it has work next."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from app.memory.context import Ctx


@dataclass(frozen=True, slots=True)
class Job:
    """One job of the loop. `run` and `run_now` return how many things they did."""

    name: str
    run: Callable[[Ctx], Awaitable[int]]
    """Does everything that is due now, and returns when nothing is."""
    run_now: Callable[[Ctx], Awaitable[int]]
    """The same by a person's order: does not wait for anything to become due."""
    next_due: Callable[[Ctx], Awaitable[int | None]]
    """When there is work next, in ms since 1970, as far as is known; None when only a new event can bring some."""
    at_once: int = 1
    """How many runs of it may go on side by side."""


async def only_events(ctx: Ctx) -> int | None:
    """The `next_due` of a job that has work only after something else happened."""
    return None
