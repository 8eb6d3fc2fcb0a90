"""What real clients send, with texts of our own: one shape for each kind of request that was seen on the wire.

Each says what must be read out of it. The headers have their names in lower case.
"""

import json
from dataclasses import dataclass, field
from typing import Any

SESSION = "0b54a1de-7c52-4f0e-9a55-3a8a0c7f4d11"
PROMPT = "7f0f7a3e-55d2-4dc3-8d6e-d1a2b5a4b9c0"
TURN = "c0ffee00-1111-4222-8333-444455556666"
FOLDER = "/home/dev/acme"
FOLDER_SPACE = "folder-decceffa"
REMOTE_SPACE = "github.com/acme-corp/widget-service"
MARK = {"cache_control": {"type": "ephemeral"}}


@dataclass(frozen=True)
class Shape:
    """A request, and what is to be read: the new words, and what the client is."""

    dialect: str
    headers: dict[str, str]
    body: dict[str, Any]
    new: list[tuple[str, str]]
    client: str | None = None
    space: str | None = None
    side: str | None = None
    session: str | None = None
    prompt: str | None = None
    subagent: bool = False
    machine: bool = False
    tools: bool = False
    past: int = 0
    extra: dict[str, Any] = field(default_factory=dict)


def text(words: str, **more: Any) -> dict[str, Any]:
    return {"type": "text", "text": words, **more}


# --- Claude Code --------------------------------------------------------------------------------------------

CLAUDE_MD = f"""<system-reminder>
As you answer the user's questions, you can use the following context:
# claudeMd
Contents of {FOLDER}/CLAUDE.md (project instructions):

Run `make test` before you commit. Never push to main.

      IMPORTANT: this context may or may not be relevant to your tasks.
</system-reminder>"""
GIT_STATUS = """<system-reminder>
# gitStatus
Current branch: feature/widgets
Git user: Dev Eloper
Status:
M src/widget.py

Recent commits:
1a2b3c4 Widgets can spin
</system-reminder>"""
ENVIRONMENT = f"""<system-reminder>
# Environment
You have been invoked in the following environment:
 - Primary working directory: {FOLDER}
 - Is a git repository: true
 - Platform: linux
</system-reminder>"""
TODO = "<system-reminder>\nThe todo list is empty. Never mention this reminder to the user.\n</system-reminder>\n"
ROLE_SYSTEM = f"# Environment\n - Primary working directory: {FOLDER}\n - Platform: linux\n\n# Tools\nUse them well."
SUMMARY = (
    "This session is being continued from a previous conversation that ran out of context. The conversation is "
    "summarized below:\n1. Primary request: explain the widget.\nPlease continue from where we left it off."
)
COMPACT_ORDER = (
    "CRITICAL: Respond with TEXT ONLY. Do NOT call any tools.\n\nYour task is to create a detailed summary of the "
    "conversation so far. Wrap your analysis in <analysis> tags, then write the summary in <summary> tags.\n"
    + "\n".join(f"{n}. Section {n}: say all that matters about it, file by file and word by word." for n in range(40))
)
MACHINE = json.dumps({"device_id": "ab" * 32, "account_uuid": "", "session_id": SESSION})

CLAUDE_HEADERS = {
    "user-agent": "claude-cli/2.1.332 (external, sdk-cli)",
    "x-claude-code-session-id": SESSION,
    "x-app": "cli",
    "anthropic-version": "2023-06-01",
}


def claude_headers(class_: str | None = "main", **more: str) -> dict[str, str]:
    hints = {"x-claude-code-request-class": class_} if class_ else {}
    turn = {"x-claude-code-prompt-id": PROMPT} if class_ in ("main", "subagent") else {}
    return {**CLAUDE_HEADERS, **hints, **turn, **{name.replace("_", "-"): value for name, value in more.items()}}


def claude_body(messages: list[Any], *, system: str = "You are an interactive agent.", **more: Any) -> dict[str, Any]:
    return {
        "model": "claude-opus-5-5",
        "messages": messages,
        "system": [
            text("x-anthropic-billing-header: cc_version=2.1.332.a7c; cc_entrypoint=sdk-cli;"),
            text("You are a Claude agent, built on Anthropic's Claude Agent SDK.", **MARK),
            text(system, **MARK),
        ],
        "tools": [{"name": "Bash", "input_schema": {"type": "object"}}, {"name": "Read", "defer_loading": True}],
        "metadata": {"user_id": MACHINE},
        "max_tokens": 128000,
        "thinking": {"type": "adaptive", "display": "omitted"},
        "context_management": {"edits": [{"type": "clear_thinking_20251015", "keep": "all"}]},
        "output_config": {"effort": "medium"},
        "stream": True,
        **more,
    }


FIRST = {"role": "user", "content": [text(CLAUDE_MD), text(GIT_STATUS), text("USETOOL please")]}


def role_system(*, marked: bool) -> dict[str, Any]:
    content: Any = [text(ROLE_SYSTEM, **MARK)] if marked else ROLE_SYSTEM
    return {"role": "system", "content": content, "output_config": {"effort": "medium"}}


def tool_use(id: str = "toolu_9d2ef78fc12f42cd") -> dict[str, Any]:
    return {"role": "assistant", "content": [{"type": "tool_use", "id": id, "name": "Bash", "input": {"cmd": "ls"}}]}


def tool_result(id: str = "toolu_9d2ef78fc12f42cd", said: str = "widget.py", **more: Any) -> dict[str, Any]:
    return {"role": "user", "content": [{"type": "tool_result", "tool_use_id": id, "content": said, **more}]}


def said(words: str, **more: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": [text(words, **more)]}


CLAUDE = {"client": "claude-code", "session": SESSION, "machine": True, "tools": True}
TITLE_SCHEMA = {
    "type": "object",
    "properties": {"title": {"type": "string"}},
    "required": ["title"],
    "additionalProperties": False,
}

SHAPES: dict[str, Shape] = {
    "claude-code first turn": Shape(
        "messages",
        claude_headers(),
        claude_body([FIRST, role_system(marked=True)]),
        [("user", "USETOOL please")],
        space=FOLDER_SPACE,
        prompt=PROMPT,
        **CLAUDE,
    ),
    "claude-code after tool call": Shape(
        "messages",
        claude_headers(),
        claude_body([FIRST, role_system(marked=False), tool_use(), tool_result(is_error=False, **MARK)]),
        [("tool", "")],
        space=FOLDER_SPACE,
        prompt=PROMPT,
        past=2,
        **CLAUDE,
    ),
    "claude-code older model, second turn": Shape(
        "messages",
        claude_headers(None),
        claude_body(
            [
                {"role": "user", "content": [text(ENVIRONMENT), text(CLAUDE_MD), text(TODO), text("USETOOL please")]},
                tool_use("toolu_1"),
                tool_result("toolu_1"),
                said("There is one file, widget.py."),
                {"role": "user", "content": [text(TODO), text("second turn question", **MARK)]},
            ],
            model="claude-sonnet-4-5",
        ),
        [("user", "second turn question")],
        space=FOLDER_SPACE,
        past=4,
        **CLAUDE,
    ),
    "claude-code 2.1.197": Shape(
        "messages",
        {**claude_headers(None), "user-agent": "claude-cli/2.1.197 (external, sdk-cli)"},
        claude_body(
            [
                {"role": "user", "content": [text(CLAUDE_MD), text("hello", **MARK)]},
                {"role": "system", "content": "# Tools\nMore of them."},
            ],
            system=f"You are an interactive agent.\n\n# Environment\n - Primary working directory: {FOLDER}\n",
        ),
        [("user", "hello")],
        space=FOLDER_SPACE,
        **CLAUDE,
    ),
    "claude-code title": Shape(
        "messages",
        claude_headers("auxiliary"),
        claude_body(
            [{"role": "user", "content": [text("<session>\nUSETOOL please\n</session>\nWrite the title.")]}],
            tools=[],
            output_config={"effort": "medium", "format": {"type": "json_schema", "schema": TITLE_SCHEMA}},
        ),
        [("user", "<session>\nUSETOOL please\n</session>\nWrite the title.")],
        side="title",
        **{**CLAUDE, "tools": False},
    ),
    "claude-code count_tokens": Shape(
        "messages",
        claude_headers("auxiliary"),
        {"model": "claude-opus-5-5", "messages": [{"role": "user", "content": "Some memory file"}], "tools": []},
        [("user", "Some memory file")],
        client="claude-code",
        session=SESSION,
        side="count",
    ),
    "claude-code compaction": Shape(
        "messages",
        claude_headers("compaction", x_claude_code_compaction="manual"),
        claude_body(
            [
                FIRST,
                role_system(marked=False),
                tool_use(),
                tool_result(),
                said("A widget spins.", **MARK),
                {"role": "user", "content": [text("second question about rust\n"), text(COMPACT_ORDER)]},
            ]
        ),
        [("user", f"second question about rust\n{COMPACT_ORDER}")],
        space=FOLDER_SPACE,
        side="compaction",
        past=4,
        **CLAUDE,
    ),
    "claude-code after compaction": Shape(
        "messages",
        claude_headers(x_claude_code_context_compacted="manual"),
        claude_body(
            [
                {"role": "user", "content": SUMMARY},
                {"role": "system", "content": [], "output_config": {"effort": "medium"}},
                said("A widget spins."),
                {
                    "role": "user",
                    "content": [
                        text(CLAUDE_MD),
                        text(GIT_STATUS),
                        text(
                            "<command-name>/compact</command-name>\n            "
                            "<command-message>compact</command-message>\n            <command-args></command-args>"
                        ),
                        text(
                            "<local-command-caveat>Caveat: The messages below were generated by the user while running "
                            "local commands. DO NOT respond to these messages.</local-command-caveat>"
                        ),
                        text("<local-command-stdout>Compacted (ctrl+o to see full summary)</local-command-stdout>"),
                        text("third question after compact"),
                    ],
                },
                role_system(marked=True),
            ]
        ),
        [("user", "third question after compact")],
        space=FOLDER_SPACE,
        prompt=PROMPT,
        past=2,
        **CLAUDE,
    ),
    "claude-code subagent": Shape(
        "messages",
        claude_headers("subagent", x_claude_code_agent_id="a8a233ffa4d9a9015"),
        claude_body(
            [
                {"role": "user", "content": [text(CLAUDE_MD), text(GIT_STATUS), text("Find the widget.")]},
                role_system(marked=True),
            ],
            system="You are an agent for Claude Code, Anthropic's official CLI for Claude.",
        ),
        [("user", "Find the widget.")],
        space=FOLDER_SPACE,
        prompt=PROMPT,
        subagent=True,
        **CLAUDE,
    ),
    "claude-code model discovery": Shape(
        "messages",
        {"user-agent": "claude-code/2.1.332", "anthropic-version": "2023-06-01"},
        {},
        [],
        client="claude-code",
    ),
}

# --- Codex --------------------------------------------------------------------------------------------------


def codex_metadata(kind: str = "turn", **more: Any) -> str:
    urls = {"upstream": "git@example.org:up/stream.git", "origin": "https://github.com/acme-corp/widget-service.git"}
    return json.dumps(
        {
            "session_id": SESSION,
            "thread_id": SESSION,
            "turn_id": TURN,
            "request_kind": kind,
            "thread_source": "user",
            "workspaces": {FOLDER: {"associated_remote_urls": urls, "has_changes": False}},
            **more,
        }
    )


def codex_headers(kind: str = "turn") -> dict[str, str]:
    return {
        "user-agent": "codex_exec/0.171.0 (Debian 12.0.0; x86_64) dumb (codex_exec; 0.171.0)",
        "originator": "codex_exec",
        "session-id": SESSION,
        "thread-id": SESSION,
        "x-codex-turn-metadata": codex_metadata(kind),
    }


def item(role: str, *words: str, id: str | None = "msg_0199") -> dict[str, Any]:
    ids = {"id": id} if id else {}
    return {"type": "message", **ids, "role": role, "content": [{"type": "input_text", "text": w} for w in words]}


CODEX_CONTEXT = f"""<environment_context>
  <cwd>{FOLDER}</cwd>
  <approval_policy>never</approval_policy>
  <sandbox_mode>workspace-write</sandbox_mode>
  <workspace_roots><root>{FOLDER}</root></workspace_roots>
  <shell>bash</shell>
</environment_context>"""
AGENTS_MD = f"# AGENTS.md instructions for {FOLDER}\n\n<INSTRUCTIONS>\nUse pytest. Say <b>no</b>.\n</INSTRUCTIONS>"
CODEX_START = [
    item("developer", "You are Codex, a coding agent based on GPT-5."),
    item("developer", "<skills_instructions>none</skills_instructions>", "<permissions instructions>all</permissions>"),
    item("user", AGENTS_MD, CODEX_CONTEXT),
]
CODEX_CALL = [
    {
        "type": "function_call",
        "status": "completed",
        "id": "fc_eeb99d284dce",
        "name": "exec_command",
        "arguments": '{"cmd":"ls"}',
        "call_id": "call_2cd5c54c07ea",
    },
    {"type": "function_call_output", "id": "fco_1", "call_id": "call_2cd5c54c07ea", "output": "widget.py"},
]
HANDOFF_ORDER = (
    "You are performing a CONTEXT CHECKPOINT COMPACTION. Create a handoff summary for another LLM that will resume "
    "the task.\n\nInclude what was decided."
)
HANDOFF = (
    "Another language model started to solve this problem and produced a summary of its thinking process. "
    "Here is the summary:\nThe widget spins."
)


def codex_body(items: list[Any], kind: str = "turn", **more: Any) -> dict[str, Any]:
    return {
        "model": "gpt-5",
        "stream": True,
        "input": items,
        "tools": [{"type": "function", "name": "exec_command"}, {"type": "namespace", "name": "multi_agent_v1"}],
        "tool_choice": "auto",
        "store": False,
        "include": ["reasoning.encrypted_content"],
        "prompt_cache_key": SESSION,
        "client_metadata": {"x-codex-turn-metadata": codex_metadata(kind), "thread_id": SESSION},
        **more,
    }


CODEX = {"client": "codex", "session": SESSION, "prompt": TURN, "space": REMOTE_SPACE}

SHAPES |= {
    "codex turn": Shape(
        "responses",
        codex_headers(),
        codex_body([*CODEX_START, item("user", "USETOOL please")]),
        [("user", ""), ("user", "USETOOL please")],
        tools=True,
        **CODEX,
    ),
    "codex after tool call": Shape(
        "responses",
        codex_headers(),
        codex_body([*CODEX_START, item("user", "USETOOL please"), *CODEX_CALL]),
        [("tool", "")],
        tools=True,
        past=3,
        **CODEX,
    ),
    "codex websocket probe": Shape(
        "responses", codex_headers("prewarm"), {}, [], **{**CODEX, "space": REMOTE_SPACE, "side": "probe"}
    ),
    "codex compaction": Shape(
        "responses",
        codex_headers("compaction"),
        codex_body(
            [*CODEX_START, item("user", "USETOOL first"), *CODEX_CALL, item("user", HANDOFF_ORDER, id=None)],
            "compaction",
            tools=[],
        ),
        [("tool", ""), ("user", HANDOFF_ORDER)],
        side="compaction",
        past=3,
        **CODEX,
    ),
    "codex after compaction": Shape(
        "responses",
        codex_headers(),
        codex_body([*CODEX_START, item("user", "USETOOL first"), item("user", HANDOFF)]),
        [],
        tools=True,
        past=3,
        **CODEX,
    ),
}

# --- opencode -----------------------------------------------------------------------------------------------

OPENCODE_SESSION = "ses_dd0eafad9ffePw04kWrEoAqBEo"
OPENCODE_HEADERS = {
    "user-agent": "opencode/1.18.33 ai-sdk/provider-utils/4.0.23 runtime/bun/1.3.14",
    "x-session-affinity": OPENCODE_SESSION,
    "x-session-id": OPENCODE_SESSION,
}
OPENCODE_SYSTEM = f"""You are opencode, an interactive CLI tool.
<env>
  Working directory: {FOLDER}
  Workspace root folder: {FOLDER}
  Is directory a git repo: yes
</env>"""
OPENCODE = {"client": "opencode", "session": OPENCODE_SESSION}
CHAT_TOOLS = [{"type": "function", "function": {"name": "bash", "parameters": {"type": "object"}}}]


def chat(messages: list[Any], **more: Any) -> dict[str, Any]:
    return {"model": "fake-model", "messages": messages, **more}


def message(role: str, content: Any, **more: Any) -> dict[str, Any]:
    return {"role": role, "content": content, **more}


def chat_call(id: str, content: Any) -> list[dict[str, Any]]:
    function = {"name": "bash", "arguments": '{"command":"ls"}'}
    return [
        message("assistant", content, tool_calls=[{"id": id, "type": "function", "function": function}]),
        message("tool", "ls.txt", tool_call_id=id),
    ]


STREAM = {"stream": True, "stream_options": {"include_usage": True}}
SHAPES |= {
    "opencode title": Shape(
        "chat",
        OPENCODE_HEADERS,
        chat(
            [
                message("system", "You are a title generator. You output ONLY a thread title. Nothing else."),
                message("user", "Generate a title for this conversation:\n"),
                message("user", '"USETOOL please"'),
            ],
            **STREAM,
        ),
        [("user", "Generate a title for this conversation:"), ("user", "USETOOL please")],
        side="title",
        **OPENCODE,
    ),
    "opencode turn": Shape(
        "chat",
        OPENCODE_HEADERS,
        chat([message("system", OPENCODE_SYSTEM), message("user", '"USETOOL please"')], tools=CHAT_TOOLS, **STREAM),
        [("user", "USETOOL please")],
        space=FOLDER_SPACE,
        tools=True,
        **OPENCODE,
    ),
    "opencode after tool call": Shape(
        "chat",
        OPENCODE_HEADERS,
        chat(
            [
                message("system", OPENCODE_SYSTEM),
                message("user", '"USETOOL please"'),
                *chat_call("call_1309737415a0", ""),
            ],
            tools=CHAT_TOOLS,
            **STREAM,
        ),
        [("tool", "")],
        space=FOLDER_SPACE,
        tools=True,
        past=2,
        **OPENCODE,
    ),
    "opencode anthropic provider": Shape(
        "messages",
        OPENCODE_HEADERS,
        {
            "model": "fake-model",
            "max_tokens": 32000,
            "system": [text(OPENCODE_SYSTEM, **MARK)],
            "messages": [message("user", [text('"USETOOL please"', **MARK)])],
            "tools": [{"name": "bash", "input_schema": {"type": "object"}}],
            "tool_choice": {"type": "auto"},
            "stream": True,
        },
        [("user", "USETOOL please")],
        space=FOLDER_SPACE,
        tools=True,
        **OPENCODE,
    ),
    "opencode openai provider": Shape(
        "responses",
        OPENCODE_HEADERS,
        {
            "model": "fake-model",
            "input": [
                message("system", OPENCODE_SYSTEM),
                message("user", [{"type": "input_text", "text": '"USETOOL please"'}]),
            ],
            "store": False,
            "prompt_cache_key": OPENCODE_SESSION,
            "tools": [{"type": "function", "name": "bash"}],
            "stream": True,
        },
        [("user", "USETOOL please")],
        space=FOLDER_SPACE,
        tools=True,
        **OPENCODE,
    ),
}

# --- aider, llm, SDKs ---------------------------------------------------------------------------------------

AIDER_REMINDER = """To suggest changes to a file you MUST return the entire content of the updated file.
You MUST use this *file listing* format:

path/to/filename.js
```
// entire file content ...
```"""
OPENAI = {"user-agent": "OpenAI/Python 3.57.0", "x-stainless-lang": "python"}

SHAPES |= {
    "aider": Shape(
        "chat",
        {**OPENAI, "user-agent": "OpenAI/Python 2.20.0"},
        chat(
            [
                message("system", f"Act as an expert software developer.\n\n{AIDER_REMINDER}\n"),
                message("user", "Change the greeting to be more casual"),
                message("assistant", "Ok, I will:\n\n1. Switch the greeting."),
                message(
                    "user",
                    "I switched to a new code base. Please don't consider the above files or try to edit them any "
                    "longer.",
                ),
                message("assistant", "Ok."),
                message("user", "Here are summaries of some files present in my git repository.\nwidget.py"),
                message("assistant", "Ok, I won't try and edit those files without asking first."),
                message("user", "I have *added these files to the chat* so you can go ahead and edit them."),
                message("assistant", "Ok, any changes I propose will be to those files."),
                message("user", f"make the widget spin\n\n{AIDER_REMINDER}\n"),
            ],
            stream=True,
            temperature=0,
        ),
        [("user", "make the widget spin")],
        client="aider",
        past=8,
    ),
    "llm second turn": Shape(
        "chat",
        OPENAI,
        chat([message("user", "hello"), message("assistant", "Hello there."), message("user", "second")], **STREAM),
        [("user", "second")],
        past=2,
    ),
    "openai python chat": Shape(
        "chat",
        {**OPENAI, "x-session": "s1"},
        chat(
            [message("user", "hi")],
            metadata={"project": "widget"},
            store=False,
            user="u1",
            prompt_cache_key="k",
            safety_identifier="si",
        ),
        [("user", "hi")],
        extra={"end_user": "u1", "cache_key": "k"},
    ),
    "openai python responses chained": Shape(
        "responses",
        OPENAI,
        {"model": "fake-model", "conversation": None, "input": "hi again", "previous_response_id": "resp_ee5e"},
        [("user", "hi again")],
        extra={"previous_response_id": "resp_ee5e", "conversation_id": None},
    ),
    "openai python embeddings": Shape(
        "chat", OPENAI, {"model": "fake-emb", "input": ["a", "b"], "encoding_format": "base64"}, []
    ),
    "anthropic python": Shape(
        "messages",
        {"user-agent": "Anthropic/Python 2.14.0", "anthropic-version": "2026-10-21"},
        {
            "max_tokens": 50,
            "messages": [message("user", "hi")],
            "model": "claude-sonnet-4-5",
            "metadata": {"user_id": "u1"},
        },
        [("user", "hi")],
        extra={"end_user": "u1"},
    ),
    "pydantic-ai chat with tool result": Shape(
        "chat",
        {"user-agent": "pydantic-ai/2.68.0"},
        chat(
            [message("system", "Be kind"), message("user", "USETOOL hi"), *chat_call("call_d9c379d29012", None)],
            stream=False,
            tools=CHAT_TOOLS,
        ),
        [("tool", "")],
        tools=True,
        past=2,
    ),
    "litellm anthropic": Shape(
        "messages",
        {"user-agent": "litellm/1.110.2", "anthropic-version": "2023-06-01"},
        {"model": "claude-sonnet-4-5", "messages": [message("user", [text("hi")])], "max_tokens": 64000},
        [("user", "hi")],
    ),
}
