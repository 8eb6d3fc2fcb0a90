"""Finds concepts ("disregard", "instructions", "every answer") in a text of any language, by a lexicon. Pure.

An entry of the lexicon is a word or a phrase; entries are parted by commas. `*` ends a stem, `~` stands for up to two
words. Scripts without spaces between words (from Hebrew and Arabic on in Unicode) are matched as runs of letters.
The longest entry at a place wins, so that a phrase can take a word's meaning away ("never reveal": NOTHING).
"""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from app.guard.views import plain

Lexicon = Mapping[str, str]
"""Concept name to its entries in one language."""

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_STOP = re.compile(r"[.!?…](?=[\s\"'”’)»\]]|$)|[。！？؟।]|\n\s*\n|;\s")
_RUN_ON = "\u0590"
"""From this character on scripts are matched as runs of letters."""

_SHORTEST_STEM, _LONGEST_STEM = 3, 14
SPAN = 170
"""Characters within which concepts must stand together to make an order."""


@dataclass(frozen=True, slots=True)
class Hit:
    """Where an entry stands, and the concepts that it means (bits)."""

    start: int
    end: int
    means: int


@dataclass(slots=True)
class _Phrases:
    """Entries by their first word: whole or stem; each with the words that follow."""

    whole: dict[str, list[tuple[tuple[str, ...], int]]] = field(default_factory=lambda: defaultdict(list))
    stems: dict[str, list[tuple[tuple[str, ...], int]]] = field(default_factory=lambda: defaultdict(list))
    runs: dict[str, list[tuple[str, int]]] = field(default_factory=lambda: defaultdict(list))


class Concepts:
    """A compiled lexicon. Immutable once made."""

    def __init__(self, lexicons: Iterable[Lexicon]) -> None:
        self._bits: dict[str, int] = {}
        self._phrases = _Phrases()
        for lexicon in lexicons:
            for concept, entries in lexicon.items():
                for entry in entries.split(","):
                    self._add(plain(entry).split(), self.bit(concept))
        for listed in (*self._phrases.whole.values(), *self._phrases.stems.values()):
            listed.sort(key=lambda one: -len(one[0]))
        for runs in self._phrases.runs.values():
            runs.sort(key=lambda one: -len(one[0]))

    def bit(self, *names: str) -> int:
        """The bits of concepts, new ones numbered as they come."""
        bits = 0
        for name in names:
            bits |= self._bits.setdefault(name, 1 << len(self._bits) if name != "NOTHING" else 0)
        return bits

    def _add(self, words: list[str], bit: int) -> None:
        if not words:
            return
        first, rest = words[0], tuple(words[1:])
        if first >= _RUN_ON:
            run = " ".join(words)
            self._phrases.runs[run[:2]].append((run, bit))
        elif first.endswith("*"):
            self._phrases.stems[first[:-1]].append((rest, bit))
        else:
            self._phrases.whole[first].append((rest, bit))

    def hits(self, text: str) -> list[Hit]:
        """The entries in a text that `plain` made, in order."""
        words = [(match[0].replace("’", "'"), match.start(), match.end()) for match in _WORD.finditer(text)]
        found = list(self._spoken(words))
        if any(char >= _RUN_ON for char in text) if not text.isascii() else False:
            found += self._written(text)
            found.sort(key=lambda hit: hit.start)
        return found

    def _spoken(self, words: list[tuple[str, int, int]]) -> Iterator[Hit]:
        at = 0
        while at < len(words):
            means, last = self._longest(words, at)
            if last > at:
                yield Hit(words[at][1], words[last - 1][2], means)
                at = last
            else:
                at += 1

    def _longest(self, words: list[tuple[str, int, int]], at: int) -> tuple[int, int]:
        """What the longest entry that begins at a word means, and the place after it (the same place: none)."""
        word = words[at][0]
        means, longest = 0, at
        candidates = [self._phrases.whole.get(word, ())]
        candidates += [self._phrases.stems.get(word[:n], ()) for n in range(_SHORTEST_STEM, min(len(word), _LONGEST_STEM) + 1)]
        for listed in candidates:
            for rest, bit in listed:
                end = _follow(words, at + 1, rest)
                if end > longest:
                    means, longest = bit, end
                elif end == longest and end:
                    means |= bit
        return means, longest

    def _written(self, text: str) -> Iterator[Hit]:
        runs = self._phrases.runs
        at = 0
        while at < len(text):
            best = next((one for one in runs.get(text[at : at + 2], ()) if text.startswith(one[0], at)), None)
            if best:
                yield Hit(at, at + len(best[0]), best[1])
            at += len(best[0]) if best else 1

    def together(self, text: str) -> set[int]:
        """The unions of concepts that stand together: within one sentence and `SPAN` characters."""
        hits = self.hits(text)
        stops = [match.end() for match in _STOP.finditer(text)]
        unions: set[int] = set()
        for index, first in enumerate(hits):
            sentence = bisect_right(stops, first.start)
            end = min(first.start + SPAN, stops[sentence] if sentence < len(stops) else len(text))
            union = 0
            for hit in hits[index : index + 40]:
                if hit.start >= end:
                    break
                union |= hit.means
            unions.add(union)
        return unions

    def union(self, text: str) -> int:
        """All concepts of a text."""
        union = 0
        for hit in self.hits(text):
            union |= hit.means
        return union


def _follow(words: list[tuple[str, int, int]], at: int, rest: tuple[str, ...]) -> int:
    """The place after `rest`, where the words from `at` on are those; 0 where they aren't."""
    for index, wanted in enumerate(rest):
        if wanted == "~":
            ends = (_follow(words, at + skip, rest[index + 1 :]) for skip in range(3))
            return next((end for end in ends if end), 0)
        if at >= len(words) or not _is_word(words[at][0], wanted):
            return 0
        at += 1
    return at


def _is_word(word: str, wanted: str) -> bool:
    return word.startswith(wanted[:-1]) if wanted.endswith("*") else word == wanted
