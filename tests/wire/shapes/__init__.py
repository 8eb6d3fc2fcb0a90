"""What real clients send, with texts of our own: one shape for each kind of request that was seen on the wire.

Each says what must be read out of it. The headers have their names in lower case.
"""

from tests.wire.shapes.claude_code import (
    CLAUDE_MD,
    CLAUDE_SHAPES,
    GIT_STATUS,
    MACHINE,
    SUMMARY,
    TITLE_SCHEMA,
    TODO,
    claude_body,
    role_system,
    said,
    tool_result,
    tool_use,
)
from tests.wire.shapes.codex import (
    AGENTS_MD,
    CODEX_CALL,
    CODEX_CONTEXT,
    CODEX_SHAPES,
    CODEX_START,
    HANDOFF,
    codex_body,
    codex_metadata,
    item,
)
from tests.wire.shapes.others import (
    AIDER_REMINDER,
    CHAT_TOOLS,
    OPENCODE_SHAPES,
    OTHER_SHAPES,
    chat_call,
    message,
)
from tests.wire.shapes.shape import FOLDER, MARK, REMOTE_SPACE, SESSION, Shape, text

SHAPES = {**CLAUDE_SHAPES, **CODEX_SHAPES, **OPENCODE_SHAPES, **OTHER_SHAPES}

__all__ = [
    "AGENTS_MD",
    "AIDER_REMINDER",
    "CHAT_TOOLS",
    "CLAUDE_MD",
    "CODEX_CALL",
    "CODEX_CONTEXT",
    "CODEX_START",
    "FOLDER",
    "GIT_STATUS",
    "HANDOFF",
    "MACHINE",
    "MARK",
    "REMOTE_SPACE",
    "SESSION",
    "SHAPES",
    "SUMMARY",
    "TITLE_SCHEMA",
    "TODO",
    "Shape",
    "chat_call",
    "claude_body",
    "codex_body",
    "codex_metadata",
    "item",
    "message",
    "role_system",
    "said",
    "text",
    "tool_result",
    "tool_use",
]
