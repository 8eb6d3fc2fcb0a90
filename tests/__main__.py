"""`python -m tests`: every check of the project, one after the other, and a short summary.

All of them run, also after one has failed, so that one run shows everything that is wrong.
"""

import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
BIN = Path(sys.executable).parent

CHECKS = (
    ("format", "ruff", "format", "--check", "."),
    ("lint", "ruff", "check", "."),
    ("types", "pyright"),
    ("imports", "lint-imports"),
    ("readme", "cog", "--check", "README.md"),
    ("tests", "coverage", "run", "-m", "pytest"),
    ("coverage", "coverage", "report", "--skip-covered", "--skip-empty"),
)


def main() -> int:
    """Runs the checks; the exit code is 1 when any of them failed."""
    took: dict[str, tuple[int, float]] = {}
    for name, *command in CHECKS:
        print(f"\n--- {name}: {' '.join(command)}", flush=True)
        began = time.monotonic()
        took[name] = (run(command), time.monotonic() - began)
    print()
    for name, (code, seconds) in took.items():
        print(f"{'ok' if code == 0 else 'FAILED':<7} {name:<9} {seconds:6.1f} s")
    return int(any(code for code, _ in took.values()))


def run(command: list[str]) -> int:
    """Runs a tool of this environment and returns its exit code."""
    program, *args = command
    return subprocess.run([str(BIN / program), *args], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
