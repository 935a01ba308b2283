"""What stands before the pages: hosts, origins, sizes, rates, and the headers of every answer.

A page of another site may be open in the same browser, and another device may be in the same
network. A request has to name an address (or this machine) as its host, which a foreign name
that was pointed here cannot; one that writes has to come from a page of ours.
"""

from __future__ import annotations

import ipaddress
import socket
import time
from collections.abc import Callable, Iterable, MutableMapping
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from referee.language import say

MOST_BYTES = 64 * 1024
"""The greatest body of a request."""
MOST_CLIENTS = 10_000

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-store",
}
POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
"""The policy of an answer that sets none of its own: it may load and run nothing."""


class Guard:
    """Lets through what may be asked here, and adds the headers to every answer."""

    def __init__(self, app: ASGIApp, port: int, rate: Bucket) -> None:
        self.app, self.port, self.rate = app, port, rate
        self.names = {"localhost", socket.gethostname().casefold(), socket.gethostname().casefold() + ".local"}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        refused = self.refusal(scope)
        answer = self.app if refused is None else refused
        await answer(scope, _capped(receive), _with_headers(send))

    def refusal(self, scope: Scope) -> PlainTextResponse | None:
        """The answer to what may not be asked, None if it may."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self.is_ours(host):
            return PlainTextResponse(say("Nobody of this name is here."), 400)
        if not self.rate.take(client(scope)):
            return PlainTextResponse(say("Too much at once; wait a moment."), 429, {"Retry-After": "2"})
        if scope["method"] in ("GET", "HEAD"):
            return None
        return _unwelcome(headers, f"{scope['scheme']}://{host}")

    def is_ours(self, host: str) -> bool:
        """Whether a Host header names this machine by an address or one of its own names, and our port."""
        name, _, port = host.rpartition(":") if host.rpartition(":")[2].isdigit() else (host, "", "80")
        return port == str(self.port) and (name.casefold() in self.names or _is_address(name.strip("[]")))


def _unwelcome(headers: Headers, ours: str) -> PlainTextResponse | None:
    """The answer to a request that writes and is not from a page of ours, or too large."""
    if headers.get("origin", "") != ours:
        return PlainTextResponse(say("This did not come from a page of the game."), 403)
    if headers.get("content-type", "").partition(";")[0] != "application/json":
        return PlainTextResponse(say("Expected JSON."), 415)
    length = headers.get("content-length", "0")
    if not length.isdigit() or int(length) > MOST_BYTES:
        return PlainTextResponse(say("Too long."), 413)
    return None


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def client(scope: MutableMapping[str, Any]) -> str:
    """The address that asks."""
    return str((scope.get("client") or ("", 0))[0])


class TooLong(Exception):
    """A body that goes on after it said it would end."""


def _capped(receive: Receive) -> Receive:
    """Reads no more of a body than is allowed."""
    got = 0

    async def capped() -> Message:
        nonlocal got
        message = await receive()
        got += len(message.get("body", b""))
        if got > MOST_BYTES:
            raise TooLong
        return message

    return capped


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("Content-Security-Policy", POLICY)
        await send(message)

    return sending


class Bucket:
    """So much at once for each client, and so much a second after that."""

    def __init__(self, at_once: float, a_second: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.at_once, self.a_second, self.clock = at_once, a_second, clock
        self.left: dict[str, tuple[float, float]] = {}

    def take(self, client: str) -> bool:
        """Whether a client may have one more now."""
        now = self.clock()
        left = self._left(client, now)
        self.left[client] = (left - 1 if left >= 1 else left, now)
        if len(self.left) > MOST_CLIENTS:
            self._forget(now)
        return left >= 1

    def is_empty(self, client: str) -> bool:
        """Whether a client has used up what it may have."""
        return self._left(client, self.clock()) < 1

    def _left(self, client: str, now: float) -> float:
        left, then = self.left.get(client, (self.at_once, now))
        return min(self.at_once, left + (now - then) * self.a_second)

    def _forget(self, now: float) -> None:
        """Forget those who have not asked for a while."""
        full: Iterable[str] = [c for c in self.left if self._left(c, now) >= self.at_once]
        for each in full:
            del self.left[each]
