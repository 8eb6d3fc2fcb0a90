"""Search: what a caller may see, in both indexes, and that words alone do when there are no vectors."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest
import pytest_asyncio

from app.embedder.builtin import BuiltinEmbedder
from app.memory.indexing import embed_waiting
from app.memory.search import nearest
from storage.sql.memories import Filters
from tests.memory.shelf import Shelf, shelf


@pytest_asyncio.fixture(name="words")
async def _words(tmp_path: Path) -> AsyncIterator[Shelf]:
    async with shelf(tmp_path / "loregate.db") as made:
        yield made


@pytest_asyncio.fixture(name="meaning")
async def _meaning(tmp_path: Path) -> AsyncIterator[Shelf]:
    embedder = BuiltinEmbedder()
    async with shelf(tmp_path / "loregate.db", embedder) as made:
        yield made
    await embedder.close()


async def test_who_sees_which_subjects(words: Shelf) -> None:
    await words.put("canary-A tea", subject="ana")
    await words.put("canary-B tea", subject="ben")
    await words.put("canary-P tea")
    other = await words.add_project("other")
    await words.put("canary-C tea", project=other.num)
    assert set(await words.texts("canary tea", subject="ana")) == {"canary-A tea", "canary-P tea"}
    assert set(await words.texts("canary tea", subject="nobody")) == {"canary-P tea"}
    assert len(await words.texts("canary tea")) == 3
    await words.set(unscoped_reads="project")
    assert await words.texts("canary tea") == ["canary-P tea"]
    assert set(await words.texts("canary tea", subject="ana")) == {"canary-A tea", "canary-P tea"}


async def test_a_space_is_read_with_default_and_no_space_reads_all(words: Shelf) -> None:
    await words.put("tea here", space="repo-a")
    await words.put("tea there", space="repo-b")
    await words.put("tea everywhere")
    assert set(await words.texts("tea", space="repo-a")) == {"tea here", "tea everywhere"}
    assert await words.texts("tea", space="unheard-of") == ["tea everywhere"]
    assert await words.texts("tea", space="default") == ["tea everywhere"]
    assert len(await words.texts("tea")) == 3


async def test_conversations_keep_the_same_rules(words: Shelf) -> None:
    await words.talk("Where is my parcel canary-A?", "In Porto.", subject="ana")
    await words.talk("Where is my parcel canary-B?", "In Lagos.", subject="ben")
    await words.talk("The parcel desk canary-P opens at nine.", "Noted.")
    other = await words.add_project("other")
    await words.talk("parcel canary-C", "yes", project=other.num)
    found = (await words.find("parcel", subject="ana")).conversations
    assert {hit.conversation.subject for hit in found} == {"ana", None}
    assert all("canary-A" in hit.snippet or "canary-P" in hit.snippet for hit in found)
    await words.set(unscoped_reads="project")
    assert [hit.conversation.subject for hit in (await words.find("parcel")).conversations] == [None]


async def test_messages_are_grouped_into_conversations_by_their_best(words: Shelf) -> None:
    await words.talk("I want to plan a trip.", "Where to?", "To Porto, by train from Lisbon.", "A fine trip.")
    await words.talk("Is Porto a wine?", "Port is.")
    found = (await words.find("train to Porto", within="conversations")).conversations
    assert [hit.conversation.title for hit in found] == ["I want to plan a trip.", "Is Porto a wine?"]
    assert found[0].snippet == "To Porto, by train from Lisbon."
    assert len((await words.find("Porto", within="conversations", limit=1)).conversations) == 1


async def test_what_is_asked_for_is_what_comes(words: Shelf) -> None:
    await words.put("Porto is lovely")
    await words.talk("Porto?", "Yes.")
    both = await words.find("Porto")
    assert len(both.memories) == len(both.conversations) == 1
    assert not (await words.find("Porto", within="memories")).conversations
    assert not (await words.find("Porto", within="conversations")).memories


@pytest.mark.parametrize("query", ["what is it", '" OR scope:*', "((", "*", "tea " * 10_000, "!!!", "\x00", "\ud800"])
async def test_any_query_is_answered_within_scope(words: Shelf, query: str) -> None:
    await words.put("what is it", subject="ana")
    await words.put("scope tea what is it", subject="ben")
    found = await words.find(query, subject="ana")
    assert all(one.memory.subject == "ana" for one in found.memories)


async def test_a_query_of_stopwords_alone_finds_them(words: Shelf) -> None:
    await words.put("To be or not to be", "Green tea")
    assert await words.texts("to be or not to be") == ["To be or not to be"]


async def test_filters_narrow_memories(words: Shelf) -> None:
    await words.put("tea one", kind="event", categories=("a",))
    await words.put("tea two", metadata={"ticket": 7})
    assert await words.texts("tea", filters=Filters(kind="event")) == ["tea one"]
    assert await words.texts("tea", filters=Filters(excludes=("a",))) == ["tea two"]
    assert await words.texts("tea", filters=Filters(metadata={"ticket": 7})) == ["tea two"]


async def test_what_has_expired_is_gone_at_once(words: Shelf) -> None:
    await words.put("tea for a day", expires_at=words.hands.ms + 5000)
    assert await words.texts("tea")
    words.hands.ms += 5000
    assert await words.texts("tea") == []


async def test_meaning_finds_what_words_do_not(meaning: Shelf) -> None:
    await meaning.put("She lives in vim.", "The invoice is due in March.", "Her cat is called Momo.")
    assert await embed_waiting(meaning.ctx) == 3
    assert (await meaning.texts("which text editor does she use"))[0] == "She lives in vim."
    assert (await meaning.texts("name of the pet"))[0] == "Her cat is called Momo."


async def test_a_thousand_nearer_memories_of_ben_never_hide_ana_s(meaning: Shelf) -> None:
    await meaning.put(*(f"Ben's favourite colour is blue {n}" for n in range(300)), subject="ben")
    await meaning.put("At some time the painter spoke of a colour.", subject="ana")
    await embed_waiting(meaning.ctx)
    found = await meaning.find("favourite colour blue", subject="ana")
    assert [one.memory.subject for one in found.memories] == ["ana"]
    known = await nearest(meaning.ctx, 1, subject="ana", space=None, texts=["favourite colour blue"])
    assert [one.subject for one in known] == ["ana"]


async def test_what_is_known_is_of_that_subject_alone(words: Shelf) -> None:
    await words.put("tea of ana", subject="ana")
    await words.put("tea of all")
    await words.put("tea of ana in a repo", subject="ana", space="repo")

    async def known(subject: str | None, space: str | None, *texts: str) -> list[str]:
        return [m.text for m in await nearest(words.ctx, 1, subject=subject, space=space, texts=texts or ["tea"])]

    assert set(await known("ana", None)) == {"tea of ana", "tea of ana in a repo"}
    assert await known("ana", "default") == ["tea of ana"]
    assert await known(None, None) == ["tea of all"]
    assert await known("nobody", None) == []
    assert await known("ana", None, "", " ") == []


class SlowEmbedder(BuiltinEmbedder):
    """The built-in one behind a line that answers late, or breaks."""

    def __init__(self, error: Exception | None = None) -> None:
        super().__init__()
        self.error = error
        self.queries = 0

    async def embed(self, texts: Sequence[str], kind: str) -> object:  # type: ignore[override]
        if kind == "query":
            self.queries += 1
            if self.error is not None:
                raise self.error
            await asyncio.Event().wait()
        return await super().embed(texts, kind)  # type: ignore[arg-type]


@pytest.mark.parametrize("error", [None, RuntimeError("closed"), OSError("gone")])
async def test_an_embedder_that_is_slow_or_broken_costs_meaning_alone(tmp_path: Path, error: Exception | None) -> None:
    embedder = SlowEmbedder(error)
    async with shelf(tmp_path / "loregate.db", embedder) as made:  # type: ignore[arg-type]
        await made.put("green tea")
        await embed_waiting(made.ctx)
        assert await made.texts("tea", patience_s=0.01) == ["green tea"]
        assert embedder.queries == 1
    await embedder.close()
