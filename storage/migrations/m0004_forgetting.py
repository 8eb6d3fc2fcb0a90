"""Forgetting: the certificate of each erasure, and the clock of the daily retention.

Of what was erased an erasure keeps hashes, names of spaces, counts and times, never words. Its number is also its
place in time: what began before an erasure and ends after it is told by numbers, which no clock can set back.
"""

STATEMENTS = (
    # No reference to the project: a certificate outlives it.
    """CREATE TABLE erasures (
        num INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        project INTEGER NOT NULL,
        what TEXT NOT NULL CHECK (what IN ('subject', 'space', 'everything', 'memory')),
        subject_sha256 TEXT,
        space TEXT,
        conversations INTEGER NOT NULL,
        actor TEXT NOT NULL,
        at INTEGER NOT NULL,
        deleted TEXT NOT NULL,
        scrub TEXT NOT NULL DEFAULT 'pending' CHECK (scrub IN ('pending', 'done')),
        scrubbed_at INTEGER,
        scan TEXT,
        note TEXT
    ) STRICT""",
    "CREATE INDEX erasures_by_project ON erasures (project, num)",
    "CREATE INDEX erasures_pending ON erasures (num) WHERE scrub = 'pending'",
    # `seen_at` is the latest time at which a run looked at the clock; `held_since` is set while it isn't trusted.
    """CREATE TABLE retention_clock (
        one INTEGER PRIMARY KEY CHECK (one = 1),
        seen_at INTEGER NOT NULL,
        held_since INTEGER
    ) STRICT""",
    "CREATE INDEX calls_by_subject ON calls (project, subject_sha256) WHERE subject_sha256 IS NOT NULL",
    "CREATE INDEX calls_by_turn ON calls (turn_id) WHERE turn_id IS NOT NULL",
)
