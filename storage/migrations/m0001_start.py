"""The first format: who calls, how models are reached, calls, conversations and memories.

Times are whole milliseconds since 1970 in UTC. `num` is a row's number inside the file (never used again);
`id` is the name that the outside knows. Booleans are 0 or 1. Lists and objects are JSON text.
"""

STATEMENTS = (
    # --- who calls -------------------------------------------------------------------------------------------
    """CREATE TABLE projects (
        num INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        slug TEXT NOT NULL UNIQUE,
        name TEXT NOT NULL,
        settings TEXT NOT NULL DEFAULT '{}',
        created_at INTEGER NOT NULL
    ) STRICT""",
    """CREATE TABLE keys (
        num INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        project INTEGER NOT NULL REFERENCES projects(num) ON DELETE CASCADE,
        name TEXT NOT NULL,
        sha256 BLOB NOT NULL UNIQUE,
        hint TEXT NOT NULL,
        scope TEXT NOT NULL CHECK (scope IN ('read', 'write')),
        space TEXT,
        expires_at INTEGER,
        revoked_at INTEGER,
        created_at INTEGER NOT NULL
    ) STRICT""",
    # --- how models are reached ------------------------------------------------------------------------------
    """CREATE TABLE providers (
        num INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        project INTEGER NOT NULL REFERENCES projects(num) ON DELETE CASCADE,
        name TEXT NOT NULL,
        base_url TEXT NOT NULL,
        dialects TEXT NOT NULL,
        credentials TEXT NOT NULL CHECK (credentials IN ('secret', 'client', 'none')),
        passthrough INTEGER NOT NULL,
        is_default INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        UNIQUE (project, name)
    ) STRICT""",
    """CREATE TABLE models (
        num INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        project INTEGER NOT NULL REFERENCES projects(num) ON DELETE CASCADE,
        provider INTEGER NOT NULL REFERENCES providers(num) ON DELETE CASCADE,
        name TEXT NOT NULL,
        upstream_name TEXT NOT NULL,
        extra_body TEXT NOT NULL DEFAULT '{}',
        reasoning_effort TEXT,
        price TEXT,
        listed INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        UNIQUE (project, name)
    ) STRICT""",
    """CREATE TABLE chains (
        project INTEGER NOT NULL REFERENCES projects(num) ON DELETE CASCADE,
        name TEXT NOT NULL,
        models TEXT NOT NULL,
        listed INTEGER NOT NULL,
        PRIMARY KEY (project, name)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE response_owners (
        project INTEGER NOT NULL REFERENCES projects(num) ON DELETE CASCADE,
        response_id TEXT NOT NULL,
        provider TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (project, response_id)
    ) STRICT, WITHOUT ROWID""",
    # --- scopes: numbers that the indexes carry in place of names ---------------------------------------------
    """CREATE TABLE spaces (
        num INTEGER PRIMARY KEY AUTOINCREMENT,
        project INTEGER NOT NULL REFERENCES projects(num) ON DELETE CASCADE,
        name TEXT NOT NULL,
        created_at INTEGER NOT NULL,
        UNIQUE (project, name)
    ) STRICT""",
    """CREATE TABLE space_aliases (
        project INTEGER NOT NULL REFERENCES projects(num) ON DELETE CASCADE,
        folder TEXT NOT NULL,
        space TEXT NOT NULL,
        PRIMARY KEY (project, folder)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE subjects (
        num INTEGER PRIMARY KEY AUTOINCREMENT,
        project INTEGER NOT NULL REFERENCES projects(num) ON DELETE CASCADE,
        name TEXT NOT NULL,
        UNIQUE (project, name)
    ) STRICT""",
    # --- calls -----------------------------------------------------------------------------------------------
    """CREATE TABLE calls (
        num INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        project INTEGER NOT NULL REFERENCES projects(num) ON DELETE CASCADE,
        key_id TEXT,
        application TEXT,
        source TEXT,
        space TEXT,
        subject_sha256 TEXT,
        at INTEGER NOT NULL,
        route TEXT NOT NULL,
        mode TEXT NOT NULL,
        model TEXT,
        model_used TEXT,
        provider TEXT,
        attempts INTEGER NOT NULL,
        status INTEGER NOT NULL,
        error TEXT,
        stream INTEGER NOT NULL,
        complete INTEGER NOT NULL,
        first_byte_ms REAL,
        duration_ms REAL NOT NULL,
        input_tokens INTEGER NOT NULL,
        output_tokens INTEGER NOT NULL,
        cache_read_tokens INTEGER NOT NULL,
        cache_write_tokens INTEGER NOT NULL,
        reasoning_tokens INTEGER NOT NULL,
        cost_usd REAL NOT NULL,
        recall TEXT NOT NULL,
        recall_ms REAL,
        hits INTEGER NOT NULL,
        turn_id TEXT
    ) STRICT""",
    "CREATE INDEX calls_by_time ON calls (project, at)",
    "CREATE INDEX calls_by_application ON calls (project, application, at) WHERE application IS NOT NULL",
    """CREATE TABLE call_texts (
        call INTEGER PRIMARY KEY REFERENCES calls(num) ON DELETE CASCADE,
        project INTEGER NOT NULL,
        subject TEXT,
        prompt TEXT NOT NULL,
        answer TEXT NOT NULL
    ) STRICT""",
    "CREATE INDEX call_texts_by_subject ON call_texts (project, subject) WHERE subject IS NOT NULL",
    """CREATE TABLE call_memories (
        call_id TEXT NOT NULL,
        project INTEGER NOT NULL,
        memory_id TEXT NOT NULL,
        score REAL NOT NULL,
        why TEXT NOT NULL,
        tokens INTEGER NOT NULL,
        PRIMARY KEY (call_id, memory_id)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX call_memories_by_memory ON call_memories (memory_id)",
    # The ledger: the block that was placed at one user message, to be placed there again byte for byte.
    """CREATE TABLE recall_blocks (
        project INTEGER NOT NULL REFERENCES projects(num) ON DELETE CASCADE,
        anchor BLOB NOT NULL,
        call_id TEXT NOT NULL,
        block TEXT NOT NULL,
        at INTEGER NOT NULL,
        PRIMARY KEY (project, anchor)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX recall_blocks_by_call ON recall_blocks (call_id)",
    # --- conversations ---------------------------------------------------------------------------------------
    """CREATE TABLE conversations (
        num INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        project INTEGER NOT NULL REFERENCES projects(num) ON DELETE CASCADE,
        space TEXT NOT NULL,
        subject TEXT,
        source TEXT,
        title TEXT,
        state TEXT NOT NULL CHECK (state IN ('open', 'read')),
        asked INTEGER NOT NULL,
        never_learn INTEGER NOT NULL DEFAULT 0,
        turns INTEGER NOT NULL,
        model TEXT,
        created_at INTEGER NOT NULL,
        last_turn_at INTEGER NOT NULL
    ) STRICT""",
    "CREATE INDEX conversations_by_time ON conversations (project, last_turn_at)",
    "CREATE INDEX conversations_by_subject ON conversations (project, subject) WHERE subject IS NOT NULL",
    "CREATE INDEX conversations_open ON conversations (last_turn_at) WHERE state = 'open'",
    # The names by which later calls find a conversation: the caller's own id, or a client's session id.
    """CREATE TABLE conversation_names (
        project INTEGER NOT NULL,
        name BLOB NOT NULL,
        conversation INTEGER NOT NULL REFERENCES conversations(num) ON DELETE CASCADE,
        PRIMARY KEY (project, name)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX conversation_names_back ON conversation_names (conversation)",
    """CREATE TABLE turns (
        num INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        project INTEGER NOT NULL,
        conversation INTEGER NOT NULL REFERENCES conversations(num) ON DELETE CASCADE,
        ident BLOB NOT NULL,
        agent TEXT,
        at INTEGER NOT NULL
    ) STRICT""",
    "CREATE INDEX turns_by_ident ON turns (project, ident)",
    "CREATE INDEX turns_by_conversation ON turns (conversation)",
    # What a later history shows of a turn: a fingerprint of its question with its answer (two, after a retry).
    """CREATE TABLE turn_marks (
        project INTEGER NOT NULL,
        mark BLOB NOT NULL,
        turn INTEGER NOT NULL REFERENCES turns(num) ON DELETE CASCADE,
        PRIMARY KEY (project, mark, turn)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX turn_marks_back ON turn_marks (turn)",
    """CREATE TABLE messages (
        num INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        project INTEGER NOT NULL,
        conversation INTEGER NOT NULL REFERENCES conversations(num) ON DELETE CASCADE,
        turn INTEGER NOT NULL REFERENCES turns(num) ON DELETE CASCADE,
        role TEXT NOT NULL CHECK (role IN ('user', 'assistant')),
        text TEXT NOT NULL,
        tool_calls TEXT NOT NULL DEFAULT '[]',
        at INTEGER NOT NULL,
        learned INTEGER NOT NULL DEFAULT 0
    ) STRICT""",
    "CREATE INDEX messages_by_conversation ON messages (conversation)",
    "CREATE INDEX messages_by_turn ON messages (turn)",
    "CREATE INDEX messages_waiting ON messages (project, at) WHERE learned = 0",
    # --- memories --------------------------------------------------------------------------------------------
    """CREATE TABLE memories (
        num INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        project INTEGER NOT NULL REFERENCES projects(num) ON DELETE CASCADE,
        space TEXT NOT NULL,
        subject TEXT,
        text TEXT NOT NULL,
        same_text BLOB NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('fact', 'preference', 'decision', 'event', 'procedure')),
        importance REAL NOT NULL,
        confidence REAL NOT NULL,
        author TEXT NOT NULL CHECK (author IN ('person', 'agent', 'learned')),
        state TEXT NOT NULL CHECK (state IN ('live', 'suspended', 'replaced', 'removed', 'expired')),
        pinned INTEGER NOT NULL DEFAULT 0,
        confirmed INTEGER NOT NULL DEFAULT 0,
        categories TEXT NOT NULL DEFAULT '[]',
        metadata TEXT NOT NULL DEFAULT '{}',
        expires_at INTEGER,
        valid_from TEXT,
        valid_until TEXT,
        useful INTEGER NOT NULL DEFAULT 0,
        wrong INTEGER NOT NULL DEFAULT 0,
        replaced_by TEXT,
        batch_id TEXT,
        created_at INTEGER NOT NULL,
        updated_at INTEGER NOT NULL
    ) STRICT""",
    "CREATE INDEX memories_by_project ON memories (project, state, created_at)",
    "CREATE INDEX memories_by_subject ON memories (project, subject) WHERE subject IS NOT NULL",
    "CREATE INDEX memories_by_text ON memories (project, same_text)",
    """CREATE TABLE memory_history (
        num INTEGER PRIMARY KEY AUTOINCREMENT,
        memory INTEGER NOT NULL REFERENCES memories(num) ON DELETE CASCADE,
        at INTEGER NOT NULL,
        action TEXT NOT NULL,
        actor TEXT NOT NULL,
        text TEXT NOT NULL
    ) STRICT""",
    "CREATE INDEX memory_history_by_memory ON memory_history (memory)",
    """CREATE TABLE memory_sources (
        memory INTEGER NOT NULL REFERENCES memories(num) ON DELETE CASCADE,
        message_id TEXT NOT NULL,
        conversation_id TEXT NOT NULL,
        role TEXT NOT NULL,
        at INTEGER NOT NULL,
        quote TEXT NOT NULL,
        PRIMARY KEY (memory, message_id)
    ) STRICT, WITHOUT ROWID""",
    # --- audit -----------------------------------------------------------------------------------------------
    """CREATE TABLE audit (
        num INTEGER PRIMARY KEY AUTOINCREMENT,
        project INTEGER,
        at INTEGER NOT NULL,
        actor TEXT NOT NULL,
        action TEXT NOT NULL,
        details TEXT NOT NULL DEFAULT '{}'
    ) STRICT""",
)
