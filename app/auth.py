"""Who calls: from the text of a virtual key to the project and the rights that it stands for. Knows no HTTP.

Keys are `lg_` and 256 random bits; only their SHA-256 is stored. The hash is looked up, never compared piecewise,
so there is no timing to learn from. Known keys are kept in memory until any key or project changes.
"""

import base64
import hashlib
from dataclasses import dataclass
from functools import partial

from app.errors import BadKey, Forbidden, NotFound
from app.world import World
from storage.db import Database, Tx
from storage.model import Key, Project, Scope
from storage.sql import keys, projects

PREFIX = "lg_"


@dataclass(frozen=True, slots=True)
class Caller:
    """A key that is good now, with its project."""

    project: Project
    key: Key

    @property
    def actor(self) -> str:
        """How history and audit name this caller."""
        return f"key:{self.key.id}"

    def need_write(self) -> None:
        """Raises Forbidden for a key that may only read."""
        if self.key.scope != "write":
            raise Forbidden("This key may only read. Use one with the scope write.")


def hash_key(text: str) -> bytes:
    """What is stored of a key."""
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).digest()


def new_key_text(world: World) -> str:
    """The text of a new key: shown once, never stored."""
    return PREFIX + base64.urlsafe_b64encode(world.random_bits(256).to_bytes(32, "big")).rstrip(b"=").decode()


async def add_key(
    db: Database,
    world: World,
    project: Project,
    name: str,
    *,
    scope: Scope = "write",
    space: str | None = None,
    expires_at: int | None = None,
    text: str | None = None,
) -> tuple[Key, str]:
    """Makes a key and returns it with its text. A fixed `text` that the project already has is left as it is."""
    text = text or new_key_text(world)
    if not text.startswith(PREFIX) or len(text) < 16:
        raise Forbidden(f"A key must begin with {PREFIX} and have at least 16 characters.")
    at = world.now_ms()
    fresh = Key(
        0, world.new_id("key"), project.num, name, hash_key(text), text[-4:], scope, space, expires_at, None, at
    )

    def work(tx: Tx) -> Key:
        if (known := keys.by_sha256(tx, fresh.sha256)) is None:
            keys.insert(tx, fresh)
        elif known.project != project.num:
            raise Forbidden("This key belongs to another project.")
        stored = keys.by_sha256(tx, fresh.sha256)
        assert stored is not None
        return stored

    return await db.write(work), text


async def revoke_key(db: Database, world: World, project: Project, id: str) -> None:
    """Ends a key at once. Raises NotFound when the project has no such key."""
    if not await db.write(lambda tx: keys.revoke(tx, project.num, id, world.now_ms())):
        raise NotFound(f"No key {id} in project {project.slug} that is still good.")


class Callers:
    """Finds callers by their key, from memory once one is known."""

    def __init__(self, db: Database, world: World) -> None:
        self._db = db
        self._world = world
        self._known: dict[bytes, Caller] = {}
        self._seen = (-1, -1)

    async def find(self, text: str | None) -> Caller:
        """The caller with this key. Raises BadKey for a missing, unknown, revoked or expired one."""
        if not text:
            raise BadKey("Send your Loregate key as `Authorization: Bearer lg_…` or `x-api-key: lg_…`.")
        generation = (self._db.generations["keys"], self._db.generations["projects"])
        if generation != self._seen:
            self._known.clear()
            self._seen = generation
        digest = hash_key(text)
        caller = self._known.get(digest)
        if caller is None:
            caller = await self._db.read(partial(_load, digest=digest))
            if caller is None:
                raise BadKey("This key is not known here. Make one with `loregate key add`.")
            self._known[digest] = caller
        self._check(caller.key)
        return caller

    def _check(self, key: Key) -> None:
        if key.revoked_at is not None:
            raise BadKey("This key was revoked. Make a new one with `loregate key add`.")
        if key.expires_at is not None and key.expires_at <= self._world.now_ms():
            raise BadKey("This key has expired. Make a new one with `loregate key add`.")


def _load(tx: Tx, *, digest: bytes) -> Caller | None:
    key = keys.by_sha256(tx, digest)
    if key is None:
        return None
    project = projects.by_num(tx, key.project)
    return None if project is None else Caller(project, key)
