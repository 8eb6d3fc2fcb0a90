"""The one client to all providers: a request goes up with their credentials, an open answer comes back. No routing."""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from urllib.parse import quote, urlsplit

import aiohttp
import httpx

from app.errors import BadRequest, NotFound, UpstreamFailed
from app.upstream.catalog import UpstreamEnv
from app.upstream.circuit import Circuit
from app.upstream.headers import Credential, up
from app.upstream.routing import Target
from app.vault import Vault, VaultBroken
from app.world import World
from storage.model import Provider

log = logging.getLogger(__name__)

PIECE = 64 * 1024
"""Bytes of a body that are handed to the socket at a time."""

STALE_S = 1.0
"""A connection that breaks off this soon was one that the upstream had closed while it idled: asked once more."""


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Seconds (contract, section 2: settings of the instance)."""

    connect_s: float = 10.0
    first_byte_s: float = 300.0
    read_s: float = 600.0


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A request as it is meant for one target: headers as the client sent them, `query` as it stood in the URL.

    `path` is what clients call (`/v1/…`), decoded: what has a meaning in a URL is encoded again.
    """

    path: str
    body: bytes = b""
    headers: Sequence[tuple[str, str]] = ()
    method: str = "POST"
    query: str = ""


class Secrets:
    """The providers' secrets: from the vault, and from memory once they are known."""

    def __init__(self, vault: Vault, env: UpstreamEnv) -> None:
        self._vault = vault
        self._env = env
        self._known: dict[str, str | None] = {}

    async def get(self, provider: Provider) -> str | None:
        """The secret of a provider, or None when it has none."""
        if provider.num == 0:
            return self._env.key
        if provider.id not in self._known:
            self._known[provider.id] = await self._vault.get(_secret_name(provider.id))
        return self._known[provider.id]

    async def set(self, provider_id: str, secret: str) -> None:
        """Keeps a secret. White space around it (a pasted line end) is no part of it. Raises BadRequest."""
        secret = secret.strip()
        if not (secret.isascii() and secret.isprintable() and secret):
            raise BadRequest("An API key must be one line of ASCII characters.")
        await self._vault.set(_secret_name(provider_id), secret)
        self._known[provider_id] = secret

    async def delete(self, provider_id: str) -> None:
        """Forgets the secret of a provider."""
        await self._vault.delete(_secret_name(provider_id))
        self._known.pop(provider_id, None)


def _secret_name(provider_id: str) -> str:
    return f"provider:{provider_id}"


class Upstream:
    """The client of the whole process. Made once; `aclose` ends its connections."""

    def __init__(self, world: World, secrets: Secrets, timeouts: Timeouts | None = None) -> None:
        self.world = world
        self.secrets = secrets
        self.timeouts = timeouts or Timeouts()
        self.circuit = Circuit(world.monotonic)
        # The transport itself: a client around it would follow, remember and log what a gateway must pass on.
        self._transport = world.transport()

    async def send(self, target: Target, request: Outgoing, *, first_byte_s: float | None = None) -> httpx.Response:
        """Sends a request and returns the answer once its headers are there, whatever its status.

        The caller reads it with `aiter_raw` (never decoded here) and must `aclose` it, which also cancels upstream.
        Raises UpstreamFailed when there is no answer: no secret, no connection, broken off, or too late.
        """
        name = target.provider.name
        credential = await self._credential(target.provider)
        url = endpoint(target.provider.base_url, request.path, target.dialect)
        if request.query:
            url = f"{url}?{request.query}"
        headers = up(request.headers, target.dialect, credential, has_body=bool(request.body))
        wait_s = first_byte_s or self.timeouts.first_byte_s
        try:
            async with asyncio.timeout(wait_s):
                return await self._send(target.provider.name, request, url, headers)
        except (TimeoutError, httpx.ReadTimeout) as error:
            raise UpstreamFailed(
                f"The provider {name} sent no answer in {wait_s:g} s. Try again.", detail=_why(error)
            ) from error
        except (httpx.HTTPError, httpx.InvalidURL, aiohttp.ClientError, OSError, ValueError) as error:
            raise UpstreamFailed(
                f"The provider {name} can't be reached. Try again, or check its base URL on Routing.",
                detail=_why(error),
            ) from error

    async def _send(self, provider: str, request: Outgoing, url: str, headers: list[tuple[str, str]]) -> httpx.Response:
        started = self.world.monotonic()
        try:
            return await self._transport.handle_async_request(self._request(request, url, headers))
        except (httpx.HTTPError, aiohttp.ClientError) as error:
            if not _broken_off(error) or self.world.monotonic() - started > STALE_S:
                raise
            log.debug("%s closed an idle connection; asking again", provider)
        return await self._transport.handle_async_request(self._request(request, url, headers))

    def _request(self, request: Outgoing, url: str, headers: list[tuple[str, str]]) -> httpx.Request:
        timeouts = self.timeouts
        # A large body goes in pieces, so that one upload doesn't hold up everybody's streams.
        large = len(request.body) > PIECE
        length = [("content-length", str(len(request.body)))] if large else []
        return httpx.Request(
            request.method,
            url,
            headers=[*headers, *length],
            content=_pieces(request.body) if large else request.body,
            extensions={
                "timeout": {
                    "connect": timeouts.connect_s,
                    "read": timeouts.read_s,
                    "write": timeouts.read_s,
                    "pool": timeouts.connect_s,
                }
            },
        )

    async def _credential(self, provider: Provider) -> Credential:
        if provider.credentials != "secret":
            return Credential(provider.credentials)
        try:
            secret = await self.secrets.get(provider)
        except VaultBroken as error:
            raise UpstreamFailed(error.message, detail=error.detail, mendable=False) from error
        if not secret:
            raise UpstreamFailed(
                f"The provider {provider.name} has no API key here. Set one on Routing.", mendable=False
            )
        return Credential("secret", secret, bearer=not _refuses_bearer(provider.base_url))

    async def aclose(self) -> None:
        """Closes all connections."""
        await self._transport.aclose()


def endpoint(base_url: str, path: str, dialect: str) -> str:
    """Where a path of ours (`/v1/…`) is at a provider, whose base URL has a version in it or not.

    As the vendors' own clients do: OpenAI's take the version from the base URL, wherever it stands in it
    (`…/v1beta/openai`); Anthropic's bring `/v1` along, whatever the base URL is, unless it ends in it.

    Raises NotFound for a path with dot segments: it would lead elsewhere at the provider, with a secret of ours.
    """
    if not {".", ".."}.isdisjoint(path.replace("\\", "/").split("/")):
        raise NotFound("There is nothing at this path.")
    base = base_url.rstrip("/")
    segments = urlsplit(base).path.split("/")[1:]
    versioned = segments[-1:] if dialect == "messages" else segments
    if any(segment[:1] == "v" and segment[1:2].isdigit() for segment in versioned):
        path = path.removeprefix("/v1")
    return base + quote(path, safe="/:@!$&'()*+,;=")


def _refuses_bearer(base_url: str) -> bool:
    """Anthropic's own server takes an API key as `x-api-key` alone and refuses it as a bearer beside it."""
    host = urlsplit(base_url).hostname or ""
    return host == "anthropic.com" or host.endswith(".anthropic.com")


def _broken_off(error: Exception) -> bool:
    return isinstance(error, httpx.RemoteProtocolError) or isinstance(
        error.__cause__, aiohttp.ServerDisconnectedError | aiohttp.ClientConnectionResetError
    )


def _why(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:500]


async def _pieces(body: bytes) -> AsyncIterator[bytes]:
    view = memoryview(body)
    for start in range(0, len(body), PIECE):
        yield bytes(view[start : start + PIECE])
