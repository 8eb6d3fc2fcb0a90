"""Which headers pass a provider's door, in both directions."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.upstream.headers import Credential, down, retry_after, up

OURS = Credential("secret", "sk-ours")
CLIENT = Credential("client")
NOTHING = Credential("none")

NAMES = st.text(string.ascii_letters + string.digits + "-_", min_size=1, max_size=30)
VALUES = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=60)
SENSITIVE = st.sampled_from(
    [
        "Authorization",
        "X-Api-Key",
        "Cookie",
        "x-loregate-key",
        "X-Loregate-Memory-Subject",
        "x-proxium-memory",
        "X-Strix-Project",
        "X-Forwarded-For",
        "Forwarded",
        "Proxy-Authorization",
        "Transfer-Encoding",
        "Host",
        "Content-Length",
        "Content-Encoding",
    ]
)


@given(st.lists(st.tuples(NAMES | SENSITIVE, VALUES), max_size=20), st.sampled_from(["chat", "messages", "responses"]))
def test_nothing_of_the_client_or_of_ours_goes_up(headers: list[tuple[str, str]], dialect: str) -> None:
    sent = up([*headers, ("authorization", "Bearer lg_key"), ("cookie", "a=b")], dialect, OURS)
    values = [value for _, value in sent]
    assert "Bearer lg_key" not in values
    for name, value in sent:
        lower = name.lower()
        assert not lower.startswith(("x-loregate-", "x-proxium-", "x-strix-", "x-forwarded-", "proxy-"))
        assert lower not in ("cookie", "forwarded", "host", "content-length", "transfer-encoding", "connection")
        if lower in ("authorization", "x-api-key"):
            assert value in ("Bearer sk-ours", "sk-ours")
    assert [value for name, value in sent if name == "accept-encoding"] == ["identity"]


@given(st.lists(st.tuples(NAMES.map(lambda name: f"x-app-{name}"), VALUES), max_size=20))
def test_all_else_passes_in_order(headers: list[tuple[str, str]]) -> None:
    assert up(headers, "chat", NOTHING)[: len(headers)] == headers
    assert down(headers, same_body=True) == headers


@given(st.lists(st.tuples(st.text(max_size=10), st.text(max_size=10)), max_size=10))
def test_what_cannot_be_a_header_is_dropped(headers: list[tuple[str, str]]) -> None:
    for name, value in up(headers, "chat", NOTHING) + down(headers, same_body=True):
        assert not set("\r\n\0") & set(name + value)


def test_what_connection_names_is_dropped() -> None:
    headers = [("Connection", "keep-alive, X-Hop"), ("x-hop", "1"), ("x-kept", "2")]
    assert ("x-kept", "2") in up(headers, "chat", NOTHING)
    assert not any(name == "x-hop" for name, _ in up(headers, "chat", NOTHING))
    assert down(headers, same_body=True) == [("x-kept", "2")]


@pytest.mark.parametrize("dialect", ["chat", "responses", "embeddings"])
def test_openai_dialects_get_a_bearer(dialect: str) -> None:
    sent = dict(up([], dialect, OURS))
    assert sent["authorization"] == "Bearer sk-ours"
    assert "x-api-key" not in sent
    assert "anthropic-version" not in sent


def test_messages_get_both_and_a_version() -> None:
    sent = dict(up([], "messages", OURS))
    assert sent["authorization"] == "Bearer sk-ours"
    assert sent["x-api-key"] == "sk-ours"
    assert sent["anthropic-version"] == "2023-06-01"
    assert "authorization" not in dict(up([], "messages", Credential("secret", "sk-ours", bearer=False)))


def test_the_clients_version_stands() -> None:
    sent = up([("Anthropic-Version", "2026-10-21"), ("anthropic-beta", "x")], "messages", OURS)
    assert [value for name, value in sent if name.lower() == "anthropic-version"] == ["2026-10-21"]
    assert ("anthropic-beta", "x") in sent


def test_client_credentials_go_up_untouched_but_never_a_key_of_ours() -> None:
    mine = [("Authorization", "Bearer sk-ant-oat01-mine"), ("x-loregate-key", "lg_1234567890123")]
    assert ("Authorization", "Bearer sk-ant-oat01-mine") in up(mine, "messages", CLIENT)
    for ours in (("authorization", "Bearer lg_abc"), ("x-api-key", "lg_abc"), ("x-api-key", "lga_abc")):
        assert ours not in up([ours], "messages", CLIENT)


def test_no_credentials_means_none() -> None:
    assert not {"authorization", "x-api-key"} & dict(up([("x-api-key", "lg_a")], "messages", NOTHING)).keys()


def test_the_user_agent_passes() -> None:
    assert dict(up([("user-agent", "claude-cli/2")], "chat", OURS))["user-agent"] == "claude-cli/2"
    assert dict(up([], "chat", OURS))["user-agent"] == "loregate"


def test_an_answer_keeps_rate_limits_and_loses_what_is_of_its_origin() -> None:
    headers = [
        ("content-type", "text/event-stream"),
        ("content-length", "3"),
        ("content-encoding", "gzip"),
        ("x-ratelimit-remaining", "9"),
        ("request-id", "req_1"),
        ("retry-after", "7"),
        ("Set-Cookie", "a=b"),
        ("server", "cloudflare"),
        ("strict-transport-security", "max-age=1"),
        ("access-control-allow-origin", "*"),
        ("x-loregate-call-id", "faked"),
    ]
    assert [name for name, _ in down(headers, same_body=True)] == [
        "content-type",
        "content-length",
        "content-encoding",
        "x-ratelimit-remaining",
        "request-id",
        "retry-after",
    ]
    changed = dict(down(headers, same_body=False))
    assert "content-length" not in changed
    assert "content-encoding" not in changed


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("7", 7), ("0.2", 1), ("99999", 3600), ("-3", 1), ("nan", None), ("soon", None), ("", None), ("inf", 3600)],
)
def test_retry_after(text: str, seconds: float | None) -> None:
    assert retry_after({"retry-after": text}) == seconds


def test_a_secret_is_not_in_the_repr() -> None:
    assert "sk-ours" not in repr(OURS)
