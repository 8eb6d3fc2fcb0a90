"""Writes finished calls down, off the calls' path: a queue, and one task that empties it in group commits.

A call is durable well within a second of its last byte. A full disk or a failing write never reaches a caller:
calls wait in the queue, which is bounded, and are written when there is room again.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from app.memory.capture import Finished, record, words_of
from app.memory.context import Ctx
from app.memory.learn import start_batch
from storage.db import Tx
from storage.errors import StorageFull

log = logging.getLogger(__name__)

ROOM = 10_000
"""Calls that may wait while nothing can be written; beyond it the oldest is given up, with an error in the log."""

TOGETHER_S = 0.05
"""How long a call waits for others to be written with: one transaction for many costs little more than for one."""

AT_ONCE = 64
"""Calls in one transaction, so that none holds the writer for long."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A finished call, and whether its conversation is to be learned from at once."""

    finished: Finished
    learn_now: bool


class Recorder:
    """The queue of finished calls. `put` never waits; `close` writes all that is left."""

    def __init__(self, ctx: Ctx) -> None:
        self._ctx = ctx
        self._waiting: deque[Entry] = deque()
        self._news = asyncio.Event()
        self._hurry = asyncio.Event()
        self._empty = asyncio.Event()
        self._empty.set()
        self._task: asyncio.Task[None] | None = None
        self.storage_full = False

    def start(self) -> None:
        """Begins to write."""
        self._task = asyncio.create_task(self._run(), name="recorder")

    def put(self, finished: Finished, *, learn_now: bool = False) -> None:
        """Takes a finished call."""
        if len(self._waiting) >= ROOM:
            lost = self._waiting.popleft()
            log.error("call %s was not recorded: %d calls wait for room on the disk", lost.finished.call.id, ROOM)
        self._waiting.append(Entry(finished, learn_now))
        self._empty.clear()
        self._news.set()

    async def flush(self) -> None:
        """Returns when all that was put so far is written."""
        if not self._empty.is_set():
            self._hurry.set()
        await self._empty.wait()

    async def close(self) -> None:
        """Writes what is left, for a few seconds at most, and ends."""
        if self._task is None:
            return
        try:
            async with asyncio.timeout(5):
                await self.flush()
        except TimeoutError:
            log.error("%d calls could not be recorded before the end", len(self._waiting))
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        self._task = None

    async def _run(self) -> None:
        while True:
            await self._news.wait()
            await self._let_more_come()
            self._news.clear()
            while self._waiting:
                await self._write_some()
            self._hurry.clear()
            self._empty.set()

    async def _let_more_come(self) -> None:
        try:
            async with asyncio.timeout(TOGETHER_S):
                await self._hurry.wait()
        except TimeoutError:
            return

    async def _write_some(self) -> None:
        entries = [self._waiting.popleft() for _ in range(min(AT_ONCE, len(self._waiting)))]
        try:
            conversations = await self._write(entries)
        except StorageFull as error:
            if not self.storage_full:
                log.error("storage_full: calls go on, their recording waits. %s", error)
            self.storage_full = True
            self._waiting.extendleft(reversed(entries))
            await self._ctx.world.sleep(1.0)
            return
        except Exception:
            log.exception("a group of %d calls could not be recorded; each is tried alone", len(entries))
            conversations = [await self._write_alone(entry) for entry in entries]
        self.storage_full = False
        await self._learn(entries, conversations)

    async def _write(self, entries: Sequence[Entry]) -> list[str | None]:
        finished = [entry.finished for entry in entries]
        words = await asyncio.to_thread(lambda: [words_of(one) for one in finished])

        def work(tx: Tx) -> list[str | None]:
            return [record(tx, self._ctx.world, *one) for one in zip(finished, words, strict=True)]

        return await self._ctx.db.write(work)

    async def _write_alone(self, entry: Entry) -> str | None:
        """One bad call must not keep the others from being written: it is given up, with its traceback in the log."""
        try:
            return (await self._write([entry]))[0]
        except Exception:
            log.exception("call %s could not be recorded", entry.finished.call.id)
            return None

    async def _learn(self, entries: Sequence[Entry], conversations: Sequence[str | None]) -> None:
        if any(conversations):
            self._ctx.bell.ring()
        for entry, conversation in zip(entries, conversations, strict=True):
            if entry.learn_now and conversation is not None:
                try:
                    await start_batch(self._ctx, entry.finished.call.project, conversation_id=conversation)
                except Exception:
                    log.exception("no batch could be started for %s; its messages wait", conversation)
