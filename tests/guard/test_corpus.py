"""An outside corpus, where one is given: LOREGATE_SECURITY_CORPUS names a file in the form of `measure`."""

import os
from pathlib import Path

import pytest

from tests.guard.measure import measure


def test_the_given_corpus():
    name = os.environ.get("LOREGATE_SECURITY_CORPUS")
    if not name:
        pytest.skip("no corpus given: set LOREGATE_SECURITY_CORPUS to a file")
    figures = measure(Path(name))
    print(figures)
    assert figures.redacted >= 0.95 * figures.secrets
    assert figures.refused >= 0.9 * figures.injections
    assert len(figures.false_alarms) <= max(2, 0.015 * figures.benign)
