"""The first answer that a chain gives: its models are tried in turn until one answers. Knows no body and no dialect."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import httpx

from app.errors import UpstreamFailed
from app.upstream.client import Outgoing, Upstream
from app.upstream.headers import retry_after
from app.upstream.routing import Target

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Attempt:
    """An open answer, the target that gave it, and how many targets were tried. The caller closes `response`."""

    response: httpx.Response
    target: Target
    attempts: int


def _ignore(_: Target) -> None:
    return None


async def first_answer(
    upstream: Upstream,
    targets: Sequence[Target],
    prepare: Callable[[Target], Outgoing],
    *,
    on_try: Callable[[Target], None] = _ignore,
    first_byte_s: float | None = None,
) -> Attempt:
    """Tries the targets in turn and returns the first answer that stands (contract, section 2).

    `prepare` makes the request for a target; `on_try` hears of each one before it is tried, so that a call that is
    cancelled, or fails, knows how far it came. No answer, a 408, 409, 429 and 5xx lead on to the next target.

    The last target's own 4xx is returned as it is. Raises UpstreamFailed for a 5xx and where there was no answer, and,
    as one that no retry mends, for a refused secret of ours and for a redirect.
    """
    order = upstream.circuit.order(targets)
    for tried, target in enumerate(order, 1):
        on_try(target)
        last = tried == len(order)
        try:
            response = await upstream.send(target, prepare(target), first_byte_s=first_byte_s)
        except UpstreamFailed as error:
            if error.mendable:
                upstream.circuit.failed(target)
            _log(target, error.detail or error.message)
            if last:
                raise
            continue
        if not _leads_on(response.status_code):
            upstream.circuit.answered(target)
            return Attempt(await _standing(response, target), target, tried)
        if response.status_code != 409:  # a conflict is about one request, not about the model
            upstream.circuit.failed(target)
        _log(target, f"status {response.status_code}")
        if last:
            return Attempt(await _final(response, target), target, tried)
        await response.aclose()
    raise ValueError("a chain of no targets")


def _leads_on(status: int) -> bool:
    return status in (408, 409, 429) or status >= 500


async def _standing(response: httpx.Response, target: Target) -> httpx.Response:
    """The same answer, unless it says that the provider is set up wrongly."""
    status, provider = response.status_code, target.provider
    if 300 <= status < 400:
        # Followed, it could lead anywhere; handed on, it would have the client send its key there.
        await response.aclose()
        raise UpstreamFailed(
            f"The provider {provider.name} redirects to another address. Set its base URL on Routing to that.",
            detail=f"{status} to {response.headers.get('location', '')[:200]}",
            mendable=False,
        )
    if status in (401, 403) and provider.credentials != "client":
        await response.aclose()
        raise UpstreamFailed(
            f"The provider {provider.name} refused the gateway's API key ({status}). Set a good one on Routing.",
            detail=f"status {status}",
            mendable=False,
        )
    return response


async def _final(response: httpx.Response, target: Target) -> httpx.Response:
    """The answer of a chain that is used up: an upstream's own 4xx stands, a 5xx doesn't."""
    if response.status_code < 500:
        return response
    await response.aclose()
    raise UpstreamFailed(
        f"The provider {target.provider.name} failed with status {response.status_code}. Try again.",
        retry_after=retry_after(response.headers) or 1.0,
        detail=f"status {response.status_code}",
    )


def _log(target: Target, why: str) -> None:
    log.warning("%r at %s failed: %s", target.upstream_name[:100], target.provider.name, why)
