"""From a model's name to the targets that may answer, in the order in which they are tried. Pure: no I/O, no clock."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from app.errors import ModelNotFound
from app.upstream.catalog import MEMORY_DIALECTS, TIERS, Catalog, speaks
from storage.model import Model, Provider

AUTO = "auto"
STRIX_IDS = (AUTO, "coding", "quick", "deep", "bug-hunt", "visual", "writing", "research", "uncensored")
"""The public ids of the second reference product; each also answers to `strix-<id>`."""

Job = Literal["extract", "consolidate", "embed", "rerank"]
JOB_TIERS: Mapping[Job, tuple[str, ...]] = {
    "extract": ("memory-extract", "trivial"),
    "consolidate": ("memory-consolidate", "memory-extract", "trivial"),
    "embed": ("memory-embed", "embed"),
    "rerank": ("memory-rerank",),
}
"""For each job of the memory service the chains that may do it: the first that exists does (contract, section 3)."""


@dataclass(frozen=True, slots=True)
class Target:
    """One model at one provider, in one dialect. `model_name` is the public name, `upstream_name` the provider's.

    `price` is in USD per million tokens (`input`, `output`, `cache_read`, `cache_write`); None: by the price list.
    """

    provider: Provider
    model_name: str
    upstream_name: str
    dialect: str
    extra_body: Mapping[str, Any] = field(default_factory=dict[str, Any])
    reasoning_effort: str | None = None
    price: Mapping[str, float] | None = None


def resolve(catalog: Catalog, name: str, dialect: str) -> tuple[Target, ...]:
    """Who answers a client's call for this model in this dialect; never empty.

    Raises ModelNotFound for an internal tier, an unknown name, or one that nobody serves in this dialect.
    """
    shown = repr(name[:100])
    if name in TIERS:
        raise ModelNotFound(f"{shown} is for the gateway's own work. Choose a model from GET /v1/models.")
    candidates = _candidates(catalog, _without_alias(catalog, name), dialect)
    if not candidates:
        raise ModelNotFound(f"There is no model {shown} here. Choose one from GET /v1/models.")
    targets = tuple(target for target in candidates if speaks(target.provider, dialect))
    if not targets:
        spoken = sorted({spoken for target in candidates for spoken in target.provider.dialects})
        raise ModelNotFound(
            f"No provider of {shown} takes {dialect} calls (they take: {', '.join(spoken)}). Choose another model, "
            "or add one on Routing."
        )
    return targets


def auto_asks(catalog: Catalog, name: str, dialect: str) -> Provider | None:
    """The provider whose own list of models must be asked, since `auto` is called and nothing stored says what it is.

    None when `resolve` can tell by itself.
    """
    name = _without_alias(catalog, name)
    default = catalog.default
    if name != AUTO or name in catalog.chains or name in catalog.models or default is None:
        return None
    if not default.passthrough or not speaks(default, dialect) or _listed_of(catalog, default):
        return None
    return default


def passthrough(provider: Provider, name: str, dialect: str) -> Target:
    """A model that only its provider knows."""
    return Target(provider, name, name, dialect)


def tier(catalog: Catalog, job: Job) -> tuple[Target, ...]:
    """Who does a job of the memory service: the first of its chains that leads anywhere. Empty when none does.

    A provider on client credentials has no secret of ours, so it can't do the gateway's own work.
    """
    for name in JOB_TIERS[job]:
        chain = catalog.chains.get(name)
        targets = () if chain is None else _own_work(catalog, chain.models, job)
        if targets:
            return targets
    return ()


def by_name(catalog: Catalog, name: str) -> tuple[Target, ...]:
    """The same for a model (or a public id) by name: for work that falls to a conversation's own model."""
    if name in TIERS:
        return ()
    name = _without_alias(catalog, name)
    chain = catalog.chains.get(name)
    return _own_work(catalog, (name,) if chain is None else chain.models, "extract")


def _own_work(catalog: Catalog, names: Iterable[str], job: Job) -> tuple[Target, ...]:
    dialects = ("embeddings",) if job == "embed" else MEMORY_DIALECTS
    targets: list[Target] = []
    for name in names:
        for dialect in dialects:
            found = [
                target
                for target in _candidates(catalog, name, dialect)
                if speaks(target.provider, dialect) and target.provider.credentials != "client"
            ]
            # One dialect a provider: the first in the order that it speaks.
            known = {target.provider.num for target in targets if target.model_name == name}
            targets += [target for target in found if target.provider.num not in known]
    return tuple(targets)


def _without_alias(catalog: Catalog, name: str) -> str:
    """`strix-coding` is `coding`, unless something of that very name is set up."""
    short = name.removeprefix("strix-")
    if name == short or short not in STRIX_IDS or name in catalog.chains or name in catalog.models:
        return name
    return short


def _candidates(catalog: Catalog, name: str, dialect: str) -> tuple[Target, ...]:
    """All that a name may mean, whether they speak the dialect or not: a chain, a model, `auto`, an unknown name."""
    chain = catalog.chains.get(name)
    if chain is not None:
        members = (target for member in chain.models for target in _model(catalog, member, dialect))
        return tuple(target for target in members if name != AUTO or _may_auto_pick(catalog, target))
    if name == AUTO and name not in catalog.models and catalog.default is not None:
        listed = _listed_of(catalog, catalog.default)
        if listed:
            return (_target(catalog, listed[0], dialect),)
    return _model(catalog, name, dialect)


def _model(catalog: Catalog, name: str, dialect: str) -> tuple[Target, ...]:
    """A model by its public name, else all that their providers know by it, else a provider that passes it through."""
    model = catalog.models.get(name)
    if model is not None:
        return (_target(catalog, model, dialect),)
    same = [model for model in catalog.models.values() if model.upstream_name == name and model.id]
    if same:
        return tuple(_target(catalog, model, dialect) for model in same)
    default = catalog.default
    open_ones = [provider for provider in catalog.providers.values() if provider.passthrough]
    open_ones.sort(key=lambda provider: (not speaks(provider, dialect), provider is not default))
    return tuple(passthrough(provider, name, dialect) for provider in open_ones[:1] if name)


def _target(catalog: Catalog, model: Model, dialect: str) -> Target:
    return Target(
        catalog.providers[model.provider],
        model.name,
        model.upstream_name,
        dialect,
        model.extra_body,
        model.reasoning_effort,
        model.price,
    )


def _listed_of(catalog: Catalog, provider: Provider) -> list[Model]:
    return [model for model in catalog.models.values() if model.listed and model.provider == provider.num]


def _may_auto_pick(catalog: Catalog, target: Target) -> bool:
    model = catalog.models.get(target.model_name)
    return model is None or model.listed
