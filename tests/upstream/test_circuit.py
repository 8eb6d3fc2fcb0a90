"""Models that keep failing rest, on a hand-turned clock."""

from app.upstream.circuit import MOST_KNOWN, Circuit
from tests.upstream.samples import provider, target

A, B = target(provider(1), "a"), target(provider(1), "b")


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_three_failures_in_a_row_make_a_model_rest_and_the_rests_grow() -> None:
    clock = Clock()
    circuit = Circuit(clock)
    circuit.failed(A)
    circuit.failed(A)
    assert not circuit.rests(A)
    rests: list[float] = []
    for _ in range(6):
        circuit.failed(A)
        began = clock.now
        while circuit.rests(A):
            clock.now += 1
        rests.append(clock.now - began)
    assert rests == [30, 60, 120, 240, 300, 300]


def test_an_answer_forgives_everything() -> None:
    circuit = Circuit(Clock())
    circuit.failed(A)
    circuit.failed(A)
    circuit.answered(A)
    circuit.failed(A)
    assert not circuit.rests(A)


def test_a_resting_model_is_tried_only_when_nothing_else_is_left() -> None:
    circuit = Circuit(Clock())
    for _ in range(3):
        circuit.failed(A)
    assert circuit.order((A, B)) == (B, A)
    assert circuit.order((A,)) == (A,)
    for _ in range(3):
        circuit.failed(B)
    assert circuit.order((A, B)) == (A, B)


def test_names_typed_at_random_do_not_pile_up() -> None:
    circuit = Circuit(Clock())
    for n in range(MOST_KNOWN + 50):
        circuit.failed(target(provider(1), f"m{n}"))
    assert len(circuit._known) == MOST_KNOWN
