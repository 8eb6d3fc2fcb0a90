"""Which base URLs a provider may have: no way into the network for those who may only set up a provider.

Two walls. `check_base_url` looks at a URL, and at all that its name resolves to, when it is set up. `AddressGuard`
looks at what a name resolves to at each new connection, so that a name can't be turned to another address later.
"""

import asyncio
import ipaddress
import socket
from collections.abc import Awaitable, Callable, Sequence
from urllib.parse import SplitResult, urlsplit

from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.resolver import ThreadedResolver

from app.errors import BadRequest

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Resolve = Callable[[str], Awaitable[Sequence[str]]]

_NAT64 = ipaddress.ip_network("64:ff9b::/96")
_NAT64_LOCAL = ipaddress.ip_network("64:ff9b:1::/48")
_PROVIDER_METADATA = frozenset(ipaddress.ip_address(text) for text in ("100.100.100.200", "fd00:ec2::254"))
"""Addresses outside link-local at which clouds hand out credentials (Alibaba; AWS over IPv6)."""


def unwrap(address: Address) -> Address:
    """The IPv4 address that an IPv6 one stands for (mapped, compatible, NAT64, 6to4, Teredo), else the same.

    `is_global` is True of NAT64 and 6to4 addresses, whatever they lead to: so they are unwrapped first.
    """
    if isinstance(address, ipaddress.IPv4Address):
        return address
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    if address.sixtofour is not None:
        return address.sixtofour
    if address.teredo is not None:
        return address.teredo[1]
    low = int(address) & 0xFFFF_FFFF
    if address in _NAT64 or address in _NAT64_LOCAL or (int(address) >> 32 == 0 and low > 1):
        return ipaddress.IPv4Address(low)
    return address


def refused(address: Address, *, allow_private: bool) -> str | None:
    """Why nothing may be sent to this address, or None when it may."""
    address = unwrap(address)
    if address.is_link_local or address in _PROVIDER_METADATA:
        return "a link-local address, where machines keep their credentials"
    if address.is_multicast or address.is_unspecified or (address.is_reserved and not address.is_loopback):
        return "no address of a single machine"
    if not address.is_global and not allow_private:
        return "an address of this machine or of a private network"
    return None


def split_base_url(url: str) -> SplitResult:
    """A base URL in its parts. Raises BadRequest when it is none: http or https, a host, no user, query or fragment."""
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError as error:
        raise BadRequest("The base URL is not a URL.", detail=str(error)) from error
    if parts.scheme not in ("http", "https") or not host:
        raise BadRequest("A base URL must begin with http:// or https:// and name a host.")
    if "@" in parts.netloc:
        raise BadRequest("A base URL must not hold a user or a password: set the secret apart from it.")
    if parts.query or parts.fragment or "?" in url or "#" in url:
        raise BadRequest("A base URL must not have a query or a fragment.")
    if any(char.isspace() or not char.isprintable() or char == "\\" for char in url):
        raise BadRequest("A base URL must not hold white space, backslashes or control characters.")
    return parts


async def check_base_url(url: str, *, allow_private: bool, resolve: Resolve | None = None) -> str:
    """Checks a provider's base URL; returns it without a trailing slash. Raises BadRequest, which says what is wrong.

    `allow_private` is the switch for a model server on this machine or in the local network; link-local addresses
    are refused all the same. A name that doesn't resolve now is let through: each connection is checked again.
    """
    parts = split_base_url(url)
    host = parts.hostname or ""
    for text in await (resolve or addresses_of)(host):
        why = refused(ipaddress.ip_address(text.partition("%")[0]), allow_private=allow_private)
        if why is not None:
            hint = "" if allow_private else " If you mean it, allow private addresses for this provider."
            raise BadRequest(f"The host {host} is {why}.{hint}")
    return url.rstrip("/")


async def addresses_of(host: str) -> Sequence[str]:
    """All addresses of a host, as the operating system understands it: `127.1` and `0x7f.1` are loopback too."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return ()
    return [str(address[0]) for *_, address in found]


class AddressGuard(AbstractResolver):
    """Resolves names for the transport and hides the addresses that nothing may be sent to."""

    def __init__(self, *, allow_private: bool = True) -> None:
        self._inner = ThreadedResolver()
        self._allow_private = allow_private

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        """The addresses of a host that may be used. Raises OSError when there is none."""
        found = await self._inner.resolve(host, port, family)
        good = [
            result
            for result in found
            if not refused(ipaddress.ip_address(result["host"].partition("%")[0]), allow_private=self._allow_private)
        ]
        if found and not good:
            raise OSError(f"{host} resolves to addresses that nothing may be sent to")
        return good

    async def close(self) -> None:
        """Nothing to let go of."""
