"""What opencode, aider, llm and the SDKs send."""

from typing import Any

from tests.wire.shapes.shape import FOLDER, FOLDER_SPACE, MARK, Shape, text

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
OPENCODE_ORDER = (
    "Here is the conversation so far:\n\n<conversation>\n[User]: spin it\n\n[Assistant]: It spins.\n</conversation>\n\n"
    "Create a new anchored summary from the conversation history in the <conversation> tags above."
)
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
OPENCODE_SHAPES: dict[str, Shape] = {
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
    "opencode with a file": Shape(
        "chat",
        OPENCODE_HEADERS,
        chat(
            [
                message("system", OPENCODE_SYSTEM),
                message(
                    "user",
                    [
                        text(f'Called the Read tool with the following input: {{"filePath":"{FOLDER}/a.md"}}'),
                        text(f"<path>{FOLDER}/a.md</path>\n<type>file</type>\n<content>\n1: # widget\n</content>"),
                        text('"What is this?"'),
                    ],
                ),
            ],
            tools=CHAT_TOOLS,
            **STREAM,
        ),
        [("user", "What is this?")],
        space=FOLDER_SPACE,
        tools=True,
        **OPENCODE,
    ),
    "opencode compaction": Shape(
        "chat",
        OPENCODE_HEADERS,
        chat(
            [
                message("system", "You are a context summarization agent. You are given a conversation."),
                message("user", OPENCODE_ORDER),
            ],
            **STREAM,
        ),
        [("user", OPENCODE_ORDER)],
        side="compaction",
        **OPENCODE,
    ),
    "opencode after compaction": Shape(
        "chat",
        OPENCODE_HEADERS,
        chat(
            [
                message("system", OPENCODE_SYSTEM),
                message("user", "What did we do so far?"),
                message("assistant", "The widget spins."),
                message(
                    "user",
                    "Continue if you have next steps, or stop and ask for clarification if you are unsure how to "
                    "proceed.",
                ),
            ],
            tools=CHAT_TOOLS,
            **STREAM,
        ),
        [("user", "")],
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


AIDER_REMINDER = """To suggest changes to a file you MUST return the entire content of the updated file.
You MUST use this *file listing* format:

path/to/filename.js
```
// entire file content ...
```"""
OPENAI = {"user-agent": "OpenAI/Python 3.57.0", "x-stainless-lang": "python"}

OTHER_SHAPES: dict[str, Shape] = {
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
    "aider asked a question": Shape(
        "chat",
        {**OPENAI, "user-agent": "OpenAI/Python 2.20.0"},
        chat(
            [
                message(
                    "system", "Act as an expert code analyst.\nAnswer questions about the supplied code.\nBe brief.\n"
                ),
                message("user", "I have *added these files to the chat* so you see all of their contents."),
                message("assistant", "Ok, I will use that as the true, current contents of the files."),
                message("user", "does the widget spin?\n\n"),
            ],
            stream=True,
            temperature=0,
        ),
        [("user", "does the widget spin?")],
        client="aider",
        past=2,
    ),
    "aider's editor": Shape(
        "chat",
        {**OPENAI, "user-agent": "OpenAI/Python 2.20.0"},
        chat(
            [
                message(
                    "system",
                    f"Act as an expert software developer and make changes to source code.\n\n{AIDER_REMINDER}\n",
                ),
                message("user", f"In widget.py call spin().\n\n{AIDER_REMINDER}\n"),
            ],
            stream=True,
            temperature=0,
        ),
        [("user", "In widget.py call spin().")],
        client="aider",
        subagent=True,
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
