"""Forgetting over HTTP: the raw path, bodies that name what they mean, and who may do it."""

from typing import Any
from urllib.parse import quote

import pytest

from app.auth import add_key
from storage.sql import projects
from tests.forgetting.layouts import bytes_of
from tests.house import House

SUBJECTS = [
    "a" * 256,
    "🙂" * 256,
    "user-a\u200bna",
    "\u0430na",
    "a\u0301",
    "\u00e1",
    "Björn",
    "a/b",
    "/a",
    "a/",
    "//a//b",
    "..",
    "../..",
    "%",
    "%2F",
    "a?b#c",
    "'; DROP TABLE memories; --",
    "*",
    "a b",
    "a+b",
    "ana@example.org",
]
BAD = ["", "%20ana", "ana%20", "x%00", "x%C2%85", "x%0A", "%ff", "%ED%A0%80", "%E2%80%A8", "a" * 257]


def encoded(subject: str) -> str:
    """Percent-encoded, dots too: a client takes `..` for the folder above."""
    return quote(subject, safe="").replace(".", "%2E")


async def _saved(house: House, subject: str | None, text: str = "likes marzipan", **more: Any) -> str:
    body = {"text": text, **({} if subject is None else {"subject": subject}), **more}
    answer = await house.http.post("/v1/memory/items", json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


async def _texts(house: House) -> list[str]:
    return sorted(memory.text for memory in await house.memories())


async def _written_and_erased(house: House, subject: str) -> dict[str, int]:
    """Writes for a subject by header, by body and over the API; returns what erasing it by path deleted."""
    header = {"x-loregate-memory-subject": subject.encode()}
    await house.http.post(
        "/v1/chat/completions",
        json={"model": "m", "messages": [{"role": "user", "content": "by header"}]},
        headers=header,  # type: ignore[arg-type]
    )
    await house.chat("by body", user=subject)
    await _saved(house, subject)
    await house.recorded()
    answer = await house.http.delete(f"/v1/memory/subjects/{encoded(subject)}")
    assert answer.status_code == 200, answer.text
    return answer.json()["deleted"]


async def test_what_a_header_a_body_or_the_api_wrote_the_path_erases(house: House) -> None:
    """One subject after the other, each with all others still there: none takes or leaves too much."""
    for subject in SUBJECTS:
        await _saved(house, f"{subject[:255]}x", "of a subject that looks alike")
    for subject in SUBJECTS:
        deleted = await _written_and_erased(house, subject)
        counts = (deleted["memories"], deleted["conversations"], deleted["calls"])
        assert (subject, counts) == (subject, (1, 2, 2))
        assert await house.conversations() == []
    assert len(await _texts(house)) == len({f"{subject[:255]}x" for subject in SUBJECTS})


async def test_a_bad_subject_erases_nothing_and_above_all_not_everything(house: House) -> None:
    await _saved(house, "ana")
    await _saved(house, None, "likes nougat")
    for raw in BAD:
        answer = await house.http.delete(f"/v1/memory/subjects/{raw}")
        assert (raw, answer.status_code, answer.json()["error"]["code"]) == (raw, 400, "invalid_memory_subject")
    assert await _texts(house) == ["likes marzipan", "likes nougat"]


async def test_a_slash_may_be_sent_as_it_is_and_a_query_is_refused(house: House) -> None:
    await _saved(house, "a/b")
    refused = await house.http.delete("/v1/memory/subjects/a/b?space=lab")
    assert refused.status_code == 400
    assert await _texts(house) == ["likes marzipan"]
    assert (await house.http.delete("/v1/memory/subjects/a/b")).json()["deleted"]["memories"] == 1


async def test_a_certificate_is_read_back_and_ends_as_done(house: House) -> None:
    await _saved(house, "ana", "keeps her savings in a tin under the floor")
    made = (await house.http.delete("/v1/memory/subjects/ana")).json()
    assert {"id", "subject_sha256", "deleted", "scrub", "at", "scrubbed_at", "scan", "backups"} <= made.keys()
    assert (made["scrub"], made["what"], made["scrubbed_at"], made["backups"]) == ("pending", "subject", None, [])
    path = f"/v1/memory/erasures/{made['id']}"
    assert (await house.http.get(path)).json() == made
    await house.server.jobs.run_once("scrub")
    done = (await house.http.get(path)).json()
    assert done["scrub"] == "done"
    assert done["scan"]["files"] >= 1
    unknown = await house.http.get("/v1/memory/erasures/era_none")
    assert unknown.status_code == 404
    foreign = await house.http.get(path, headers={"authorization": f"Bearer {await _foreign(house)}"})
    assert (foreign.status_code, foreign.json()["error"]["code"]) == (404, "not_found")


async def _foreign(house: House) -> str:
    parts = house.server.parts
    project = await house.ctx.db.write(lambda tx: projects.insert(tx, "prj_9", "other", "Other", {}, 1))
    return (await add_key(parts.db, parts.world, project, "foreign"))[1]


async def test_another_project_s_subject_of_the_same_name_stays(house: House) -> None:
    await _saved(house, "ana")
    foreign = {"authorization": f"Bearer {await _foreign(house)}"}
    await house.http.post("/v1/memory/items", json={"text": "likes nougat", "subject": "ana"}, headers=foreign)
    assert (await house.http.delete("/v1/memory/subjects/ana")).json()["deleted"]["memories"] == 1
    found = await house.http.post("/v1/memory/search", json={"query": "nougat", "subject": "ana"}, headers=foreign)
    assert len(found.json()["memories"]) == 1


UNCLEAR = [
    b"[]",
    b"null",
    b'"all"',
    b"{",
    b"not json",
    b'{"space": ""}',
    b'{"space": null}',
    b'{"project": null}',
    b'{"project": ""}',
    b'{"space": "  "}',
    b'{"space": 5}',
    b'{"spaces": "la    b"}',
    b'{"subject": "ana"}',
    b'{"conversations": null}',
    b'{"conversations": "yes"}',
    b'{"space": "la    b", "all": true}',
]


async def test_what_does_not_say_clearly_what_it_means_forgets_nothing(house: House) -> None:
    await _saved(house, "ana")
    for body in UNCLEAR:
        headers = {"content-type": "application/json"}
        answer = await house.http.post("/v1/memory/forget", content=body, headers=headers)
        assert (body, answer.status_code, answer.json()["error"]["code"]) == (body, 400, "invalid_request")
    assert await _texts(house) == ["likes marzipan"]


async def test_a_query_in_place_of_a_body_forgets_nothing(house: House) -> None:
    await _saved(house, "ana")
    assert (await house.http.post("/v1/memory/forget?space=lab")).status_code == 400
    assert await _texts(house) == ["likes marzipan"]


@pytest.mark.parametrize("word", ["space", "project"])
async def test_one_space_is_forgotten(house: House, word: str) -> None:
    await _saved(house, "ana", space="lab")
    await _saved(house, None, "likes nougat")
    answer = (await house.http.post("/v1/memory/forget", json={word: "lab"})).json()
    assert (answer["what"], answer["space"], answer["deleted"]["memories"]) == ("space", "lab", 1)
    assert await _texts(house) == ["likes nougat"]


@pytest.mark.parametrize("body", [b"", b"{}", b" {} "])
async def test_everything_is_forgotten_with_an_empty_body(house: House, body: bytes) -> None:
    await _saved(house, "ana", space="lab")
    await _saved(house, None, "likes nougat")
    await house.chat("keep me")
    await house.recorded()
    answer = (await house.http.post("/v1/memory/forget", content=body)).json()
    assert (answer["what"], answer["space"], answer["deleted"]["memories"]) == ("everything", None, 2)
    assert await _texts(house) == []
    assert len(await house.conversations()) == 1


async def test_conversations_go_where_it_is_asked(house: House) -> None:
    await house.chat("forget me")
    await house.recorded()
    answer = (await house.http.post("/v1/memory/forget", json={"conversations": True})).json()
    assert (answer["deleted"]["conversations"], answer["deleted"]["calls"]) == (1, 1)
    assert await house.conversations() == []


async def test_a_read_key_forgets_nothing(house: House) -> None:
    memory = await _saved(house, "ana")
    headers = {"authorization": f"Bearer {await house.key(scope='read')}"}
    for method, path in (
        ("DELETE", "/v1/memory/subjects/ana"),
        ("POST", "/v1/memory/forget"),
        ("DELETE", f"/memsync/memories/{memory}"),
    ):
        answer = await house.http.request(method, path, headers=headers)
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "forbidden")
        assert (await house.http.request(method, path, headers={"authorization": "Bearer lg_x"})).status_code == 401
    assert await _texts(house) == ["likes marzipan"]


async def test_a_key_of_one_space_forgets_that_space_alone(house: House) -> None:
    await _saved(house, "ana", space="lab")
    kept = await _saved(house, None, "likes nougat")
    headers = {"authorization": f"Bearer {await house.key(space='lab')}"}
    for body in ({}, {"space": "default"}, {"space": "other"}, {"conversations": True}):
        assert (await house.http.post("/v1/memory/forget", json=body, headers=headers)).status_code == 403
    assert (await house.http.delete(f"/memsync/memories/{kept}", headers=headers)).status_code == 403
    assert (await house.http.post("/v1/memory/forget", json={"space": "lab"}, headers=headers)).status_code == 200
    assert await _texts(house) == ["likes nougat"]


async def test_it_works_while_memory_is_off(house: House) -> None:
    memory = await _saved(house, "ben", "likes nougat")
    await _saved(house, "ana")
    await house.settings(enabled=False)
    await house.chat("my secret is marzipan", headers={"x-loregate-memory-subject": "ana"})
    await house.recorded()
    erased = (await house.http.delete("/v1/memory/subjects/ana")).json()
    assert (erased["deleted"]["memories"], erased["deleted"]["calls"]) == (1, 1)
    assert (await house.http.delete(f"/memsync/memories/{memory}")).status_code == 200
    assert (await house.http.post("/v1/memory/forget", json={})).status_code == 200
    await house.server.jobs.run_once("scrub")
    assert b"my secret is marzipan" not in bytes_of(house.ctx.db.path.parent)


async def test_a_memory_is_deleted_for_good_with_or_without_its_prefix(house: House) -> None:
    first, second = await _saved(house, None), await _saved(house, None, "likes nougat")
    for given, id in ((first, first), (second.removeprefix("mem_"), second)):
        answer = await house.http.delete(f"/memsync/memories/{given}")
        assert (answer.status_code, answer.json()) == (200, {"id": id, "deleted": True})
        again = await house.http.delete(f"/memsync/memories/{given}")
        assert (again.status_code, again.json()["error"]["code"]) == (404, "not_found")
    foreign = {"authorization": f"Bearer {await _foreign(house)}"}
    third = await _saved(house, None)
    assert (await house.http.delete(f"/memsync/memories/{third}", headers=foreign)).status_code == 404
    assert await _texts(house) == ["likes marzipan"]
