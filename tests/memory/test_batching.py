"""Dividing messages into parts: every character exactly once, and no part over its size."""

from hypothesis import given
from hypothesis import strategies as st

from app.memory.batching import content_of, cut, plan, split, tokens_of
from storage.model import StoredMessage, ToolUse
from storage.sql.parts import Piece
from storage.sql.waiting import Waiting

WORDS = st.text(alphabet=st.sampled_from("ab \néß漢😀"), max_size=120)
TOOLS = st.lists(st.builds(ToolUse, st.just("write"), WORDS), max_size=3).map(tuple)
SCOPES = st.tuples(st.sampled_from(["default", "github.com/a/b"]), st.sampled_from([None, "ana", "ben"]))


@st.composite
def waiting(draw: st.DrawFn) -> list[Waiting]:
    count = draw(st.integers(0, 12))
    return [
        Waiting(*draw(SCOPES), StoredMessage(n, f"msg_{n}", n, n, "user", draw(WORDS), draw(TOOLS), 0))
        for n in range(count)
    ]


@given(waiting(), st.integers(1, 60))
def test_each_character_is_in_one_part_of_its_own_subject_and_space(messages: list[Waiting], most: int) -> None:
    parts = plan(messages, most)
    pieces: dict[int, list[Piece]] = {}
    for part in parts:
        for piece in part.pieces:
            pieces.setdefault(piece.message, []).append(piece)
            owner = next(one for one in messages if one.message.num == piece.message)
            assert (owner.space, owner.subject) == (part.space, part.subject)
    assert set(pieces) == {one.message.num for one in messages}
    for one in messages:
        content = content_of(one.message)
        assert "".join(content[piece.start : piece.end] for piece in pieces[one.message.num]) == content
        assert [piece.end is None for piece in pieces[one.message.num]].count(True) == 1


@given(waiting(), st.integers(1, 60))
def test_no_part_is_over_its_size_and_order_is_kept(messages: list[Waiting], most: int) -> None:
    contents = {one.message.num: content_of(one.message) for one in messages}
    seen: dict[tuple[str | None, str], list[tuple[int, int]]] = {}
    for part in plan(messages, most):
        assert part.pieces
        assert sum(tokens_of(contents[p.message][p.start : p.end]) for p in part.pieces) <= most
        seen.setdefault((part.subject, part.space), []).extend((p.message, p.start) for p in part.pieces)
    assert all(order == sorted(order) for order in seen.values())


@given(
    st.builds(
        StoredMessage, st.just(1), st.just("m"), st.just(1), st.just(1), st.just("user"), WORDS, TOOLS, st.just(0)
    ),
    st.integers(1, 40),
)
def test_pieces_show_each_character_and_each_tool_once(message: StoredMessage, most: int) -> None:
    shown = [cut(message, piece) for piece in split(message.num, content_of(message), most)]
    assert "".join(one.text for one in shown) == message.text
    arguments = "".join(tool.arguments for one in shown for tool in one.tool_calls)
    assert arguments == "".join(tool.arguments for tool in message.tool_calls)
    assert sum(not tool.arguments for one in shown for tool in one.tool_calls) == sum(
        not tool.arguments for tool in message.tool_calls
    )


def test_one_call_a_subject_and_one_for_those_without() -> None:
    def of(num: int, subject: str | None) -> Waiting:
        return Waiting("default", subject, StoredMessage(num, f"msg_{num}", 1, 1, "user", "hello", (), 0))

    parts = plan([of(1, "ana"), of(2, None), of(3, "ben"), of(4, "ana"), of(5, None)])
    assert [(part.subject, [p.message for p in part.pieces]) for part in parts] == [
        ("ana", [1, 4]),
        (None, [2, 5]),
        ("ben", [3]),
    ]


def test_a_long_message_is_split_at_a_line_end() -> None:
    lines = "\n".join(f"line {n} of a long text" for n in range(400))
    pieces = split(1, lines, 100)
    assert len(pieces) > 1
    assert all(lines[piece.start : piece.end].endswith("\n") for piece in pieces[:-1])
