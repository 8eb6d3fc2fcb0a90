"""One function for every way in which a subject can be named, so that what one wrote the other erases.

A subject is opaque and byte-exact: it is never trimmed, folded or normalised. Merging two ids would be a leak;
keeping them apart is at most a miss.
"""

import hashlib
import unicodedata
from urllib.parse import unquote_to_bytes

from app.errors import BadSubject

LONGEST = 256
"""Code points (contract, section 3)."""

_LINE_ENDS = "\u2028\u2029"


def subject_of(value: object) -> str:
    """The subject that this value names. Raises BadSubject, which says what is wrong with it."""
    if not isinstance(value, str):
        raise BadSubject("A memory subject must be one string.")
    if not value:
        raise BadSubject("A memory subject must not be empty. Leave it out to name none.")
    if len(value) > LONGEST:
        raise BadSubject(f"A memory subject has at most {LONGEST} characters; this one has {len(value)}.")
    if any(unicodedata.category(c) in ("Cc", "Cs") or c in _LINE_ENDS for c in value):
        raise BadSubject("A memory subject must not contain control characters, line ends or lone surrogates.")
    if value != value.strip():
        raise BadSubject("A memory subject must not begin or end with white space.")
    return value


def subject_in_header(values: list[bytes]) -> str:
    """The subject in the raw values of a header. A header sent twice is an error; its bytes are UTF-8."""
    if len(values) != 1:
        raise BadSubject("Send the memory subject in one header, once.")
    try:
        return subject_of(values[0].decode("utf-8"))
    except UnicodeDecodeError as error:
        raise BadSubject("The memory subject in the header is not valid UTF-8.") from error


def subject_in_path(raw: bytes) -> str:
    """The subject in the raw, still percent-encoded bytes of a path's last part, so that `a%2Fb` is `a/b`."""
    try:
        return subject_of(unquote_to_bytes(raw).decode("utf-8"))
    except UnicodeDecodeError as error:
        raise BadSubject("The memory subject in the path is not valid UTF-8.") from error


def subject_sha256(subject: str) -> str:
    """What stays of an erased subject: the SHA-256 of its exact UTF-8 bytes, in hex."""
    return hashlib.sha256(subject.encode("utf-8")).hexdigest()
