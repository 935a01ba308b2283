"""What a game must offer, and how games are found.

A game is one folder under ``referee/games`` with a ``GAME`` in it, or any installed package
with an entry point in the group ``referee.games`` that leads to one. The folder's name is the
game's id with underscores. Nothing else in Referee knows a game by name.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol

import msgspec
from msgspec import Struct

from referee import event as ev
from referee.event import Event, Given, Move, Position, Started
from referee.language import say
from referee.ledger import Fault
from referee.notation import Form, reserved_words
from referee.rulebook import Rulebook
from referee.words import Line, hinted, nearest

if TYPE_CHECKING:
    from fractions import Fraction
    from random import Random

ENTRY_POINTS = "referee.games"
_FOLDER = re.compile("[a-z][a-z0-9-]*")


class Books(Protocol):
    """What keeps account of the pieces: ``ledger.Ledger``, or a game's own."""

    faults: list[Fault]

    def balance(self) -> dict[str, int]: ...


class Table(Protocol):
    """The state of a game while it is replayed: a mutable msgspec Struct of plain data."""

    players: tuple[str, ...]
    readings: dict[str, str]
    ledger: Books


def _any_of(table: Any, moves: list[Event], random: Random) -> Event:
    return random.choice(moves)


def _no_tags(players: int, random: Random) -> dict[str, str]:
    return {}


class Result(Struct, frozen=True):
    """How a game stands: ``winners`` is empty while it is not finished or not decided.

    A score is None where something unlogged decides it.
    """

    finished: bool
    winners: tuple[str, ...]
    scores: dict[str, Fraction | None]


class Piece(Struct, frozen=True):
    """Something that lies on the table: ``face`` as printed, ``kind`` for its look, ``name`` to be read aloud."""

    face: str
    kind: str
    name: str
    count: int = 1


class Zone(Struct, frozen=True):
    """A part of the table: its pieces, what holds for it now (``marks``), and a score."""

    id: str
    title: str
    pieces: tuple[Piece, ...] = ()
    marks: tuple[str, ...] = ()
    score: str = ""
    parts: tuple[tuple[str, str], ...] = ()
    """What the score is made of, as (name, points)."""
    player: bool = False
    view: str = "cards"
    """The template that draws the zone, one of the report's or of the game's own."""
    data: dict[str, Any] = {}
    """Whatever more that template needs."""


class Scene(Struct, frozen=True):
    """The table as one would see it: a caption ("Round 3, auction 2") and the zones in order."""

    caption: str
    zones: tuple[Zone, ...]


class Problem(Struct, frozen=True):
    """What is wrong with a position: the index of the statement and a sentence."""

    index: int
    message: str


class Game(Struct, frozen=True, eq=False, dict=True):
    """A game, as its folder offers it.

    All functions over a table leave it as it is, except those of ``apply``, which carry out
    an event as played and never raise, however absurd it is.
    """

    id: str
    title: str
    rules: Rulebook
    events: tuple[type[Move], ...]
    givens: tuple[type[Given], ...]
    forms: tuple[Form, ...]
    """How events and statements are written, for both reading and printing."""
    start: Callable[[Started], Any]
    """The table before anything has happened; total like ``apply``."""
    apply: Mapping[type[Event], Callable[[Any, Any], None]]
    """For each type of event, how it changes the table."""
    legal: Callable[[Any], list[Event]]
    """All legal moves of all players, found constructively; no duplicates."""
    tries: Callable[[Any], Iterable[Event]]
    """Moves that somebody might try there, legal or not: a superset of ``legal``."""
    chance: Callable[[Any, Random], Event | None]
    """What the table does next by itself (a deal, a draw), if it is its turn."""
    contradictions: Callable[[Started, Position[Any]], list[Problem]]
    result: Callable[[Any], Result]
    scene: Callable[[Any], Scene]
    players: range
    """For how many players the game is, for setting up and simulating."""
    ledger_clause: str
    """The id of the clause that reports what the ledger finds and no other clause does."""
    describe: Callable[[Any], Iterable[Given]] | None = None
    """A table as the statements of a position, as far as they can say it; None where they cannot."""
    refuse: Callable[[Started, Event, Line], None] | None = None
    """Raises Unreadable where a line says what the headers, or its own words, rule out whatever has happened."""
    seen: Callable[[Any, Event, str], Event] | None = None
    """An event as somebody saw it, hidden cards being unlogged ones; None where nothing is ever hidden.

    It gets the table as that person knew it, the event, and the player's name ("" for what everybody saw), and
    must judge by these alone what to hide. It is asked of the game's own events and of positions.
    """
    headers: Mapping[str, Callable[[str], None]] = {}
    """The game's own headers; each function raises ValueError, saying what it expected."""
    choose: Callable[[Any, list[Event], Random], Event] = _any_of
    """The legal move that a simulated player makes; a game in which chance moves lead nowhere has some sense here."""
    tags: Callable[[int, Random], dict[str, str]] = _no_tags
    """The headers of a simulated game for so many players."""

    def __repr__(self) -> str:
        return f"<Game {self.id}>"

    def __post_init__(self) -> None:
        reserved = reserved_words(self.forms)
        for form in self.forms:
            form.reserved = reserved

    @cached_property
    def steps(self) -> dict[tuple[str, ...], Any]:
        """What the referee has worked out, by the readings in force, for each type of event."""
        return {}

    @cached_property
    def decoder(self) -> msgspec.json.Decoder[Event]:
        """Decodes any event of a record of this game."""
        return msgspec.json.Decoder(ev.union(self.events, self.givens))


class UnknownGameError(LookupError):
    """There is no such game; the message names the nearest."""

    def __init__(self, id: str) -> None:
        near = nearest(id, ids())
        said = say('no game "{id}"', id=id)
        there = say("{said}; there are: {words}", said=said, words=", ".join(ids()))
        super().__init__(hinted(said, near) if near else there)


@cache
def find(id: str) -> Game:
    """The game of this id. Raises UnknownGameError."""
    module = f"referee.games.{id.replace('-', '_')}"
    if _FOLDER.fullmatch(id) and find_spec(module):
        return _load(module)
    for entry in _entry_points():
        if entry.name == id:
            return _checked(entry.load(), id)
    raise UnknownGameError(id)


def ids() -> list[str]:
    """The ids of all games that can be found, sorted."""
    return sorted({*_folders(), *(entry.name for entry in _entry_points())})


def every() -> Iterator[Game]:
    """All games, each once it is asked for; those that come with Referee first, for they are found more quickly."""
    ours = _folders()
    yield from map(find, ours)
    yield from (find(id) for id in ids() if id not in ours)


def _folders() -> list[str]:
    import pkgutil

    from referee import games

    return [module.name.replace("_", "-") for module in pkgutil.iter_modules(games.__path__) if module.ispkg]


def _load(module: str) -> Game:
    return _checked(importlib.import_module(module).GAME, module)


def _checked(found: Any, where: str) -> Game:
    if not isinstance(found, Game):
        raise TypeError(f"{where}: expected a Game, found {type(found).__name__}")
    return found


def _entry_points() -> Iterable[Any]:
    from importlib.metadata import entry_points  # not needed for the games that come with Referee

    return entry_points(group=ENTRY_POINTS)
