"""Which HTTP status an error gets: the one table that all faces share."""

from app.errors import LoregateError, RateLimited, UpstreamFailed

STATUS = {
    "invalid_request": 400,
    "invalid_memory_mode": 400,
    "invalid_memory_subject": 400,
    "invalid_api_key": 401,
    "forbidden": 403,
    "not_found": 404,
    "model_not_found": 404,
    "memory_off": 409,
    "limit_reached": 409,
    "no_memory_model": 409,
    "too_large": 413,
    "unsupported_encoding": 415,
    "rate_limited": 429,
    "upstream_failed": 503,
    "storage_full": 507,
}


def status_of(error: LoregateError) -> int:
    """The HTTP status of an error; 500 for a code that isn't in the contract."""
    return STATUS.get(error.code, 500)


def retry_headers(error: LoregateError) -> dict[str, str]:
    """`retry-after` where a retry may mend it, `x-should-retry: false` where none can (contract, section 2)."""
    if isinstance(error, UpstreamFailed) and not error.mendable:
        return {"x-should-retry": "false"}
    if isinstance(error, RateLimited | UpstreamFailed):
        return {} if error.retry_after is None else {"retry-after": str(max(1, round(error.retry_after)))}
    return {"x-should-retry": "false"}
