"""Finds concepts ("disregard", "instructions", "every answer") in a text of any language, by a lexicon. Pure.

An entry of the lexicon is a word or a phrase; entries are parted by commas. `*` ends a stem, `~` stands for up to two
words. From Hebrew and Arabic on in Unicode, where words have prefixes or no spaces, entries are matched as runs of
letters. The longest entry at a place wins, so that a phrase can take a word's meaning away ("never reveal": NOTHING).
"""

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from app.guard.views import plain

Lexicon = Mapping[str, str]
"""Concept name to its entries in one language."""

SPAN = 170
"""Characters within which concepts must stand together to make an order."""

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_PARTS = re.compile(r"[-_./]")
_STOP = re.compile(r"[.!?…](?=[\s\"'”’)»\]]|$)|[。！？؟।]|\n\s*\n|;\s")
_RUN_ON = "\u0590"
_BEYOND = re.compile(f"[{_RUN_ON}-\U0010ffff]")
_SHORTEST_STEM, _LONGEST_STEM = 3, 14

_Word = tuple[str, int, int]
_NO_END = (0, 0, False)


@dataclass(slots=True)
class _Node:
    """A place in the tree of phrases: what ends here, and the words, stems and gap that may come next."""

    ends: bool = False
    means: int = 0
    words: "dict[str, _Node]" = field(default_factory=dict[str, "_Node"])
    stems: "dict[str, _Node]" = field(default_factory=dict[str, "_Node"])
    gap: "_Node | None" = None

    def child(self, word: str) -> "_Node":
        """The next node for a word of an entry, made where there is none."""
        if word == "~":
            self.gap = self.gap or _Node()
            return self.gap
        listed, key = (self.stems, word[:-1]) if word.endswith("*") else (self.words, word)
        return listed.setdefault(key, _Node())

    def next(self, word: str) -> "Iterator[_Node]":
        """The nodes that a word of a text leads to."""
        if word in self.words:
            yield self.words[word]
        if self.stems:
            for length in range(_SHORTEST_STEM, min(len(word), _LONGEST_STEM) + 1):
                if word[:length] in self.stems:
                    yield self.stems[word[:length]]

    def longest(self, words: list[_Word], at: int) -> tuple[int, int, bool]:
        """What the longest phrase on from here means, the place after it (0: none), and whether it has a gap."""
        best = (self.means, at, False) if self.ends else _NO_END
        if at < len(words):
            for node in self.next(words[at][0]):
                best = _longer(best, node.longest(words, at + 1))
        if self.gap:
            for skip in range(min(3, len(words) - at)):
                means, end, _ = self.gap.longest(words, at + skip)
                best = _longer(best, (means, end, True))
        return best


def _longer(one: tuple[int, int, bool], other: tuple[int, int, bool]) -> tuple[int, int, bool]:
    if one[1] == other[1]:
        return one[0] | other[0], one[1], one[2] and other[2]
    return one if one[1] > other[1] else other


class Hit(NamedTuple):
    """Where an entry stands, and the concepts that it means (bits)."""

    start: int
    end: int
    means: int


class Concepts:
    """A compiled lexicon, and `signs`: patterns for concepts that are no words. Not changed once made."""

    def __init__(self, lexicons: Iterable[Lexicon], signs: Mapping[str, str] | None = None) -> None:
        self._bits: dict[str, int] = {}
        self._phrases = _Node()
        self._by_run: dict[str, list[tuple[str, int]]] = defaultdict(list)
        self._signs = [(re.compile(pattern), self.bit(name)) for name, pattern in (signs or {}).items()]
        for lexicon in lexicons:
            for concept, entries in lexicon.items():
                for entry in entries.split(","):
                    self._add(_PARTS.sub(" ", plain(entry)).split(), self.bit(concept))
        for first, runs in self._by_run.items():
            if len(first) > 1:
                runs.extend(self._by_run.get(first[0], ()))
            runs.sort(key=lambda one: -len(one[0]))

    def bit(self, *names: str) -> int:
        """The bits of concepts, new ones numbered as they come. NOTHING has none."""
        bits = 0
        for name in names:
            bits |= self._bits.setdefault(name, 0 if name == "NOTHING" else 1 << len(self._bits))
        return bits

    def _add(self, words: list[str], bit: int) -> None:
        if not words:
            return
        if words[0] >= _RUN_ON:
            run = " ".join(words)
            self._by_run[run[:2]].append((run, bit))
            return
        node = self._phrases
        for word in words:
            node = node.child(word)
        node.ends, node.means = True, node.means | bit

    def hits(self, text: str) -> list[Hit]:
        """The entries in a text that `plain` made, in order."""
        words = [(match[0].replace("’", "'"), match.start(), match.end()) for match in _WORD.finditer(text)]
        found = list(self._spoken(words))
        for pattern, bit in self._signs:
            found += (Hit(match.start(), match.end(), bit) for match in pattern.finditer(text))
        if not text.isascii() and _BEYOND.search(text):
            found += self._written(text)
        return sorted(found)

    def _spoken(self, words: list[_Word]) -> Iterator[Hit]:
        beginnings: dict[str, bool] = {}
        at = 0
        while at < len(words):
            word = words[at][0]
            if word not in beginnings:
                beginnings[word] = any(True for _ in self._phrases.next(word))
            means, end, gapped = self._phrases.longest(words, at) if beginnings[word] else _NO_END
            if end:
                yield Hit(words[at][1], words[end - 1][2], means)
            at = end if end and not gapped else at + 1

    def _written(self, text: str) -> Iterator[Hit]:
        done = 0
        for match in _BEYOND.finditer(text):
            at = match.start()
            if at < done:
                continue
            for run, means in self._by_run.get(text[at : at + 2], ()) or self._by_run.get(text[at], ()):
                if text.startswith(run, at):
                    done = at + len(run)
                    yield Hit(at, done, means)
                    break

    def together(self, text: str) -> tuple[int, set[int]]:
        """All concepts of a text, and the unions of those within one sentence and `SPAN` characters."""
        hits = self.hits(text)
        unions = _Unions([hit.means for hit in hits])
        stops = [match.end() for match in _STOP.finditer(text)]
        starts = [hit.start for hit in hits]
        found: set[int] = set()
        for index, start in enumerate(starts):
            sentence = bisect_right(stops, start)
            end = min(start + SPAN, stops[sentence] if sentence < len(stops) else len(text))
            found.add(unions.of(index, bisect_left(starts, end, index)))
        return unions.of(0, len(hits)) if hits else 0, found

    def union(self, text: str) -> int:
        """All concepts of a text."""
        union = 0
        for hit in self.hits(text):
            union |= hit.means
        return union


class _Unions:
    """Unions of any range of bit sets in two look-ups, from those of all ranges of 1, 2, 4, 8 … members."""

    def __init__(self, members: list[int]) -> None:
        self._levels = [members]
        width = 1
        while 2 * width <= len(members):
            last = self._levels[-1]
            self._levels.append([last[at] | last[at + width] for at in range(len(last) - width)])
            width *= 2

    def of(self, start: int, end: int) -> int:
        """The union of the members from `start` to before `end`, at least one."""
        level = (end - start).bit_length() - 1
        return self._levels[level][start] | self._levels[level][end - (1 << level)]
