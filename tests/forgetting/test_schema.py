"""Every column that can hold words is known here, with what becomes of it: a new one fails this test first."""

from app.memory.indexing import embed_waiting
from tests.forgetting.ownership import OWNED, tables
from tests.memory.shelf import Shelf

TAKEN = {
    "subjects.name",
    "memories.subject",
    "memories.text",
    "memories.same_text",
    "memories.categories",
    "memories.metadata",
    "memory_history.text",
    "memory_sources.quote",
    "memory_fts_content.c0",
    "memory_fts_content.c1",
    "memory_fts_content.c2",
    "conversations.subject",
    "conversations.title",
    "conversation_names.name",
    "turns.ident",
    "turn_marks.mark",
    "messages.text",
    "messages.tool_calls",
    "message_fts_content.c0",
    "message_fts_content.c1",
    "message_fts_content.c2",
    "message_fts_content.c3",
    "call_texts.subject",
    "call_texts.prompt",
    "call_texts.answer",
    "recall_blocks.anchor",
    "recall_blocks.block",
    "batches.focus",
    "batch_parts.subject",
    "batch_parts.error",
}
"""Words of an end user, or made of them: their rows go."""

STAYS = {
    "projects": "of the tenant",
    "keys": "of the tenant",
    "providers": "of the tenant",
    "models": "of the tenant",
    "chains": "of the tenant",
    "response_owners": "ids of the upstream's",
    "spaces": "names of repositories",
    "space_aliases": "names of repositories",
    "calls": "numbers, names and the subject's hash",
    "embedders": "names of models",
    "erasures": "hashes, names of spaces and counts",
    "audit": "hashes, names of spaces and counts",
    "retention_clock": "times",
}
"""Tables that no erasure takes a row of, and what words they hold."""

PLAIN = {
    "id", "project", "role", "kind", "author", "state", "space", "source", "model", "agent", "action", "actor",
    "valid_from", "valid_until", "replaced_by", "batch_id", "message_id", "conversation_id", "call_id", "memory_id",
    "why", "reason", "counts", "kept", "proposed",
}  # fmt: skip
"""Columns of the taken tables that hold ids, names from a list of ours, names of apps and models, dates and numbers."""


async def test_every_column_that_can_hold_words_is_accounted_for(shelf: Shelf) -> None:
    known = await shelf.ctx.db.read(tables)
    names = [name for name in known if not name.startswith("sqlite_") and name not in STAYS]
    assert set(names) == set(OWNED)
    found: set[str] = set()
    for name in names:
        columns = await shelf.ctx.db.read(lambda tx, name=name: tx.all(f"PRAGMA table_info({name})"))
        found |= {f"{name}.{column['name']}" for column in columns if column["type"] in ("TEXT", "BLOB", "")}
    assert {column for column in found if column.split(".")[1] not in PLAIN} == TAKEN


async def test_a_vector_s_row_holds_no_text(shelf: Shelf) -> None:
    await shelf.put("something")
    await embed_waiting(shelf.ctx)
    columns = await shelf.ctx.db.read(lambda tx: tx.all("PRAGMA table_info(memory_vec_1)"))
    assert {c["name"]: c["type"] for c in columns if "hidden" not in c["name"]}.keys() >= {"num", "subject", "vector"}
    kinds = await shelf.ctx.db.read(
        lambda tx: tx.one("SELECT typeof(num), typeof(project), typeof(space), typeof(subject) FROM memory_vec_1")
    )
    assert set(kinds or ()) == {"integer"}
