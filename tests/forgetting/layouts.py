"""Databases as chance makes them: calls, conversations, memories and work of several subjects, stored as the program
does it, with every word registered to whom it belongs."""

import hashlib
import random
import string
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from app.embedder.interface import Kind
from app.embedder.weights import Floats
from app.memory import save
from app.memory.capture import Finished, Origin, record, words_of
from app.memory.indexing import embed_waiting
from app.memory.learn import start_batch
from app.memory.save import Correction, Draft
from app.memory.settle import settle_due
from app.memory.subjects import subject_sha256
from app.memory.turns import history_of
from app.wire.block import render
from app.wire.neutral import Answer, Message, ToolCall
from storage.db import Tx
from storage.model import Call, CallMemory, Memory, Source, Tokens
from storage.sql import conflicts, conversations, memories, parts
from storage.sql.conflicts import Conflict
from tests.memory.shelf import Shelf

FILLER = "the people of this town like to talk about what they had for lunch and where they went on sunday with whom"
SHARED = "Everybody in this office drinks a cup of green tea in the afternoon"
"""Said word for word by more than one."""


class HashEmbedder:
    """A vector for each text that no other text has: what is tested is where vectors stay, not what they mean."""

    id = "test:hash:32"
    dim = 32

    def __init__(self) -> None:
        self.forgotten = 0

    async def embed(self, texts: Sequence[str], kind: Kind) -> Floats:
        rows = [np.frombuffer(hashlib.shake_256(text.encode()).digest(self.dim), np.int8) for text in texts]
        vectors = np.array(rows, "<f4").reshape(-1, self.dim) + 0.5
        return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)

    def forget(self) -> None:
        self.forgotten += 1

    async def close(self) -> None:
        pass


@dataclass
class Talk:
    """A conversation as its client has it."""

    subject: str | None
    space: str
    session: str
    project: int
    said: list[Message] = field(default_factory=list)
    id: str | None = None


@dataclass
class Layout:
    """One database with what is known of it. `tokens` are the made-up words by whom they belong to."""

    shelf: Shelf
    chance: random.Random
    subjects: list[str | None] = field(default_factory=list)
    spaces: list[str] = field(default_factory=list)
    talks: list[Talk] = field(default_factory=list)
    tokens: dict[str | None, set[str]] = field(default_factory=lambda: defaultdict(set))
    made: list[Memory] = field(default_factory=list)
    other: int = 0

    @property
    def project(self) -> int:
        return self.shelf.project.num

    def text(self, owner: str | None, most: int = 60) -> str:
        """Words of an owner: some that everybody uses, and made-up ones that nobody else ever says."""
        words = self.chance.choices(FILLER.split(), k=self.chance.randint(2, most))
        for _ in range(self.chance.randint(1, 3)):
            token = "".join(self.chance.choices(string.ascii_lowercase, k=self.chance.randint(9, 14)))
            self.tokens[owner].add(token)
            words.insert(self.chance.randrange(len(words)), token)
        return " ".join(words)

    async def grow(self, steps: int) -> None:
        """Lets things happen."""
        deeds = (self.call, self.call, self.call, self.save, self.save, self.correct, self.learned, self.remove)
        for _ in range(steps):
            await self.chance.choice((*deeds, self.settle, self.batch, self.embed))()
            self.shelf.hands.ms += self.chance.randint(1, 400_000)
        await self.settle()
        await self.embed()

    # --- deeds ---------------------------------------------------------------------------------------------------

    def owner(self) -> tuple[str | None, str]:
        return self.chance.choice(self.subjects), self.chance.choice(self.spaces)

    async def call(self) -> None:
        """A call: remembered or not, in a new conversation or an old one, with a receipt and a block or without."""
        if not self.talks or self.chance.random() < 0.3:
            subject, space = self.owner()
            talk = Talk(subject, space, f"s{len(self.talks)}", self.project)
            if self.other and self.chance.random() < 0.1:
                talk.project, talk.subject = self.other, "elsewhere"
            self.talks.append(talk)
        talk = self.chance.choice(self.talks)
        owner = talk.subject
        most = 900 if self.chance.random() < 0.1 else 60
        talk.said.append(Message("user", self.text(owner, most), (), (), len(talk.said), None))
        tools = ()
        if self.chance.random() < 0.3:
            tools = (ToolCall(f"t{len(talk.said)}", "plan", f'{{"step": "{self.text(owner)}"}}'),)
        answer = Answer(self.text(owner), tools, None, True, "stop", None, None, None)
        history = history_of(talk.said)
        seen = [m for m in self.made if talk.subject is None or m.subject in (None, talk.subject)]
        got = self.chance.sample(seen, min(len(seen), 3)) if self.chance.random() < 0.6 else []
        finished = Finished(
            call=self.line(talk),
            origin=Origin("key_1", None, talk.space, talk.subject, names=(("session", talk.session),)),
            history=history,
            answer=answer,
            remembered=self.chance.random() < 0.8,
            keep_texts=True,
            epoch=1 << 40,
            got=tuple(CallMemory(m.id, 0.5, {}, 9) for m in got),
            block=render("abc", [self.note(m) for m in got]) if got else None,
        )
        talk.id = (
            await self.shelf.ctx.db.write(lambda tx: record(tx, self.shelf.ctx.world, finished, words_of(finished)))
            or talk.id
        )
        talk.said.append(Message("assistant", answer.text, tools, (), len(talk.said), None))
        if tools:
            talk.said.append(Message("tool", "", (), (tools[0].id,), len(talk.said), None))

    @staticmethod
    def note(memory: Memory) -> dict[str, Any]:
        return {"text": memory.text, "kind": memory.kind, "date": "2025-12-01", "subject": memory.subject}

    def line(self, talk: Talk) -> Call:
        sha256 = None if talk.subject is None else subject_sha256(talk.subject)
        return Call(
            id=self.shelf.ctx.world.new_id("cal"), project=talk.project, key_id="key_1", application=None, source=None,
            space=talk.space, subject_sha256=sha256, at=self.shelf.hands.ms, route="chat", mode="none", model="m",
            model_used="m", provider="p", attempts=1, status=200, error=None, stream=False, complete=True,
            first_byte_ms=1.0, duration_ms=2.0, tokens=Tokens(3, 4), cost_usd=0.01,
        )  # fmt: skip

    async def save(self) -> None:
        subject, space = self.owner()
        text = SHARED if self.chance.random() < 0.15 else self.text(subject)
        draft = Draft(
            text=text,
            subject=subject,
            space=space,
            categories=[self.text(subject, 3)[:99].replace(",", "")],
            metadata={"place": self.text(subject, 10)},
        )
        stored = await save.save(self.shelf.ctx, self.project, draft, actor=self.actor())
        self.made = [m for m in self.made if m.id != stored.id] + [stored]

    def actor(self) -> str:
        return self.chance.choice(("key:key_1", "person:per_1"))

    async def correct(self) -> None:
        if not self.made:
            return
        index = self.chance.randrange(len(self.made))
        old = self.made[index]
        change = Correction(text=self.text(old.subject))
        self.made[index] = await save.correct(self.shelf.ctx, self.project, old.id, change, actor="person:per_1")

    async def remove(self) -> None:
        if self.made:
            gone = self.made.pop(self.chance.randrange(len(self.made)))
            await save.remove(self.shelf.ctx, self.project, gone.id, actor="person:per_1")

    async def learned(self) -> None:
        """What a batch writes: a memory with its source, in the place of another one or in conflict with it."""
        known = [talk for talk in self.talks if talk.id is not None and talk.project == self.project]
        if not known:
            return
        talk = self.chance.choice(known)

        def work(tx: Tx) -> Memory | None:
            conversation = conversations.by_id(tx, self.project, talk.id or "")
            if conversation is None:
                return None
            message = self.chance.choice(conversations.messages_of(tx, self.project, conversation.num))
            source = Source(message.id, conversation.id, message.role, message.at, message.text[:200])
            fresh = self.shelf.memory(self.text(talk.subject), subject=talk.subject, space=talk.space, author="learned")
            new = memories.insert(tx, fresh, [source], "batch:bat_1")
            olds = [m for m in self.made if m.subject == talk.subject]
            if olds and self.chance.random() < 0.5:
                old = self.chance.choice(olds)
                if self.chance.random() < 0.5:
                    conflicts.insert(
                        tx, Conflict(self.shelf.ctx.world.new_id("cfl"), self.project, old.id, new.id, new.created_at)
                    )
                else:
                    memories.set_state(
                        tx, self.project, old.id, "replaced", actor="batch:bat_1", at=new.created_at, replaced_by=new.id
                    )
                    self.made.remove(old)
            return new

        if (new := await self.shelf.ctx.db.write(work)) is not None:
            self.made.append(new)

    async def settle(self) -> None:
        await settle_due(self.shelf.ctx, everything=True)

    async def embed(self) -> None:
        await embed_waiting(self.shelf.ctx)

    async def batch(self) -> None:
        """Work that waits: what is new, or one conversation with a focus; some of it has failed before."""
        known = [talk for talk in self.talks if talk.id is not None and talk.project == self.project]
        if known and self.chance.random() < 0.6:
            talk = self.chance.choice(known)
            assert talk.id is not None
            focus = self.text(talk.subject, 10)
            await start_batch(self.shelf.ctx, self.project, talk.id, focus, from_start=True)
        else:
            await start_batch(self.shelf.ctx, self.project)

        def work(tx: Tx) -> None:
            now = self.shelf.hands.ms
            claimed = parts.claim(tx, self.project, at=now, lease_until=now, most_attempts=12)
            if claimed is not None:
                error = f"bad_answer: {self.text(claimed[0].subject, 5)}"
                parts.put_back(tx, claimed[0], next_try_at=now, at=now, error=error)

        if self.chance.random() < 0.5:
            await self.shelf.ctx.db.write(work)


def names(chance: random.Random) -> list[str]:
    """A few subjects, of the sorts that apps have: ids, addresses, other scripts, with a slash."""

    def letters(count: int) -> str:
        return "".join(chance.choices(string.ascii_lowercase, k=count))

    every = [letters(14), f"{letters(9)}@{letters(9)}.example", f"Grüße-{letters(9)}-Ñandú", f"a/{letters(15)}/7"]
    return chance.sample(every, chance.randint(2, len(every)))


async def layout(shelf: Shelf, seed: int, steps: int) -> Layout:
    """The layout of this seed."""
    chance = random.Random(seed)
    made = Layout(shelf, chance, [*names(chance), None], ["default", "host/team/repo"][: chance.randint(1, 2)])
    made.other = (await shelf.add_project("other")).num
    await made.grow(steps)
    return made


def bytes_of(folder: Path) -> bytes:
    """The raw bytes of every file that the program has written, with the log and all."""
    return b"\n".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())
