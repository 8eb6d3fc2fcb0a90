"""BERT's uncased WordPiece tokenizer: a text becomes the token ids that MiniLM was trained on.

It follows the reference (Hugging Face `tokenizers`, BertWordPieceTokenizer) id for id, with one wish of its own: the
names of special tokens are plain text here, so that nobody's "[SEP]" ends a text. It knows nothing of vectors.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

MAX_TOKENS = 256
"""What all-MiniLM-L6-v2 reads of a text, [CLS] and [SEP] included (`max_seq_length` of its model card)."""

MAX_CHARACTERS = 16_384
"""What is looked at of a longer text: 254 tokens are some 1,200 characters of prose, and a bound keeps it quick."""

_MAX_WORD = 100
"""A longer word is one unknown token, as in BERT."""

_MAX_REMEMBERED = 20_000
"""Code points a table remembers, about 2 MB; then it starts afresh, so that no text can make it grow."""

_WORD = re.compile(r"[^ ]+")
_IDEOGRAPHS = (
    (0x4E00, 0x9FFF),
    (0x3400, 0x4DBF),
    (0x20000, 0x2A6DF),
    (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F),
    (0x2B920, 0x2CEAF),
    (0xF900, 0xFAFF),
    (0x2F800, 0x2FA1F),
)
"""BERT's ranges. 0x2B920 is how the reference has it (Unicode says 0x2B820)."""


class _Table(dict[int, str]):
    """A lazy table for `str.translate`: asks `rule` once for each character and remembers the answer."""

    def __init__(self, rule: Callable[[str], str]) -> None:
        super().__init__()
        self._rule = rule

    def __missing__(self, code_point: int) -> str:
        if len(self) >= _MAX_REMEMBERED:
            self.clear()
        self[code_point] = replacement = self._rule(chr(code_point))
        return replacement


def _clean(char: str) -> str:
    """Any white space is a space, control characters go, an ideograph stands by itself."""
    if char in "\t\n\r":
        return " "
    if char == "\ufffd" or unicodedata.category(char) in {"Cc", "Cf", "Cs", "Co"}:
        return ""
    if char.isspace():
        return " "
    if any(first <= ord(char) <= last for first, last in _IDEOGRAPHS):
        return f" {char} "
    return char


def _fold(char: str) -> str:
    """Of a decomposed text: accents go, letters are small, punctuation stands by itself."""
    category = unicodedata.category(char)
    if category == "Mn":
        return ""
    if category.startswith("P") or (char.isascii() and category.startswith("S")):
        return f" {char} "
    return char.lower()


class WordPiece:
    """The tokenizer with its vocabulary. For one thread at a time (it remembers characters it has seen)."""

    def __init__(self, vocabulary: Sequence[str]) -> None:
        self._ids = {token: number for number, token in enumerate(vocabulary)}
        self._longest = max(map(len, vocabulary))
        self._unknown, self._start, self._end = (self._ids[name] for name in ("[UNK]", "[CLS]", "[SEP]"))
        self._clean, self._fold = _Table(_clean), _Table(_fold)

    @classmethod
    def read(cls, path: Path) -> "WordPiece":
        """Read a vocabulary file: one token a line, its id is the line's number from 0."""
        return cls(path.read_text(encoding="utf-8").rstrip("\n").split("\n"))

    def encode(self, text: str) -> list[int]:
        """The ids of a text: [CLS], at most 254 tokens, [SEP]. An empty text has the two alone."""
        tokens = [self._start]
        for word in self._words(text):
            tokens += self._pieces(word)
            if len(tokens) >= MAX_TOKENS:
                break
        return [*tokens[: MAX_TOKENS - 1], self._end]

    def _words(self, text: str) -> Iterator[str]:
        clean = text[:MAX_CHARACTERS].translate(self._clean)
        folded = unicodedata.normalize("NFD", clean).translate(self._fold)
        return (match.group() for match in _WORD.finditer(folded))

    def _pieces(self, word: str) -> list[int]:
        """Cut a word greedily into the longest pieces the vocabulary has; with none that fits it is unknown."""
        if len(word) > _MAX_WORD:
            return [self._unknown]
        pieces: list[int] = []
        start = 0
        while start < len(word):
            prefix = "##" if start else ""
            for end in range(min(len(word), start + self._longest), start, -1):
                piece = self._ids.get(prefix + word[start:end])
                if piece is not None:
                    break
            else:
                return [self._unknown]
            pieces.append(piece)
            start = end
        return pieces
