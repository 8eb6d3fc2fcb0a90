"""When two texts say the same: folded for quotes, and compared by their words for near duplicates. Pure.

Dropping a statement that was not a duplicate loses it, keeping a near copy is only untidy; so wherever a difference
may carry meaning (a number, a negation, another name, another order of names) two texts are not the same.
"""

import re
import unicodedata

_SINGLE = "\u2018\u2019\u201a\u201b\u2032\u00b4`"
_DOUBLE = "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb"
_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
_INVISIBLE = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
_FOLD = {
    **dict.fromkeys(map(ord, _SINGLE), "'"),
    **dict.fromkeys(map(ord, _DOUBLE), '"'),
    **dict.fromkeys(map(ord, _DASHES), "-"),
    **dict.fromkeys(map(ord, _INVISIBLE), None),
}

_WORD = re.compile(r"\w+(?:'\w+)?")
_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\u0e00-\u0e7f]")
"""Scripts that write words without spaces between them: kana, Han, Thai."""


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_FILLERS = _set(
    "a an the this that is are am be it its of to in on at for and user really very quite also just currently now"
    " der die das ein eine ist sind auch sehr gerade und le la les un une est et el los las es y"
)
_TURNS = _set(
    "not no never none without neither nor longer former formerly previously used stopped quit until was were had"
    " nicht kein keine keinen nie niemals ohne früher war hatte pas jamais sans plus nunca sin ya was"
)
_SHARED = 0.8
_RUN = 5


def fold(text: str) -> str:
    """A text with its quotes, dashes, white space, width and case made alike, and invisible characters gone."""
    return " ".join(unicodedata.normalize("NFKC", text.translate(_FOLD)).translate(_FOLD).casefold().split())


def words_of(text: str) -> list[str]:
    """The words of a text, folded; two characters each of a script without spaces."""
    words: list[str] = []
    for word in _WORD.findall(fold(text)):
        if _UNSPACED.search(word):
            words += [word[i : i + 2] for i in range(max(1, len(word) - 1))]
        else:
            words.append(word)
    return words


def says_the_same(new: str, old: str) -> bool:
    """Whether `new` adds nothing to `old`: no content word of its own, and nothing missing that turns the meaning."""
    mine, theirs = _content(new), _content(old)
    if not mine or not mine <= theirs:
        return False
    missing = theirs - mine
    if any(word in _TURNS or any(c.isdigit() for c in word) or word.endswith("n't") for word in missing):
        return False
    return len(mine) / len(theirs) >= _SHARED and _same_order(new, old, mine)


def overlap(text: str, other: str) -> float:
    """Which share of the runs of five words of `text` stand in `other` too; a shorter text counts as one run."""
    mine, theirs = words_of(text), words_of(other)
    if len(mine) < 2:
        return 0.0
    run = min(_RUN, len(mine))
    stand = {tuple(theirs[i : i + run]) for i in range(len(theirs) - run + 1)}
    runs = [tuple(mine[i : i + run]) for i in range(len(mine) - run + 1)]
    return sum(one in stand for one in runs) / len(runs)


def _content(text: str) -> set[str]:
    return {word for word in words_of(text) if word not in _FILLERS}


def _names(text: str) -> set[str]:
    """The words that begin with a capital, folded."""
    words = _WORD.findall(unicodedata.normalize("NFKC", text.translate(_FOLD)))
    return {fold(word) for word in words if word[0].isupper()}


def _same_order(new: str, old: str, shared: set[str]) -> bool:
    """Whether the names that both texts have stand in the same order: who does what to whom depends on it."""
    names = (_names(new) | _names(old)) & shared
    return [word for word in words_of(new) if word in names] == [word for word in words_of(old) if word in names]
