"""Learning: batches with their parts, what has been settled, and conflicts to review.

A batch holds no state of its own: that is read off its parts, so the two can't disagree. Everything here goes
when the message or the memory it stands for goes.

`messages.learned` is 0 for a message that waits, 1 once a batch has dealt with it (or never will), and 2 for one
of a conversation that nothing is learned from as it stands: a single turn that nobody asked to remember.
"""

STATEMENTS = (
    """CREATE TABLE batches (
        num INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        project INTEGER NOT NULL REFERENCES projects(num) ON DELETE CASCADE,
        reason TEXT NOT NULL CHECK (reason IN ('size', 'age', 'asked', 'remember', 'by_hand')),
        focus TEXT,
        created_at INTEGER NOT NULL
    ) STRICT""",
    "CREATE INDEX batches_by_project ON batches (project, num)",
    # One part is one model call. A claim counts the attempt and takes a lease; the pair says whose work it is.
    """CREATE TABLE batch_parts (
        num INTEGER PRIMARY KEY AUTOINCREMENT,
        batch INTEGER NOT NULL REFERENCES batches(num) ON DELETE CASCADE,
        project INTEGER NOT NULL,
        space TEXT NOT NULL,
        subject TEXT,
        state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'done', 'failed')),
        attempts INTEGER NOT NULL DEFAULT 0,
        next_try_at INTEGER NOT NULL,
        lease_until INTEGER NOT NULL DEFAULT 0,
        started_at INTEGER,
        ended_at INTEGER,
        counts TEXT NOT NULL DEFAULT '{}',
        cost_usd REAL NOT NULL DEFAULT 0,
        model TEXT,
        error TEXT
    ) STRICT""",
    "CREATE INDEX batch_parts_of ON batch_parts (batch)",
    "CREATE INDEX batch_parts_unfinished ON batch_parts (project, state, next_try_at) WHERE state <> 'done'",
    "CREATE INDEX batch_parts_by_subject ON batch_parts (project, subject) WHERE subject IS NOT NULL",
    # Which characters of which messages a part reads; `end_char` NULL means to the end.
    """CREATE TABLE part_messages (
        part INTEGER NOT NULL REFERENCES batch_parts(num) ON DELETE CASCADE,
        message INTEGER NOT NULL REFERENCES messages(num) ON DELETE CASCADE,
        start_char INTEGER NOT NULL,
        end_char INTEGER,
        PRIMARY KEY (part, message, start_char)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX part_messages_by_message ON part_messages (message)",
    # Up to which message a conversation has been indexed.
    """CREATE TABLE settled (
        conversation INTEGER PRIMARY KEY REFERENCES conversations(num) ON DELETE CASCADE,
        upto INTEGER NOT NULL
    ) STRICT""",
    # A learned memory that would have replaced one that only a person may change.
    """CREATE TABLE conflicts (
        num INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        project INTEGER NOT NULL REFERENCES projects(num) ON DELETE CASCADE,
        kept TEXT NOT NULL REFERENCES memories(id) ON DELETE CASCADE,
        proposed TEXT NOT NULL REFERENCES memories(id) ON DELETE CASCADE,
        at INTEGER NOT NULL,
        state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'settled'))
    ) STRICT""",
    "CREATE INDEX conflicts_by_project ON conflicts (project, state, num)",
    "CREATE INDEX conflicts_by_kept ON conflicts (kept)",
    "CREATE INDEX conflicts_by_proposed ON conflicts (proposed)",
)
