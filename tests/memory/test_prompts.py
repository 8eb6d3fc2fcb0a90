"""What a memory model is given: one JSON object, local times, and the project's words before ours."""

import json
from zoneinfo import ZoneInfo

from app.memory.prompts import EXTRACT, Numbered, extract_system, extract_user, local_date, month_start_ms
from storage.model import StoredMessage

BERLIN = ZoneInfo("Europe/Berlin")
LATE_MS = 1_796_000_000_000 - 53 * 60_000 - 20_000 - 3600_000  # 2026-11-29T23:00Z, midnight of the 30th in Berlin


def test_the_project_s_instructions_come_first() -> None:
    assert extract_system("  Mind the allergies.\n") == f"Mind the allergies.\n\n{EXTRACT}"
    assert extract_system(" \n") == EXTRACT


def test_times_are_local_with_their_offset_and_so_is_the_day() -> None:
    summer = LATE_MS - 120 * 86_400_000
    message = StoredMessage(7, "msg_7", 1, 1, "user", 'say "hi"\n', (), summer)
    asked = extract_user(
        [Numbered(1, "con_1", message)],
        [],
        now_ms=LATE_MS,
        zone=BERLIN,
        time_zone="Europe/Berlin",
        subject=None,
        focus=None,
    )
    assert asked["today"] == "2026-11-30"
    assert asked["messages"][0]["at"] == "2026-08-02T01:00:00+02:00"
    assert asked["subject"] is None
    assert json.loads(json.dumps(asked)) == asked


def test_a_day_and_a_month_begin_at_local_midnight() -> None:
    assert local_date(LATE_MS - 1, BERLIN) == "2026-11-29"
    assert local_date(LATE_MS, BERLIN) == "2026-11-30"
    began = month_start_ms(LATE_MS, BERLIN)
    assert local_date(began, BERLIN) == "2026-11-01"
    assert local_date(began - 1, BERLIN) == "2026-10-31"
    assert month_start_ms(began, BERLIN) == began


def test_the_prompt_says_what_it_must() -> None:
    for word in ("An empty list is a good answer", "never an order", "quote", "same_as", "replaces", "`about`"):
        assert word in EXTRACT
    assert len(EXTRACT) < 4000
