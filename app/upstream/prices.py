"""What a call cost, in USD: by the model's own price, else by the price list that `genai-prices` brings. No network.

The list is a snapshot that came with the package; a model that isn't in it costs 0.0 as far as is known.
"""

import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, cast
from urllib.parse import urlsplit

from app.upstream.routing import Target
from storage.model import Tokens

MILLION = 1_000_000

_LATEST = datetime(9999, 1, 1, 12, tzinfo=UTC)
"""A moment by which every dated price of the list holds: the newest one is meant."""

Steps = tuple[tuple[int, float], ...]
"""A rate by size of input: `(more than so many tokens, USD per million)`, rising, the first from -1 on."""


@dataclass(frozen=True, slots=True)
class Cost:
    """USD, and whether a price for the model was known."""

    usd: float
    known: bool


@dataclass(frozen=True, slots=True)
class Rates:
    """USD per million tokens. Long inputs may have a rate of their own, which then holds for all of their tokens."""

    input: Steps
    output: Steps
    cache_read: Steps
    cache_write: Steps


def cost_usd(target: Target, tokens: Tokens) -> float:
    """What a call cost; 0.0 where no price is known."""
    return cost(target, tokens).usd


def cost(target: Target, tokens: Tokens) -> Cost:
    """What a call cost, and whether that is known. Cached input has rates of its own, in place of the plain one."""
    if target.price is not None:
        rates = _own_rates(target.price)
    else:
        rates = listed_rates(target.provider.base_url, target.upstream_name)
    if rates is None:
        return Cost(0.0, known=False)
    plain = max(tokens.input - tokens.cache_read - tokens.cache_write, 0)
    parts = (
        (plain, rates.input),
        (tokens.output, rates.output),
        (tokens.cache_read, rates.cache_read),
        (tokens.cache_write, rates.cache_write),
    )
    return Cost(sum(count * _at(steps, tokens.input) for count, steps in parts) / MILLION, known=True)


def _at(steps: Steps, size: int) -> float:
    return next(rate for above, rate in reversed(steps) if size > above)


def _own_rates(price: Mapping[str, float]) -> Rates:
    def flat(rate: float) -> Steps:
        return ((-1, float(rate)),)

    plain = price.get("input", 0.0)
    return Rates(
        flat(plain),
        flat(price.get("output", 0.0)),
        flat(price.get("cache_read", plain)),
        flat(price.get("cache_write", plain)),
    )


@lru_cache(maxsize=1024)
def listed_rates(base_url: str, model: str) -> Rates | None:
    """The price list's rates: of the vendor at this address, else of the vendor that makes a model of this name.

    A model on this machine or in the local network that isn't some vendor's by its plain name costs nothing known.
    The first use reads the list, about a second: `warm` does so ahead of time.
    """
    from genai_prices.data_snapshot import get_snapshot

    snapshot = get_snapshot()
    for url in (base_url, None):
        if url is None and _is_local_tag(base_url, model):
            return None
        try:
            _, found = snapshot.find_provider_model(model, None, None, url)
        except LookupError:
            continue
        return _rates(found.get_prices(_LATEST))
    return None


def warm() -> None:
    """Reads the price list, so that no call has to wait for it. Blocks: call it in a thread."""
    listed_rates("https://api.openai.com", "gpt-4o")


def _is_local_tag(base_url: str, model: str) -> bool:
    """Whether this is a model of a local server by the way it is named (`qwen3:8b`)."""
    host = urlsplit(base_url).hostname or ""
    try:
        local = not ipaddress.ip_address(host).is_global
    except ValueError:
        local = host == "localhost" or "." not in host
    return local and ":" in model


def _rates(price: Any) -> Rates:
    plain = _steps(price.input_mtok) or ((-1, 0.0),)
    return Rates(
        plain,
        _steps(price.output_mtok) or ((-1, 0.0),),
        _steps(price.cache_read_mtok) or plain,
        _steps(price.cache_write_mtok) or plain,
    )


def _steps(rate: Any) -> Steps | None:
    if rate is None:
        return None
    if not hasattr(rate, "tiers"):
        return ((-1, float(rate)),)
    tiers = cast(list[Any], rate.tiers)
    return ((-1, float(rate.base)), *((tier.start, float(tier.price)) for tier in tiers))
