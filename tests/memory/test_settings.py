"""Settings: defaults of the contract, checks that name the fault, and nothing kept of a bad change."""

import pytest

from app.errors import BadRequest
from app.memory.settings import PRESETS, Settings, changed, machine_zone, preset_values, settings_of

DEFAULTS = {
    "enabled": True,
    "remember": "all",
    "recall": "asked",
    "recall_on_responses": False,
    "only_senders": (),
    "retention_days": None,
    "batch_of": 20,
    "at_least_every_s": 3600,
    "settle_after_s": 300,
    "extract_instructions": "",
    "placement": "auto",
    "unscoped_reads": "everything",
    "store": "all",
    "store_days": None,
    "monthly_budget_usd": 5.0,
    "recall_max_items": 8,
    "recall_max_tokens": 800,
    "recall_budget_ms": 300,
    "max_saved": None,
    "max_spaces": None,
    "time_zone": machine_zone(),
}


def test_the_defaults_are_those_of_the_contract() -> None:
    assert Settings().model_dump() == DEFAULTS


def test_only_what_differs_is_stored_and_it_round_trips() -> None:
    stored = changed({}, {"batch_of": 1, "only_senders": ["bot"], "remember": "all"})
    assert stored == {"batch_of": 1, "only_senders": ["bot"]}
    assert settings_of(stored).only_senders == ("bot",)
    assert changed(stored, {"batch_of": 20}) == {"only_senders": ["bot"]}


@pytest.mark.parametrize(
    "change",
    [
        {"batch_of": 0},
        {"batch_of": "2"},
        {"batch_of": True},
        {"settle_after_s": 0},
        {"at_least_every_s": 0},
        {"at_least_every_s": 10**12},
        {"settle_after_s": 10**18},
        {"max_saved": 10**30},
        {"max_spaces": 10**30},
        {"monthly_budget_usd": float("inf")},
        {"only_senders": [""]},
        {"retention_days": 0},
        {"retention_days": 1, "at_least_every_s": 86400},
        {"time_zone": "Mars/Olympus"},
        {"placement": "top"},
        {"unknown": 1},
        {"store": "none"},
        {"monthly_budget_usd": -1},
        {"only_senders": "bot"},
    ],
)
def test_a_bad_change_is_refused_by_name(change: dict[str, object]) -> None:
    with pytest.raises(BadRequest, match="Settings were not changed"):
        changed({}, change)


def test_what_is_stored_of_prompts_narrows_only_while_memory_is_off() -> None:
    off = changed({}, {"enabled": False})
    assert settings_of(off).store == "all"
    narrow = changed(off, {"store": "none"})
    assert settings_of(narrow).store == "none"
    assert settings_of(changed(narrow, {"enabled": True})).store == "all"


def test_presets() -> None:
    for name in PRESETS:
        settings_of(changed({}, preset_values(name)))
    with pytest.raises(BadRequest, match="Choose one of"):
        preset_values("loud")
