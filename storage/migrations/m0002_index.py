"""The search indexes: words of memories and messages, and which of them have a vector of which embedder.

Everything here is derived and can be made anew from `memories` and `messages`. A row of `memory_index` or
`message_index` owns its index entries: a trigger takes them along, whatever deletes the row, a cascade included, so
an index can't outlive its text. The tables of vectors, one per embedder, are made when an embedder is first used;
see `storage/sql/vectors.py`.

The indexes keep their own copy of the words with FTS5's `secure-delete` on, for only so is no token of a deleted row
left in them.
"""

_TOKENIZE = "tokenize='porter unicode61 remove_diacritics 2'"

STATEMENTS = (
    """CREATE TABLE embedders (
        num INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        dim INTEGER NOT NULL
    ) STRICT""",
    # --- memories: those that can be found, which are the live ones --------------------------------------------
    f"CREATE VIRTUAL TABLE memory_fts USING fts5(body, expansion, scope, {_TOKENIZE})",
    "INSERT INTO memory_fts (memory_fts, rank) VALUES ('secure-delete', 1)",
    """CREATE TABLE memory_index (
        memory INTEGER PRIMARY KEY REFERENCES memories(num) ON DELETE CASCADE,
        embedder INTEGER NOT NULL DEFAULT 0
    ) STRICT""",
    "CREATE INDEX memory_index_by_embedder ON memory_index (embedder)",
    """CREATE TRIGGER memory_index_gone AFTER DELETE ON memory_index BEGIN
        DELETE FROM memory_fts WHERE rowid = old.memory;
    END""",
    "CREATE INDEX memories_expiring ON memories (project, expires_at) WHERE expires_at IS NOT NULL AND state = 'live'",
    # --- messages ----------------------------------------------------------------------------------------------
    f"CREATE VIRTUAL TABLE message_fts USING fts5(body, with_previous, expansion, scope, {_TOKENIZE})",
    "INSERT INTO message_fts (message_fts, rank) VALUES ('secure-delete', 1)",
    """CREATE TABLE message_index (
        message INTEGER PRIMARY KEY REFERENCES messages(num) ON DELETE CASCADE,
        embedder INTEGER NOT NULL DEFAULT 0
    ) STRICT""",
    "CREATE INDEX message_index_by_embedder ON message_index (embedder)",
    """CREATE TRIGGER message_index_gone AFTER DELETE ON message_index BEGIN
        DELETE FROM message_fts WHERE rowid = old.message;
    END""",
)
