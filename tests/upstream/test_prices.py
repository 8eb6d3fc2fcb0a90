"""What a call cost."""

import timeit

import pytest

from app.upstream.prices import cost, cost_usd, listed_rates, warm
from storage.model import Tokens
from tests.upstream.samples import provider, target

OPENAI = provider(base_url="https://api.openai.com/v1")
ANTHROPIC = provider(base_url="https://api.anthropic.com")
LOCAL = provider(base_url="http://127.0.0.1:11434/v1")


def test_a_models_own_price_wins_and_cached_input_is_priced_apart() -> None:
    priced = target(OPENAI, "gpt-4o", price={"input": 2, "output": 10, "cache_read": 0.5})
    tokens = Tokens(input=1_000_000, output=100_000, cache_read=400_000, cache_write=100_000)
    assert cost_usd(priced, tokens) == pytest.approx(0.5 * 2 + 0.4 * 0.5 + 0.1 * 2 + 0.1 * 10)


def test_the_price_list_knows_the_vendor_by_its_address() -> None:
    rates = listed_rates(ANTHROPIC.base_url, "claude-sonnet-4-5-20250929")
    assert rates is not None
    tokens = Tokens(input=1000, output=100, cache_read=500, cache_write=100)
    expected = (400 * 3 + 500 * 0.3 + 100 * 3.75 + 100 * 15) / 1e6
    assert cost_usd(target(ANTHROPIC, "claude-sonnet-4-5"), tokens) == pytest.approx(expected)


def test_a_long_input_has_the_rate_of_its_size_for_all_of_it() -> None:
    short, long = (
        cost_usd(target(ANTHROPIC, "claude-sonnet-4-5"), Tokens(input=size)) / size for size in (200_000, 200_001)
    )
    assert long == pytest.approx(2 * short)


def test_agrees_with_the_librarys_own_sum() -> None:
    from genai_prices import Usage, calc_price

    for name, url in (("gpt-5", OPENAI.base_url), ("claude-opus-4-1", ANTHROPIC.base_url)):
        usage = Usage(input_tokens=5000, output_tokens=700, cache_read_tokens=3000)
        theirs = float(calc_price(usage, name, provider_api_url=url).total_price)
        ours = cost_usd(target(provider(base_url=url), name), Tokens(5000, 700, 3000))
        assert ours == pytest.approx(theirs)


def test_a_proxy_charges_what_the_models_vendor_does() -> None:
    assert cost(target(provider(base_url="https://proxy.example/v1"), "gpt-5"), Tokens(1000)).usd > 0


@pytest.mark.parametrize("name", ["qwen3:8b", "my-model", ""])
def test_an_unknown_price_is_zero_and_says_so(name: str) -> None:
    found = cost(target(LOCAL, name), Tokens(1000, 1000))
    assert (found.usd, found.known) == (0.0, False)


def test_more_cached_than_read_is_never_negative() -> None:
    assert cost_usd(target(OPENAI, "m", price={"input": 1}), Tokens(input=5, cache_read=0, cache_write=9)) >= 0


def test_is_cheap_once_the_list_is_read() -> None:
    warm()
    known, tokens = target(OPENAI, "gpt-5"), Tokens(1000, 100, 500)
    cost_usd(known, tokens)
    best = min(timeit.repeat(lambda: cost_usd(known, tokens), number=200, repeat=5)) / 200
    assert best < 50e-6
