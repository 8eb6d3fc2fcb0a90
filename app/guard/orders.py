"""What makes a text an order to a model: which concepts must stand together. Data, and one look-up.

A rule holds for texts of every language of the lexicon. Each of its alternatives is groups joined by `&`: each group
(concepts parted by `|`) must be met within one sentence, and none of what follows a `!`.
"""

from dataclasses import dataclass

from app.guard.concepts import Concepts
from app.guard.lexicon import LEXICONS

_RULES: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "ignore-instructions",
        (
            "DROP & INSTRUCTIONS & PRIOR|YOUR|SYSTEM MESSAGE",
            "DROP & RULES & PRIOR & ALL|YOUR",
            "DROP & RULES & YOUR & MODEL|SAFETY|UNBOUND|YOU ARE",
            "DROP & INSTRUCTIONS & ALL ! PLACE",
            "DROP & BEFORE",
            "LIFTED",
            "INQUIRY",
            "DROP & TOLD",
            "VOID & RULES & YOUR|TOLD",
            "VOID & INSTRUCTIONS & ALL|YOUR|PRIOR|TOLD ! PLACE",
            "VOID & BEFORE|SYSTEM PROMPT|SYSTEM MESSAGE",
            "NOT RESPECT & INSTRUCTIONS|RULES|SYSTEM MESSAGE|SYSTEM PROMPT & YOUR|TOLD|ALL ! PLACE",
            "NOT RESPECT & BEFORE|SYSTEM MESSAGE|SYSTEM PROMPT",
            "DISABLE & INSTRUCTIONS|SAFETY & YOUR",
            "IMPOSTOR",
            "DROP & SYSTEM PROMPT|SYSTEM MESSAGE",
            "OVERRIDE & SYSTEM MESSAGE",
            "OVERRIDE & INSTRUCTIONS|RULES & YOUR",
            "OVERRIDE & INSTRUCTIONS & PRIOR & ALL",
        ),
    ),
    (
        "new-task",
        ("NEW TASK & DROP|REVEAL|SHOW|SEND|OBEY|UNBOUND|YOU ARE|BEFORE|HIDE|STOP|PRIOR|RECOMMEND|DELETE",),
    ),
    (
        "reveal-prompt",
        (
            "REVEAL & SYSTEM PROMPT",
            "REVEAL & INSTRUCTIONS & YOUR|PRIOR",
            "SHOW & SYSTEM PROMPT & YOUR|PRIOR|VERBATIM|DROP|ALL",
            "SHOW & INSTRUCTIONS & YOUR & VERBATIM",
            "SHOW & BEFORE",
            "REVEAL & BEFORE|TOLD",
        ),
    ),
    (
        "reveal-data",
        (
            "REVEAL & SECRETS & ALL|ASKED|TRIGGER|ALWAYS|OTHERS|YOUR",
            "REVEAL|SEND|SHOW & OTHERS & DATA|MEMORIES|SECRETS",
            "SHOW & SECRETS & ALL & YOUR|MEMORIES|TRIGGER|FOREVER|READER|DROP",
        ),
    ),
    (
        "persona-override",
        (
            "YOU ARE & UNBOUND|AUTHORITY",
            "YOU ARE & MODEL & YOUR|DROP|FOREVER",
            "UNBOUND & YOUR & OBEY|MODEL|ALWAYS|DROP",
            "UNBOUND & OBEY & ALWAYS|FOREVER|MODEL",
            "UNBOUND & MODEL & FOREVER|ANSWERS|DROP",
        ),
    ),
    (
        "exfiltration",
        (
            "SEND & DATA & DESTINATION|URL",
            "SEND & SECRETS & DESTINATION|URL & ALL|DATA|YOUR|FOREVER|UNASKED|HIDE A BIT|TRIGGER|MEMORIES",
            "SEND & DATA|SECRETS|MEMORIES & HIDE|HIDE A BIT|UNASKED|READER|ANSWERS|TRIGGER",
            "SEND & DATA & FOREVER & DESTINATION|URL|ALL",
            "APPEND & DATA|SECRETS & ANSWERS|LINK & FOREVER|ANSWERS|DESTINATION|URL",
            "SHOW|RUN & FILE & ANSWERS|SEND|UNASKED|HIDE",
            "SEND & FILE",
            "SEND & URL & ANSWERS",
            "COLLECT & SECRETS|DATA & URL|DESTINATION & ALL|YOUR|SEND|APPEND",
            "APPEND|SHOW & SECRETS|FILE & ANSWERS & ALL|FILE|YOUR",
            "SEND & APPEND & DATA|SECRETS & LINK",
        ),
    ),
    ("append-to-answers", ("APPEND & ANSWERS & LINK|DESTINATION|URL",)),
    (
        "tool-abuse",
        (
            "RUN & TOOL & UNASKED|HIDE|READER",
            "DELETE & ALL|MEMORIES|EVERY MEMORY & UNASKED|HIDE|READER",
            "DELETE & ALL & ONSTART",
            "SEND|APPROVE & MONEY & HIDE|READER|TRIGGER|ONSTART",
        ),
    ),
    (
        "hide-from-user",
        (
            "HIDE",
            "NOT TELL & HUMAN & THIS & SELF|ALL|ALWAYS",
            "HIDE A BIT & RUN|SEND|DELETE|APPROVE & TOOL|DATA|SECRETS|MONEY|MEMORIES",
        ),
    ),
    (
        "self-authority",
        (
            "SELF & PRIORITY & INSTRUCTIONS|SYSTEM MESSAGE|SYSTEM PROMPT|ALL|RULES",
            "PRIORITY & SYSTEM MESSAGE",
            "SELF & TREAT & TRUSTED",
            "SELF & OBEYED",
            "TREAT & TRUSTED & AUTHORITY|SYSTEM MESSAGE|SYSTEM PROMPT",
            "SELF & OBEY|FOLLOW & ALWAYS|UNASKED|ALL & MODEL|YOUR|UNASKED|PRIORITY",
        ),
    ),
    ("self-replication", ("COPY & EVERY MEMORY|ANSWERS", "COPY & MEMORIES & FOREVER|ALL")),
    (
        "biased-preference",
        (
            "RECOMMEND & ALWAYS|ASKED|FOREVER & RIVALS",
            "RECOMMEND & ALWAYS|FOREVER|ANSWERS & BIASED",
            "RECOMMEND & ANSWERS & ALWAYS|FOREVER & LINK|BIASED|RIVALS",
            "RIVALS & BAD & ALWAYS|ASKED|FOREVER|TELL",
            "PRAISE & RIVALS & BIASED",
            "PRAISE & BIASED & ALL",
            "RECOMMEND & FOREVER & ANSWERS",
            "RECOMMEND & ASKED & BIASED",
        ),
    ),
    (
        "sleeper",
        (
            "TRIGGER & REVEAL|DROP|UNBOUND|AUTHORITY|HIDE|UNASKED",
            "TRIGGER & SEND & DATA|SECRETS|DESTINATION|MEMORIES",
            "TRIGGER & SHOW & SECRETS|SYSTEM PROMPT|OTHERS",
            "TRIGGER & DELETE & ALL|MEMORIES",
            "TRIGGER & DISABLE & SAFETY",
            "TRIGGER & APPROVE & MONEY",
            "TRIGGER & GRANT",
            "TRIGGER & BACKDOOR & APPEND",
        ),
    ),
    (
        "fake-authority",
        (
            "AUTHORITY & DROP|REVEAL|UNBOUND|DISABLE & INSTRUCTIONS|RULES|SAFETY|SECRETS|SYSTEM PROMPT|ALL|YOUR",
            "AUTHORITY & GRANT|BACKDOOR",
            "AUTHORITY & UNASKED|HIDE|OBEY & YOUR|ALL|TOOL|DATA|SECRETS|MONEY",
            "AUTHORITY & SEND|SHOW & SECRETS|OTHERS|DATA",
            "AUTHORITY & COPY|FOREVER & DATA|SECRETS|ALL|YOUR",
        ),
    ),
    (
        "approve-everything",
        ("ALWAYS|FOREVER & APPROVE & MONEY & UNASKED", "FOREVER & APPROVE & MONEY & ALL"),
    ),
    ("sabotage", ("APPEND & BACKDOOR & ANSWERS|HIDE A BIT|UNASKED|FOREVER|HIDE",)),
    (
        "disable-safety",
        (
            "NO WARN & RISK & HUMAN|FOREVER|ALWAYS",
            "DISABLE & SAFETY & YOUR|MODEL|FOREVER & ALL|FOREVER|ALWAYS|YOUR",
        ),
    ),
    (
        "addressed-to-model",
        (
            "READER & DROP|REVEAL|SEND|HIDE|HIDE A BIT|OBEY|FOLLOW|TELL|RUN|RECOMMEND|APPEND|SHOW|UNBOUND|AUTHORITY"
            "|APPROVE|DELETE|NEW TASK|SECRETS|DENY|TREAT",
        ),
    ),
    (
        "lasting-order",
        (
            "FOREVER & OBEY & UNASKED|ALL|YOUR ! RULES",
            "FOREVER & DROP & SAFETY|YOUR",
            "FOREVER & HIDE A BIT & SAFETY",
            "FOREVER & FOLLOW & UNASKED|INSTRUCTIONS & ALL|UNASKED",
            "FOREVER & SHOW|TELL & TRUSTED",
            "DENY & FOREVER|ALL|ALWAYS|YOUR",
            "FOREVER & DISABLE & SAFETY",
            "FOREVER & REVEAL & SECRETS|SYSTEM PROMPT|DATA",
            "FOREVER & UNBOUND & ANSWERS|YOUR|MODEL",
            "FOREVER & TREAT & TRUSTED",
            "FOREVER & RUN & TOOL & UNASKED",
        ),
    ),
)

_SIGNS = {
    "URL": (
        r"https?://|www\.|(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,64}\.[a-z]"
        r"|(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])"
    ),
    "FILE": (
        r"(?<![\w.])\.env\b|\bid_(?:rsa|ed25519|dsa|ecdsa)\b(?!\.pub)|/etc/(?:passwd|shadow)|\.aws/|~/\.ssh\b"
        r"|\.kube/config|\.npmrc|\.netrc|\.git-credentials|mcp\.json|credentials\.json"
    ),
}
"""Concepts that are no words of a language: an address on the net, a file that holds secrets."""

CONCEPTS = Concepts(LEXICONS, _SIGNS)


@dataclass(frozen=True, slots=True)
class _Order:
    rule: str
    needs: tuple[int, ...]
    bars: int

    def met_by(self, union: int) -> bool:
        return all(union & need for need in self.needs)


def _bits(names: str) -> int:
    return CONCEPTS.bit(*(name.strip() for name in names.split("|")))


def _compiled() -> tuple[_Order, ...]:
    known = {name for lexicon in (*LEXICONS, _SIGNS) for name in lexicon}
    orders: list[_Order] = []
    for rule, alternatives in _RULES:
        for alternative in alternatives:
            needs, _, bars = alternative.partition("!")
            names = {name.strip() for name in alternative.replace("&", "|").replace("!", "|").split("|")}
            if names - known:
                raise ValueError(f"{rule}: no such concept: {names - known}")
            orders.append(_Order(rule, tuple(_bits(group) for group in needs.split("&")), _bits(bars) if bars else 0))
    return tuple(orders)


_ORDERS = _compiled()

_LOADED = _bits(
    "DROP|REVEAL|SEND|HIDE|HIDE A BIT|UNBOUND|AUTHORITY|OBEY|RECOMMEND|SECRETS|SYSTEM PROMPT|YOU ARE|FOREVER|NEW TASK"
    "|DISABLE|TELL|LIFTED|IMPOSTOR|TRIGGER|READER|UNASKED|BEFORE|ANSWERS"
)
_MODEL, _MUST = _bits("MODEL"), _bits("ALWAYS")
_AIMED = _bits(
    "MODEL|YOUR|ANSWERS|INSTRUCTIONS|SYSTEM PROMPT|SYSTEM MESSAGE|DATA|TOOL|SECRETS|ALWAYS|HUMAN|RULES|SAFETY"
    "|READER|URL|LURE|GRANT"
)


def order_in(text: str) -> str | None:
    """The name of the first rule that a text (made by `plain`) meets, or None."""
    everything, unions = CONCEPTS.together(text)
    for order in _ORDERS:
        if order.met_by(everything) and any(order.met_by(union) and not union & order.bars for union in unions):
            return order.rule
    return None


def commands(text: str) -> bool:
    """Whether a text (made by `plain`) in a place where none belongs (a comment, a fake tag) orders a model about."""
    union = CONCEPTS.union(text)
    loaded = union & _LOADED
    if loaded.bit_count() > 1:
        return True
    return bool((loaded and union & _AIMED & ~loaded) or (union & _MODEL and union & _MUST))
