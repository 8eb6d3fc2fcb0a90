"""Models as the rest of the program sees them: who answers a call, and one question to a memory model."""

from collections.abc import Mapping
from typing import Any, Literal

from app.errors import BadRequest, NoMemoryModel
from app.upstream.ask import Asked, Question, ask
from app.upstream.catalog import MEMORY_DIALECTS, Catalog, Catalogs, speaks
from app.upstream.client import Upstream
from app.upstream.listing import ListedModel, Listing
from app.upstream.routing import Target, auto_asks, by_name, passthrough, resolve, tier
from storage.model import Provider


class Models:
    """The models of all projects. Made once."""

    def __init__(self, upstream: Upstream, catalogs: Catalogs) -> None:
        self.upstream = upstream
        self.catalogs = catalogs
        self.listing = Listing(upstream)

    async def targets(self, project: int, model: str | None, dialect: str) -> tuple[Target, ...]:
        """Who answers a client's call, in the order in which they are tried. Raises BadRequest, ModelNotFound."""
        if not model:
            raise BadRequest("Name a model: `auto`, or one from GET /v1/models.")
        catalog = await self.catalogs.get(project)
        provider = auto_asks(catalog, model, dialect)
        if provider is not None:
            return (await self._auto(catalog, provider, dialect),)
        return resolve(catalog, model, dialect)

    async def at_provider(self, project: int, provider_id: str, dialect: str) -> Target | None:
        """A provider itself, for a path that names no model (a stored response); None when it is there no more."""
        provider = (await self.catalogs.get(project)).provider(provider_id)
        return None if provider is None else passthrough(provider, "", dialect)

    async def listed(self, project: int) -> tuple[ListedModel, ...]:
        """What `/v1/models` shows."""
        return await self.listing.shown(await self.catalogs.get(project))

    async def memory_model(self, project: int) -> str | None:
        """The public name of the model that extraction asks first; None where no tier has one."""
        targets = tier(await self.catalogs.get(project), "extract")
        return targets[0].model_name if targets else None

    async def ask(
        self,
        project: int,
        *,
        job: Literal["extract", "consolidate"],
        system: str,
        user: Mapping[str, Any],
        schema: Mapping[str, Any],
        fallback_model: str | None = None,
        timeout_s: float = 120.0,
    ) -> Asked:
        """Asks the models of a job's tier, else the model that the conversation itself used last.

        Raises NoMemoryModel, or AskFailed, which carries the record of what was spent.
        """
        catalog = await self.catalogs.get(project)
        targets = tier(catalog, job)
        if not targets and fallback_model:
            targets = await self._fallback(catalog, fallback_model)
        if not targets:
            raise NoMemoryModel("No model can do the memory work. Set the tier memory-extract on Routing.")
        question = Question(system, user, schema, timeout_s)
        return await ask(self.upstream, project, targets, question, model=targets[0].model_name)

    async def _fallback(self, catalog: Catalog, name: str) -> tuple[Target, ...]:
        for dialect in MEMORY_DIALECTS:
            provider = auto_asks(catalog, name, dialect)
            if provider is not None and provider.credentials != "client":
                return (await self._auto(catalog, provider, dialect),)
        return by_name(catalog, name)

    async def _auto(self, catalog: Catalog, provider: Provider, dialect: str) -> Target:
        """The first model that an upstream lists; where it lists none, it is left to the upstream what `auto` is."""
        assert speaks(provider, dialect)
        hidden = frozenset(model.upstream_name for model in catalog.models.values() if not model.listed and model.id)
        return passthrough(provider, await self.listing.first(provider, dialect, hidden) or "auto", dialect)
