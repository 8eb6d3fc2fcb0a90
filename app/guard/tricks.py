"""Readings that undo the ways in which people hide words from filters: spelt apart, in digits, backwards, turned.

Each is made only where a text shows signs of it, so that ordinary text costs a look. Pure; all texts are `plain` ones.
"""

import codecs
import re
from collections.abc import Iterator

from app.guard.rule import words

_KEYWORDS = words("""
    ignore ignoring disregard forget previous prior above earlier instructions instruction system prompt
    reveal print show rules all everything your you are now and the user users tell dont not password
    passwords secret secrets developer mode unrestricted guidelines every answer send memory memories delete
    override do any of to
""")
_STRONG = re.compile(
    "ignore|disregard|instruction|systemprompt|forgetall|forgetyour|youarenow|developermode|reveal|donottell|previous"
)
_SPLIT = re.compile("|".join(sorted(_KEYWORDS, key=len, reverse=True)))
_LONG_WORD = re.compile(r"[^\W\d_]{14,200}")

_SPELT = re.compile(r"(?<![^\W_])(?:[^\W\d_][ .\-_*·•|/~\u00a0]{1,2}(?=[^\W\d_](?![^\W_]))){4,400}[^\W\d_](?![^\W_])")
_SPELT_WIDE = re.compile(r"(?<=[^\W_])\s{2,}(?=[^\W_])")

_LEET_WORD = re.compile(
    r"(?<![\w@$!|])(?=[\w@$!|]{0,30}[a-z])(?=[\w@$!|]{0,30}[0134578@$!|])[\w@$!|]{3,30}(?![\w@$!|])"
)
_LEET = (str.maketrans("0134578@$!|", "oieastbasii"), str.maketrans("0134578@$!|", "oleastbasll"))

_ROT13_SIGNS = (
    "vtaber",
    "vafgehpg",
    "flfgrz",
    "cebzcg",
    "qvfertneq",
    "erirny",
    "cerivbhf",
    "sbetrg",
    "rot13",
    "rot-13",
)
_BACKWARDS_SIGNS = (
    "erongi",
    "noitcurtsni",
    "snoitcurtsni",
    "tpmorp",
    "metsys",
    "suoiverp",
    "laever",
    "draregsid",
    "tegrof",
)


def tricks(text: str) -> Iterator[str]:
    """Other readings of a text, as many as there are signs for."""
    if any(sign in text for sign in _ROT13_SIGNS):
        yield codecs.encode(text, "rot13")
    if sum(sign in text for sign in _BACKWARDS_SIGNS) >= 2:
        yield text[::-1]
        yield " ".join(word[::-1] for word in text.split())
    if len(_LEET_WORD.findall(text)) >= 2:
        for table in _LEET:
            yield _LEET_WORD.sub(lambda match, table=table: match[0].translate(table), text)
    joined = _SPELT.sub(_joined, text)
    if joined != text or _STRONG.search(text):
        parted = _LONG_WORD.sub(_parted, joined)
        if parted != text:
            yield parted


def _joined(match: re.Match[str]) -> str:
    """One word of spelt-out letters; wider gaps than between its letters part words."""
    return " ".join(re.sub(r"[\W_]", "", part) for part in _SPELT_WIDE.split(match[0]))


def _parted(match: re.Match[str]) -> str:
    word = match[0]
    return _SPLIT.sub(lambda found: f" {found[0]} ", word) if _STRONG.search(word) else word
