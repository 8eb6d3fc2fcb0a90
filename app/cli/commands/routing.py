"""How models are reached, by command: providers, models, chains. Secrets go straight to the vault, never back out."""

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, cast

from app.addresses import check_base_url
from app.cli.commands.common import optional_text, project_named, text
from app.errors import BadRequest, LoregateError, NotFound, UpstreamFailed
from app.parts import Parts
from app.upstream import presets
from app.upstream.catalog import DIALECTS, Catalog
from app.upstream.client import Outgoing
from app.upstream.routing import Target
from storage.db import Tx
from storage.model import Chain, Credentials, Model, Provider
from storage.sql import routing

Json = dict[str, Any]
TEST_S = 15.0
CREDENTIALS: Sequence[Credentials] = ("secret", "client", "none")

# --- providers ---------------------------------------------------------------------------------------------------


async def add_provider(parts: Parts, args: Json) -> Json:
    """Makes a provider: `{project, name, url, dialects?, credentials?, secret?, passthrough?, default?}`."""
    project = await project_named(parts, args)
    credentials = _credentials(args)
    if (credentials == "secret") != bool(args.get("secret")):
        raise BadRequest("A provider has a secret exactly when its credentials are `secret`.")
    provider = Provider(
        num=0,
        id=parts.world.new_id("prv"),
        project=project.num,
        name=_name(args),
        # Who may run commands here owns the machine: a model server on it is the usual case.
        base_url=await check_base_url(text(args, "url"), allow_private=True),
        dialects=_dialects(args.get("dialects")),
        credentials=credentials,
        passthrough=bool(args.get("passthrough", False)),
        # The first of all is the default; it does not push the environment's aside.
        is_default=bool(args.get("default", False)) or (await parts.catalogs.get(project.num)).default is None,
        created_at=parts.world.now_ms(),
    )
    if credentials == "secret":
        await parts.upstream.secrets.set(provider.id, text(args, "secret"))
    try:
        stored = await parts.db.write(partial(_insert_provider, project=project.num, provider=provider))
    except LoregateError:
        await parts.upstream.secrets.delete(provider.id)
        raise
    return _provider_shape(stored)


def _credentials(args: Json) -> Credentials:
    given = optional_text(args, "credentials") or ("secret" if args.get("secret") else "none")
    for credentials in CREDENTIALS:
        if credentials == given:
            return credentials
    raise BadRequest(f"Credentials are one of {', '.join(CREDENTIALS)}.")


def _name(args: Json) -> str:
    name = text(args, "name")
    if len(name) > 64 or not name.isprintable() or name != name.strip():
        raise BadRequest("A name has 64 printable characters at most, and no white space around it.")
    return name


def _dialects(value: Any) -> tuple[str, ...]:
    if value is None:
        return DIALECTS
    chosen = tuple(cast(Sequence[str], value)) if isinstance(value, list) else ()
    if not chosen or any(dialect not in DIALECTS for dialect in chosen):
        raise BadRequest(f"Dialects are some of {', '.join(DIALECTS)}.")
    return chosen


def _insert_provider(tx: Tx, *, project: int, provider: Provider) -> Provider:
    known = routing.providers_of(tx, project)
    if any(other.name == provider.name for other in known):
        raise BadRequest(f"There is a provider {provider.name!r} already.")
    return routing.insert_provider(tx, project, provider)


async def list_providers(parts: Parts, args: Json) -> Json:
    """The providers of a project, with the one that the environment gives: `{project}`."""
    catalog = await _catalog(parts, args)
    shapes = [{**_provider_shape(one), "default": one is catalog.default} for one in catalog.providers.values()]
    return {"data": shapes}


async def remove_provider(parts: Parts, args: Json) -> Json:
    """Removes a provider with its models and its secret: `{project, name}`."""
    project = await project_named(parts, args)
    provider = await _provider_named(parts, args, "name")
    if provider.num == 0:
        raise BadRequest("This provider comes from LOREGATE_UPSTREAM_URL: unset it, and start again.")
    await parts.db.write(lambda tx: routing.delete_provider(tx, project.num, provider.id))
    await parts.upstream.secrets.delete(provider.id)
    return {"id": provider.id, "deleted": True}


async def test_provider(parts: Parts, args: Json) -> Json:
    """Asks a provider for its models: `{project, name}` to `{name, ok, text, models}`."""
    return await probe(parts, await _provider_named(parts, args, "name"))


async def probe(parts: Parts, provider: Provider) -> Json:
    """Whether a provider answers and takes the secret."""

    def result(ok: bool, said: str, models: int | None = None) -> Json:
        return {"name": provider.name, "ok": ok, "text": said, "models": models}

    if provider.credentials == "client":
        return result(True, "its clients bring their own credentials, so there is nothing to try")
    try:
        async with asyncio.timeout(TEST_S):
            target = Target(provider, "", "", provider.dialects[0])
            answer = await parts.upstream.send(target, Outgoing("/v1/models", method="GET"))
            try:
                status, body = answer.status_code, await answer.aread()
            finally:
                await answer.aclose()
    except UpstreamFailed as error:
        return result(False, error.message)
    except TimeoutError:
        return result(False, f"no answer within {TEST_S:g} s")
    if status in (401, 403):
        return result(False, f"it refuses the secret (status {status})")
    if status >= 500:
        return result(False, f"it answers with status {status}")
    return result(True, "it answers", body.count(b'"id"') if status == 200 else None)


async def _catalog(parts: Parts, args: Json) -> Catalog:
    return await parts.catalogs.get((await project_named(parts, args)).num)


async def _provider_named(parts: Parts, args: Json, field: str) -> Provider:
    catalog = await _catalog(parts, args)
    name = optional_text(args, field)
    if name is None and catalog.default is not None:
        return catalog.default
    for provider in catalog.providers.values():
        if name in (provider.name, provider.id):
            return provider
    raise NotFound(f"There is no provider {name or ''!r}. `loregate provider list` shows them.")


def _provider_shape(provider: Provider) -> Json:
    return {
        "id": provider.id,
        "name": provider.name,
        "url": provider.base_url,
        "dialects": list(provider.dialects),
        "credentials": provider.credentials,
        "passthrough": provider.passthrough,
        "default": provider.is_default,
    }


# --- models ------------------------------------------------------------------------------------------------------


async def add_model(parts: Parts, args: Json) -> Json:
    """Makes a model: `{project, name, provider?, upstream_name?, effort?, price?, hidden?, extra_body?}`."""
    project = await project_named(parts, args)
    provider = await _provider_named(parts, args, "provider")
    if provider.num == 0:
        raise BadRequest("The provider of the environment passes every model name through: it needs no models.")
    name = _name(args)
    model = Model(
        num=0,
        id=parts.world.new_id("mdl"),
        project=project.num,
        provider=provider.num,
        name=name,
        upstream_name=optional_text(args, "upstream_name") or name,
        extra_body=_object(args, "extra_body"),
        reasoning_effort=optional_text(args, "effort"),
        price=_object(args, "price") or None,
        listed=not args.get("hidden", False),
        created_at=parts.world.now_ms(),
    )

    def work(tx: Tx) -> Model:
        if any(other.name == name for other in routing.models_of(tx, project.num)):
            raise BadRequest(f"There is a model {name!r} already.")
        return routing.insert_model(tx, project.num, model)

    return _model_shape(await parts.db.write(work), provider.name)


def _object(args: Json, name: str) -> Mapping[str, Any]:
    value: Any = args.get(name) or {}
    if not isinstance(value, dict):
        raise BadRequest(f"{name} must be a JSON object.")
    return cast(Mapping[str, Any], value)


async def list_models(parts: Parts, args: Json) -> Json:
    """The models of a project: `{project}`."""
    catalog = await _catalog(parts, args)
    stored = [model for model in catalog.models.values() if model.num]
    return {"data": [_model_shape(model, catalog.providers[model.provider].name) for model in stored]}


async def remove_model(parts: Parts, args: Json) -> Json:
    """Removes a model: `{project, name}`."""
    project = await project_named(parts, args)
    name = text(args, "name")

    def work(tx: Tx) -> str:
        model = routing.model_by_name(tx, project.num, name)
        if model is None:
            raise NotFound(f"There is no model {name!r}. `loregate model list` shows them.")
        routing.delete_model(tx, project.num, model.id)
        return model.id

    return {"id": await parts.db.write(work), "deleted": True}


def _model_shape(model: Model, provider: str) -> Json:
    return {
        "id": model.id,
        "name": model.name,
        "provider": provider,
        "upstream_name": model.upstream_name,
        "effort": model.reasoning_effort,
        "price": None if model.price is None else dict(model.price),
        "extra_body": dict(model.extra_body),
        "listed": model.listed,
    }


# --- chains ------------------------------------------------------------------------------------------------------


async def set_chain(parts: Parts, args: Json) -> Json:
    """Makes a chain, or replaces it: `{project, name, models, hidden?}`."""
    project = await project_named(parts, args)
    chain = Chain(project.num, _name(args), _models(args), listed=not args.get("hidden", False))
    await parts.db.write(lambda tx: routing.put_chain(tx, project.num, chain))
    return _chain_shape(chain)


def _models(args: Json) -> tuple[str, ...]:
    models = args.get("models")
    if not isinstance(models, list) or not models or not all(isinstance(m, str) and m for m in cast(list[Any], models)):
        raise BadRequest("A chain needs one model or more, in the order in which they are tried.")
    return tuple(cast(list[str], models))


async def list_chains(parts: Parts, args: Json) -> Json:
    """The chains of a project: `{project}`."""
    return {"data": [_chain_shape(chain) for chain in (await _catalog(parts, args)).chains.values()]}


async def remove_chain(parts: Parts, args: Json) -> Json:
    """Removes a chain: `{project, name}`."""
    project = await project_named(parts, args)
    name = text(args, "name")
    if not await parts.db.write(lambda tx: routing.delete_chain(tx, project.num, name)):
        raise NotFound(f"There is no chain {name!r}. `loregate chain list` shows them.")
    return {"name": name, "deleted": True}


async def preset_chains(parts: Parts, args: Json) -> Json:
    """Makes ready-made chains: `{project, preset, models}` for strix, `{project, preset, provider?}` else."""
    project = await project_named(parts, args)
    preset = text(args, "preset")
    if preset == "strix":
        await parts.db.write(partial(presets.write_strix, project=project.num, models=_models(args)))
    elif preset == "proxium-default":
        provider = await _provider_named(parts, args, "provider")
        now, new_id = parts.world.now_ms(), parts.world.new_id
        await parts.db.write(lambda tx: presets.write_proxium_default(tx, project.num, provider, new_id=new_id, at=now))
    else:
        raise BadRequest("The presets are strix and proxium-default.")
    return await list_chains(parts, args)


def _chain_shape(chain: Chain) -> Json:
    return {"name": chain.name, "models": list(chain.models), "listed": chain.listed}
