"""Reads token counts as each vendor writes them, once, into one meaning: input is all input, output all output."""

from app.wire.loose import as_count, as_dict
from app.wire.neutral import Usage


def _first(*values: object) -> int:
    return next((count for value in values if (count := as_count(value))), 0)


def openai_usage(value: object) -> Usage | None:
    """Of chat completions (`prompt_tokens`) and of responses (`input_tokens`). Cached tokens are part of the input."""
    given = as_dict(value)
    if not given:
        return None
    read = as_dict(given.get("prompt_tokens_details") or given.get("input_tokens_details"))
    written = as_dict(given.get("completion_tokens_details") or given.get("output_tokens_details"))
    return Usage(
        input_tokens=_first(given.get("prompt_tokens"), given.get("input_tokens")),
        output_tokens=_first(given.get("completion_tokens"), given.get("output_tokens")),
        cache_read_tokens=_first(read.get("cached_tokens"), given.get("prompt_cache_hit_tokens")),
        cache_write_tokens=_first(read.get("cache_write_tokens"), read.get("cache_creation_tokens")),
        reasoning_tokens=_first(written.get("reasoning_tokens"), given.get("reasoning_tokens")),
    )


def anthropic_usage(value: object) -> Usage | None:
    """Of messages, where what went through a cache is counted beside the input, not in it."""
    given = as_dict(value)
    if not given:
        return None
    read = as_count(given.get("cache_read_input_tokens"))
    written = as_count(given.get("cache_creation_input_tokens"))
    details = as_dict(given.get("output_tokens_details"))
    return Usage(
        input_tokens=as_count(given.get("input_tokens")) + read + written,
        output_tokens=as_count(given.get("output_tokens")),
        cache_read_tokens=read,
        cache_write_tokens=written,
        reasoning_tokens=_first(details.get("thinking_tokens"), details.get("reasoning_tokens")),
    )
