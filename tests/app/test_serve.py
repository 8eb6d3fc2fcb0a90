"""The whole server in this process, over real HTTP on a free port."""

import asyncio
import json
import os
import stat
from pathlib import Path

import httpx
import pytest

from app.config import Config
from app.errors import NotFound
from app.listening import CantListen
from app.parts import Parts
from app.serve import Server, running
from storage.errors import FileInUse
from storage.sql import keys, projects


def config_at(folder: Path, **values: object) -> Config:
    return Config(data_dir=folder / "data", port=0, drain_s=5.0, **values)  # type: ignore[arg-type]


async def raw(server: Server, request: bytes) -> bytes:
    """The bytes that a request of these bytes is answered with."""
    host, port = server.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(request)
    await writer.drain()
    answer = await reader.read()
    writer.close()
    await writer.wait_closed()
    return answer


async def test_it_starts_with_a_private_folder_and_a_default_project_and_says_that_it_is_ready(tmp_path: Path):
    async with running(config_at(tmp_path)) as server, httpx.AsyncClient(base_url=server.url) as client:
        assert stat.S_IMODE((tmp_path / "data").stat().st_mode) == 0o700
        assert [project.slug for project in await server.parts.db.read(projects.every)] == ["default"]
        assert (await client.get("/healthz")).json() == {"status": "ok"}
        assert (await client.get("/readyz")).json() == {"status": "ok"}


async def test_pages_that_are_coming_say_so_and_an_unknown_path_is_404_in_the_errors_shape(tmp_path: Path):
    async with running(config_at(tmp_path)) as server, httpx.AsyncClient(base_url=server.url) as client:
        assert "coming" in (await client.get("/admin")).text
        assert "coming" in (await client.get("/mcp")).text
        for path in ("/administrator", "/nothing", "/control"):
            answer = await client.get(path)
            assert answer.status_code in (404, 405)
            assert answer.json()["error"]["code"] == "not_found"


async def test_a_request_with_two_lengths_is_refused_before_any_app_sees_it(tmp_path: Path):
    head = b"POST /v1/chat/completions HTTP/1.1\r\nhost: a\r\n"
    lengths = b"content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n"
    async with running(config_at(tmp_path)) as server:
        answer = await raw(server, head + lengths)
    assert answer.startswith(b"HTTP/1.1 400")
    assert b"connection: close" in answer.lower()


async def test_a_large_body_that_nobody_reads_does_not_hold_the_connection(tmp_path: Path):
    head = b"POST /healthz HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\ntransfer-encoding: chunked\r\n\r\n"
    async with running(config_at(tmp_path)) as server, asyncio.timeout(10):
        answer = await raw(server, head + b"3d0900\r\n" + b"x" * 4_000_000 + b"\r\n0\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 400")


async def test_a_body_over_every_limit_is_refused_unread(tmp_path: Path):
    head = b"POST /control HTTP/1.1\r\nhost: a\r\ncontent-length: 900000000\r\n\r\n"
    async with running(config_at(tmp_path)) as server, asyncio.timeout(10):
        answer = await raw(server, head)
    assert answer.startswith(b"HTTP/1.1 4")
    assert b'"error"' in answer


async def test_a_fixed_key_of_the_environment_is_a_write_key_of_the_default_project(tmp_path: Path):
    config = config_at(tmp_path, key="lg_0123456789abcdef")
    for _ in range(2):
        async with running(config) as server:
            caller = await server.parts.callers.find("lg_0123456789abcdef")
            assert (caller.project.slug, caller.key.scope) == ("default", "write")
            stored = await server.parts.db.read(lambda tx, num=caller.project.num: keys.of_project(tx, num))
            assert len(stored) == 1


async def test_a_second_server_on_the_same_folder_is_refused(tmp_path: Path):
    config = config_at(tmp_path)
    async with running(config):
        with pytest.raises(FileInUse, match="Another Loregate process"):
            async with running(config):
                pass


async def test_a_taken_port_is_one_clear_message(tmp_path: Path):
    async with running(config_at(tmp_path)) as server:
        port = int(server.url.rsplit(":", 1)[1])
        with pytest.raises(CantListen, match=f"port {port}: address already in use"):
            async with running(Config(data_dir=tmp_path / "other", port=port)):
                pass


async def test_commands_reach_a_running_server_by_its_private_file_only(tmp_path: Path):
    async def echo(parts: Parts, args: dict[str, object]) -> dict[str, object]:
        if "missing" in args:
            raise NotFound("There is none.")
        return args

    config = config_at(tmp_path)
    async with running(config, commands={"echo": echo}) as server, httpx.AsyncClient() as client:
        assert stat.S_IMODE(config.control.stat().st_mode) == 0o600
        address = json.loads(config.control.read_text("utf-8"))
        assert address["pid"] == os.getpid()
        headers = {"authorization": f"Bearer {address['token']}"}

        async def post(body: object, headers: dict[str, str] = headers) -> httpx.Response:
            return await client.post(address["url"], json=body, headers=headers)

        good = {"command": "echo", "args": {"a": 1}}
        assert (await post(good)).json() == {"result": {"a": 1}}
        assert (await post(good, {})).status_code == 401
        assert (await post(good, {"authorization": "Bearer ü".encode()})).status_code == 401
        assert (await post({"command": "other", "args": {}})).status_code == 400
        assert (await post({"command": "echo", "args": {"missing": 1}})).json()["error"]["message"] == "There is none."
    assert not config.control.exists()
    assert server.url


async def test_a_stopping_server_turns_new_calls_away_and_ends_in_good_order(tmp_path: Path):
    async with asyncio.timeout(20), running(config_at(tmp_path)) as server:
        host, port = server.url.removeprefix("http://").split(":")
        _, writer = await asyncio.open_connection(host, int(port))
        # A request that is still being sent keeps the server from ending.
        writer.write(
            b"POST /v1/memory/search HTTP/1.1\r\nhost: a\r\nauthorization: Bearer lg_x\r\ncontent-length: 9\r\n\r\n{"
        )
        async with httpx.AsyncClient(base_url=server.url) as client:
            await client.get("/healthz")
            server.stop()
            late = await client.get("/healthz")
        assert (late.status_code, late.headers["retry-after"]) == (503, "1")
        assert late.json()["error"]["code"] == "shutting_down"
        writer.close()
        await server.ended()
