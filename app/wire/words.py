"""Whose words a message holds: texts out of a message's content, the assistant's without thinking, the user's own."""

from collections.abc import Collection, Sequence

from app.wire import block
from app.wire.commands import typed_words
from app.wire.loose import as_dict, as_list, as_text

_THINKING = (("<think>", "</think>"), ("<thinking>", "</thinking>"))


def texts(content: object, types: Collection[str] = ("text", "input_text", "output_text")) -> list[str]:
    """The texts of a message's content: the content itself, or its parts of these types."""
    if isinstance(content, str):
        return [content]
    return [text for part in as_list(content) if (text := _text_of(part, types))]


def _text_of(part: object, types: Collection[str]) -> str:
    if isinstance(part, str):
        return part
    fields = as_dict(part)
    return as_text(fields.get("text")) if fields.get("type") in types else ""


def users_words(raw: Sequence[str], launched: int = 0) -> str:
    """The user's own words in a message's texts: no wrappers of clients, no texts of commands, no block of ours.

    `launched`: how many skills the assistant called whose texts the message brings.
    """
    return "\n".join(typed_words(raw, launched))


def spoken(text: str) -> str:
    """The assistant's words, without thinking that a server left at their beginning, and whole in every character."""
    text = block.strip(mended(text))
    head = text.lstrip()
    for begin, end in _THINKING:
        if head.startswith(begin):
            return head.partition(end)[2].lstrip()
    return text


def mended(text: str) -> str:
    """Puts characters together that came in halves, as escapes of a JSON text that was cut between them."""
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text
