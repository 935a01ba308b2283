"""Random games: legal ones, and ones with breaches planted, for tests, benchmarks and trying things out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random

from referee import replay
from referee.event import Event, Record, Started
from referee.game import Game
from referee.replay import Referee

NAMES = ("Ann", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal")
MOST = 10_000
"""A game that has gone on for so many events is left unfinished."""
ATTEMPTS = 20
"""How many flawed games are tried for one with as many findings as flaws."""


def simulate(
    game: Game, players: int, seed: int | str, flaws: int = 0, tags: Mapping[str, str] | None = None
) -> Record:
    """A random game to its end, with ``flaws`` planted breaches.

    The same arguments give the same game. A planted breach is a move that breaks exactly one
    clause and has no other finding in its wake; of ``ATTEMPTS`` games the first with just so
    many findings is taken, else the one that comes nearest.
    """
    random = Random(f"{game.id} {players} {seed} {flaws}")
    started = Started(game.id, NAMES[:players], tags=game.tags(players, random) | dict(tags or {}))
    clean = _play(game, started, random, set())
    if not flaws:
        return clean
    attempts = (_flawed(game, started, random, len(clean), flaws) for _ in range(ATTEMPTS))
    return _nearest(game, attempts, flaws)


def _flawed(game: Game, started: Started, random: Random, length: int, flaws: int) -> Record:
    """Another game, with breaches at random places of its course."""
    places = random.sample(range(2, max(length, flaws + 2)), flaws)
    return _play(game, started, random, set(places))


def _nearest(game: Game, attempts: Iterable[Record], flaws: int) -> Record:
    """The first record with this number of findings, else the one nearest to it."""
    best: tuple[int, Record] = (MOST, [])
    for record in attempts:
        off = abs(len(replay.audit(game, record, legal=False).findings) - flaws)
        best = min(best, (off, record), key=lambda found: found[0])
        if not off:
            break
    return best[1]


def _play(game: Game, started: Started, random: Random, flaws: set[int]) -> Record:
    referee = Referee(game, started, legal=False)
    record: Record = [started]
    referee.see(1, started)
    owed = 0
    while len(record) < MOST:
        owed += len(record) + 1 in flaws
        event = _breach(referee, random) if owed else None
        owed -= event is not None
        event = event or next_event(referee, random)
        if event is None:
            break
        record.append(event)
        referee.see(len(record), event)
    return record


def next_event(referee: Referee, random: Random) -> Event | None:
    """What happens next in a legal game: the table's own turn, or any legal move; None at the end."""
    event = referee.game.chance(referee.table, random)
    if event is not None:
        return event
    moves = referee.game.legal(referee.table)
    return referee.game.choose(referee.table, moves, random) if moves else None


def _breach(referee: Referee, random: Random, trials: int = 40) -> Event | None:
    """A move that breaks one clause and leaves a table on which the game goes on; None if none is found."""
    tries = list(referee.game.tries(referee.table))
    for event in random.sample(tries, min(trials, len(tries))):
        if len(referee.breaks(event)) == 1 and _goes_on(referee, event, random):
            return event
    return None


def _goes_on(referee: Referee, event: Event, random: Random) -> bool:
    """Whether something can be played after this event, and the game is not over by it."""
    started = Started(referee.game.id, tuple(referee.table.players))
    after = Referee(referee.game, started, legal=False)
    after.table = replay.copy_of(referee.table)
    after.see(0, event)
    return next_event(after, Random(random.random())) is not None
