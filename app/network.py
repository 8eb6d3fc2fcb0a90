"""The network as upstreams need it: aiohttp under httpx, with nothing kept between calls and guarded addresses."""

import ssl

import aiohttp
import httpx
from httpx_aiohttp import AiohttpTransport

from app.addresses import AddressGuard

MAX_CONNECTIONS = 1000
KEEP_ALIVE_S = 60
HEADER_BYTES = 64 * 1024
"""Longest header line that an upstream may send. aiohttp's own 8 KiB is less than some send."""


def open_transport(*, allow_private: bool = True) -> httpx.AsyncBaseTransport:
    """A transport that keeps no cookies (one tenant's would go out with another's call) and reads no environment."""
    context = httpx.create_ssl_context(trust_env=False)
    return AiohttpTransport(
        verify=context, trust_env=False, client=lambda: _open_session(context, allow_private=allow_private)
    )


def _open_session(context: ssl.SSLContext, *, allow_private: bool) -> aiohttp.ClientSession:
    connector = aiohttp.TCPConnector(
        limit=MAX_CONNECTIONS,
        keepalive_timeout=KEEP_ALIVE_S,
        ssl=context,
        resolver=AddressGuard(allow_private=allow_private),
    )
    return aiohttp.ClientSession(
        connector=connector,
        cookie_jar=aiohttp.DummyCookieJar(),
        skip_auto_headers=("User-Agent", "Accept", "Accept-Encoding", "Content-Type"),
        max_line_size=HEADER_BYTES,
        max_field_size=HEADER_BYTES,
    )
