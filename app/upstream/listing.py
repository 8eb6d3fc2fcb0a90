"""What `/v1/models` shows of a project, and what `auto` means where only the upstream's own list can tell."""

import asyncio
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, cast

from app.errors import UpstreamFailed
from app.upstream.attempt import first_answer
from app.upstream.catalog import DIALECTS, TIERS, Catalog
from app.upstream.client import Outgoing, Upstream
from app.upstream.reading import read_json
from app.upstream.routing import passthrough
from storage.model import Provider

FRESH_S = 60.0
"""How long an upstream's list is taken for true."""
FAILED_S = 15.0
"""How long an upstream that gave no list isn't asked again."""
WAIT_S = 5.0
MOST_PROVIDERS = 1000

_NO_CHAT = ("embed", "rerank", "whisper", "tts", "dall-e", "moderation", "transcribe", "image", "realtime", "audio")
"""Parts of names of models that can't hold a conversation; `auto` passes them over in an upstream's list."""

_LAST_SECOND = int(datetime(9999, 12, 31, tzinfo=UTC).timestamp())


@dataclass(frozen=True, slots=True)
class ListedModel:
    """A line of `/v1/models`, in nobody's dialect. `created` is in Unix seconds, 0 where nobody knows."""

    id: str
    created: int
    owned_by: str


@dataclass(frozen=True, slots=True)
class _Known:
    until: float
    models: tuple[ListedModel, ...]


class Listing:
    """The lists of upstreams, asked for once a minute at most, and what projects show of them."""

    def __init__(self, upstream: Upstream) -> None:
        self._upstream = upstream
        self._known: dict[tuple[str, str], _Known] = {}
        self._asking: dict[tuple[str, str], asyncio.Task[_Known]] = {}

    async def shown(self, catalog: Catalog) -> tuple[ListedModel, ...]:
        """The listed chains and models; then what open providers without models of their own list themselves."""
        shown = {
            chain.name: ListedModel(chain.name, 0, "loregate")
            for chain in catalog.chains.values()
            if chain.listed and chain.name not in TIERS
        }
        for model in catalog.models.values():
            if model.listed:
                owner = catalog.providers[model.provider].name
                shown.setdefault(model.name, ListedModel(model.name, model.created_at // 1000, owner))
        for listed in await self._of_open_providers(catalog):
            shown.setdefault(listed.id, listed)
        hidden = {model.name for model in catalog.models.values() if not model.listed}
        hidden |= {chain.name for chain in catalog.chains.values() if not chain.listed} | set(TIERS)
        return tuple(listed for name, listed in shown.items() if name not in hidden)

    async def _of_open_providers(self, catalog: Catalog) -> list[ListedModel]:
        with_models = {model.provider for model in catalog.models.values() if model.id}
        providers = [p for p in catalog.providers.values() if p.passthrough and p.num not in with_models]
        lists = await asyncio.gather(*(self.of(provider) for provider in providers))
        return [listed for models in lists for listed in models]

    async def first(self, provider: Provider, dialect: str, hidden: frozenset[str] = frozenset()) -> str | None:
        """The first model in an upstream's own list that suits a dialect; None when there is no list, or none in it."""
        names = [listed.id for listed in await self.of(provider) if listed.id not in hidden]
        if dialect != "embeddings":
            names = [name for name in names if not any(part in name.lower() for part in _NO_CHAT)] or names
        return names[0] if names else None

    async def of(self, provider: Provider) -> tuple[ListedModel, ...]:
        """An upstream's own list of models; empty when it has none, or can't be asked."""
        if provider.credentials == "client":  # it would want the credentials of whoever calls
            return ()
        key = (provider.id, provider.base_url)
        known = self._known.get(key)
        if known is None or known.until <= self._upstream.world.monotonic():
            # All who want it meanwhile wait for the one question, whoever of them leaves.
            task = self._asking.get(key)
            if task is None:
                task = self._asking[key] = asyncio.create_task(self._ask(provider))
                task.add_done_callback(lambda _: self._asking.pop(key, None))
            known = await asyncio.shield(task)
        return known.models

    async def _ask(self, provider: Provider) -> _Known:
        dialect = next((dialect for dialect in DIALECTS if dialect in provider.dialects), "chat")
        request = Outgoing("/v1/models", method="GET", query="limit=1000" if dialect == "messages" else "")
        try:
            attempt = await first_answer(
                self._upstream, [passthrough(provider, "", dialect)], lambda _: request, first_byte_s=WAIT_S
            )
            models = _read(await read_json(attempt.response, provider.name, within_s=WAIT_S), provider.name)
        except UpstreamFailed:  # logged where it was raised; the list is a help, never a need
            models = ()
        known = _Known(self._upstream.world.monotonic() + (FRESH_S if models else FAILED_S), models)
        self._known[provider.id, provider.base_url] = known
        if len(self._known) > MOST_PROVIDERS:
            del self._known[next(iter(self._known))]
        return known


def _read(body: dict[str, Any], owner: str) -> tuple[ListedModel, ...]:
    """The models of a list in OpenAI's or Anthropic's shape; what is no model in it is passed over."""
    data = body.get("data")
    lines = cast(list[Any], data) if isinstance(data, list) else []
    return tuple(_line(cast(dict[str, Any], line), owner) for line in lines if _has_id(line))


def _has_id(line: Any) -> bool:
    return isinstance(line, dict) and isinstance(cast(dict[str, Any], line).get("id"), str)


def _line(line: dict[str, Any], owner: str) -> ListedModel:
    owned_by = line.get("owned_by")
    created = line.get("created", line.get("created_at"))
    return ListedModel(line["id"], _seconds(created), owned_by if isinstance(owned_by, str) else owner)


def _seconds(created: Any) -> int:
    """Unix seconds out of OpenAI's number or Anthropic's RFC 3339; 0 for what is no time in years that have dates."""
    try:
        number = created if isinstance(created, int | float) else datetime.fromisoformat(str(created)).timestamp()
        seconds = int(number)
    except (ValueError, OverflowError, OSError):
        return 0
    return seconds if 0 <= seconds <= _LAST_SECOND else 0
