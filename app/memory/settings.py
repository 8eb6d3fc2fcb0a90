"""The settings of a project: what they are, what they default to, and which values are good.

Stored are only the values that differ from the defaults, so a better default reaches everyone who never chose.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Any, Literal, Self
from zoneinfo import ZoneInfo, available_timezones

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator
from tzlocal import get_localzone_name

from app.errors import BadRequest

DAY_S = 24 * 3600
LONGEST_DAYS = 36_500
"""A hundred years: whatever is added to the time of day stays a date that a clock can show."""
MOST_KEPT = 2**31 - 1
Preset = Literal["on-request", "silent", "opt-in"]

PRESETS: Mapping[Preset, Mapping[str, Any]] = {
    "on-request": {"remember": "all", "recall": "asked"},
    "silent": {
        "remember": "all",
        "recall": "always",
        "recall_on_responses": True,
        "unscoped_reads": "project",
    },
    "opt-in": {"remember": "asked", "recall": "asked"},
}
"""What each preset sets (contract, section 3); `on-request` is the default."""


@lru_cache(maxsize=1)
def machine_zone() -> str:
    """The machine's own time zone, by its IANA name; UTC where it has none."""
    name = get_localzone_name()
    return name if name in available_timezones() else "UTC"


class Settings(BaseModel):
    """All settings of a project (contract, section 5). Unknown names are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    enabled: bool = Field(True, description="Memory on or off.")
    remember: Literal["all", "asked"] = Field("all", description="Which calls are remembered.")
    recall: Literal["asked", "always"] = Field("asked", description="Which calls get memories.")
    recall_on_responses: bool = Field(False, description="Recall on `/v1/responses` too.")
    only_senders: tuple[Annotated[str, Field(min_length=1, max_length=256)], ...] = Field(
        (), description="Sources to remember; empty means all."
    )
    retention_days: Annotated[int, Field(ge=1, le=LONGEST_DAYS)] | None = Field(
        None, description="Delete conversations after so many days; null: never."
    )
    batch_of: int = Field(20, ge=1, le=10_000, description="A batch starts when so many new messages wait.")
    at_least_every_s: int = Field(
        3600, ge=1, le=LONGEST_DAYS * DAY_S, description="… or when the oldest waited so many seconds."
    )
    settle_after_s: int = Field(
        300, ge=1, le=LONGEST_DAYS * DAY_S, description="A conversation is read after so many quiet seconds."
    )
    extract_instructions: str = Field("", max_length=8000, description="Comes before the extractor's own.")
    placement: Literal["auto", "after_system", "tail"] = Field("auto", description="Where memories go in.")
    unscoped_reads: Literal["everything", "project"] = Field(
        "everything", description="What a call without a subject reads."
    )
    store: Literal["all", "metadata", "none"] = Field("all", description="What is kept of prompts and answers.")
    store_days: Annotated[int, Field(ge=1, le=LONGEST_DAYS)] | None = Field(
        None, description="… and for how many days; null: for ever."
    )
    monthly_budget_usd: Annotated[float, Field(ge=0, strict=False, allow_inf_nan=False)] | None = Field(
        5.0, description="Learning stops at this cost in a month; null: no limit."
    )
    recall_max_items: int = Field(8, ge=1, le=100, description="Memories in one call, at most.")
    recall_max_tokens: int = Field(800, ge=50, le=20_000, description="Their size in tokens, at most.")
    recall_budget_ms: int = Field(300, ge=1, le=60_000, description="Recall that takes longer is skipped.")
    max_saved: Annotated[int, Field(ge=0, le=MOST_KEPT)] | None = Field(None, description="Saved memories, at most.")
    max_spaces: Annotated[int, Field(ge=0, le=MOST_KEPT)] | None = Field(
        None, description="Spaces made by saves, at most."
    )
    time_zone: str = Field(default_factory=machine_zone, description="IANA name of the project's time zone.")

    @field_validator("only_senders", mode="before")
    @classmethod
    def _senders(cls, value: object) -> object:
        return tuple(value) if isinstance(value, list) else value  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]

    @field_validator("time_zone")
    @classmethod
    def _zone(cls, value: str) -> str:
        if value not in available_timezones():
            raise ValueError("must be an IANA time zone such as Europe/Berlin")
        return value

    @model_validator(mode="after")
    def _together(self) -> Self:
        if self.retention_days is not None and self.at_least_every_s >= self.retention_days * DAY_S:
            raise ValueError("at_least_every_s must be shorter than retention_days")
        if self.enabled and self.store != "all":
            raise ValueError("store can't be narrowed while memory is on, for memory needs every prompt and answer")
        return self

    @property
    def zone(self) -> ZoneInfo:
        """The project's time zone."""
        return ZoneInfo(self.time_zone)


def settings_of(stored: Mapping[str, Any]) -> Settings:
    """The settings that these stored values stand for."""
    return Settings.model_validate(dict(stored))


def changed(stored: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The values to store after `changes`. Raises BadRequest that names each bad one; nothing is kept then.

    Memory keeps every prompt and answer while it is on, so switching it on sets `store` back to `all`.
    """
    merged = {**stored, **changes}
    if changes.get("enabled") is True and "store" not in changes:
        merged.pop("store", None)
    try:
        settings = Settings.model_validate(merged)
    except ValidationError as error:
        raise BadRequest(_explain(error)) from error
    return settings.model_dump(mode="json", exclude_defaults=True)


def preset_values(name: str) -> Mapping[str, Any]:
    """What a preset sets. Raises BadRequest for a name that isn't one."""
    for preset, values in PRESETS.items():
        if preset == name:
            return values
    raise BadRequest(f"Unknown preset {name!r}. Choose one of {', '.join(PRESETS)}.")


def _explain(error: ValidationError) -> str:
    faults = (f"{'.'.join(map(str, e['loc'])) or 'settings'}: {e['msg']}" for e in error.errors(include_url=False))
    return "Settings were not changed. " + "; ".join(faults)
