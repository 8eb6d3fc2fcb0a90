"""Base URLs that lead where they must not."""

from collections.abc import Sequence

import pytest

from app.addresses import AddressGuard, check_base_url
from app.errors import BadRequest

PRIVATE = [
    "127.0.0.1",
    "127.1",
    "0x7f.1",
    "2130706433",
    "017700000001",
    "localhost",
    "10.1.2.3",
    "192.168.0.1",
    "172.16.0.1",
    "100.64.0.1",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[64:ff9b::7f00:1]",
    "[2002:7f00:1::]",
    "[::7f00:1]",
    "[fd00::1]",
]
NEVER = [
    "169.254.169.254",
    "0xa9fea9fe",
    "[fe80::1]",
    "[::ffff:169.254.169.254]",
    "[64:ff9b::a9fe:a9fe]",
    "[2002:a9fe:a9fe::]",
    "100.100.100.200",
    "[fd00:ec2::254]",
    "0.0.0.0",
    "[::]",
    "224.0.0.1",
    "255.255.255.255",
]


@pytest.mark.parametrize("host", PRIVATE)
async def test_this_machine_and_its_network_need_the_switch(host: str) -> None:
    with pytest.raises(BadRequest, match="allow private"):
        await check_base_url(f"http://{host}:11434/v1", allow_private=False)
    assert await check_base_url(f"http://{host}:11434/v1/", allow_private=True) == f"http://{host}:11434/v1"


@pytest.mark.parametrize("host", NEVER)
async def test_some_addresses_are_refused_always(host: str) -> None:
    with pytest.raises(BadRequest):
        await check_base_url(f"http://{host}/", allow_private=True)


@pytest.mark.parametrize("url", ["https://8.8.8.8", "https://[2606:4700::1111]/v1", "http://1.1.1.1:8080/api"])
async def test_public_addresses_are_good(url: str) -> None:
    assert await check_base_url(url, allow_private=False) == url


@pytest.mark.parametrize(
    "url",
    [
        "",
        "example.com",
        "ftp://example.com",
        "file:///etc/passwd",
        "http://",
        "http://user:secret@example.com",
        "http://example.com@127.0.0.1",
        "http://example.com/#x",
        "http://example.com/?a=b",
        "http://example.com?",
        "http://example.com:99999",
        "http://exa mple.com",
        "http://example.com\\@127.0.0.1",
        "http://[::1",
    ],
)
async def test_what_is_no_base_url_is_refused(url: str) -> None:
    with pytest.raises(BadRequest):
        await check_base_url(url, allow_private=True)


async def test_every_address_of_a_name_is_checked() -> None:
    async def resolve(host: str) -> Sequence[str]:
        return ["8.8.8.8", "10.0.0.1"]

    with pytest.raises(BadRequest):
        await check_base_url("https://two.example", allow_private=False, resolve=resolve)


async def test_a_name_that_turns_to_a_private_address_later_finds_no_way() -> None:
    guard = AddressGuard(allow_private=False)
    with pytest.raises(OSError, match="nothing may be sent"):
        await guard.resolve("localhost", 80)
    found = await AddressGuard(allow_private=True).resolve("localhost", 80)
    assert found
