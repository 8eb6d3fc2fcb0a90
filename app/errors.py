"""The tree of errors. Each has a stable code, a short message for the caller, and detail for the log only.

    LoregateError
    ├── BadRequest            invalid_request
    │   ├── BadMode           invalid_memory_mode
    │   └── BadSubject        invalid_memory_subject
    ├── BadKey                invalid_api_key
    ├── Forbidden             forbidden
    ├── NotFound              not_found
    │   └── ModelNotFound     model_not_found
    ├── MemoryOff             memory_off
    ├── LimitReached          limit_reached
    ├── NoMemoryModel         no_memory_model
    ├── TooLarge              too_large
    ├── UnsupportedEncoding   unsupported_encoding
    ├── RateLimited           rate_limited
    ├── UpstreamFailed        upstream_failed
    └── Full                  storage_full

An error knows nothing of HTTP: the faces map codes to statuses (`app/statuses.py`).
"""

from typing import ClassVar


class LoregateError(Exception):
    """Base of all errors that a caller may see. `message` says what to do; `detail` never leaves the log."""

    code: ClassVar[str] = "internal_error"
    retryable: ClassVar[bool] = False

    def __init__(self, message: str, *, detail: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.detail = detail


class BadRequest(LoregateError):
    """The request can't be understood."""

    code = "invalid_request"


class BadMode(BadRequest):
    """The memory mode isn't one of write, recall, off."""

    code = "invalid_memory_mode"


class BadSubject(BadRequest):
    """The subject breaks a rule of `app.memory.subjects`."""

    code = "invalid_memory_subject"


class BadKey(LoregateError):
    """No key, or one that is unknown, revoked or expired."""

    code = "invalid_api_key"


class Forbidden(LoregateError):
    """The caller is known and may not do this."""

    code = "forbidden"


class NotFound(LoregateError):
    """There is no such thing, as far as this caller may know."""

    code = "not_found"


class ModelNotFound(NotFound):
    """No chain, model or passthrough provider takes this model name."""

    code = "model_not_found"


class MemoryOff(LoregateError):
    """Memory is switched off in this project."""

    code = "memory_off"


class LimitReached(LoregateError):
    """A limit of the project is reached."""

    code = "limit_reached"


class NoMemoryModel(LoregateError):
    """No model can do the memory work."""

    code = "no_memory_model"


class TooLarge(LoregateError):
    """A body or a text is over its limit."""

    code = "too_large"


class UnsupportedEncoding(LoregateError):
    """A body in a content encoding that the gateway can't read."""

    code = "unsupported_encoding"


class RateLimited(LoregateError):
    """Too many requests; try again after `retry_after` seconds."""

    code = "rate_limited"
    retryable = True

    def __init__(self, message: str, *, retry_after: float = 1.0, detail: str = "") -> None:
        super().__init__(message, detail=detail)
        self.retry_after = retry_after


class UpstreamFailed(LoregateError):
    """No upstream answered. `retryable` is False where a retry can't mend it, as with a refused secret of ours."""

    code = "upstream_failed"
    retryable = True

    def __init__(
        self, message: str, *, retry_after: float | None = 1.0, detail: str = "", mendable: bool = True
    ) -> None:
        super().__init__(message, detail=detail)
        self.retry_after = retry_after
        self.mendable = mendable


class Full(LoregateError):
    """The disk has no room: nothing was written."""

    code = "storage_full"
