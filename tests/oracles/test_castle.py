"""Castle Merchants: what cuts off an area, what a string of tiles reaches, what is drawn; all once more, naively."""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations
from random import Random
from typing import Any

import pytest

from referee import game as games
from referee import replay, simulate
from referee.event import Record
from referee.replay import BREACH, Referee

pytest.importorskip("referee.games.castle_merchants.events")

from referee.games.castle_merchants import events as ev
from referee.games.castle_merchants.pieces import MEADOW, SPECIAL, TYPES, WAREHOUSE

GAME = games.find("castle-merchants")
BLOCKING = GAME.rules.clauses["castle.slide.no-blocking"]
CASES = [(players, seed) for players in GAME.players for seed in range(3)]


def record_of(players: int, seed: int) -> Record:
    return simulate.simulate(GAME, players, f"castle oracle {seed}")


def together(neighbours: Any, open_: Collection[str]) -> dict[str, int]:
    """For each open space the number of its area: numbers are levelled until nothing changes."""
    number = {space: i for i, space in enumerate(sorted(open_))}
    changed = True
    while changed:
        changed = False
        for space in number:
            least = min([number[space], *(number[other] for other in neighbours[space] if other in number)])
            changed, number[space] = changed or least < number[space], least
    return number


def cuts_off(t: Any, space: str, matters: Collection[str]) -> bool:
    """Whether two spaces that matter are together before a rock slide and apart after it."""
    neighbours = t.map.neighbours
    free = set(neighbours) - set(t.slides)
    before, after = together(neighbours, free), together(neighbours, free - {space})
    pairs = combinations([other for other in matters if other in after], 2)
    return any(before[a] == before[b] and after[a] != after[b] for a, b in pairs)


@pytest.mark.parametrize("reading", GAME.rules.readings["castle.reading.blocking"].choices)
def test_what_a_rock_slide_cuts_off(reading: str) -> None:
    """On boards with up to half of all spaces blocked, far more than ten rock slides could."""
    chance, seen = Random(4), set()
    table = replay.table_at(GAME, record_of(3, 0)[:30])
    table.readings["castle.reading.blocking"] = reading
    for _ in range(25):
        blocked = chance.sample(table.map.paths, chance.randrange(len(table.map.paths) // 2))
        table.slides = dict.fromkeys(blocked, "")
        table.at = {p: chance.choice([s for s in table.map.spaces if s not in blocked]) for p in table.players}
        everywhere = reading == "any"
        for space in chance.sample([s for s in table.map.paths if s not in blocked], 4):
            if everywhere:
                matters: Collection[str] = table.map.spaces
            else:
                matters = {*SPECIAL, *table.at.values()} - {space}
            assert BLOCKING.check is not None
            said = BLOCKING.check(table, ev.Slide(table.players[0], space))
            assert said is not cuts_off(table, space, matters), (space, sorted(blocked), table.at)
            seen.add(bool(said))
    assert seen == {True, False}


def string(t: Any, start: str, kind: str) -> set[str]:
    """Path spaces that tiles of one kind lead to from a space, step by step."""
    found: set[str] = set()
    grown = True
    while grown:
        reached = {other for space in {start, *found} for other in t.map.neighbours[space]}
        more = (
            {s for s in reached if t.tiles.get(s) == kind and s not in t.slides and s not in SPECIAL} - found - {start}
        )
        grown, found = bool(more), found | more
    return found


@pytest.mark.parametrize(("players", "seed"), CASES)
def test_where_a_card_leads(players: int, seed: int) -> None:
    """To every path space of a string of the card's kind, and to no other."""
    record, chance, reached, strict = record_of(players, seed), Random(seed), 0, 0
    referee = Referee(GAME, replay.started_of(record), legal=False)
    for seq, event in enumerate(record, start=1):
        referee.see(seq, event)
        if seq % 7 or referee.table.closed:
            continue
        t, player = referee.table, referee.table.turn
        kind = chance.choice(TYPES)
        leads = string(t, t.at[player], kind)
        reached += len(leads)
        others = chance.sample([s for s in t.map.paths if s not in leads and s != t.at[player]], 6)
        for space in (*sorted(leads), *others):
            broken = {f.clause.id for f in referee.judge(0, ev.Walk(player, kind, (space,))) if f.outcome == BREACH}
            about_the_way = {"castle.move.match", "castle.move.path", "castle.move.no-slide"}
            if not broken - about_the_way:  # else the fault is another one, such as a card that is not held
                assert (not broken) == (space in leads), (seq, space, kind, broken)
                strict += 1
    assert reached > 0
    assert strict > 20


class Hands:
    """Who has played how many cards this turn, counted along."""

    def __init__(self, players: tuple[str, ...]) -> None:
        self.size = dict.fromkeys(players, 6)
        self.pile = 60 - 6 * len(players)
        self.played_pile = 0
        self.played = 0
        self.refill = ""

    def see(self, event: Any) -> None:
        if isinstance(event, (ev.Place, ev.Walk)):
            self.play(event.player, 1)
        elif isinstance(event, ev.Remove) or (isinstance(event, ev.Roll) and event.cards):
            self.play(event.player, 2)
        if isinstance(event, ev.Walk):
            self.refill = self.refill if self.refill == "supplies" else event.route[-1]
        if isinstance(event, ev.Sell) and not event.coin:
            self.refill = "supplies"
        if isinstance(event, (ev.Draw, ev.Rebuild)):
            self.size[event.player] += len(event.cards)
            self.pile -= len(event.cards)
        if isinstance(event, (ev.Draw, ev.Rebuild, ev.Done)):
            self.played, self.refill = 0, ""

    def play(self, player: str, cards: int) -> None:
        self.size[player] -= cards
        self.played += cards
        self.played_pile += cards

    def due(self, player: str) -> int:
        """Three at most, or as many as make six; as long as there are cards."""
        wanted = 6 - self.size[player] if self.refill in (WAREHOUSE, MEADOW, "supplies") else min(3, self.played)
        return min(wanted, self.pile + self.played_pile)


@pytest.mark.parametrize(("players", "seed"), CASES)
def test_how_many_cards_are_drawn(players: int, seed: int) -> None:
    record = record_of(players, seed)
    referee, hands, draws = (
        Referee(GAME, replay.started_of(record), legal=False),
        Hands(replay.started_of(record).players),
        0,
    )
    for seq, event in enumerate(record, start=1):
        if isinstance(event, ev.Draw):
            draws += 1
            assert len(event.cards) == hands.due(event.player), (seq, event)
            for count in {0, 1, 2, 3, 4, 5, 6} - {hands.due(event.player)}:
                wrong = ev.Draw(event.player, ("?",) * count)
                assert any(f.outcome == BREACH for f in referee.judge(0, wrong)), (seq, count)
        referee.see(seq, event)
        if isinstance(event, ev.Reshuffle):
            hands.pile, hands.played_pile = hands.pile + hands.played_pile, 0
        else:
            hands.see(event)
    assert draws > 3
