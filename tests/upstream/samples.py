"""Providers, models and catalogs for the tests of this package."""

from collections.abc import Mapping, Sequence
from typing import Any

from app.upstream.catalog import DIALECTS, Catalog
from app.upstream.routing import Target
from storage.model import Chain, Credentials, Model, Provider


def provider(
    num: int = 1,
    name: str | None = None,
    *,
    base_url: str = "http://127.0.0.1:9",
    dialects: Sequence[str] = DIALECTS,
    credentials: Credentials = "none",
    passthrough: bool = False,
    is_default: bool = False,
) -> Provider:
    return Provider(
        num, f"prv_{num}", 1, name or f"p{num}", base_url, tuple(dialects), credentials, passthrough, is_default, 0
    )


def model(
    name: str,
    provider: int = 1,
    *,
    upstream_name: str | None = None,
    extra_body: Mapping[str, Any] | None = None,
    effort: str | None = None,
    price: Mapping[str, float] | None = None,
    listed: bool = True,
) -> Model:
    return Model(
        1, f"mdl_{name}", 1, provider, name, upstream_name or name, dict(extra_body or {}), effort, price, listed, 0
    )


def catalog(
    providers: Sequence[Provider] = (), models: Sequence[Model] = (), chains: Mapping[str, Sequence[str]] | None = None
) -> Catalog:
    return Catalog(
        1,
        {provider.num: provider for provider in providers},
        {model.name: model for model in models},
        {name: Chain(1, name, tuple(members), True) for name, members in (chains or {}).items()},
    )


def target(provider: Provider, name: str = "m", dialect: str = "chat", **options: Any) -> Target:
    return Target(provider, name, name, dialect, **options)
