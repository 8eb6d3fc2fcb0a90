"""A project's routing as it is stored, and as one value with what the environment adds."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.upstream.catalog import ENVIRONMENT, PROXIUM_DEFAULT, Catalogs, UpstreamEnv
from app.upstream.presets import write_proxium_default, write_strix
from app.upstream.routing import resolve, tier
from app.world import World
from storage.db import Database, Tx
from storage.model import Chain, Provider
from storage.sql import projects, routing
from tests.upstream.samples import model, provider

ENV = UpstreamEnv("http://127.0.0.1:9/v1", "sk", "mem-a, mem-b")


@pytest.fixture
async def db(tmp_path: Path) -> AsyncIterator[Database]:
    db = await Database.open(tmp_path / "loregate.db")
    for n in (1, 2):
        await db.write(lambda tx, n=n: projects.insert(tx, f"prj_{n}", f"p{n}", f"P{n}", {}, 0))
    yield db
    await db.close()


def store(tx: Tx, name: str = "p", *, is_default: bool = False, project: int = 1) -> Provider:
    fresh = provider(0, name, credentials="secret", is_default=is_default)
    return routing.insert_provider(
        tx, project, Provider(**{**_fields(fresh), "id": f"prv_{name}_{project}", "project": project})
    )


def _fields(value: Provider) -> dict[str, object]:
    return {name: getattr(value, name) for name in Provider.__dataclass_fields__}


async def test_what_is_stored_is_found_again_and_only_by_its_project(db: Database) -> None:
    def work(tx: Tx) -> None:
        kept = store(tx)
        wanted = model("m", kept.num, extra_body={"a": [1, 2.5]}, effort="low", price={"input": 1.5}, listed=False)
        kept_model = routing.insert_model(tx, 1, wanted)
        routing.put_chain(tx, 1, Chain(1, "coding", ("m", "n"), True))
        assert routing.providers_of(tx, 1) == [kept]
        assert routing.provider_by_name(tx, 1, kept.id) == routing.provider_by_name(tx, 1, "p") == kept
        assert routing.models_of(tx, 1) == [kept_model]
        assert routing.model_by_name(tx, 1, "m") == kept_model
        assert routing.chains_of(tx, 1) == [Chain(1, "coding", ("m", "n"), True)]
        assert routing.providers_of(tx, 2) == routing.models_of(tx, 2) == routing.chains_of(tx, 2) == []
        assert not routing.delete_provider(tx, 2, kept.id)
        assert not routing.update_provider(tx, 2, kept)
        assert not routing.delete_model(tx, 2, kept_model.id)
        with pytest.raises(LookupError):
            routing.insert_model(tx, 2, wanted)
        with pytest.raises(LookupError):
            routing.update_model(tx, 2, wanted)
        assert routing.delete_chain(tx, 1, "coding")
        assert routing.delete_provider(tx, 1, kept.id)
        assert routing.models_of(tx, 1) == []

    await db.write(work)


async def test_there_is_one_default_provider(db: Database) -> None:
    def work(tx: Tx) -> list[str]:
        store(tx, "a", is_default=True)
        store(tx, "b", is_default=True)
        store(tx, "c", is_default=True, project=2)
        return [p.name for p in routing.providers_of(tx, 1) + routing.providers_of(tx, 2) if p.is_default]

    assert await db.write(work) == ["b", "c"]


async def test_responses_belong_to_their_project(db: Database) -> None:
    def work(tx: Tx) -> None:
        routing.remember_response(tx, 1, "resp_1", "prv_1", 5)
        assert routing.response_provider(tx, 1, "resp_1") == "prv_1"
        assert routing.response_provider(tx, 2, "resp_1") is None
        assert not routing.forget_response(tx, 2, "resp_1")
        assert routing.forget_response(tx, 1, "resp_1")
        assert routing.response_provider(tx, 1, "resp_1") is None

    await db.write(work)


async def test_the_environment_gives_every_project_a_provider_and_a_memory_model(db: Database) -> None:
    catalog = await Catalogs(db, ENV).get(2)
    assert catalog.default is not None
    assert (catalog.default.id, catalog.default.name, catalog.default.credentials) == (ENVIRONMENT, "default", "secret")
    assert [t.upstream_name for t in tier(catalog, "extract")] == ["mem-a", "mem-b"]
    for dialect in ("chat", "messages", "responses", "embeddings"):
        assert [t.upstream_name for t in resolve(catalog, "any", dialect)] == ["any"]
    assert "sk" not in repr(ENV)
    assert "mem" in repr(ENV)


async def test_no_environment_and_nothing_stored_is_an_empty_catalog(db: Database) -> None:
    catalog = await Catalogs(db, UpstreamEnv()).get(1)
    assert catalog.default is None
    assert tier(catalog, "extract") == ()


async def test_a_projects_own_routing_goes_before_the_environments(db: Database) -> None:
    catalogs = Catalogs(db, ENV)
    assert (await catalogs.get(1)).default == (await catalogs.get(1)).providers[0]

    def work(tx: Tx) -> None:
        own = store(tx, "own", is_default=True)
        routing.insert_model(tx, 1, model("m", own.num))
        routing.put_chain(tx, 1, Chain(1, "memory-extract", ("m",), False))

    await db.write(work)
    catalog = await catalogs.get(1)
    assert catalog.default is not None
    assert catalog.default.name == "own"
    assert [t.model_name for t in tier(catalog, "extract")] == ["m"]


async def test_a_change_is_seen_at_once_and_nothing_is_read_twice(db: Database) -> None:
    catalogs = Catalogs(db, UpstreamEnv())
    first = await catalogs.get(1)
    assert await catalogs.get(1) is first
    await db.write(lambda tx: routing.put_chain(tx, 1, Chain(1, "quick", (), True)))
    assert "quick" in (await catalogs.get(1)).chains


@pytest.mark.parametrize("stored", [True, False])
async def test_proxium_default_works_at_a_stored_provider_and_at_the_environments(db: Database, stored: bool) -> None:
    catalogs, world = Catalogs(db, ENV), World()

    def work(tx: Tx, virtual: Provider) -> None:
        chosen = store(tx) if stored else virtual
        for _ in range(2):
            write_proxium_default(tx, 1, chosen, new_id=world.new_id, at=1)

    virtual = (await catalogs.get(1)).providers[0]
    await db.write(lambda tx: work(tx, virtual))
    targets = tier(await catalogs.get(1), "extract")
    assert [(t.upstream_name, t.reasoning_effort) for t in targets] == [("glm-5.3-flash", "low"), ("gemma4:31b", None)]
    assert {t.provider.num == 0 for t in targets} == {not stored}


async def test_proxium_default_can_be_named_in_the_environment(db: Database) -> None:
    catalog = await Catalogs(db, UpstreamEnv("http://127.0.0.1:9", None, "proxium-default")).get(1)
    assert [t.model_name for t in tier(catalog, "extract")] == list(PROXIUM_DEFAULT)


async def test_the_strix_catalogue_is_written_over_what_was_there(db: Database) -> None:
    await db.write(lambda tx: write_strix(tx, 1, ["old"]))
    await db.write(lambda tx: write_strix(tx, 1, ["m"], by_id={"deep": ["big", "m"]}))
    chains = (await Catalogs(db, ENV).get(1)).chains
    assert chains["deep"].models == ("big", "m")
    assert chains["uncensored"].models == ("m",)
    assert len(chains) == 11
