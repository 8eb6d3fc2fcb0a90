"""From a model's name to who answers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.errors import ModelNotFound
from app.upstream.catalog import DIALECTS, TIERS
from app.upstream.presets import strix
from app.upstream.routing import STRIX_IDS, Target, auto_asks, by_name, resolve, tier
from tests.upstream.samples import catalog, model, provider

OPENAI = provider(1, dialects=("chat", "responses"))
ANTHROPIC = provider(2, dialects=("messages",))


def names(targets: tuple[Target, ...]) -> list[str]:
    return [target.upstream_name for target in targets]


def test_a_chain_gives_its_models_in_order_and_only_those_that_speak() -> None:
    known = catalog([OPENAI, ANTHROPIC], [model("a", 1), model("b", 2), model("c", 1)], {"coding": ["c", "b", "a"]})
    assert names(resolve(known, "coding", "chat")) == ["c", "a"]
    assert names(resolve(known, "coding", "messages")) == ["b"]


def test_a_dialect_that_nobody_speaks_is_named() -> None:
    known = catalog([ANTHROPIC], [model("b", 2)])
    with pytest.raises(ModelNotFound, match=r"takes chat calls.*messages"):
        resolve(known, "b", "chat")


def test_a_model_is_found_by_its_name_and_by_the_upstreams() -> None:
    known = catalog([OPENAI, provider(3)], [model("fast", 1, upstream_name="gpt"), model("x", 3, upstream_name="gpt")])
    assert names(resolve(known, "fast", "chat")) == ["gpt"]
    assert [target.provider.num for target in resolve(known, "gpt", "chat")] == [1, 3]


def test_an_unknown_name_passes_where_a_provider_lets_it() -> None:
    closed = catalog([OPENAI], [model("a", 1)])
    with pytest.raises(ModelNotFound):
        resolve(closed, "new", "chat")
    open_ones = catalog(
        [provider(1, dialects=("chat",), passthrough=True), provider(2, dialects=("messages",), passthrough=True)]
    )
    assert [t.provider.num for t in resolve(open_ones, "new", "messages")] == [2]
    assert [t.provider.num for t in resolve(open_ones, "new", "chat")] == [1]


def test_the_default_provider_is_asked_first_for_an_unknown_name() -> None:
    known = catalog([provider(1, passthrough=True), provider(2, passthrough=True, is_default=True)])
    assert [t.provider.num for t in resolve(known, "new", "chat")] == [2]


def test_auto_is_the_first_listed_model_of_the_default_provider() -> None:
    known = catalog(
        [provider(1), provider(2, is_default=True)],
        [model("other", 1), model("secret", 2, listed=False), model("first", 2), model("second", 2)],
    )
    assert names(resolve(known, "auto", "chat")) == ["first"]
    assert auto_asks(known, "auto", "chat") is None


def test_auto_never_picks_a_hidden_one_that_routes_when_typed() -> None:
    known = catalog([provider(1)], [model("hidden", listed=False), model("seen")], {"auto": ["hidden", "seen"]})
    assert names(resolve(known, "auto", "chat")) == ["seen"]
    assert names(resolve(known, "hidden", "chat")) == ["hidden"]
    with pytest.raises(ModelNotFound):
        resolve(catalog([provider(1)], [model("hidden", listed=False)]), "auto", "chat")


def test_auto_asks_the_upstream_only_when_nothing_stored_tells() -> None:
    environment = provider(0, "default", passthrough=True, is_default=True)
    assert auto_asks(catalog([environment]), "auto", "chat") is environment
    assert auto_asks(catalog([environment]), "strix-auto", "chat") is environment
    assert auto_asks(catalog([environment]), "gpt", "chat") is None
    assert auto_asks(catalog([environment], chains={"auto": ["gpt"]}), "auto", "chat") is None
    assert auto_asks(catalog([]), "auto", "chat") is None


def test_a_chain_may_name_models_that_only_the_upstream_knows() -> None:
    known = catalog([provider(0, passthrough=True)], chains={"quick": ["small", "smaller"]})
    assert names(resolve(known, "quick", "chat")) == ["small", "smaller"]


@pytest.mark.parametrize("name", TIERS)
def test_internal_tiers_are_no_public_names(name: str) -> None:
    known = catalog([provider(0, passthrough=True)], chains={name: ["m"]})
    with pytest.raises(ModelNotFound):
        resolve(known, name, "chat")


def test_a_provider_of_an_openai_dialect_serves_embeddings() -> None:
    assert names(resolve(catalog([OPENAI], [model("e", 1)]), "e", "embeddings")) == ["e"]
    with pytest.raises(ModelNotFound):
        resolve(catalog([ANTHROPIC], [model("e", 2)]), "e", "embeddings")


def test_jobs_take_the_first_chain_that_leads_anywhere() -> None:
    models = [model("m"), model("t")]
    assert tier(catalog([OPENAI], models), "extract") == ()
    assert names(tier(catalog([OPENAI], models, {"trivial": ["t"]}), "extract")) == ["t"]
    both = catalog([OPENAI], models, {"trivial": ["t"], "memory-extract": ["m", "t"]})
    assert names(tier(both, "extract")) == ["m", "t"]
    assert names(tier(both, "consolidate")) == ["m", "t"]
    assert tier(both, "embed") == ()
    assert names(tier(catalog([OPENAI], models, {"memory-extract": ["gone"], "trivial": ["t"]}), "extract")) == ["t"]
    assert names(tier(catalog([OPENAI], models, {"embed": ["t"]}), "embed")) == ["t"]


def test_a_job_is_done_in_the_first_dialect_that_the_provider_speaks() -> None:
    providers = [
        provider(1, dialects=("responses", "chat")),
        provider(2, dialects=("responses", "messages")),
        provider(3, dialects=("responses",)),
    ]
    models = [model("a", 1), model("b", 2), model("c", 3)]
    targets = tier(catalog(providers, models, {"memory-extract": ["c", "b", "a"]}), "extract")
    assert [(t.model_name, t.dialect) for t in targets] == [("c", "responses"), ("b", "messages"), ("a", "chat")]


def test_client_credentials_do_no_work_of_ours() -> None:
    known = catalog([provider(1, credentials="client")], [model("m")], {"memory-extract": ["m"]})
    assert tier(known, "extract") == ()
    assert by_name(known, "m") == ()


def test_by_name_finds_what_a_conversation_used() -> None:
    known = catalog([OPENAI, ANTHROPIC], [model("a", 2), model("b", 1)], {"coding": ["a", "b"]})
    assert [(t.model_name, t.dialect) for t in by_name(known, "coding")] == [("a", "messages"), ("b", "chat")]
    assert names(by_name(known, "strix-coding")) == ["a", "b"]
    assert by_name(known, "memory-extract") == ()
    assert by_name(known, "unknown") == ()


def test_the_strix_preset_answers_to_both_names_and_hides_the_frontier() -> None:
    chains = {chain.name: chain for chain in strix(1, ["m"], by_id={"coding": ["big"]}, frontier=["huge"])}
    known = catalog(
        [provider(1)],
        [model("m"), model("big"), model("huge")],
        {name: chain.models for name, chain in chains.items()},
    )
    for id in STRIX_IDS:
        assert resolve(known, id, "chat") == resolve(known, f"strix-{id}", "chat")
        assert chains[id].listed
    assert names(resolve(known, "strix-coding", "chat")) == ["big"]
    assert names(resolve(known, "strix-frontier", "chat")) == ["huge"]
    assert not chains["strix-frontier"].listed


@given(
    st.text(max_size=20),
    st.sampled_from(DIALECTS),
    st.lists(st.sampled_from(["a", "b", "c", "gone"]), max_size=4),
    st.booleans(),
)
def test_whatever_is_typed_the_targets_speak_the_dialect_or_it_is_not_found(
    name: str, dialect: str, chain: list[str], passthrough: bool
) -> None:
    known = catalog(
        [provider(1, dialects=("chat",), passthrough=passthrough), provider(2, dialects=("messages",))],
        [model("a", 1), model("b", 2), model("c", 2, listed=False)],
        {"x": chain, "auto": chain},
    )
    for typed in (name, "x", "auto", "strix-auto"):
        try:
            targets = resolve(known, typed, dialect)
        except ModelNotFound:
            continue
        assert targets
        assert all(dialect in t.provider.dialects or dialect == "embeddings" for t in targets)
        if typed.endswith("auto"):
            assert "c" not in names(targets)
