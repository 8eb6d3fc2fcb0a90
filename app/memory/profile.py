"""The composed profile: who a subject is, from that subject's live memories. Pure and deterministic.

No model, no clock, no setting; pinning and confirming don't alter it either. The same rows give the same bytes,
whatever order they come in.
"""

from collections.abc import Iterable
from typing import Any

from storage.model import KINDS, Kind, Memory

_PLURAL: dict[Kind, str] = {
    "fact": "facts",
    "preference": "preferences",
    "decision": "decisions",
    "event": "events",
    "procedure": "procedures",
}

_IN_SUMMARY = 3
_LONGEST_SUMMARY = 200


def compose(subject: str | None, memories: Iterable[Memory]) -> dict[str, Any]:
    """`{subject, summary, facts, preferences, decisions, events, procedures, generated_from}`.

    Each list holds the texts of its kind, surest first, then oldest. `summary` is the surest facts and preferences on
    one line; empty when there are none.
    """
    ordered = sorted(memories, key=lambda memory: (-memory.confidence, memory.created_at, memory.id))
    profile: dict[str, Any] = {"subject": subject, "summary": _summary(ordered)}
    profile |= {_PLURAL[kind]: [memory.text for memory in ordered if memory.kind == kind] for kind in KINDS}
    return {**profile, "generated_from": len(ordered)}


def _summary(ordered: list[Memory]) -> str:
    told = [memory for memory in ordered if memory.kind in ("fact", "preference")] or ordered
    line = "; ".join(" ".join(memory.text.split()).rstrip(".") for memory in told[:_IN_SUMMARY])
    return line if len(line) <= _LONGEST_SUMMARY else line[: _LONGEST_SUMMARY - 1].rstrip() + "…"
