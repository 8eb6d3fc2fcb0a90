"""Words for the lexical indexes: what a text is found by beyond its plain words, and a query as literal terms. Pure.

SQLite's `unicode61` tokenizer leaves Chinese or Japanese in runs without spaces, and `camelCase`, `C++` and emoji
whole or dropped. `expansion` adds what is missing, by the same rules for a document and for a query. A query is never
given to FTS5 as it came: it becomes quoted terms, so no word or mark in it can act as query syntax.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

MOST_TERMS = 64
"""Distinct terms of one query. Of more, the longest are kept: long words tell most."""

_LONGEST_TERM = 128

_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
    "\U00020000-\U0003134f"
)
_RUN = re.compile(f"[{_UNSPACED}]+")
"""Thai, Lao, Burmese, Khmer, kana, Han; and Hangul, whose words carry their particles with them."""

_IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_MARKED = (
    (re.compile(r"(?<!\w)c\+\+(?!\w)", re.IGNORECASE), "cplusplus"),
    (re.compile(r"(?<!\w)c#(?!\w)", re.IGNORECASE), "csharp"),
    (re.compile(r"(?<!\w)f#(?!\w)", re.IGNORECASE), "fsharp"),
    (re.compile(r"(?<!\w)\.net(?!\w)", re.IGNORECASE), "dotnet"),
)
_EMOJI = re.compile("[\u2190-\u21ff\u2300-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]")
_FOLDED = re.compile(r"\w*[ßẞſŉ]\w*")

_BETWEEN = re.compile(r"[\s!-/:-@\[-^`{-~\u00a0-\u00bf\u2000-\u206f\u3000-\u303f\uff00-\uff0f\uff1a-\uff20]+")
"""White space and punctuation. What a script may need inside a word, such as vowel signs, stays in the term."""

_COMMON = (
    "a about after again all also am an and any are as at be been before being but by can could did do does doing"
    " don for from had has have having he her here hers him his how i if in into is it its just ll me more most my"
    " no nor not of on once only or other our out over own re s same she should so some such t than that the their"
    " theirs them then there these they this those through to too under until up ve very was we were what when where"
    " which while who whom why will with would you your yours please tell"
)
STOPWORDS = frozenset(_COMMON.split())
"""English words that tell nothing about what is sought. `may` and `us` are not among them: a month, a country."""


def clean(text: str) -> str:
    """The text as SQLite and its tokenizer can take it: no NUL, no lone surrogate, one width of characters."""
    return unicodedata.normalize("NFKC", text.encode("utf-8", "replace").decode("utf-8").replace("\x00", " "))


def expansion(text: str) -> list[str]:
    """The extra words by which a text is found, in order, repeats included."""
    return list(_expansion(clean(text)))


def _expansion(text: str) -> Iterator[str]:
    for run in _RUN.findall(text):
        yield from (run[i : i + 2] for i in range(len(run) - 1))
        yield run[-1]  # every character begins a word now, so one alone is found by its beginning
    for name in _IDENTIFIER.findall(text):
        parts = _PART.findall(name)
        if len(parts) > 1:
            yield from (part.lower() for part in parts if len(part) > 1)
    for pattern, word in _MARKED:
        yield from (word for _ in pattern.findall(text))
    yield from (f"emoji{ord(sign):x}" for sign in _EMOJI.findall(text))
    yield from (word.casefold() for word in _FOLDED.findall(text))


def query_terms(text: str) -> list[str]:
    """The distinct terms of a query, without stopwords unless there is nothing else. May be empty."""
    text = clean(text)
    words = [w for w in _BETWEEN.split(text) if len(w) <= _LONGEST_TERM and any(c.isalnum() for c in w)]
    distinct = dict.fromkeys(word.casefold() for word in words)
    telling = [word for word in distinct if word not in STOPWORDS] or list(distinct)
    terms = list(dict.fromkeys([*telling, *_expansion(text)]))
    return terms if len(terms) <= MOST_TERMS else sorted(terms, key=len, reverse=True)[:MOST_TERMS]


def content_words(text: str) -> frozenset[str]:
    """The words of a text that tell something, stemmed lightly, for comparing texts outside of the index."""
    text = clean(text)
    words = {_stem(w) for w in _BETWEEN.split(text.casefold()) if w and w not in STOPWORDS and w[0].isalnum()}
    return frozenset(words.union(_expansion(text)) if _SPECIAL.search(text) else words)


def _stem(word: str) -> str:
    """One form for `like`, `likes`, `liked`, `liking`; for `study` and `studies`; for `plan` and `planned`."""
    stem = _ENDING.sub("", word)
    stem = stem[:-1] if len(stem) > 3 and stem[-1] in "eyi" else stem
    return stem[:-1] if len(stem) > 3 and stem[-1] == stem[-2] else stem


_ENDING = re.compile(r"(?<=\w{3})(?:ingly|edly|ings?|ied|ies|ed|es|ly|s)\Z")
_SPECIAL = re.compile(r"[a-z][A-Z]|[A-Za-z][0-9_]|[^\x00-\x7f]|[#+]|\.net", re.ASCII)
"""Where `expansion` may have something to add."""


# --- what FTS5 is asked ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Scope:
    """What a search may see, as numbers of `storage/sql/scopes.py`. None means every one of the project's."""

    project: int
    spaces: tuple[int, ...] | None = None
    subjects: tuple[int, ...] | None = None


def scope_words(project: int, space: int, subject: int) -> str:
    """The words of an index entry's `scope` column."""
    return f"p{project} s{space} u{subject}"


def match(columns: str, terms: Sequence[str], scope: Scope) -> str:
    """The FTS5 expression for rows in scope with at least one of the terms in one of the columns."""
    inside = [f'"p{scope.project}"']
    if scope.spaces is not None:
        inside.append(_any(f"s{num}" for num in scope.spaces))
    if scope.subjects is not None:
        inside.append(_any(f"u{num}" for num in scope.subjects))
    return f"scope : ({' AND '.join(inside)}) AND {{{columns}}} : {_any(terms)}"


def _any(terms: Iterable[str]) -> str:
    return "(" + (" OR ".join(map(_quoted, terms)) or '""') + ")"


def _quoted(term: str) -> str:
    quoted = '"' + term.replace('"', '""') + '"'
    return quoted + " *" if len(term) == 1 and _RUN.match(term) else quoted
