"""Readings of a text: as a person or a model would take it in spite of invisible, look-alike or encoded characters.

A `View` knows for each of its characters where in the raw text it comes from, so that what is found in a reading can be
replaced in the text itself. Pure; each reading is made in one pass.
"""

import base64
import binascii
import html
import re
import unicodedata
from array import array
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import unquote

_INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff"
    "\uffa0\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""Characters without a shape: joiners, marks of direction, fillers, variation selectors, tags."""

_STYLED = (
    "\u00aa\u00b2\u00b3\u00b9\u00ba\u02b0-\u02e4\u1d00-\u1dbf\u2070-\u209f\u2100-\u214f\u2160-\u217f\u2460-\u24ff\uff01-\uff5e"
    "\U0001d400-\U0001d7ff\U0001f100-\U0001f1ff"
)
"""Letters and digits in another dress: superscript, circled, fullwidth, mathematical."""

_ALIKE = "\u0250-\u02af\u0370-\u03ff\u0400-\u052f\u0531-\u0587\u13a0-\u13f4"
"""Blocks with letters that look like Latin ones (IPA, Greek, Cyrillic, Armenian, Cherokee)."""

_HIDES = re.compile(rf"[{_INVISIBLE}{_STYLED}]|[A-Za-z0-9_][{_ALIKE}]|[{_ALIKE}][A-Za-z0-9_]")
_MIXED = re.compile(rf"[A-Za-z0-9_{_ALIKE}]+")
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]+")
_IS_INVISIBLE = re.compile(f"[{_INVISIBLE}]")
_ACCENTS = re.compile(r"[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670]")

_LOOKS_LIKE = str.maketrans(
    "аеорсухіјѕԁԛԝһӏкмтвнпгибдзчэяАЕОРСУХІЈЅКМТВНЗԌԜҮ"
    + "αβγεηικνορτυχωσΑΒΕΖΗΙΚΜΝΟΡΤΥΧ"
    + "ոսօհցզյեԱՕՍ"
    + "ɡɑɩʋɪʟɴʀᴀᎪᏴᏟᎬᎻᎫᏦᏞᎷᏢᎡᏚᎢᏙᎳᏃ",
    "aeopcyxijsdqwhlkmtbhnrubd34eaAEOPCYXIJSKMTBH3GWY"
    + "abyenikvoptuxwoABEZHIKMNOPTYX"
    + "nuohgqjeUOU"
    + "gaiviLNRAABCEHJKLMPRSTVWZ",
)


@dataclass(frozen=True, slots=True)
class View:
    """A reading and, for each of its characters, the place in the raw text that it comes from."""

    text: str
    places: "array[int]"

    def source(self, start: int, end: int) -> tuple[int, int]:
        """The raw span of a span of this reading."""
        return self.places[start], self.places[end - 1] + 1


@dataclass(frozen=True, slots=True)
class Unwrapped:
    """The decoded runs of a text, one after the other. A part of a run has no raw place of its own: it is the run's."""

    text: str
    starts: list[int]
    runs: list[tuple[int, int]]

    def source(self, start: int, end: int) -> tuple[int, int]:
        """The raw span of the runs that a span of this reading lies in."""
        first, last = bisect_right(self.starts, start) - 1, bisect_right(self.starts, end - 1) - 1
        return self.runs[first][0], self.runs[last][1]


def plain(text: str) -> str:
    """A text in lower case without accents. Two spellings of a word are one; scripts stay apart."""
    if text.isascii():
        return text.lower()
    bare = _ACCENTS.sub("", unicodedata.normalize("NFD", text.lower()))
    return unicodedata.normalize("NFC", bare).replace("ı", "i").replace("ł", "l").replace("ø", "o").replace("đ", "d")


@lru_cache(maxsize=4096)
def _folded(char: str) -> str:
    code = ord(char)
    if 0xE0020 <= code <= 0xE007E:  # tag characters spell ASCII invisibly
        return chr(code - 0xE0000)
    if _IS_INVISIBLE.match(char):
        return ""
    return unicodedata.normalize("NFC", _ACCENTS.sub("", unicodedata.normalize("NFKD", char)))


def _unmixed(match: re.Match[str]) -> str:
    word = match[0]
    if word.isascii() or not any(char.isascii() and char.isalnum() for char in word):
        return word
    return word.translate(_LOOKS_LIKE)


def normalised(text: str) -> View | None:
    """The text in compatibility form, without invisibles, look-alikes in Latin words folded; None: nothing hides."""
    if text.isascii() or not _HIDES.search(text):
        return None
    parts: list[str] = []
    places = array("l")
    at = 0
    for run in _BEYOND_ASCII.finditer(text):
        parts.append(text[at : run.start()])
        places.extend(range(at, run.start()))
        for index, char in enumerate(run[0], run.start()):
            out = _folded(char)
            parts.append(out)
            if len(out) == 1:
                places.append(index)
            else:
                places.extend([index] * len(out))
        at = run.end()
    parts.append(text[at:])
    places.extend(range(at, len(text)))
    return View(_MIXED.sub(_unmixed, "".join(parts)), places)


_ESCAPE = re.compile(
    r"(?:%[0-9A-Fa-f]{2})+|&#[xX]?[0-9A-Fa-f]{1,6};|&[A-Za-z]{2,8};|(?:\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2})+"
    r"|=[0-9A-F]{2}(?==[0-9A-F]{2}|\w)"
)


def _unescape_one(match: re.Match[str]) -> str:
    token = match[0]
    if token[0] == "%":
        return unquote(token, errors="replace")
    if token[0] == "&":
        return html.unescape(token)
    if token[0] == "=":
        return chr(int(token[1:], 16)) if int(token[1:], 16) < 127 else token
    units = re.findall(r"\\[ux]([0-9A-Fa-f]+)", token)
    return "".join(chr(int(unit, 16)) for unit in units).encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def unescaped(text: str) -> View | None:
    """The text with URL, HTML and code escapes decoded once; None where it has none."""
    if not any(sign in text for sign in ("%", "&", "\\u", "\\x")):
        return None
    parts: list[str] = []
    places = array("l")
    at = 0
    for match in _ESCAPE.finditer(text):
        out = _unescape_one(match)
        parts += (text[at : match.start()], out)
        places.extend(range(at, match.start()))
        step = len(match[0]) / max(1, len(out))
        places.extend(match.start() + int(index * step) for index in range(len(out)))
        at = match.end()
    if not parts:
        return None
    parts.append(text[at:])
    places.extend(range(at, len(text)))
    return View("".join(parts), places)


def cleared(text: str) -> View | None:
    """The text normalised and unescaped; None where that changes nothing."""
    first = normalised(text)
    second = unescaped(first.text if first else text)
    if first is None or second is None:
        return first or second
    return View(second.text, array("l", (first.places[place] for place in second.places)))


_BASE64 = re.compile(r"(?<![A-Za-z0-9+/_-])(?:[A-Za-z0-9+/]{40,100}\r?\n)*+[A-Za-z0-9+/_-]{16,}+={0,2}")
_HEX = re.compile(
    r"(?<![0-9A-Za-z])(?:0x)?(?:[0-9a-fA-F]{24,}+|(?:[0-9a-fA-F]{2}[ :,-]){11,}+[0-9a-fA-F]{2})(?![0-9A-Za-z])"
)
_BETWEEN = "\n\n"
_BINARY = re.compile(r"(?<![01])(?:[01]{8} ?){8,}+")


def _as_text(raw: bytes) -> str | None:
    """Bytes as text where they are text: UTF-8 (or UTF-16, as some shells encode it) and nearly all printable."""
    try:
        text = raw.decode("utf-16-le" if raw[1:2] == b"\0" else "utf-8")
    except UnicodeDecodeError:
        return None
    shown = sum(char.isprintable() or char in "\n\r\t" for char in text)
    return text if text and shown >= 0.95 * len(text) else None


def _base64_text(run: str) -> str | None:
    body = re.sub(r"\s", "", run).rstrip("=").replace("-", "+").replace("_", "/")
    if body.isdigit() or len(body) % 4 == 1:
        return None
    try:
        return _as_text(base64.b64decode(body + "=" * (-len(body) % 4)))
    except (binascii.Error, ValueError):
        return None


def _hex_text(run: str) -> str | None:
    digits = re.sub(r"[^0-9a-fA-F]", "", run.removeprefix("0x"))
    return _as_text(bytes.fromhex(digits)) if len(digits) % 2 == 0 else None


def _binary_text(run: str) -> str | None:
    bits = run.replace(" ", "")
    return _as_text(int(bits, 2).to_bytes(len(bits) // 8, "big"))


def unwrapped(text: str) -> Unwrapped | None:
    """The runs of base64, hex and binary digits that decode to text; None where there are none."""
    said: list[str] = []
    starts: list[int] = []
    runs: list[tuple[int, int]] = []
    at = 0
    for pattern, decode in ((_BASE64, _base64_text), (_HEX, _hex_text), (_BINARY, _binary_text)):
        if pattern is _BINARY and "011" not in text:
            continue  # each lower-case letter begins so
        for run in pattern.finditer(text):
            decoded = decode(run[0])
            if decoded is not None:
                said.append(decoded)
                starts.append(at)
                runs.append(run.span())
                at += len(decoded) + len(_BETWEEN)
    return Unwrapped(_BETWEEN.join(said), starts, runs) if said else None
