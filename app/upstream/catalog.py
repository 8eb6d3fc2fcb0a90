"""The routing of one project as an immutable value, with the provider that was set up by environment.

A catalog is read in one go and kept until any routing changes, so that a chat call needs no query for it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from storage.db import Database, Tx
from storage.model import Chain, Model, Provider
from storage.sql import routing

DIALECTS = ("chat", "messages", "responses", "embeddings")
MEMORY_DIALECTS = ("chat", "messages", "responses")
"""In which order a memory model's provider is asked for a dialect it speaks (contract, section 10)."""

ENVIRONMENT = "prv_environment"
"""The id of the provider that was set up by environment; it has no row, and the number 0."""

TIERS = ("memory-extract", "memory-consolidate", "memory-embed", "memory-rerank", "trivial", "embed")
"""Chains for the gateway's own work: no client may type their names."""

PROXIUM_DEFAULT = ("proxium-default/glm-5.3-flash", "proxium-default/gemma4:31b")
"""The models of the preset `proxium-default`, under names that clash with nobody's (contract, section 3)."""


@dataclass(frozen=True, slots=True)
class UpstreamEnv:
    """The provider that was set up by environment: a base URL (with or without `/v1`), its key, the memory model.

    `memory_model` is one model name, several with commas between, or `proxium-default`.
    """

    url: str | None = None
    key: str | None = field(default=None, repr=False)
    memory_model: str | None = None


@dataclass(frozen=True, slots=True)
class Catalog:
    """What a project routes to. `models` and `providers` keep the order in which they were made."""

    project: int
    providers: Mapping[int, Provider]
    models: Mapping[str, Model]
    chains: Mapping[str, Chain]

    @property
    def default(self) -> Provider | None:
        """The provider that `auto` falls back on: the chosen one, else the environment's, else the oldest."""
        chosen = [provider for provider in self.providers.values() if provider.is_default]
        stored_first = sorted(chosen, key=lambda provider: provider.num == 0)
        return next(iter(stored_first), None) or next(iter(self.providers.values()), None)

    def provider(self, id: str) -> Provider | None:
        """The provider with this id."""
        return next((provider for provider in self.providers.values() if provider.id == id), None)


def speaks(provider: Provider, dialect: str) -> bool:
    """Whether a provider takes this dialect. Whoever speaks one of OpenAI's dialects serves embeddings by it too."""
    if dialect == "embeddings":
        return not {"embeddings", "chat", "responses"}.isdisjoint(provider.dialects)
    return dialect in provider.dialects


def environment_provider(env: UpstreamEnv, project: int) -> Provider | None:
    """The provider `default` that the environment describes, if it does."""
    if env.url is None:
        return None
    return Provider(
        num=0,
        id=ENVIRONMENT,
        project=project,
        name="default",
        base_url=env.url,
        dialects=DIALECTS,
        credentials="secret" if env.key else "none",
        passthrough=True,
        is_default=True,
        created_at=0,
    )


def make_catalog(tx: Tx, project: int, env: UpstreamEnv) -> Catalog:
    """Reads a project's routing and adds what the environment gives to every project."""
    providers = {provider.num: provider for provider in routing.providers_of(tx, project)}
    models = {model.name: model for model in routing.models_of(tx, project)}
    chains = {chain.name: chain for chain in routing.chains_of(tx, project)}
    virtual = environment_provider(env, project)
    if virtual is not None:
        providers[virtual.num] = virtual
        models = {model.name: model for model in proxium_models(virtual)} | models
    if env.memory_model:
        names = tuple(name.strip() for name in env.memory_model.split(",") if name.strip())
        names = PROXIUM_DEFAULT if names == ("proxium-default",) else names
        chains.setdefault("memory-extract", Chain(project, "memory-extract", names, listed=False))
    return Catalog(project, MappingProxyType(providers), MappingProxyType(models), MappingProxyType(chains))


def proxium_models(provider: Provider) -> tuple[Model, ...]:
    """The two hidden models of `proxium-default` at a provider: not stored, so without numbers and ids."""
    return tuple(
        Model(
            num=0,
            id="",
            project=provider.project,
            provider=provider.num,
            name=name,
            upstream_name=name.partition("/")[2],
            extra_body={},
            reasoning_effort="low" if "glm" in name else None,
            price=None,
            listed=False,
            created_at=0,
        )
        for name in PROXIUM_DEFAULT
    )


class Catalogs:
    """The catalogs of all projects, each from memory until any routing changes."""

    def __init__(self, db: Database, env: UpstreamEnv) -> None:
        self._db = db
        self._env = env
        self._known: dict[int, tuple[int, Catalog]] = {}

    async def get(self, project: int) -> Catalog:
        """The catalog of a project, as it is now."""
        generation = self._db.generations["routing"]
        known = self._known.get(project)
        if known is not None and known[0] == generation:
            return known[1]
        catalog = await self._db.read(lambda tx: make_catalog(tx, project, self._env))
        # The number from before the read: a change that came meanwhile makes the next call read again.
        self._known[project] = (generation, catalog)
        return catalog
