"""The job that gives rows their vectors after they were stored."""

from app.memory.indexing import embed_waiting
from jobs.job import Job, only_events

EMBED = Job("embed", embed_waiting, embed_waiting, only_events)
