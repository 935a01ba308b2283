"""Runs the web app with uvicorn until somebody stops it."""

from __future__ import annotations

import socket
from collections.abc import Callable
from pathlib import Path

import uvicorn

from referee.language import say
from referee.live import invitation, keys
from referee.live.app import Web, app
from referee.live.hall import Hall
from referee.logbook import LogbookError

PORT = 8642
OTHERS = 20
"""How many ports after the first are tried where none was asked for."""


class Server(uvicorn.Server):
    """Ends the open streams before it waits for them to end."""

    def __init__(self, config: uvicorn.Config, hall: Hall, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.hall, self.ready = hall, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.hall.close()
        await super().shutdown(sockets)


def serve(path: Path, lan: bool, port: int | None, lang: str, ready: Callable[[Web], None]) -> None:
    """Serve a logbook, in one language or ("") each browser's; ``ready`` is called once phones can come.

    Returns when stopped by Ctrl-C.
    """
    listening = listen("0.0.0.0" if lan else "127.0.0.1", port)
    number = listening.getsockname()[1]
    web = Web(Hall(path), keys.new(), invitation.addresses(lan), number, lang)
    config = uvicorn.Config(
        app(web), access_log=False, log_level="error", server_header=False, timeout_graceful_shutdown=3
    )
    server = Server(config, web.hall, lambda: ready(web))
    try:
        server.run([listening])
    except KeyboardInterrupt:
        pass  # uvicorn has stopped in good order and passes the signal on
    finally:
        listening.close()


def listen(address: str, port: int | None) -> socket.socket:
    """A socket at this port, or at the first free one if none was asked for."""
    ports = [port] if port is not None else [*range(PORT, PORT + OTHERS), 0]
    for number in ports:
        found = _bound(address, number)
        if found:
            return found
    raise LogbookError(say("port {port} is taken; choose another with --port, or leave that to Referee", port=port))


def _bound(address: str, port: int) -> socket.socket | None:
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((address, port))
        found.listen(256)
    except (OSError, OverflowError):
        found.close()
        return None
    return found
