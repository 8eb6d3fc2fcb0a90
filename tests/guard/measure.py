"""Measures the guard on a set of labelled texts: `python -m tests.guard.measure FILE…`.

A set is JSON lines: `text_b64` (base64 of UTF-8, so that no scanner takes the invented credentials for real ones),
`kind`, and `expected`: `store`, `redact` or `refuse403`.
"""

import base64
import json
import sys
from dataclasses import dataclass, field
from pathlib import Path

from app.guard import redact, screen


@dataclass
class Figures:
    """How many of a set were found, and what was not or should not have been."""

    redacted: int = 0
    secrets: int = 0
    refused: int = 0
    injections: int = 0
    benign: int = 0
    missed: list[tuple[str, str]] = field(default_factory=list)
    false_alarms: list[tuple[str, str]] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"credentials {self.redacted}/{self.secrets}, injections {self.refused}/{self.injections}, "
            f"false alarms {len(self.false_alarms)}/{self.benign}"
        )


def measure(path: Path) -> Figures:
    """The figures of one set."""
    figures = Figures()
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        kind, expected = row["kind"], row["expected"]
        text = base64.b64decode(row["text_b64"]).decode("utf-8")
        redacted, refused = bool(redact(text).kinds), screen(text) is not None
        if expected == "redact":
            figures.secrets += 1
            figures.redacted += redacted
            hit = redacted
        elif expected == "refuse403":
            figures.injections += 1
            figures.refused += refused
            hit = refused
        else:
            figures.benign += 1
            hit = True
            if redacted or refused:
                figures.false_alarms.append((kind, text))
        if not hit:
            figures.missed.append((kind, text))
    return figures


if __name__ == "__main__":
    for name in sys.argv[1:]:
        result = measure(Path(name))
        print(f"{name}: {result}")
        for title, texts in (("missed", result.missed), ("false alarm", result.false_alarms)):
            for kind, text in texts:
                print(f"  {title} {kind}: {ascii(text)[:160]}")
