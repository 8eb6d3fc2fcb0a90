"""The job that puts memories whose time is over into the state `expired`; nobody saw them any more before."""

from app.memory.indexing import expire_due
from jobs.job import Job, only_events

EXPIRE = Job("expire", expire_due, expire_due, only_events)
