"""A small set of our own for the relevance floor: what somebody says, and which memories belong to it.

Paraphrases on purpose: where words repeat, every search is good. Also a program that prints what the floor sees:
`python -m tests.memory.relevance`.
"""

import asyncio
import sys
import tempfile
from pathlib import Path

from app.embedder.builtin import BuiltinEmbedder
from app.memory.indexing import embed_waiting
from app.memory.ranking import is_relevant
from tests.memory.shelf import Shelf, shelf

MEMORIES = (
    "The user is on the Pro plan, billed yearly.",
    "The user lives in vim and dislikes mice.",
    "Ana is allergic to peanuts.",
    "The user's daughter Mia starts school in September 2026.",
    "The team deploys to production on Tuesdays and Thursdays.",
    "Large refunds need a second approval.",
    "The database runs on PostgreSQL 16 in Frankfurt.",
    "The user prefers short answers without greetings.",
    "The user drinks green tea in the morning.",
    "The repository uses pnpm, not npm.",
    "Ben reports to Carla.",
    "The user is training for the Berlin marathon.",
    "The user drives an electric car, a Renault Zoe.",
    "Tests are run with pytest -q before each commit.",
    "The user's cat is called Momo.",
    "The user decided to use Hetzner instead of AWS because of the price.",
)

RELATED: tuple[tuple[str, tuple[int, ...]], ...] = (
    ("Which subscription do I have?", (0,)),
    ("How often am I charged for my plan?", (0,)),
    ("Set up an editor config for me please", (1,)),
    ("Can I eat this satay sauce? I'm Ana.", (2,)),
    ("What should I pack for Mia's first day at school?", (3,)),
    ("When can we ship this to prod?", (4,)),
    ("Is Wednesday a good day to deploy to production?", (4,)),
    ("A customer wants 900 euros back, can I refund it alone?", (5,)),
    ("Write a SQL query for our Postgres database", (6,)),
    ("Which version of the database are we running?", (6,)),
    ("What do I usually drink after I wake up?", (8,)),
    ("Add lodash as a dependency: npm install lodash", (9,)),
    ("Who is Ben's manager?", (10,)),
    ("Make me a running schedule for the marathon", (11,)),
    ("Where can I charge my car near Lyon?", (12,)),
    ("How do I run the tests before I commit?", (13,)),
    ("What was the name of my pet?", (14,)),
    ("Why did we not choose AWS for hosting?", (15,)),
)

UNRELATED = (
    "Translate 'good night' into Icelandic.",
    "Write a poem about the sea.",
    "What is the capital of Mongolia?",
    "Explain how black holes evaporate.",
    "Summarize the plot of Hamlet in two sentences.",
    "What is 17 times 23?",
    "Give me a regex that matches IPv4 addresses.",
    "Who won the football world cup in 1998?",
    "How do I prune roses?",
    "hello there",
    "thanks, that was great",
    "continue",
    "Fix this: TypeError: 'NoneType' object is not subscriptable",
    "Write a haiku about autumn leaves.",
    "What does the French word 'ailleurs' mean?",
    "Convert 72 degrees Fahrenheit to Celsius.",
    "Draft an apology email to a neighbour about the noise.",
    "Explain the difference between TCP and UDP.",
    "How many bones does a human hand have?",
    "Make the button in this CSS round.",
)


async def fill(made: Shelf) -> None:
    await made.put(*MEMORIES)
    await embed_waiting(made.ctx)


async def main() -> None:
    embedder = BuiltinEmbedder()
    with tempfile.TemporaryDirectory() as folder:
        async with shelf(Path(folder) / "relevance.db", embedder) as made:
            await fill(made)
            first = kept = let_in = 0
            for query, wanted in RELATED:
                found = (await made.find(query, within="memories", limit=16)).memories
                place = next(n for n, one in enumerate(found) if one.memory.text == MEMORIES[wanted[0]])
                right = found[place]
                first += place == 0
                kept += is_relevant(right)
                noise = [one for one in found if one is not right and is_relevant(one)]
                let_in += len(noise)
                _say(f"{place + 1:>2} {is_relevant(right)!s:<5} noise {len(noise)}", query, right.why)
            false = 0
            for query in UNRELATED:
                found = (await made.find(query, within="memories", limit=16)).memories
                wrong = [one for one in found if is_relevant(one)]
                false += len(wrong)
                top = max(found, key=lambda one: one.why.get("similarity", 0))
                _say(f"   {len(wrong)} let in", query, top.why)
            total = len(RELATED)
            sys.stdout.write(f"first {first}/{total}  kept {kept}/{total}  noise {let_in}  false {false}\n")
    await embedder.close()


def _say(verdict: str, query: str, why: object) -> None:
    parts = why if isinstance(why, dict) else {}
    sys.stdout.write(f"{verdict:<18} sim {parts.get('similarity', 0):.2f} cov {parts['covered']:.2f}  {query}\n")


if __name__ == "__main__":
    asyncio.run(main())
