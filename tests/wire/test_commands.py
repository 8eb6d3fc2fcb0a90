"""Texts that clients put beside a person's are nobody's words; what a person typed is kept."""

import time

from app.wire.commands import is_launch, typed_words
from tests.wire.shapes.claude_code import TODO, local_command, prompting_command

FIXIT = prompting_command("fixit", "1234\n<b> & more")
EXPANDED = "You are to fix the issue numbered 1234."
CONTEXT = local_command("context")
PRINTED = "## Context Usage\n\n| Skills | 2.1k |"


def test_a_command_is_what_was_typed() -> None:
    assert typed_words([FIXIT, EXPANDED]) == ["/fixit 1234\n<b> & more"]
    assert typed_words([TODO, FIXIT, TODO, EXPANDED, "and be quick"]) == ["/fixit 1234\n<b> & more", "and be quick"]
    bare = "<command-message>init is analyzing your codebase…</command-message>\n<command-name>/init</command-name>"
    assert typed_words([bare, "Please analyze this codebase."]) == ["/init"]


def test_what_a_local_command_printed_goes_where_words_follow_it() -> None:
    assert typed_words([CONTEXT, PRINTED, "thanks"]) == ["thanks"]
    assert typed_words([CONTEXT, PRINTED, FIXIT, EXPANDED]) == ["/fixit 1234\n<b> & more"]


def test_words_behind_a_local_command_that_printed_nothing_are_kept() -> None:
    assert typed_words([CONTEXT, "thanks"]) == ["thanks"]
    assert typed_words([CONTEXT, "thanks", TODO]) == ["thanks"]
    assert typed_words([CONTEXT, "<local-command-stdout>x</local-command-stdout>", "a", "b"]) == ["a", "b"]
    assert typed_words([CONTEXT, FIXIT, EXPANDED]) == ["/fixit 1234\n<b> & more"]


def test_texts_of_skills_that_the_model_called_come_first() -> None:
    assert typed_words([EXPANDED], launched=1) == []
    assert typed_words([TODO, EXPANDED, "and be quick"], launched=1) == ["and be quick"]
    again = "(Re-invocation of /fixit - the skill instructions were previously loaded; what is below is new.)"
    assert typed_words([again, EXPANDED, "and be quick"], launched=1) == ["and be quick"]
    assert typed_words([FIXIT, again, EXPANDED]) == ["/fixit 1234\n<b> & more"]
    assert is_launch(["Launching skill: polish"])
    assert not is_launch(["It said: Launching skill: polish"])


def test_files_that_opencode_sends_along_are_nobody_s_words() -> None:
    reading = 'Called the Read tool with the following input: {"filePath":"/home/dev/acme/a.md"}'
    read = "<path>/home/dev/acme/a.md</path>\n<type>file</type>\n<content>\n1: # widget\n</content>"
    assert typed_words([reading, read, "what is it?"]) == ["what is it?"]
    assert typed_words(["what is it?", reading, read]) == ["what is it?"]
    assert typed_words([reading, "a picture, and what is on it?"]) == ["a picture, and what is on it?"]
    assert typed_words([read]) == [read]
    assert typed_words([f"{reading} is what it says"]) == [f"{reading} is what it says"]


def test_a_person_may_write_about_commands() -> None:
    words = f"What does {CONTEXT} mean?"
    assert typed_words([words, "Say."]) == [words, "Say."]


def test_time_grows_with_length_only() -> None:
    started = time.perf_counter()
    for tag in ("<command-message>", "<command-name>", "<command-args>", "<command-message>x</command-message> "):
        typed_words([tag * 20_000, "x"])
    assert time.perf_counter() - started < 2.0
