"""Assignments of credentials in code, settings, JSON (escaped too), XML, URLs and command lines. Data and checks.

The name decides first (`dbPassword`, `API_KEY`, not `max_tokens`, `passport`, `secret_name`), then the value must read
like a credential. `sure` is what the form adds: a quoted value, an environment variable or a flag may be a plain word.
"""

import re
from typing import NamedTuple

from app.guard.plausible import is_opaque, is_password, mixes
from app.guard.rule import Rule, where, words

_LOGIN_NAMES = (
    r"pass(?:word|wd|phrase|code|wort)?|pwd|kennwort|contrase(?:ñ|n)a|senha|wachtwoord|has[lł]o|mot[_-]de[_-]passe"
)
_NAMES_OTHER = r"secret|credential"
_KEY_NAMES = r"token|key"
_KEY_OF = frozenset(
    words("""
    api access secret private auth signing encryption master account service storage shared ssh app application
    consumer client deploy admin webhook hmac jwt ingest license subscription function functions integration session
    fernet cookie write server bot dev developer
""")
)
"""Whose `key` is a credential: `api_key`, `accessKey`; not `primary_key`, `cache-key`, `hotkey`."""

_NOT_BEFORE = frozenset(
    words("""
    next page continuation pagination sync cancel cancellation stop eos bos pad unk mask csrf xsrf max min num total
    prompt completion input output cached reasoning per public publishable by bearer no compass bypass first last
    special trespass single each
""")
)
_NOT_AFTER = re.compile(
    r"(?i)[_-]?(?:s|ids?|name|path|file(?:name)?|dir|url|uri|type|kind|len|length|min|max|polic(?:y|ies)|count"
    r"|limit|expir\w*"
    r"|ttl|prefix|suffix|field|header|env|var|ref|arn|version|store|storage|manager|provider|rotation|hint|label"
    r"|title|format"
    r"|regex|pattern|strength|reset\w*|required|enabled|changed?|usage|budget|bucket|size|window|index|algo\w*"
    r"|scope|status"
    r"|error|valid\w*|check\w*|input|box|form|param\w*|endpoint|lifetime|age|source|spec|location|class|model"
    r"|table|column"
    r"|help|text|msg|message|rules?|events?|list|map|mode|holder|rate|price|cost|at|hash\w*|digest"
    r"|fingerprint)(?![a-z])"
)
_NAME_BACKWARDS = re.compile(r"[A-Za-z0-9_.-]*")
_WORD_BACKWARDS = re.compile(r"[_ .-]?([a-z]+[A-Z]?|[A-Z]+)")


def _last_word(name: str) -> str:
    """The last word of a name in any spelling: `next_page_`, `next-page-`, `nextPage`, `next page `."""
    found = _WORD_BACKWARDS.match(name[::-1])
    return found[1][::-1].lower() if found else ""


class _Parts(NamedTuple):
    name: str
    before: str
    word_before: str
    value: str
    sure: bool


def _parts(match: re.Match[str]) -> _Parts | None:
    """The parts of an assignment; None where the whole name isn't that of a credential."""
    name, suffix, text = match["name"], match["suffix"], match.string
    ahead = text[max(0, match.start() - 24) : match.start()]
    found = _NAME_BACKWARDS.match(ahead[::-1])
    before = found[0][::-1] if found else ""
    word_before = _last_word(before or ahead)
    if (suffix and _NOT_AFTER.match(suffix)) or word_before in _NOT_BEFORE:
        return None
    if suffix[:1].isalpha() and suffix[0].isupper() == name[-1].isupper():
        return None  # another word: passport, secretary, tokenizer, PASSENGER
    if before[-1:].isalpha() and name[0].isupper() == before[-1].isupper() and name.lower() == "pass":
        return None  # compass, bypass
    if match["op"] == ">" and text[match.end("secret") : match.end("secret") + 2] != "</":
        return None
    shouts = name.isupper() and (not before or before.isupper())
    listed = match["op"] == "=" and text[match.end("secret") : match.end("secret") + 1] in (";", "&")
    tight = match["op"] == "=" and name[:2].lower() in ("pa", "pw")
    sure = match["quote"] is not None or shouts or listed or tight or before.startswith("--")
    return _Parts(name, before, word_before, match["secret"], sure)


def _password(match: re.Match[str]) -> bool:
    parts = _parts(match)
    if parts is None or (parts.name.lower() == "pass" and not (parts.sure or parts.before)):
        return False
    if " " in parts.value.strip() and not mixes(parts.value):
        return parts.name.lower() == "passphrase"
    return is_password(parts.value, sure=parts.sure)


def _secret(match: re.Match[str]) -> bool:
    parts = _parts(match)
    if parts is None or len(parts.value) < 8 or " " in parts.value.strip():
        return False
    return is_password(parts.value, sure=parts.sure and not parts.value.isdigit())


def _key(match: re.Match[str]) -> bool:
    parts = _parts(match)
    if parts is None or (parts.name.lower() == "key" and parts.word_before not in _KEY_OF):
        return False
    return is_opaque(parts.value, least=10)


def _assignment(names: str) -> re.Pattern[str]:
    return re.compile(
        rf"(?i)(?P<name>{names})(?P<suffix>[A-Za-z0-9_-]{{0,30}}+)(?:\\?[\"'`\])]|%22){{0,2}}+"
        r"(?P<op>[ \t]{0,4}+(?::=|=>|->|==?|:|＝|：)\s{0,4}+|>|%3[AD]|(?:(?<=-pass)|(?<=-password)|(?<=-passwd)"
        r"|(?<=-token)"
        r"|(?<=-key)|(?<=-secret)|(?<=-passphrase))[ ]{1,2})"
        r"(?:[bru]{1,2}(?=[\"']))?(?P<quote>\\?[\"'`])?"
        r"(?P<secret>(?(quote)(?:(?!(?P=quote))[^\n\\]|\\(?![\"'`]).){3,400}+"
        r"|[^\s\"'`&;,<>\\-](?:[^\s\"'`&;,<>\\]|\\(?![\"'n])){2,400}+))"
    )


ASSIGNMENTS: tuple[Rule, ...] = (
    Rule(
        "password",
        ("pass", "pwd", "kennwort", "contrase", "senha", "wachtwoord", "haslo", "hasło", "mot_de", "mot-de"),
        _assignment(_LOGIN_NAMES),
        where(_password),
        starts=True,
    ),
    Rule("secret", ("secret", "credential"), _assignment(_NAMES_OTHER), where(_secret), starts=True),
    Rule("api-key", ("token", "key"), _assignment(_KEY_NAMES), where(_key), starts=True),
)
