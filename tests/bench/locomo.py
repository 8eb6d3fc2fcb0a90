"""How well messages are found: LoCoMo's questions, turn by turn: `python -m tests.bench.locomo FILE [--no-vectors]`.

LoCoMo (snap-research/LoCoMo, CC BY-NC) is no part of this project; FILE is its JSON. Each of its conversations becomes
a project here and each session a conversation; a question is a search, and the evidence is what should be found.
Questions of the categories 1 to 4, as is usual. Prints recall at 10 and the mean reciprocal rank, of the product's own
ranking and, beside it, of words alone and of meaning alone.
"""

import argparse
import asyncio
import json
import re
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np

from app.embedder.builtin import BuiltinEmbedder
from app.memory.indexing import index_messages
from app.memory.search import DEPTH, Query, Visible, ranked_messages, scope_in
from storage.db import Database, Tx
from storage.model import Conversation
from storage.sql import conversations, message_index, projects, vectors
from storage.terms import query_terms

SEEN = Visible(None, (None,))
EMBEDDER = "bench:minilm"


@dataclass(frozen=True)
class Question:
    text: str
    evidence: frozenset[int]


def sessions(talk: dict[str, Any]) -> Iterator[tuple[int, list[dict[str, Any]]]]:
    for number in range(1, 100):
        turns = talk.get(f"session_{number}")
        if turns:
            when = datetime.strptime(talk[f"session_{number}_date_time"] + " +0000", "%I:%M %p on %d %B, %Y %z")
            yield int(when.timestamp() * 1000), turns


def load(tx: Tx, sample: dict[str, Any], number: int) -> tuple[int, list[Question]]:
    project = projects.insert(tx, f"prj_{number}", f"p{number}", "", {}, 1).num
    nums: dict[str, int] = {}
    for place, (at, turns) in enumerate(sessions(sample["conversation"])):
        talk = conversations.insert(
            tx, f"con_{number}_{place}", project, space="default", subject=None, source=None, at=at
        )
        _add(tx, talk, turns, at, nums)
    questions: list[Question] = []
    for asked in sample["qa"]:
        named = [d for e in asked.get("evidence", []) for d in re.findall(r"D\d+:\d+", e)]
        evidence = frozenset(nums[d] for d in named if d in nums)
        if asked["category"] in (1, 2, 3, 4) and evidence:
            questions.append(Question(asked["question"], evidence))
    return project, questions


def _add(tx: Tx, talk: Conversation, turns: Sequence[dict[str, Any]], at: int, nums: dict[str, int]) -> None:
    for turn in turns:
        caption = f" [shares {turn['blip_caption']}]" if turn.get("blip_caption") else ""
        row = conversations.add_turn(
            tx, talk, f"trn_{talk.num}_{turn['dia_id']}", ident=b"", agent=None, at=at, asked=False, model=None
        )
        id = f"msg_{talk.num}_{turn['dia_id']}"
        conversations.add_message(tx, talk, row, id, "user", f"{turn['speaker']}: {turn['text']}{caption}", (), at)
        nums[turn["dia_id"]] = tx.value("SELECT num FROM messages WHERE id = ?", (id,))
    index_messages(tx, talk.project, talk, conversations.messages_of(tx, talk.project, talk.num))


async def embed(db: Database, embedder: BuiltinEmbedder) -> None:
    def waiting(tx: Tx) -> list[tuple[vectors.VectorRow, str]]:
        known = vectors.embedder_num(tx, EMBEDDER)
        return message_index.to_embed(tx, vectors.waiting(tx, "message", known, 256))

    while found := await db.read(waiting):
        made = await embedder.embed([text for _, text in found], "passage")
        rows = [
            replace(row, vector=np.ascontiguousarray(v, "<f4").tobytes())
            for (row, _), v in zip(found, made, strict=True)
        ]

        def store(tx: Tx, rows: list[vectors.VectorRow] = rows) -> int:
            return vectors.put(tx, "message", vectors.ensure_embedder(tx, EMBEDDER, embedder.dim), rows)

        await db.write(store)


def by_product(tx: Tx, asked: Query) -> list[int]:
    return [message.num for message in ranked_messages(tx, asked)]


def by_words(tx: Tx, asked: Query) -> list[int]:
    scope = scope_in(tx, asked.project, asked.seen)
    assert scope is not None
    found = message_index.matching(tx, scope, query_terms(asked.text), DEPTH)
    return [one.num for one in sorted(found, key=lambda f: -f.own)]


def by_meaning(tx: Tx, asked: Query) -> list[int]:
    scope, embedder = scope_in(tx, asked.project, asked.seen), vectors.embedder_num(tx, EMBEDDER)
    if scope is None or embedder is None or asked.vector is None:
        return []
    return [num for num, _ in vectors.nearest(tx, "message", embedder, scope, asked.vector, DEPTH)]


WAYS: dict[str, tuple[Callable[[Tx, Query], list[int]], bool]] = {
    "words alone, own words only": (by_words, False),
    "meaning alone": (by_meaning, True),
    "product without vectors": (by_product, False),
    "product": (by_product, True),
}


async def main(samples: list[dict[str, Any]], with_vectors: bool) -> None:
    embedder = BuiltinEmbedder()
    with tempfile.TemporaryDirectory() as folder:
        db = await Database.open(Path(folder) / "bench.db")
        try:
            loaded = [await db.write(lambda tx, s=s, n=n: load(tx, s, n)) for n, s in enumerate(samples)]
            if with_vectors:
                await embed(db, embedder)
            asked: list[tuple[Query, frozenset[int]]] = []
            for project, questions in loaded:
                for q in questions:
                    vector = (await embedder.embed([q.text], "query"))[0] if with_vectors else None
                    blob = None if vector is None else np.ascontiguousarray(vector, "<f4").tobytes()
                    asked.append((Query(project, q.text, blob, EMBEDDER, SEEN, DEPTH, 1), q.evidence))
            for name, (way, dense) in WAYS.items():
                if with_vectors or not dense:
                    await report(db, name, way, asked, dense)
        finally:
            await db.close()
            await embedder.close()


async def report(
    db: Database,
    name: str,
    way: Callable[[Tx, Query], list[int]],
    asked: Sequence[tuple[Query, frozenset[int]]],
    dense: bool,
) -> None:
    recall = hits = reciprocal = 0.0
    for query, evidence in asked:
        one = query if dense else replace(query, vector=None)
        found = await db.read(lambda tx, one=one: way(tx, one))
        recall += len(evidence & set(found[:10])) / len(evidence)
        hits += bool(evidence & set(found[:10]))
        reciprocal += next((1 / place for place, num in enumerate(found, 1) if num in evidence), 0.0)
    n = len(asked)
    sys.stdout.write(f"{name:<30} n={n}  R@10 {recall / n:.3f}  hit@10 {hits / n:.3f}  MRR {reciprocal / n:.3f}\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--no-vectors", action="store_true")
    given = parser.parse_args()
    asyncio.run(main(json.loads(given.file.read_text()), not given.no_vectors))
