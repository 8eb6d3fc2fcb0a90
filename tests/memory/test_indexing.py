"""Vectors follow texts in the background, and never a text that is no longer there."""

from pathlib import Path

from app.embedder.builtin import BuiltinEmbedder
from app.memory.indexing import count_waiting, embed_waiting, expire_due
from app.memory.save import Correction, correct, remove
from storage.db import Tx
from storage.sql import vectors
from tests.memory.shelf import shelf


class OtherEmbedder(BuiltinEmbedder):
    """The same model under another name: a change of embedder without a second one."""

    id = "builtin:other:384:1"


def vector_counts(tx: Tx, id: str) -> tuple[int, int]:
    num = vectors.embedder_num(tx, id)
    assert num is not None
    return tuple(tx.value(f"SELECT count(*) FROM {kind}_vec_{num}") for kind in ("memory", "message"))  # type: ignore[return-value]


async def test_rows_get_their_vectors_once(tmp_path: Path) -> None:
    embedder = BuiltinEmbedder()
    async with shelf(tmp_path / "a.db", embedder) as made:
        await made.put(*(f"memory {n}" for n in range(20)))
        await made.talk("Hello", "Hello to you")
        assert await count_waiting(made.ctx) == 22
        assert await embed_waiting(made.ctx) == 22
        assert await embed_waiting(made.ctx) == 0
        assert await count_waiting(made.ctx) == 0
        assert await made.ctx.db.read(lambda tx: vector_counts(tx, embedder.id)) == (20, 2)
    await embedder.close()


async def test_without_an_embedder_nothing_waits(tmp_path: Path) -> None:
    async with shelf(tmp_path / "a.db") as made:
        await made.put("one")
        assert await embed_waiting(made.ctx) == 0
        assert await count_waiting(made.ctx) == 0


async def test_a_changed_embedder_makes_all_vectors_anew_while_search_goes_on(tmp_path: Path) -> None:
    first, second = BuiltinEmbedder(), OtherEmbedder()
    async with shelf(tmp_path / "a.db", first) as made:
        await made.put("She lives in vim.", "The invoice is due.")
        await embed_waiting(made.ctx)
    async with shelf(tmp_path / "a.db", second) as again:
        assert await count_waiting(again.ctx) == 2
        assert await again.texts("vim") == ["She lives in vim."]
        assert await embed_waiting(again.ctx) == 2
        assert (await again.texts("text editor"))[0] == "She lives in vim."
        assert await again.ctx.db.read(lambda tx: vectors.embedder_num(tx, first.id)) is None
    await first.close()
    await second.close()


async def test_a_text_that_changes_while_it_is_embedded_keeps_no_old_vector(tmp_path: Path) -> None:
    class Meanwhile(BuiltinEmbedder):
        async def embed(self, texts, kind):  # type: ignore[no-untyped-def]
            made = await super().embed(texts, kind)
            while todo:
                await todo.pop()()
            return made

    todo = []
    embedder = Meanwhile()
    async with shelf(tmp_path / "a.db", embedder) as made:
        one, two = await made.put("first text", "second text")
        todo.append(lambda: correct(made.ctx, 1, one.id, Correction(text="another text"), actor="key:k"))
        todo.append(lambda: remove(made.ctx, 1, two.id, actor="key:k"))
        assert await embed_waiting(made.ctx) == 1
        assert await made.ctx.db.read(lambda tx: vector_counts(tx, embedder.id)) == (1, 0)
        found = await made.find("another text", within="memories")
        assert found.memories[0].why["similarity"] > 0.99
    await embedder.close()


async def test_cleaning_up_puts_the_expired_away(tmp_path: Path) -> None:
    async with shelf(tmp_path / "a.db") as made:
        await made.put("for a second", expires_at=made.hands.ms + 1500)
        assert await expire_due(made.ctx) == 0
        made.hands.ms += 1500
        assert await expire_due(made.ctx) == 1
        assert await expire_due(made.ctx) == 0
