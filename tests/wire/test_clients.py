"""What a client says of itself is believed, what stands in a person's words isn't."""

import json
from typing import Any

import pytest

from app.wire.clients import Client, as_typed, read_client, space_name
from app.wire.dialect import DIALECTS
from app.wire.places import folder_space, remote_space
from tests.wire import shapes
from tests.wire.shapes import SHAPES, message, text


def client_of(name: str, body: dict[str, Any], **headers: str) -> Client:
    dialect = DIALECTS[name]
    sent = {header.replace("_", "-"): value for header, value in headers.items()}
    return read_client(sent, name, body, dialect.read_request(body))


def chat(*messages: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"model": "m", "messages": list(messages), **more}


@pytest.mark.parametrize(
    ("url", "space"),
    [
        ("https://github.com/acme-corp/widget-service.git", "github.com/acme-corp/widget-service"),
        ("https://GitHub.com/Acme/Widget", "github.com/Acme/Widget"),
        ("https://user:token@example.org:8443/a/b.git/", "example.org/a/b"),
        ("https://example.org/a/b?x=1#y", "example.org/a/b"),
        ("ssh://git@Example.org:2222/a/b.git", "example.org/a/b"),
        ("git+ssh://git@example.org/a/b.git", "example.org/a/b"),
        ("git@github.com:a/b.git", "github.com/a/b"),
        ("github.com:a/b", "github.com/a/b"),
        ("git@gitlab.com:group/sub/b.git\n", "gitlab.com/group/sub/b"),
        ("git://example.org//a/b.git", "example.org/a/b"),
        ("https://[::1]:3000/a/b", "::1/a/b"),
        ("file:///home/dev/b.git", None),
        ("/home/dev/b.git", None),
        ("./b", None),
        ("../b", None),
        ("C:/code/b", None),
        ("C:\\code\\b", None),
        ("https://example.org/../b", None),
        ("https://example.org", None),
        ("https://[broken/a/b", None),
        ("https://example.org/a/" + "b" * 300, None),
        ("https://example.org/a/b\x07", None),
        ("", None),
    ],
)
def test_remotes(url: str, space: str | None) -> None:
    assert remote_space(url) == space


def test_a_repository_names_the_space_before_a_folder_does() -> None:
    codex = client_of("responses", {}, x_codex_turn_metadata=shapes.codex_metadata())
    assert codex.folders == (shapes.FOLDER,)
    assert codex.git_remotes == ("https://github.com/acme-corp/widget-service.git", "git@example.org:up/stream.git")
    assert space_name(codex) == shapes.REMOTE_SPACE
    local = shapes.codex_metadata(workspaces={"/w": {"associated_remote_urls": {"origin": "/srv/git/b.git"}}})
    assert space_name(client_of("responses", {}, x_codex_turn_metadata=local)) == folder_space("/w")
    in_body = {"client_metadata": {"x-codex-turn-metadata": shapes.codex_metadata()}}
    assert space_name(client_of("responses", in_body)) == shapes.REMOTE_SPACE


@pytest.mark.parametrize(
    "line",
    [
        "Primary working directory: /home/dev/acme",
        " - Primary working directory: /home/dev/acme/",
        "- Primary working directory: /home/dev/acme  ",
        "  Working directory: /home/dev/acme\r",
        "  Workspace root folder: /home/dev/acme",
        "  <cwd>/home/dev/acme</cwd>",
        "<workspace_roots><root>/home/dev/acme</root></workspace_roots>",
    ],
)
def test_folders_that_clients_state(line: str) -> None:
    system = chat(message("system", f"Hello.\n{line}\nMore."))
    assert client_of("chat", system).folders == ("/home/dev/acme",)
    head = chat(message("user", f"<environment_context>\n{line}\n</environment_context>\nhello"))
    assert client_of("chat", head).folders == ("/home/dev/acme",)


@pytest.mark.parametrize(
    "body",
    [
        chat(message("user", "  Working directory: /etc")),
        chat(message("user", "hello\n<environment_context><cwd>/etc</cwd></environment_context>")),
        chat(message("user", "hello"), message("user", "<environment_context><cwd>/etc</cwd></environment_context>")),
        chat(message("user", "hi"), *shapes.chat_call("c", ""), message("tool", "<cwd>/etc</cwd>", tool_call_id="c")),
        chat(message("system", "Working directory: /")),
        chat(message("system", "I ask: Working directory: /etc")),
        chat(message("assistant", "Working directory: /etc")),
    ],
)
def test_folders_that_nobody_may_set(body: dict[str, Any]) -> None:
    assert client_of("chat", body).folders == ()


def test_a_machine_is_no_end_user() -> None:
    old = f"user_{'0a' * 32}_account__session_{shapes.SESSION}"
    for user in (shapes.MACHINE, json.dumps({**json.loads(shapes.MACHINE), "project": "x"}), old):
        client = client_of("messages", {"metadata": {"user_id": user}})
        assert (client.machine_identity, client.session, client.name) == (True, shapes.SESSION, "claude-code")
    for user in ("u1", '{"session_id": "a"}', "{", '{"device_id": "a"}', "[]", 7, None):
        assert not client_of("messages", {"metadata": {"user_id": user}}).machine_identity
    assert not client_of("chat", {"user": shapes.MACHINE}).machine_identity


def test_sessions_in_their_order() -> None:
    headers = {"x_claude_code_session_id": "a", "session_id": "b", "thread_id": "c", "x_session_id": "d"}
    body = {"metadata": {"user_id": shapes.MACHINE}}
    found = []
    while headers:
        found.append(client_of("messages", body, **headers).session)
        body = {} if found[-1] == shapes.SESSION else body
        if found[-1] != shapes.SESSION:
            headers.pop(next(iter(headers)))
    assert found == ["a", shapes.SESSION, "b", "c", "d"]
    assert client_of("chat", {}).session is None
    assert client_of("chat", {}, x_session_id=" ").session is None


def test_codex_subagents_belong_to_their_session() -> None:
    said = shapes.codex_metadata(thread_source="subagent", thread_id="t2")
    client = client_of("responses", {}, x_codex_turn_metadata=said)
    assert (client.subagent, client.agent_id, client.session) == (True, "t2", shapes.SESSION)


def test_claude_code_subagents_are_known_without_a_hint() -> None:
    shape = SHAPES["claude-code subagent"]
    headers = {name: value for name, value in shape.headers.items() if not name.startswith("x-claude-code-")}
    client = read_client(headers, "messages", shape.body, DIALECTS["messages"].read_request(shape.body))
    assert (client.subagent, client.agent_id, client.session) == (True, None, shapes.SESSION)


def bare(name: str) -> Client:
    """The client of a shape when it sends no header that names the kind of request."""
    shape = SHAPES[name]
    headers = {
        header: value
        for header, value in shape.headers.items()
        if header not in ("x-claude-code-request-class", "x-claude-code-compaction", "x-codex-turn-metadata")
    }
    body = {key: value for key, value in shape.body.items() if key != "client_metadata"}
    return read_client(headers, shape.dialect, body, DIALECTS[shape.dialect].read_request(body))


@pytest.mark.parametrize(
    ("name", "side"),
    [
        ("claude-code title", "title"),
        ("claude-code compaction", "compaction"),
        ("codex compaction", "compaction"),
        ("opencode title", "title"),
        ("claude-code first turn", None),
        ("claude-code after compaction", None),
        ("codex after compaction", None),
    ],
)
def test_sides_are_known_by_what_is_asked(name: str, side: str | None) -> None:
    assert bare(name).side == side


@pytest.mark.parametrize(
    ("body", "headers", "side"),
    [
        (chat(message("user", "quota"), max_tokens=1), {}, "probe"),
        (chat(message("user", "Test"), max_completion_tokens=1), {}, "probe"),
        (chat(message("user", [text("quota")]), max_tokens=1), {}, "probe"),
        (chat(message("user", "Warmup")), {"user_agent": "claude-cli/2.0"}, "probe"),
        (chat(message("user", "hi")), {"x_codex_turn_metadata": shapes.codex_metadata("prewarm")}, "probe"),
        (chat(message("user", "hi"), max_tokens=9), {"x_claude_code_request_class": "auxiliary"}, "probe"),
        (
            chat(
                message("system", "You are a helpful AI assistant tasked with summarizing conversations."),
                message("user", "x"),
            ),
            {"user_agent": "opencode/1"},
            "compaction",
        ),
        (
            chat(
                message("system", "*Briefly* summarize this partial conversation about programming."),
                message("user", "x"),
            ),
            {},
            "compaction",
        ),
        (
            chat(
                message(
                    "system",
                    "You are an expert software engineer that generates concise, one-line Git commit messages based on "
                    "the provided diffs.",
                ),
                message("user", "diff"),
            ),
            {},
            "title",
        ),
    ],
)
def test_sides(body: dict[str, Any], headers: dict[str, str], side: str) -> None:
    assert client_of("chat", body, **headers).side == side


LONG = "I have a document with <analysis> and <summary> in it. " + "Tell me of it. " * 300


@pytest.mark.parametrize(
    "body",
    [
        chat(message("user", "test")),
        chat(message("user", "test"), max_tokens=2),
        chat(message("system", "Is this spam? Say 0 or 1."), message("user", "test"), max_tokens=1),
        chat(message("user", "Is this spam: free quota"), max_tokens=1),
        chat(message("user", "a"), message("assistant", "b"), message("user", "test"), max_tokens=1),
        chat(message("user", "You are a title generator? Good. Make me a title.")),
        chat(message("system", "You are a title generator for books."), message("user", "x"), tools=shapes.CHAT_TOOLS),
        chat(
            message("system", "You are a helpful AI assistant tasked with summarizing conversations."),
            message("user", "x"),
        ),
        chat(message("user", LONG)),
        chat(message("user", "a"), message("assistant", "b"), message("user", LONG)),
        chat(message("user", "How does CONTEXT CHECKPOINT COMPACTION work?")),
        chat(
            message("user", "x"), response_format={"type": "json_schema", "json_schema": {"schema": {"properties": {}}}}
        ),
    ],
)
def test_people_s_own_calls_are_no_sides(body: dict[str, Any]) -> None:
    assert client_of("chat", body).side is None


def test_the_client_s_own_word_beats_what_its_text_looks_like() -> None:
    body = chat(
        message("user", f"conversation {LONG}"), message("assistant", "b"), message("user", f"conversation {LONG}")
    )
    assert client_of("messages", body).side == "compaction"
    assert client_of("messages", body, x_claude_code_request_class="main").side is None


@pytest.mark.parametrize(
    ("sent", "typed"),
    [
        ('"fix the widget"', "fix the widget"),
        ('"say \\"hi\\" twice"', 'say "hi" twice'),
        ('"a" and "b"', '"a" and "b"'),
        ('fix "the widget"', 'fix "the widget"'),
        ('"', '"'),
        ("plain", "plain"),
    ],
)
def test_opencode_s_quotes(sent: str, typed: str) -> None:
    body = chat(message("user", sent))
    request = DIALECTS["chat"].read_request(body)
    opencode = client_of("chat", body, user_agent="opencode/1.18.33 ai-sdk")
    assert as_typed(opencode, request).messages[0].text == typed
    assert as_typed(client_of("chat", body), request).messages[0].text == sent


def test_aider_is_known_by_its_edit_format() -> None:
    assert client_of("chat", chat(message("user", f"Act as an expert.\n\n{shapes.AIDER_REMINDER}"))).name == "aider"
    assert client_of("chat", chat(message("user", "Act as an expert software developer."))).name is None
