"""All games that are being written or watched. One thread does all the work; the web waits for it."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar
from unicodedata import normalize

from msgspec import Struct

from referee import game as games
from referee import language, transcript
from referee.event import Started
from referee.live.desk import Desk, Judged
from referee.live.drawing import Artist
from referee.live.keys import SCRIBE
from referee.live.parts import Snapshot, following, sent
from referee.live.slips import Beginning, Slip, event_of
from referee.logbook import Conflict, Logbook, LogbookError
from referee.words import Unreadable

T = TypeVar("T")

LOOK = 0.5
"""How often to look whether another program has logged something, in seconds."""


class Answer(Struct, frozen=True):
    """What became of a slip: the status of the answer and what it says."""

    status: int
    said: dict[str, object]


class Person(Struct, frozen=True):
    """A device that has a game's page open."""

    device: str
    name: str
    role: str


class Drawn(Struct, frozen=True):
    """A game's page in one language: who draws it, and how it looks now."""

    artist: Artist
    snapshot: Snapshot


class Live:
    """One game: its desk, its page as of now, who has it open, and a bell that rings when something changes."""

    def __init__(self, path: Path, id: str) -> None:
        self.desk = Desk(path, id)
        self.drawn: dict[str, Drawn] = {}
        self.redraw()
        self.people: dict[int, Person] = {}
        self.bell = asyncio.Event()

    @property
    def artist(self) -> Artist:
        """Who draws for those who speak the language that is spoken now."""
        return self.drawn[language.current()].artist

    @property
    def snapshot(self) -> Snapshot:
        """The page as it is now, in the language that is spoken now."""
        return self.drawn[language.current()].snapshot

    # in the thread

    def refresh(self) -> bool:
        """Take in and draw what has been logged since. Returns whether there was anything."""
        self.desk.refresh()
        return self.redraw()

    def redraw(self) -> bool:
        """Draw the page in all languages that somebody reads, if the record has grown. Returns whether it had."""
        old = [code for code, drawn in self.drawn.items() if drawn.snapshot.seq != self.desk.last]
        for code in {*old, language.current()} if old or language.current() not in self.drawn else ():
            with language.using(code):
                self.drawn[code] = self._drawn(self.drawn.get(code))
        return bool(old)

    def _drawn(self, before: Drawn | None) -> Drawn:
        artist = before.artist if before else Artist(self.desk.game)
        return Drawn(artist, following(before.snapshot if before else None, self.desk.last, artist.parts(self.desk)))

    def take(self, slip: Slip) -> Answer:
        """Record what a slip says, once, and only after what its writer has seen."""
        self.desk.refresh()
        earlier = self.recorded(slip)
        if earlier:
            return self.told(200, earlier)
        if slip.after != self.desk.last:
            return self.missed(slip.after)
        try:
            judged = self.desk.judge(event_of(self.desk, slip))
        except Unreadable as problem:
            return Answer(422, {"error": str(problem), "column": problem.column})
        if judged.faulty and not slip.sure:
            return Answer(200, {"ask": self.artist.verdict(judged, self.desk)})
        return self.record(slip, judged)

    def record(self, slip: Slip, judged: Judged) -> Answer:
        verdict = self.artist.verdict(judged, self.desk)
        try:
            seq = self.desk.append(judged.event, slip.after, signature(slip))
        except Conflict:
            self.desk.refresh()
            return self.missed(slip.after)
        return Answer(201, {"seq": seq, "faulty": judged.faulty, "verdict": verdict})

    def recorded(self, slip: Slip) -> int:
        """The number under which this very slip was recorded already, 0 if it was not."""
        scribes = enumerate(self.desk.scribes, start=1)
        return next((seq for seq, scribe in scribes if scribe.rpartition("/")[2] == slip.id), 0)

    def told(self, status: int, seq: int) -> Answer:
        """What was said of an event when it was recorded."""
        judged = Judged(self.desk.record[seq - 1], self.desk.found(seq))
        return Answer(status, {"seq": seq, "faulty": judged.faulty, "verdict": self.artist.verdict(judged, self.desk)})

    def missed(self, after: int) -> Answer:
        """What was logged that the writer of a slip had not seen."""
        rows = [self.artist.line(self.desk, seq) for seq in range(max(1, after + 1), self.desk.last + 1)]
        return Answer(409, {"seq": self.desk.last, "missed": rows})

    # in the loop

    def ring(self) -> None:
        """Wake all who wait for something to change."""
        bell, self.bell = self.bell, asyncio.Event()
        bell.set()

    def present(self, me: Person) -> bytes:
        """The server-sent event that says who else is there."""
        people = {person.device: person for person in self.people.values()}
        scribes = [p.name for p in people.values() if p.role == SCRIBE and p.device != me.device]
        watching = sum(p.role != SCRIBE for p in people.values())
        return sent(0, "people", {"scribes": sorted(scribes) if me.role == SCRIBE else [], "watching": watching})


def signature(slip: Slip) -> str:
    """Who wrote it, and on which slip: the log's own memory of what has been recorded."""
    name = "".join(c for c in slip.name if c.isprintable() and c != "/")[:40].strip()
    return f"{name or 'a phone'}/{slip.id}"


class Absent(LogbookError):
    """The logbook has no game of this id."""


class Hall:
    """The games of a logbook, each opened when somebody first asks for it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.games: dict[str, Live] = {}
        self.begun: dict[str, str] = {}
        self.closing = asyncio.Event()
        self._thread = ThreadPoolExecutor(1, "referee")

    async def work(self, function: Callable[..., T], *arguments: object) -> T:
        """Let the thread do something, in the language that is spoken here."""
        context = contextvars.copy_context()
        return await asyncio.get_running_loop().run_in_executor(self._thread, context.run, function, *arguments)

    async def game(self, id: str) -> Live:
        """The game of this id. Raises LogbookError if there is none."""
        live: Live = await self.work(self._open, id)
        return live

    def _open(self, id: str) -> Live:
        if id not in self.games:
            self._check(id)
            self.games[id] = Live(self.path, id)
        else:
            self.games[id].refresh()
        return self.games[id]

    def _check(self, id: str) -> None:
        with Logbook(self.path) as book:
            if not book.head(id)[0]:
                raise Absent(id)

    async def take(self, live: Live, slip: Slip) -> Answer:
        """Record a slip and let all who watch know; they need not wait for the answer."""
        answer: Answer = await self.work(live.take, slip)
        if await self.work(live.redraw):
            live.ring()
        return answer

    async def begin(self, wanted: Beginning) -> str:
        """Start a game, once. Returns its id; raises ValueError, saying what is wrong."""
        return str(await self.work(self._begin, wanted))

    def _begin(self, wanted: Beginning) -> str:
        if wanted.id not in self.begun:
            started = started_by(wanted)
            with Logbook(self.path, writable=True) as book:
                self.begun[wanted.id] = id = free_id(book, started.game)
                book.start(id, [started])
        return self.begun[wanted.id]

    async def look_around(self) -> None:
        """Notice what other programs log, as long as somebody watches."""
        while not self.closing.is_set():
            for live in [live for live in self.games.values() if live.people]:
                with contextlib.suppress(Exception):  # a logbook that is held or gone: the next look will tell
                    if await self.work(live.refresh):
                        live.ring()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.closing.wait(), LOOK)

    def close(self) -> None:
        """End all streams."""
        self.closing.set()
        for live in self.games.values():
            live.ring()


def started_by(wanted: Beginning) -> Started:
    """The first event of a game. Raises ValueError, saying what is wrong."""
    game = games.find(wanted.game)
    names = tuple(normalize("NFC", name.strip()) for name in wanted.players if name.strip())
    readings = {transcript.reading_id(game, name): option for name, option in wanted.readings.items()}
    tags = {key: value.strip() for key, value in wanted.tags.items() if value.strip()}
    started = Started(game.id, names, readings, tags)
    problems = [why for _, why in transcript.start_problems(game, started)]
    problems += [why for key, value in tags.items() if (why := transcript.tag_problem(key, value))]
    if problems:
        raise ValueError("; ".join(problems))
    return started


def free_id(book: Logbook, base: str) -> str:
    """The next id for a game of this kind."""
    taken = set(book.ids())
    return next(id for n in range(1, len(taken) + 2) if (id := f"{base}-{n}") not in taken)
