"""Words for the index: every query is literal, and scripts without spaces, identifiers and emoji are found."""

import sqlite3
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from storage import driver
from storage.terms import MOST_TERMS, Scope, clean, content_words, expansion, match, query_terms, scope_words

DOCUMENTS = {
    1: "我每天早上喝绿茶",
    2: "東京に住んでいます",
    3: "데이터베이스를 매일 백업한다",
    4: "Die Straße zum Bäcker ist gesperrt",
    5: "RequestFactory builds the request; see fetch_user and maxRetryCount",
    6: "She writes C++ at work and C# at home",
    7: "Ordered a 🍕 for the team",
    8: "The error code is ERR-4042 at https://example.com/a/b?c=1",
    9: "café com pão de queijo",
    10: "ฉันชอบกาแฟดำ",
    11: "मैं दिल्ली में रहता हूँ",
}


@pytest.fixture(name="index", scope="module")
def _index() -> Iterator[sqlite3.Connection]:
    connection = driver.load().connect(":memory:")
    connection.execute(
        "CREATE VIRTUAL TABLE f USING fts5(body, expansion, scope, tokenize='porter unicode61 remove_diacritics 2')"
    )
    for num, text in DOCUMENTS.items():
        row = (num, clean(text), " ".join(expansion(text)), scope_words(1, 1, 0))
        connection.execute("INSERT INTO f (rowid, body, expansion, scope) VALUES (?, ?, ?, ?)", row)
    connection.execute("INSERT INTO f VALUES ('scope secret of another project', '', 'p2 s2 u2')")
    yield connection
    connection.close()


def found(index: sqlite3.Connection, query: str, scope: Scope | None = None) -> list[int]:
    sql = "SELECT rowid FROM f WHERE f MATCH ? ORDER BY bm25(f, 1.0, 1.0, 0.0)"
    return [row[0] for row in index.execute(sql, (match("body expansion", query_terms(query), scope or Scope(1)),))]


@pytest.mark.parametrize(
    ("query", "num"),
    [
        ("绿茶", 1), ("茶", 1), ("早上", 1), ("東京", 2), ("住", 2), ("데이터베이스", 3), ("백업", 3),
        ("strasse", 4), ("STRASSE backer", 4), ("bäcker", 4), ("request factory", 5), ("RequestFactory", 5),
        ("fetch user", 5), ("fetchUser", 5), ("max retry count", 5), ("maxretrycount", 5), ("c++", 6), ("C#", 6),
        ("🍕", 7), ("ERR-4042", 8), ("example.com", 8), ("cafe pao", 9), ("กาแฟ", 10), ("दिल्ली", 11),
    ],
)  # fmt: skip
def test_each_script_and_spelling_is_found(index: sqlite3.Connection, query: str, num: int) -> None:
    assert found(index, query)[0] == num


@pytest.mark.parametrize(
    "query",
    [
        '" OR scope:*', '") OR scope:("p2"', "NEAR(secret project)", "body:secret", "secret*", '"secret', "(((", "%",
        "_",
        "-secret", "^secret", "{scope} : p2", "p2", "s2 u2", "secret\x00 OR p2", "a AND NOT b", "+ - * /",
        "\ud800 secret",
        " ".join(f"word{n}" for n in range(10_000)),
    ],
)  # fmt: skip
def test_query_syntax_is_only_words(index: sqlite3.Connection, query: str) -> None:
    assert 12 not in found(index, query)


@settings(max_examples=300, deadline=None)
@given(st.text(), st.text())
def test_no_query_breaks_out_or_fails(index: sqlite3.Connection, text: str, more: str) -> None:
    for query in (text, f'{text}" OR scope:p2 OR "{more}', f"{text} secret {more}"):
        assert 12 not in found(index, query)


@given(st.text())
def test_terms_are_few_and_distinct(text: str) -> None:
    terms = query_terms(text)
    assert len(terms) <= MOST_TERMS
    assert len(set(terms)) == len(terms)


@settings(max_examples=200, deadline=None)
@given(st.text(min_size=1))
def test_a_document_is_found_by_itself(text: str) -> None:
    terms = query_terms(text)
    if not any(term.isascii() and term.isalnum() for term in terms):
        return
    connection = driver.load().connect(":memory:")
    connection.execute("CREATE VIRTUAL TABLE f USING fts5(body, expansion, scope, tokenize='porter unicode61')")
    row = (clean(text), " ".join(expansion(text)), "p1 s1 u0")
    connection.execute("INSERT INTO f VALUES (?, ?, ?)", row)
    assert found(connection, text) == [1]
    connection.close()


def test_stopwords_are_left_out_unless_there_is_nothing_else() -> None:
    assert query_terms("what is the plan of Ana?") == ["plan", "ana"]
    assert query_terms("what is it?") == ["what", "is", "it"]
    assert query_terms("   ?!") == []


def test_scope_filters_hold_inside_of_the_match(index: sqlite3.Connection) -> None:
    assert found(index, "secret", Scope(2)) == [12]
    assert found(index, "secret", Scope(2, (2,), (2,))) == [12]
    assert found(index, "secret", Scope(2, (1,), None)) == []
    assert found(index, "secret", Scope(2, None, (0,))) == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("She prefers long meetings", "does he prefer a long meeting"),
        ("planned", "plan"),
        ("liking", "likes"),
        ("studies", "study"),
        ("preferred", "prefers"),
    ],
)
def test_content_words_are_stemmed_lightly(one: str, other: str) -> None:
    assert content_words(one) == content_words(other)
