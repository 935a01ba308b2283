"""The web app: pages, what phones hand in, and the stream of what changes."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from http import HTTPStatus
from pathlib import Path
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from referee import game as games
from referee import language, transcript
from referee.language import marked, say, text_of
from referee.live import drawing, invitation
from referee.live.guard import Bucket, Guard, TooLong, client
from referee.live.hall import Absent, Hall, Live, Person
from referee.live.hints import hints
from referee.live.keys import SCRIBE, SPECTATOR, Keys
from referee.live.parts import sent
from referee.live.slips import beginning_of, slip_of
from referee.logbook import Logbook, LogbookError
from referee.replay import started_of
from referee.report import html

BEAT = 15.0
"""How often a stream says that it is still there, in seconds."""
STREAMS = 300
"""How many pages may be open at once."""
DAY = 24 * 60 * 60

Handler = Callable[["Web", Request], Awaitable[Response]]


class Web:
    """What the handlers share: the games, the keys, and where all this is open."""

    def __init__(self, hall: Hall, keys: Keys, addresses: list[str], port: int, lang: str = "") -> None:
        self.hall, self.keys, self.addresses, self.port = hall, keys, addresses, port
        self.lang = lang
        """The language of all pages; "" for what each browser asks for."""
        self.tries = Bucket(10, 0.2)
        """How many wrong links each address may try."""
        self.streams = 0

    @property
    def cookie(self) -> str:
        """Cookies are shared by all ports of a host, so the name has the port in it."""
        return f"referee-{self.port}"

    def role(self, request: Request) -> str:
        """The role of whoever asks. Raises HTTPException for those without a link."""
        role = self.keys.role(request.cookies.get(self.cookie, ""))
        if not role:
            raise HTTPException(
                403, marked("This needs the link of the session: ask whoever runs Referee for the QR code.")
            )
        return role

    def scribe(self, request: Request) -> None:
        """Raise HTTPException unless a scribe asks."""
        if self.role(request) != SCRIBE:
            raise HTTPException(403, marked("This link only watches; a scribe's link is needed to write."))


# Pages


async def enter(web: Web, request: Request) -> Response:
    """A secret link: remember its key in a cookie, and leave it behind."""
    if web.tries.is_empty(client(request.scope)):
        raise HTTPException(429, marked("Too many wrong links; wait a minute."))
    key = request.path_params["key"]
    if not web.keys.role(key):
        web.tries.take(client(request.scope))
        raise HTTPException(403, marked("This link is wrong or of an earlier session: ask for the new QR code."))
    answer = RedirectResponse("/", 303)
    answer.set_cookie(web.cookie, key, max_age=DAY, httponly=True, samesite="lax")
    return answer


async def home(web: Web, request: Request) -> Response:
    """The games of the logbook."""
    role = web.role(request)
    entries = await web.hall.work(_entries, web.hall.path)
    return _page("games.html", entries=entries, role=role, book=web.hall.path.name)


def _entries(path: Path) -> list[dict[str, Any]]:
    with Logbook(path) as book:
        stored = [book.read(id) for id in book.ids()]
    latest = sorted(stored, key=lambda each: each.times[-1], reverse=True)
    return [
        {
            "id": each.id,
            "title": each.game.title,
            "players": started_of(each.record).players,
            "events": len(each.record),
        }
        for each in latest
    ]


async def new(web: Web, request: Request) -> Response:
    """The form that starts a game."""
    web.scribe(request)
    found = [games.find(id) for id in games.ids()]
    return _page("new.html", games=found, role=SCRIBE)


async def table(web: Web, request: Request) -> Response:
    """The page of a game."""
    role = web.role(request)
    live = await web.hall.game(request.path_params["id"])
    desk, now = live.desk, live.snapshot
    context: dict[str, Any] = {"parts": now.parts(role), "seq": now.seq, "role": role, "id": desk.id}
    context |= {"game": desk.game, "players": desk.players}
    return _page("table.html", live.artist.look, html.package_of(desk.game), **context)


async def replayed(web: Web, request: Request) -> Response:
    """The replay, as `referee report` writes it; it brings its own policy."""
    web.role(request)
    live = await web.hall.game(request.path_params["id"])
    desk = live.desk
    text = await web.hall.work(lambda: html.page(desk.game, desk.record, source=desk.id, head=desk.head))
    return HTMLResponse(text, headers={"Content-Security-Policy": "frame-ancestors 'none'"})


async def written(web: Web, request: Request) -> Response:
    """The record as a transcript."""
    web.role(request)
    live = await web.hall.game(request.path_params["id"])
    return PlainTextResponse(transcript.write(live.desk.game, live.desk.record))


async def invite(web: Web, request: Request) -> Response:
    """QR codes that let others in."""
    web.scribe(request)
    links = [(role, invitation.link(web.addresses[0], web.port, web.keys.of(role))) for role in (SPECTATOR, SCRIBE)]
    codes = [(role, link, invitation.picture(link)) for role, link in links]
    return _page("invite.html", codes=codes, role=SCRIBE, alone=invitation.is_loopback(web.addresses[0]))


def _page(name: str, look: Any = ("", ""), package: str = "", status: int = 200, **context: Any) -> HTMLResponse:
    text, policy = drawing.page(name, look, package, status=status, **context)
    return HTMLResponse(text, status, {"Content-Security-Policy": policy})


# What is handed in


async def hand_in(web: Web, request: Request) -> Response:
    """Record what a slip says."""
    web.scribe(request)
    slip = slip_of(await request.body())
    live = await web.hall.game(request.path_params["id"])
    answer = await web.hall.take(live, slip)
    return _json(answer.said, answer.status)


async def begin(web: Web, request: Request) -> Response:
    """Start a game."""
    web.scribe(request)
    wanted = beginning_of(await request.body())
    try:
        return _json({"id": await web.hall.begin(wanted)}, 201)
    except (ValueError, LookupError) as problem:
        return _json({"error": str(problem)}, 422)


async def following(web: Web, request: Request) -> Response:
    """The words that could come next in a line that is being written."""
    web.scribe(request)
    live = await web.hall.game(request.path_params["id"])
    entered = request.query_params.get("text", "")[:1000]
    return _json(await web.hall.work(lambda: hints(live.desk.game, live.desk.players, entered)))


def _json(said: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(said), status, media_type="application/json")


# The stream


async def stream(web: Web, request: Request) -> Response:
    """What changes on a game's page, from the event on that the page shows."""
    role = web.role(request)
    if web.streams >= STREAMS:
        raise HTTPException(503, marked("Too many pages are open."))
    live = await web.hall.game(request.path_params["id"])
    me = Person(_told(request, "device"), _told(request, "name") or say("another phone"), role)
    told = changes(web, live, me, _known(request))
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(told, media_type="text/event-stream", headers=headers)


def _told(request: Request, name: str) -> str:
    """What a page says of the device that it is on."""
    return "".join(c for c in request.query_params.get(name, "") if c.isprintable())[:40]


def _known(request: Request) -> int:
    """The event that the page shows: the last that came over the stream, or with which it was made."""
    text = request.headers.get("last-event-id") or request.query_params.get("after", "")
    return int(text) if text.isdecimal() and len(text) < 16 else 0


async def changes(web: Web, live: Live, me: Person, known: int) -> AsyncIterator[bytes]:
    """The server-sent events for one page."""
    with _present(web, live, me):
        yield b"retry: 1000\n\n"
        said = b""
        while not web.hall.closing.is_set():
            bell, snapshot, people = live.bell, live.snapshot, live.present(me)
            if snapshot.seq != known:
                yield snapshot.message(me.role, known if known < snapshot.seq else 0)
                known = snapshot.seq
            if people != said:
                said = people
                yield people
            if not await _rung(bell):
                yield sent(0, "beat", snapshot.seq)


async def _rung(bell: asyncio.Event) -> bool:
    try:
        await asyncio.wait_for(bell.wait(), BEAT)
    except TimeoutError:
        return False
    return True


@contextlib.contextmanager
def _present(web: Web, live: Live, me: Person) -> Any:
    """Count somebody in for as long as the page is open, and let the others know."""
    live.people[id(me)] = me
    web.streams += 1
    live.ring()
    try:
        yield
    finally:
        del live.people[id(me)]
        web.streams -= 1
        live.ring()


# Errors


async def refused(request: Request, problem: Exception) -> Response:
    """What cannot be done, as a page or as JSON, whichever was asked for."""
    status, why = _explained(problem)
    if request.method == "POST" or request.url.path.endswith("/stream"):
        return _json({"error": why}, status)
    return _page("refused.html", status=status, why=why, title=text_of(None, HTTPStatus(status).phrase), role="")


def _explained(problem: Exception) -> tuple[int, str]:
    if isinstance(problem, HTTPException):
        return problem.status_code, text_of(None, problem.detail)
    if isinstance(problem, TooLong):
        return 413, say("Too long.")
    if isinstance(problem, (msgspec.MsgspecError, RecursionError, UnicodeDecodeError)):
        return 400, say("Not what was expected: {problem}", problem=problem)
    return (404, say("There is no such game.")) if isinstance(problem, Absent) else (503, str(problem))


TITLES = [
    marked("Bad Request"),
    marked("Forbidden"),
    marked("Not Found"),
    marked("Method Not Allowed"),
    marked("Request Entity Too Large"),
    marked("Too Many Requests"),
    marked("Service Unavailable"),
]
"""What goes wrong, as HTTP calls it; the titles of pages."""


class Tongue:
    """Speaks with each browser in the language that it likes best, or with all in one."""

    def __init__(self, app: ASGIApp, lang: str) -> None:
        self.app, self.lang = app, lang

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        liked = Headers(scope=scope).get("accept-language", "") if scope["type"] == "http" else ""
        with language.using(self.lang or language.of_header(liked)):
            await self.app(scope, receive, send)


ROUTES: Iterable[tuple[str, str, Handler]] = (
    ("GET", "/s/{key}", enter),
    ("GET", "/", home),
    ("GET", "/new", new),
    ("POST", "/new", begin),
    ("GET", "/invite", invite),
    ("GET", "/g/{id}", table),
    ("POST", "/g/{id}", hand_in),
    ("GET", "/g/{id}/stream", stream),
    ("GET", "/g/{id}/next", following),
    ("GET", "/g/{id}/replay", replayed),
    ("GET", "/g/{id}/transcript", written),
)
EXPECTED = (
    HTTPException,
    LogbookError,
    msgspec.MsgspecError,
    RecursionError,
    TooLong,
    UnicodeDecodeError,
    games.UnknownGameError,
)


def app(web: Web) -> Starlette:
    """The app, behind its guard."""

    def bound(handler: Handler) -> Callable[[Request], Awaitable[Response]]:
        async def handle(request: Request) -> Response:
            return await handler(web, request)

        return handle

    routes = [Route(path, bound(handler), methods=[method]) for method, path, handler in ROUTES]
    tongue = Middleware(Tongue, lang=web.lang)
    guard = Middleware(Guard, port=web.port, rate=Bucket(200, 40))

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        looking = asyncio.create_task(web.hall.look_around())
        yield
        web.hall.close()
        await looking

    handlers: Any = dict.fromkeys(EXPECTED, refused)
    return Starlette(routes=routes, middleware=[tongue, guard], exception_handlers=handlers, lifespan=lifespan)
