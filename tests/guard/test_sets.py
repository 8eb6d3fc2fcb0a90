"""The project's own sets: one that the rules were tuned on, and those written after the rules were done."""

from pathlib import Path

import pytest

from tests.guard.measure import measure

SETS = Path(__file__).parent / "sets"


def test_the_tuning_set_stays_caught():
    figures = measure(SETS / "tuning.jsonl")
    assert figures.redacted / figures.secrets >= 0.98
    assert figures.refused / figures.injections >= 0.95
    assert len(figures.false_alarms) / figures.benign <= 0.01


@pytest.mark.parametrize(("name", "injections"), [("unseen.jsonl", 0.75)])
def test_unseen_sets_do_not_get_worse(name: str, injections: float):
    """These were never tuned on: the floors are what was measured once, a little lower."""
    figures = measure(SETS / name)
    assert figures.redacted / figures.secrets >= 0.94
    assert figures.refused / figures.injections >= injections
    assert len(figures.false_alarms) / figures.benign <= 0.015
