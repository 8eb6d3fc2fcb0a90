"""Injections by their form: invisible writing, templates of chats, fake tags and roles, beacons. Data and checks.

These need no words: a memory has no use for any of them. Where a form has honest uses (a comment, `System:`), what it
holds must also order a model about.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from app.guard.orders import commands
from app.guard.views import plain

Check = Callable[[re.Match[str]], bool]


@dataclass(frozen=True, slots=True)
class Form:
    """A form by its pattern, tried where one of `anchors` occurs in the lower-case text (empty: always)."""

    rule: str
    anchors: tuple[str, ...]
    pattern: re.Pattern[str]
    check: Check | None = None


def _commands(match: re.Match[str]) -> bool:
    return commands(plain(match[match.lastgroup or 0]))


def _speaks(match: re.Match[str]) -> bool:
    return len(match["said"].split()) > 1 and commands(plain(match["said"]))


def _sentence(match: re.Match[str]) -> bool:
    return len(match["said"].split()) > 3


def _closes(match: re.Match[str]) -> bool:
    """A closing tag that nothing in the text opened closes a block around the memory."""
    return f"<{match['name'].lower()}" not in match.string[: match.start()].lower()


_ROLE = (
    r"(?:system|developer|assistant|human|user|ai|operator|admin|administrator|sysadmin|model|root"
    r"|sistema|système|system|システム|系统|시스템)"
)

FORMS: tuple[Form, ...] = (
    Form(
        "tag-characters",
        (),
        re.compile("(?<![\U0001f3f4\U000e0020-\U000e007e])[\U000e0020-\U000e007e]"),
    ),
    Form(
        "tag-characters",
        (),
        re.compile("\U0001f3f4(?:[\U000e0020-\U000e007e]{7,}|[\U000e0020-\U000e007e]{1,6}(?![\U000e0020-\U000e007f]))"),
    ),
    Form(
        "variation-selectors",
        (),
        re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]{3,}|(?:[A-Za-z .,][\ufe00-\ufe0f\U000e0100-\U000e01ef]){3,}"),
    ),
    Form("bidi-override", (), re.compile("[\u202d\u202e]")),
    Form(
        "chat-template",
        ("<|", "<｜", "inst]", "<<sys", "_of_turn", "[system_prompt]", "[available_tools]", "[tool_", "<|/"),
        re.compile(
            r"(?i)<[|｜]\s{0,2}(?!endoftext|fim|pad|eot_id|end_of_text)[a-z_ ▁/]{2,30}\s{0,2}[|｜]>|\[/?INST\]"
            r"|<</?SYS>>|</?(?:start|end)_of_turn>"
            r"|\[/?(?:SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS)\]"
        ),
    ),
    Form(
        "memory-delimiter",
        ("</",),
        re.compile(
            r"(?i)<\s{0,3}/\s{0,3}(?P<name>(?:loregate|retrieved|recalled|remembered|user|long[_-]term|stored"
            r"|relevant|saved)?[_-]?(?:memory|memories)"
            r"|recall|remembered|loregate)(?:[-_:][\w:-]{1,60})?\s{0,3}>"
        ),
    ),
    Form(
        "fake-tag",
        ("</",),
        re.compile(
            r"(?i)<\s{0,3}/\s{0,3}(?P<name>context|system(?:[-_ ](?:reminder|prompt|message|instructions?))?"
            r"|instructions?|prompt|untrusted[\w-]{0,20}"
            r"|user[_-](?:input|data|message|query)|retrieved[\w-]{0,20}|documents?|tool_(?:result|response"
            r"|output)s?|function_results?"
            r"|data|notes?|knowledge|conversation|history|external[\w-]{0,20})\s{0,3}>"
        ),
        _closes,
    ),
    Form(
        "fake-tag",
        ("<", "[", "{"),
        re.compile(
            r"(?i)[<\[{]{1,2}\s{0,3}(?:system|developer|admin|assistant|root|override|important|secret|hidden"
            r"|internal|priority|critical|new|updated)?[-_ ]?"
            r"(?:system|reminder|prompt|instructions?|message|notice|override|directives?|developer|admin"
            r"|assistant|important|command|policy|rules|note)"
            r"[^<>\[\]{}\n]{0,60}[>\]}]{1,2}(?P<said>[^<\0]{6,600})"
        ),
        _speaks,
    ),
    Form(
        "fake-tag",
        ("</",),
        re.compile(
            r"(?i)<(?P<name>system(?:[-_](?:reminder|prompt|message|instructions?))?|developer|instructions?"
            r"|admin|important|override)\b[^<>]{0,60}>"
            r"(?P<said>[^<\0]{6,600})</(?P=name)"
        ),
        _sentence,
    ),
    Form(
        "fake-boundary",
        ("end", "begin", "start", "new", "updated", "override", "ende", "fin", "fine", "конец", "fim"),
        re.compile(
            r"(?im)(?:^|[.\]>]\s?)[^\w\n]{0,4}(?:[-=#*_~|`]{2,20}|[<\[{(]{1,20})[^\w\n]{0,4}(?:(?:end|begin"
            r"|begins|start|ende|fin|fine|fim|konec)\s(?:of\s|der\s|des\s|de\s|del\s|della\s|da\s)?(?:the\s"
            r"|all\s|this\s|la\s|les\s)?"
            r"(?:system|developer|trusted|untrusted|retrieved|recalled|external|user)?[ -]?(?:memory|memories"
            r"|context|prompt|instructions?|conversation"
            r"|user input|user data|input|message|untrusted|retrieved|erinnerung\w*|memoria\w*|mémoire\w*"
            r"|contexte|contexto|contesto)\b"
            r"|(?:new|updated|override|real|actual|urgent)\s(?:system|developer|admin|operator|assistant"
            r"|model)\s(?:instructions?|prompt|message|directives?|rules?|policy|orders?)\b)"
        ),
    ),
    Form(
        "role-marker",
        (":", "：", ">", "]"),
        re.compile(
            rf"(?im)(?:^|[.!?\"'…]\s{{1,3}}|\\n)[\s>*_#\[<(\-]{{0,8}}(?:from\s)?(?:new\s|updated\s"
            rf"|important\s)?{_ROLE}(?:\s(?:message|prompt|note|notice|override|update|instructions?|command"
            rf"|alert|policy|says))?"
            r"[\s*_\])>]{0,4}[:：]\s{0,3}\**(?P<said>[^\0]{6,400})"
        ),
        _speaks,
    ),
    Form(
        "role-marker",
        ("[",),
        re.compile(r"(?im)^\s{0,4}\[(?:system|assistant|developer|admin|operator)\]\s{1,3}(?P<said>[^\0]{6,400})"),
        _speaks,
    ),
    Form(
        "image-beacon",
        ("](", "<img", "url("),
        re.compile(
            r"(?i)(?:!\[[^\]\n]{0,200}\]\(\s{0,3}<?|<img\b[^>]{0,200}?\bsrc\s{0,3}=\s{0,3}[\"']?"
            r"|\burl\(\s{0,2}[\"']?)(?:https?:)?//"
            r"[^\s)\"']{0,300}?(?:[{<\[]|\$[({A-Z]|%7[bB]|%3[cC]|[?&](?:q|d|data|msg|message|c|ctx|context"
            r"|payload|leak|exfil|secret|token|key|content"
            r"|text|prompt|history|log|info|u|user|conversation|answer|s)=(?:[A-Z_]{4,}|[.…]{2,}|[\")\s>]|$))"
        ),
    ),
    Form(
        "hidden-comment",
        ("<!--", "[//]:", "[comment]:", "[hidden]:", "/*", "{{!", "{#"),
        re.compile(
            r"(?is)<!--(?P<said>(?:(?!--!?>).){4,600}+)|\[(?://|comment"
            r"|hidden)\]:\s{0,3}[#<>]{0,3}\s{0,2}[(\"']?(?P<md>[^\n]{4,400}+)"
            r"|/\*(?P<c>(?:(?!\*/).){4,600}+)|\{(?:\{!|#)(?P<t>(?:(?![#}]\}).){4,600}+)"
        ),
        _commands,
    ),
    Form(
        "hidden-text",
        (
            "display",
            "visibility",
            "font-size",
            "opacity",
            "color",
            "colour",
            "hidden",
            "left:",
            "height:",
            "sr-only",
            "text-indent",
        ),
        re.compile(
            r"(?i)<[a-z]{1,12}\b[^<>]{0,200}?(?:display\s{0,2}:\s{0,2}none|visibility\s{0,2}:\s{0,2}hidden"
            r"|font-size\s{0,2}:\s{0,2}[01](?:\.\d)?(?:px|pt|em|rem|%)?\b"
            r"|opacity\s{0,2}:\s{0,2}0(?:\.0\d?)?\b|colou?r\s{0,2}[:=]\s{0,2}[\"']?(?:white|transparent"
            r"|#fff(?:fff)?|rgba?\([^)]{0,30}\))|left\s{0,2}:\s{0,2}-\d{3,5}"
            r"|height\s{0,2}:\s{0,2}0|text-indent\s{0,2}:\s{0,2}-\d{3,5}|\shidden\b|aria-hidden"
            r"|sr-only)[^<>]{0,200}>(?P<said>[^\0]{6,600})"
        ),
        _commands,
    ),
)


def form_in(text: str) -> str | None:
    """The name of the first form that a text has, or None."""
    low = text.lower()
    for form in FORMS:
        if form.anchors and not any(anchor in low for anchor in form.anchors):
            continue
        for match in form.pattern.finditer(text):
            if form.check is None or form.check(match):
                return form.rule
    return None
