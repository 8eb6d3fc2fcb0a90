"""Credentials: what is taken out, what stays, and that doing it again changes nothing."""

import base64
import random
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.guard import PLACEHOLDER, redact
from app.guard.redaction import KINDS
from app.guard.vendors import TOKENS

ALNUM = string.ascii_letters + string.digits
PEM = "-----{} {} PRIVATE KEY-----"


def drawn(length: int, letters: str = ALNUM, seed: int = 5) -> str:
    """A string as a vendor draws it; made here so that no scanner finds a credential in this file."""
    return "".join(random.Random(seed).choices(letters, k=length))


def test_a_credential_is_replaced_and_named():
    key = "AKIA" + drawn(16, string.ascii_uppercase)
    redacted = redact(f"The backup role uses {key}, rotate it.")
    assert redacted.text == "The backup role uses [REDACTED:aws-access-key], rotate it."
    assert redacted.kinds == ("aws-access-key",)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("postgres://app:{}@db/prod", "postgres://app:[REDACTED:url-password]@db/prod"),
        ("DB_PASSWORD={}", "DB_PASSWORD=[REDACTED:password]"),
        ('{{"password": "{}", "user": "ana"}}', '{"password": "[REDACTED:password]", "user": "ana"}'),
        (
            "The admin password is {} and the user is root",
            "The admin password is [REDACTED:password] and the user is root",
        ),
        ("Das Passwort lautet {}.", "Das Passwort lautet [REDACTED:password]."),
        ("管理员密码是{}，请不要外传", "管理员密码是[REDACTED:password]，请不要外传"),
        (
            "Server=db;User ID=sa;Password={};Encrypt=True;",
            "Server=db;User ID=sa;Password=[REDACTED:password];Encrypt=True;",
        ),
        ("curl -u ana:{} https://x.example", "curl -u ana:[REDACTED:password] https://x.example"),
    ],
)
def test_only_the_credential_goes(text: str, expected: str):
    assert redact(text.format("Tr0ub4dor-ZAZZ")).text == expected


def test_a_key_block_goes_whole_with_real_and_written_line_breaks():
    for newline in ("\n", "\\n"):
        block = newline.join([PEM.format("BEGIN", "EC"), drawn(64), drawn(64, seed=6), PEM.format("END", "EC")])
        assert redact(f"key: {block} end").text == "key: [REDACTED:private-key] end"


@pytest.mark.parametrize("join", ["\u200b", "\u00ad", "\u2060", "\U000e0020"[:0] + "\ufeff"])
def test_invisible_characters_hide_nothing(join: str):
    token = "ghp_" + join.join(drawn(36))
    assert redact(f"use {token} here").text == "use [REDACTED:github-token] here"


def test_fullwidth_and_look_alikes_hide_nothing():
    wide = "".join(chr(ord(char) + 0xFEE0) for char in "ghp_" + drawn(36))
    assert redact(f"key {wide}").text == "key [REDACTED:github-token]"
    assert redact("gh\u0440_" + drawn(36)).text == "[REDACTED:github-token]"


@pytest.mark.parametrize("wrap", [lambda raw: base64.b64encode(raw).decode(), bytes.hex], ids=["base64", "hex"])
def test_a_wrapped_credential_goes_with_its_wrapping(wrap):
    run = wrap(("export GITHUB_TOKEN=ghp_" + drawn(36)).encode())
    assert redact(f"run {run} now").text == "run [REDACTED:github-token] now"


def test_a_card_needs_its_word_only_beside_a_word_for_other_numbers():
    number = "4111 1111 1111 1111"
    assert redact(f"pay with {number}").kinds == ("payment-card",)
    assert redact(f"order {number}").kinds == ()
    assert redact(f"order paid by card {number}").kinds == ("payment-card",)
    assert redact("pay with 4111 1111 1111 1112").kinds == ()


def test_an_iban_must_add_up():
    assert redact("refund to GB82 WEST 1234 5698 7654 32.").text == "refund to [REDACTED:iban]."
    assert redact("refund to GB83 WEST 1234 5698 7654 32.").kinds == ()


@pytest.mark.parametrize(
    "text",
    [
        "I forgot my password.",
        "The password must have 12 characters.",
        "password = get_password()",
        "OPENAI_API_KEY=<your key>",
        "Authorization: Bearer $TOKEN",
        "export ANTHROPIC_API_KEY=sk-ant-xxxxxxxxxxxxxxxxxxxxxxxx",
        "Fixed in commit 10fc2a01ebeaf3e54ac117dcc1be2a4fef5eb00b.",
        "Conversation e6393fee-3769-434e-a3c3-d0d7ce35b7e8.",
        "max_tokens=4096, next_page_token: CAEQAg3f8a9b7c6d5e4f",
        "The passport office; secretary: Maria Lopez2",
    ],
)
def test_what_only_looks_like_one_stays(text: str):
    assert redact(text) == type(redact(""))(text, ())


def test_a_placeholder_stays_whatever_stands_around_it():
    for kind in ("password", "aws-access-key"):
        for text in (f"password: [REDACTED:{kind}]", f"postgres://app:[REDACTED:{kind}]@db", f"x[REDACTED:{kind}]y"):
            assert redact(text).text == text


def test_every_kind_makes_a_placeholder():
    assert all(PLACEHOLDER.fullmatch(f"[REDACTED:{kind}]") for kind in KINDS)
    assert len({kind for kind, _, _ in TOKENS}) >= 60


PIECES = st.sampled_from(
    [
        "password", " is ", ": ", "=", "secret", "token ", "sk-", "ghp_", "AKIA", "Bearer ", "://a:", "@b",
        "[REDACTED:pin]", '"', "'", "\\", "\n", "\u200b", "%41", "&amp;", "-----BEGIN PRIVATE KEY-----",
        "4111 1111 1111 1111", "GB82WEST12345698765432", "Tr0ub4dor!x", "pin 4471", "密码", "API_KEY", "/", ";",
        ",",
        ]
)  # fmt: skip
TEXTS = st.lists(st.one_of(PIECES, st.text(max_size=12), st.text(ALNUM, min_size=20, max_size=40)), max_size=24).map(
    "".join
)


@given(TEXTS)
def test_doing_it_again_changes_nothing(text: str):
    once = redact(text)
    assert redact(once.text) == type(once)(once.text, ())


@given(TEXTS)
def test_a_text_changes_only_with_a_finding(text: str):
    redacted = redact(text)
    assert bool(redacted.kinds) == (redacted.text != text)
    assert set(redacted.kinds) <= KINDS


@given(TEXTS)
def test_placeholders_of_the_input_are_all_kept(text: str):
    before, after = PLACEHOLDER.findall(text), PLACEHOLDER.findall(redact(text).text)
    assert all(after.count(placeholder) >= before.count(placeholder) for placeholder in before)
