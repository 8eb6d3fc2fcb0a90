"""Ready-made chains: the catalogue of the second reference product, and the memory models of the first."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from app.upstream.catalog import PROXIUM_DEFAULT, proxium_models
from app.upstream.routing import STRIX_IDS
from storage.db import Tx
from storage.model import Chain, Provider
from storage.sql import routing


def strix(
    project: int,
    models: Sequence[str],
    *,
    by_id: Mapping[str, Sequence[str]] | None = None,
    frontier: Sequence[str] = (),
) -> tuple[Chain, ...]:
    """The nine public ids over the given models (by public name), and the hidden `strix-frontier`.

    `by_id` gives single ids models of their own. Each id also answers to `strix-<id>`: routing sees to that.
    """
    chosen = by_id or {}
    chains = tuple(Chain(project, id, tuple(chosen.get(id, models)), listed=True) for id in STRIX_IDS)
    return (*chains, Chain(project, "strix-frontier", tuple(frontier or models), listed=False))


def write_strix(
    tx: Tx,
    project: int,
    models: Sequence[str],
    *,
    by_id: Mapping[str, Sequence[str]] | None = None,
    frontier: Sequence[str] = (),
) -> None:
    """Writes the chains of `strix` over those of the same names."""
    for chain in strix(project, models, by_id=by_id, frontier=frontier):
        routing.put_chain(tx, project, chain)


def write_proxium_default(tx: Tx, project: int, provider: Provider, *, new_id: Callable[[str], str], at: int) -> None:
    """Sets `memory-extract` to the models of `proxium-default` at this provider (stored, or the environment's)."""
    if provider.num:
        for model in proxium_models(provider):
            known = routing.model_by_name(tx, project, model.name)
            if known is None:
                routing.insert_model(tx, project, replace(model, id=new_id("mdl"), created_at=at))
            else:
                routing.update_model(tx, project, replace(model, id=known.id, created_at=known.created_at))
    routing.put_chain(tx, project, Chain(project, "memory-extract", PROXIUM_DEFAULT, listed=False))
