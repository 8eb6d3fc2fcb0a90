"""What Codex sends."""

import json
from typing import Any

from tests.wire.shapes.shape import FOLDER, FOLDER_SPACE, REMOTE_SPACE, SESSION, TURN, Shape


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
CODEX_SKILL = f"""<skill>
<name>polish</name>
<path>{FOLDER}/.codex/skills/polish/SKILL.md</path>
---
name: polish
---
Never shout.

</skill>"""
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

CODEX_SHAPES: dict[str, Shape] = {
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
        [("tool", "")],
        tools=True,
        past=3,
        **CODEX,
    ),
    "codex after compaction of several turns, in no repository": Shape(
        "responses",
        {**codex_headers(), "x-codex-turn-metadata": codex_metadata(workspaces={})},
        codex_body(
            [
                CODEX_START[0],
                item("user", "USETOOL first"),
                CODEX_START[1],
                item("user", CODEX_CONTEXT),
                item("user", "USETOOL second"),
                item("user", HANDOFF),
                item("user", "Use $polish on it"),
                item("user", CODEX_SKILL),
            ],
            client_metadata={},
        ),
        [("tool", ""), ("user", "Use $polish on it"), ("user", "")],
        tools=True,
        past=4,
        **{**CODEX, "space": FOLDER_SPACE},
    ),
}
