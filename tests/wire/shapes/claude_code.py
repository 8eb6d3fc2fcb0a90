"""What Claude Code sends."""

import json
from typing import Any

from tests.wire.shapes.shape import FOLDER, FOLDER_SPACE, MARK, PROMPT, SESSION, Shape, text

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


def local_command(name: str) -> str:
    return (
        f"<command-name>/{name}</command-name>\n            <command-message>{name}</command-message>\n            "
        "<command-args></command-args>\n"
    )


def prompting_command(name: str, args: str) -> str:
    return (
        f"<command-message>{name}</command-message>\n<command-name>/{name}</command-name>\n"
        f"<command-args>{args}</command-args>\n"
    )


def said(words: str, **more: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": [text(words, **more)]}


CLAUDE = {"client": "claude-code", "session": SESSION, "machine": True, "tools": True}
TITLE_SCHEMA = {
    "type": "object",
    "properties": {"title": {"type": "string"}},
    "required": ["title"],
    "additionalProperties": False,
}

CLAUDE_SHAPES: dict[str, Shape] = {
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
                        text(local_command("compact")),
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
        past=3,
        **CLAUDE,
    ),
    "claude-code commands": Shape(
        "messages",
        claude_headers(None),
        claude_body(
            [
                {"role": "user", "content": [text(CLAUDE_MD), text(GIT_STATUS), text("hello")]},
                role_system(marked=False),
                said("Hello."),
                {
                    "role": "user",
                    "content": [
                        text(local_command("context")),
                        text("## Context Usage\n\n| Category | Tokens |\n| --- | --- |\n| Skills | 2.1k |"),
                        text(prompting_command("fixit", "1234 quickly")),
                        text("You are to fix the issue numbered 1234 quickly of the tracker.\n", **MARK),
                    ],
                },
            ]
        ),
        [("user", "/fixit 1234 quickly")],
        space=FOLDER_SPACE,
        past=2,
        **CLAUDE,
    ),
    "claude-code skill called by the model": Shape(
        "messages",
        claude_headers(None),
        claude_body(
            [
                FIRST,
                role_system(marked=False),
                tool_use("toolu_1"),
                {
                    "role": "user",
                    "content": [
                        {"type": "tool_result", "tool_use_id": "toolu_1", "content": "Launching skill: polish"},
                        text(f"Base directory for this skill: {FOLDER}/.claude/skills/polish\n\nNever shout.", **MARK),
                    ],
                },
            ]
        ),
        [("tool", "")],
        space=FOLDER_SPACE,
        past=2,
        **CLAUDE,
    ),
    "claude-code words typed while it works": Shape(
        "messages",
        claude_headers(None),
        claude_body(
            [
                FIRST,
                role_system(marked=False),
                tool_use("toolu_1"),
                {
                    "role": "user",
                    "content": [
                        {"type": "tool_result", "tool_use_id": "toolu_1", "content": "widget.py", "is_error": False},
                        text(
                            "The user sent a new message while you were working:\nSpin it slowly\n\nThis is how Claude "
                            "Code surfaces messages the user sends mid-turn - within the running turn.",
                            **MARK,
                        ),
                    ],
                },
            ]
        ),
        [("tool", ""), ("user", "Spin it slowly")],
        space=FOLDER_SPACE,
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
