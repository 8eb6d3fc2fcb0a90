"""Routing changes the model's name and open options of a body, and nothing else."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.upstream.edits import edit, for_target
from tests.upstream.samples import provider, target

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=20,
)


@given(st.dictionaries(st.text(max_size=8), JSON, max_size=6))
def test_everything_but_the_model_keeps_its_meaning(body: dict[str, Any]) -> None:
    before = json.dumps(body)
    sent = json.loads(for_target(body, target(provider(), "up")))
    assert sent == {**body, "model": "up"}
    assert json.dumps({**sent, "model": body.get("model")}) == json.dumps({**body, "model": body.get("model")})
    assert json.dumps(body) == before


@pytest.mark.parametrize("text", ["1.0", "123456789012345678901234567890", "-0.0", "1e300", '"\\ud83d"', "0.1"])
def test_numbers_and_odd_text_survive(text: str) -> None:
    body = json.loads('{"model": "a", "x": ' + text + "}")
    sent = json.loads(for_target(body, target(provider(), "b")))["x"]
    assert (sent, type(sent)) == (body["x"], type(body["x"]))


def test_a_body_that_needs_no_change_goes_up_byte_for_byte() -> None:
    raw = b'{ "model": "m",\n "temperature": 1.00 }'
    assert for_target(json.loads(raw), target(provider(), "m"), raw) is raw
    assert for_target(json.loads(raw), target(provider(), "other"), raw) != raw
    assert for_target(json.loads(raw), target(provider(), "m", extra_body={"x": 1}), raw) != raw


def test_extra_fields_fill_only_what_is_absent() -> None:
    configured = target(provider(), "m", extra_body={"a": 1, "b": {"c": 2}})
    assert edit({"a": None}, configured) == {"a": None, "model": "m", "b": {"c": 2}}


@pytest.mark.parametrize(
    ("dialect", "body", "expected"),
    [
        ("chat", {}, {"reasoning_effort": "low"}),
        ("chat", {"reasoning_effort": "high"}, {"reasoning_effort": "high"}),
        ("responses", {}, {"reasoning": {"effort": "low"}}),
        ("responses", {"reasoning": {"summary": "auto"}}, {"reasoning": {"summary": "auto", "effort": "low"}}),
        ("responses", {"reasoning": {"effort": "high"}}, {"reasoning": {"effort": "high"}}),
        ("responses", {"reasoning": "odd"}, {"reasoning": "odd"}),
        ("messages", {}, {"output_config": {"effort": "low"}}),
        ("embeddings", {}, {}),
    ],
)
def test_reasoning_effort_stands_where_the_dialect_has_it(
    dialect: str, body: dict[str, Any], expected: dict[str, Any]
) -> None:
    assert edit(body, target(provider(), "m", dialect, reasoning_effort="low")) == {**expected, "model": "m"}
