"""Castle Merchants: what cuts off an area, what a string of tiles reaches, cards and coins; all once more, naively."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from itertools import combinations
from random import Random
from typing import Any

import pytest
from msgspec import structs

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


# Hidden hands: all worlds, looked at for one type of card at a time


class Worlds:
    """How many cards of one type each player can hold: every way in which the unlogged draws can have come out.

    A world is the number of cards of the type in each hand and in the pile. Twelve of the sixty are of it.
    """

    def __init__(self, players: tuple[str, ...], kind: str) -> None:
        self.players, self.kind = players, kind
        self.sizes = dict.fromkeys(players, 0)
        self.pile, self.played, self.of_kind, self.reshuffled = 60, 0, 0, False
        self.worlds: set[tuple[int, ...]] = {(*(0 for _ in players), 12)}
        for player in players:
            self.draw(player, ("?",) * 6)

    def see(self, event: Any) -> None:
        if isinstance(event, (ev.Draw, ev.Rebuild)):
            self.draw(event.player, event.cards)
        elif isinstance(event, ev.Reshuffle):
            self.reshuffle()
        elif isinstance(event, (ev.Place, ev.Walk)):
            self.play(event.player, [event.played if isinstance(event, ev.Place) else event.card])
        elif isinstance(event, (ev.Remove, ev.Roll)):
            self.play(event.player, event.cards)

    def draw(self, player: str, cards: Collection[str]) -> None:
        for card in cards:
            if not self.pile:
                self.reshuffle()
            seat, left = self.players.index(player), self.pile
            of_kind = {self._moved(w, seat, 1) for w in self.worlds if w[-1] > 0 and card in (self.kind, "?")}
            others = {w for w in self.worlds if w[-1] < left and card != self.kind}
            self.worlds, self.pile = of_kind | others, left - 1
            self.sizes[player] += 1

    def _moved(self, world: tuple[int, ...], seat: int, n: int) -> tuple[int, ...]:
        return (*world[:seat], world[seat] + n, *world[seat + 1 : -1], world[-1] - n)

    def reshuffle(self) -> None:
        self.worlds = {(*world[:-1], world[-1] + self.of_kind) for world in self.worlds}
        self.pile, self.played, self.of_kind, self.reshuffled = self.pile + self.played, 0, 0, True

    def play(self, player: str, cards: Collection[str]) -> None:
        n, seat = list(cards).count(self.kind), self.players.index(player)
        others, size = len(cards) - n, self.sizes[player]
        fitting = [w for w in self.worlds if w[seat] >= n and size - w[seat] >= others]
        self.worlds = {(*w[:seat], w[seat] - n, *w[seat + 1 :]) for w in fitting}
        self.sizes[player] = size - len(cards)
        self.played += len(cards)
        self.of_kind += n

    def may_hold(self, player: str, n: int) -> bool:
        return any(world[self.players.index(player)] >= n for world in self.worlds)


def hidden(record: Record) -> Record:
    """What everybody at the table can log: no hand, and of a draw only how many."""

    def blurred(event: Any) -> Any:
        if isinstance(event, (ev.Draw, ev.Rebuild)):
            return structs.replace(event, cards=("?",) * len(event.cards))
        return event

    return [blurred(event) for event in record if not isinstance(event, ev.Has)]


@pytest.mark.parametrize(("players", "seed"), CASES)
def test_a_hidden_hand_plays_what_it_can_hold(players: int, seed: int) -> None:
    """A card is said to be impossible only where no draw could have brought it; until the first reshuffle just there.

    A reshuffle makes all cards that lay in the pile unknown again, and the referee does not remember
    which hand cards are older: until they are played it says less than could be said, never more.
    """
    record, chance, said = hidden(record_of(players, seed)), Random(seed), Counter[bool]()
    referee = Referee(GAME, replay.started_of(record), legal=False)
    worlds = {kind: Worlds(referee.table.players, kind) for kind in TYPES}
    for seq, event in enumerate(record, start=1):
        for player in referee.table.players if seq % 5 == 0 else ():
            kind, n = chance.choice(TYPES), chance.randrange(1, 7)
            shown = ev.Has(player, (*[kind] * n, *["?"] * (worlds[kind].sizes[player] - n)))
            broken = {f.clause.id for f in referee.judge(0, shown) if f.outcome == BREACH}
            possible = worlds[kind].may_hold(player, n)
            impossible = "castle.record.cards" in broken
            said[impossible] += 1
            assert not (impossible and possible), (seq, player, kind, n)
            assert impossible or possible or worlds[kind].reshuffled, (seq, player, kind, n)
        referee.see(seq, event)
        for each in worlds.values():
            each.see(event)
        if not all(each.worlds for each in worlds.values()):
            assert worlds[TYPES[0]].reshuffled, (seq, event)
            break
    assert said[False] and said[True]


# Coins: a list for each castle, taken from by hand

TWO = "fromage 3 1 1, muslin 3 1 1, excalibur 4 2 1, gemstone 4 2 1, chianti 5 4 2"
BUYERS = {"cheese": "fromage", "cloth": "muslin", "weapons": "excalibur", "jewels": "gemstone", "wine": "chianti"}


@pytest.mark.parametrize(("players", "seed"), CASES)
def test_coins_gold_and_who_wins(players: int, seed: int) -> None:
    """Only the highest coin left is ever right; whoever reaches 18 has won."""
    record = record_of(players, seed)
    started = replay.started_of(record)
    piles = {name: list(coins) for name, *coins in map(str.split, started.tags.get("coins", TWO).split(","))}
    gold = dict.fromkeys(started.players, 0)
    referee, sales, winner = Referee(GAME, started, legal=False), 0, ""
    for seq, event in enumerate(record, start=1):
        if isinstance(event, ev.Sell) and event.coin:
            left = piles[BUYERS[event.ware]]
            highest = max(map(int, left))
            for coin in range(1, 6):
                broken = {f.clause.id for f in referee.judge(0, ev.Sell(event.player, event.ware, coin))}
                expected = set() if coin == highest else {"castle.sell.highest-coin", "castle.record.coins"}
                assert broken <= expected and bool(broken) == bool(expected), (seq, coin, left, broken)
            left.remove(str(event.coin))
            gold[event.player] += event.coin
            sales += 1
            winner = winner or (event.player if gold[event.player] >= 18 else "")
        referee.see(seq, event)
        result = GAME.result(referee.table)
        assert {player: int(score or 0) for player, score in result.scores.items()} == gold, seq
        assert result.finished == bool(winner)
        assert result.winners == ((winner,) if winner else ()), seq
    assert sales > 5
