"""Tells a credential from what stands in its place: placeholders, code, paths, plain words. Pure.

A secret has no form of its own, so these are judgements on a value *beside a word like password*. Each errs on the
side of the reader who wrote documentation: `<your key>`, `$TOKEN`, `get_password()` are no secrets.
"""

import re
from itertools import pairwise

from app.guard.rule import words

_STANDS_FOR = re.compile(
    r"<|\$[{(]|\$[A-Za-z_]\w*$|\{\{|\{[\w.]*\}|%\w+%|%[sdr]$|\[|@\w+@$|!(?:Ref|Sub|secret|env)\b|&|\*\w"
)
_STANDS_FOR_WORDS = words("""
    ... … xxxx *** •• ____ #### 00000000 redacted placeholder example changeme change_me change-me your insert replace
    dummy sample todo fill_in fill-in my_api my-api my_key my-key my_secret my-secret my_token my-token my_super
    """)

_CODE = re.compile(
    r"""^(?:[A-Za-z_][\w.:>\-]*[(\[]|(?:os|self|this|process|config|settings|env|ctx|args|options|opts|request"
    r"|req|props"""
    r"""|secrets|vars|var|local|data|module|params|input|user|form|body|state|session|vault|kwargs|cls)(?:\.|:|->)"""
    r"""|[A-Za-z_]+(?:\.[A-Za-z_]+)+$|(?:arn|file|vault|op|ssm|env|gcp|aws|azure|https?|keyring|keychain"
    r"|sops):/?|f["'])"""
)

_PATH = re.compile(
    r"^(?:\.{0,2}|~)/(?:[\w.@-]{0,40}/?)+$|(?:^|/)[a-z]{4,}(?:/|$)(?<=/)|^[a-z]{3,}(?:/[\w.-]+)+$"
    r"|^[A-Za-z]:\\|\.(?:py|js|ts|md|json|ya?ml|toml|txt|pem|env|sh)$"
)

_WORDS = frozenset(
    # what follows `password =`, `secret:` or "the password is" in code, schemas and prose without being one
    words("""
    string str text bool boolean int integer number char varchar bytes object array none null nil undefined true false
    yes no on off required optional optional[str] hidden masked empty blank missing invalid valid wrong correct
    incorrect expired unknown default defaults disabled enabled plain plaintext encrypted hashed salted stored
    shared rotated reset changed updated inherit inherited external managed generated random secret secrets
    password passwort passwords token tokens apikey credential credentials value values key keys name username
    user admin login input output prompt file env environment vault keyring keychain keystore manager field
    label type same see ask none. n/a na tbd above below here there never always not that this what where when
    must should will cannot can't isn't only also still now again being been currently known weak strong long
    short good bad safe secure insecure public private personal mandatory sensitive confidential critical
    important temporary permanent constant static dynamic literal basic bearer oauth oauth2 saml ldap sso mfa
    2fa totp pkce sha1 sha256 sha512 md5 bcrypt argon2 argon2id pbkdf2 scrypt base64 utf8 utf-8 hex ascii utf16
    latin1 aes256 rsa2048 rsa4096 ed25519 k8s s3 1password lastpass bitwarden keepass dashlane letters digits
    characters symbols
    """)
)

_DESCRIBES = re.compile(  # `base64-encoded`, `sha256-hashed`, `12-digit`, `v2`, `8-16`, `2h`, `90d`: about it, not it
    r"(?i)^(?:[\w.]+-(?:\w+ed|\w+able|only|based|less|protected|free|digit|character|char|bit|day|hour|minute"
    r"|month|year|word"
    r"|byte|letter|factor|style|safe|long)s?|v\d+(?:\.\d+)*|\d+(?:[-–.,/:]\d+)*\+?%?|\d+(?:ms|s|m|h|d|w|y|k|kb"
    r"|mb|gb)|\d{4}-\d\d-\d\d\S*"
    r"|[A-Z]{2,10}-\d{1,6}|§?\d+(?:st|nd|rd|th)|[\w.+-]+@[\w-]+\.[\w.]+|(?:https?|ftp)://\S*|www\.\S+)$"
)


def is_placeholder(value: str) -> bool:
    """Whether a value only shows where a credential goes (or is one that was redacted already)."""
    low = value.lower()
    if _STANDS_FOR.match(value) or any(word in low for word in _STANDS_FOR_WORDS):
        return True
    return len({char for char in value if char.isalnum()}) < 4


def is_reference(value: str) -> bool:
    """Whether a value is code, a path or a name that leads to a credential elsewhere."""
    return bool(_CODE.match(value) or _PATH.search(value))


def mixes(value: str) -> bool:
    """Whether letters stand beside digits or signs, as in no word of a language."""
    letters = any(char.isalpha() for char in value)
    digits = any(char.isdigit() for char in value)
    signs = any(not char.isalnum() and char not in "-_'’./ " for char in value.rstrip(".,;:!?"))
    return letters and (digits or signs)


def is_opaque(value: str, least: int = 16) -> bool:
    """Whether a value reads like a token: long, one word, digits among letters (or both cases, when longer still)."""
    if len(value) < least or is_placeholder(value) or is_reference(value):
        return False
    digits = sum(char.isdigit() for char in value)
    if digits and any(char.isalpha() for char in value):
        return True
    return digits == 0 and len(value) >= 20 and _case_changes(value) >= 5


def _case_changes(value: str) -> int:
    return sum(a.islower() and b.isupper() for a, b in pairwise(value))


def is_password(value: str, *, sure: bool) -> bool:
    """Whether a value reads like a password. `sure`: its form already says so (quoted, an env or a CLI value)."""
    value = value.rstrip(".,;)]}")
    low = value.lower().rstrip("!?")
    if len(value) < 4 or low in _WORDS or (is_placeholder(value) and not value.isdigit()):
        return False
    if is_reference(value) or (_DESCRIBES.match(value) and not (sure and value.isdigit())):
        return False
    if mixes(value) or value.isdigit():
        return True
    if value.isupper():  # `--password PASSWORT`: a help text's word for the value
        return False
    return sure and len(value) >= 5 and not re.search(r"(?i)passw|pwd|secret|token|creden|\bkey\b", value)
