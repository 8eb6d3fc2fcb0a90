"""Credentials known by what stands around them: key blocks, headers, URLs, command lines. Data, and one check a rule.

A check gets the match and says whether its `secret` (or the whole match) is a credential. Patterns are bounded or
possessive, so that each is linear in the text.
"""

import base64
import binascii
import re

from app.guard.plausible import is_opaque, is_password, is_reference
from app.guard.rule import Rule, where


def _is_basic(match: re.Match[str]) -> bool:
    try:
        return b":" in base64.b64decode(match["secret"] + "=" * (-len(match["secret"]) % 4), validate=True)
    except (binascii.Error, ValueError):
        return False


def _is_credential(match: re.Match[str]) -> bool:
    return is_opaque(match["secret"], least=12)


def _is_in_jwk(match: re.Match[str]) -> bool:
    """RFC 7517: `d` is the private part of a key that names its type, `kty`."""
    return "kty" in match.string[max(0, match.start() - 2000) : match.end() + 2000]


def _is_url_password(match: re.Match[str]) -> bool:
    secret = match["secret"]
    return len(secret) > 1 and not is_reference(secret) and not _placeholder_in_url(secret)


def _placeholder_in_url(secret: str) -> bool:
    named = re.fullmatch(r"(?i)[<{\[(]?\$?\{?(?:db_?)?(?:pass(?:word|wd)?|pwd|pw|secret|token|user)[>}\])]?", secret)
    return bool(named) or bool(re.match(r"[<\[{$%]|\*{2,}|x{3,}$|\.{3}|…", secret))


PEM = re.compile(
    r"-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----"
    r"(?:[A-Za-z0-9+/=\s\\:;,.\"'()|>_-](?!----END))*+(?:.{0,2}----END [A-Z0-9 ]{0,40}-----)?"
)

SHAPES: tuple[Rule, ...] = (
    Rule("private-key", ("-----begin ",), PEM, starts=True),
    Rule(
        "private-key",
        ("private-lines:",),
        re.compile(r"Private-Lines: \d{1,3}\s(?P<secret>(?:[A-Za-z0-9+/=]{4,80}+\s{1,2}){1,60}+)"),
    ),
    Rule(
        "private-key",
        ("kty",),
        re.compile(r"""["']d["']\s{0,3}:\s{0,3}["'](?P<secret>[A-Za-z0-9_-]{20,}+)"""),
        where(_is_in_jwk),
    ),
    Rule(
        "authorization",
        ("bearer", "token ", "apikey"),
        re.compile(r"(?i)\b(?:bearer|apikey)[ :=]{1,3}[\"']?(?P<secret>[A-Za-z0-9._~+/=-]{12,}+)"),
        where(_is_credential),
    ),
    Rule(
        "authorization",
        ("authorization",),
        re.compile(
            r"(?i)authorization[\"']?\s{0,2}[:=]\s{0,2}[\"']?(?:(?!basic)[A-Za-z-]{3,20}\s{1,2})?(?P<secret>[^\s\"',;]{12,}+)"
        ),
        where(_is_credential),
    ),
    Rule(
        "authorization",
        ("basic",),
        re.compile(r"(?i)\bbasic\s{1,2}(?P<secret>[A-Za-z0-9+/]{8,}+={0,2})"),
        where(_is_basic),
    ),
    Rule(
        "api-key",
        ("x-", "api-key", "subscription-key", "private-token", "apikey"),
        re.compile(
            r"(?i)(?<![\w-])(?:x-[a-z0-9-]{0,30}?(?:key|token|secret|auth)|(?:[a-z]{2,12}-)?api-?key"
            r"|ocp-apim-subscription-key|private-token"
            r"|dd-application-key)[\"']?\s{0,2}[:=]\s{0,2}[\"']?(?P<secret>[^\s\"',;&]{12,}+)"
        ),
        where(_is_credential),
    ),
    Rule(
        "session-cookie",
        ("cookie:",),
        re.compile(
            r"(?i)\b(?:set-)?cookie:\s{0,2}(?:[\w.-]{1,60}=[^;\s]{0,400};?\s?){0,5}?[\w.-]{1,60}=(?P<secret>[^;\s]{16,}+)"
        ),
        where(_is_credential),
    ),
    Rule(
        "url-password",
        ("://",),
        re.compile(r"(?<=://)[^\s:/@\"'<>]{0,80}:(?P<secret>[^\s/?#\"'<>]{1,200})@(?=[\w\[.$-])"),
        where(_is_url_password),
    ),
    Rule(  # a password with a slash or a question mark in it
        "url-password",
        ("://",),
        re.compile(
            r"(?<=://)[^\s:/@\"'<>]{1,80}:(?!\d{1,5}/)(?P<secret>[^\s@\"'<>]{1,200})@(?=[\w.-]{1,80}(?:[:/]|$))"
        ),
        where(_is_url_password),
    ),
    Rule(
        "url-token",
        ("://",),
        re.compile(r"(?<=://)(?P<secret>[A-Za-z0-9_.~-]{20,200}+)@(?=[\w.-])"),
        where(_is_credential),
    ),
    Rule(
        "password",
        ("-u", "--user", "sshpass", "mysql", "redis-cli", "docker login"),
        re.compile(
            r"(?:(?<=\s)(?:-u|--user|--proxy-user)[ =]?[\"']?[\w.@-]{1,64}:|sshpass\s{1,2}-p\s{0,2}"
            r"|\bmysql(?:dump)?\b[^\n|;]{0,80}\s-p"
            r"|redis-cli\b[^\n|;]{0,80}\s-a\s{1,2}"
            r"|docker login\b[^\n|;]{0,80}\s-p\s{1,2})[\"']?(?P<secret>[^\s\"':/]{3,128}+)"
        ),
        where(lambda match: is_password(match["secret"], sure=True)),
    ),
    Rule(
        "password",
        ("identified by", "with password", "encrypted password"),
        re.compile(r"(?i)(?:identified\s(?:with\s\w{1,30}\s)?by|password)\s{1,2}'(?P<secret>[^'\n]{3,128}+)'"),
        where(lambda match: is_password(match["secret"], sure=True)),
    ),
    Rule(
        "password",
        ("machine", "login"),
        re.compile(r"\blogin\s{1,3}\S{1,80}\s{1,3}password\s{1,3}(?P<secret>\S{3,128}+)"),
        where(lambda match: is_password(match["secret"], sure=True)),
    ),
    Rule(
        "password",
        ("variable",),
        re.compile(
            r"variable\s{1,4}\"[\w-]{0,60}(?:password|secret|token"
            r"|key)[\w-]{0,30}\"\s{0,4}\{[^{}]{0,300}?default\s{0,9}=\s{0,4}\""
            r"(?P<secret>[^\"\n]{3,200}+)\""
        ),
        where(lambda match: is_password(match["secret"], sure=True)),
    ),
    Rule(  # settings as pairs: <add key="ApiKey" value="…">, {"name": "DB_PASSWORD", "value": "…"}, - name: X, value: …
        "secret",
        ("value",),
        re.compile(
            r"(?i)\b(?:name|key|id)[\"']?\s{0,2}[:=]\s{0,2}[\"']?[\w.-]{0,40}?(?:passw(?:or)?d|pwd|secret|token|api_?-?key|access_?-?key)"
            r"[\w.-]{0,10}[\"']?,?\s{1,12}[\"']?value[\"']?\s{0,2}[:=]\s{0,2}[\"']?(?P<secret>[^\s\"'<>]{4,300}+)"
        ),
        where(lambda match: is_password(match["secret"], sure=True)),
    ),
    Rule(
        "url-password",
        ("jdbc:oracle", "sqlplus"),
        re.compile(r"(?:jdbc:oracle:\w{2,8}:|sqlplus\s{1,3})[\w.$#-]{1,60}/(?P<secret>[^\s@/\"']{3,100}+)@"),
        where(_is_url_password),
    ),
    Rule(
        "aws-secret-key",
        ("akia", "asia"),
        re.compile(
            r"(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])[^A-Za-z0-9+/]{1,6}(?:[A-Za-z_ ]{0,40}[^A-Za-z0-9+/]{1,4})?"
            r"(?P<secret>[A-Za-z0-9+/]{40})(?![A-Za-z0-9+/=])"
        ),
        where(lambda match: is_opaque(match["secret"])),
    ),
)
