"""Records to draw pages of: a short game with all that can happen to a record, and long random ones."""

from __future__ import annotations

import json
import re
from random import Random
from typing import Any

from referee import game as games
from referee import replay, transcript
from referee.event import Event, Record, Started
from referee.game import Game

STORY = """\
# The first game with the new deck
game: jade-merchant
players: Ann, Bo, Cy, Di
date: 2026-11-28
place: Kurumari cafe
reading.wild: best

deal J J J G5 F3 S4 B X
Ann bid 4
Bo bid 3
Cy pass                          # too early, she says later
Di bid 2
Ann bid 1
undo 7
Ann pass
Bo pass
Di take J J
Ann bid 3
Bo bid 3
dispute 13 jade.bid.lower by Ann: that is no lower bid
rule 14 waived by Cy: we let it stand
Cy pass
Ann pass
Bo take J G5 S4
Ann pass
dispute 19 by Bo: an opener names a number
note 4: Cy wants it on record that the deck was new
Cy bid 1
Cy take F3
Ann take B X
deal J J A A B B C C
amend 25: deal J J A A B B C D
Ann bid 5
Bo bid 3
Cy bid 2
Di pass
Ann pass
Bo pass
Cy take J G5
"""


def data(page: str) -> Any:
    """The data of a page's script."""
    (text,) = re.findall(r"<script [^>]*id=data>(.*?)</script>", page)
    return json.loads(text)


def lines(page: str) -> list[str]:
    """All that a page's table ever shows, put together from its data as the page's script does it."""
    return [line for each in data(page)["lines"] for line in filled(each)]


def filled(line: str) -> list[str]:
    """The lines of a shape."""
    shape, _, rows = line.partition("~=")
    words = [row.split(",") for row in rows.split(";")]
    return [re.sub(r"~(\d+)", lambda hole: row[int(hole[1])], shape) for row in words]  # noqa: B023


def jade() -> Game:
    return games.find("jade-merchant")


def story() -> tuple[Record, list[int]]:
    """A short game with breaches, a waived one, an undone one, an amendment, a note and disputes."""
    (found,) = transcript.parse(STORY)
    assert not found.mistakes, found.mistakes
    return found.record, found.lines


def random_record(events: int, seed: int = 1, players: int = 4, flaws: int = 0) -> Record:
    """A record of about so many events: random legal play, begun anew where a game is over.

    A new game on the same table is no legal play, so what it breaks is a good many findings
    for free; ``flaws`` of a thousand moves are illegal ones.
    """
    random, game = Random(seed), jade()
    started = Started(game.id, ("Ann", "Bo", "Cy", "Di", "Eve")[:players])
    record: Record = [started]
    while len(record) < events:
        record += _one(game, started, random, events - len(record), flaws)
    return record


def _one(game: Game, started: Started, random: Random, most: int, flaws: int) -> list[Event]:
    referee = replay.Referee(game, started, legal=False)
    played: list[Event] = []
    while len(played) < most:
        event = _next(game, referee.table, random, flaws)
        if event is None:
            break
        referee.see(len(played) + 2, event)
        played.append(event)
    return played


def _next(game: Game, table: object, random: Random, flaws: int) -> Event | None:
    dealt = game.chance(table, random)
    if dealt is not None:
        return dealt
    legal = game.legal(table)
    if not legal or game.result(table).finished:
        return None
    return random.choice(list(game.tries(table)) if random.random() * 1000 < flaws else legal)
