"""The job that scrubs the file of what was erased, in a quiet moment."""

from app.memory.scrubbing import next_scrub, scrub_due, scrub_now
from jobs.job import Job

SCRUB = Job("scrub", scrub_due, scrub_now, next_scrub)
