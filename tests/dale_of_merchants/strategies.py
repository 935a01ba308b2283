"""Random games and purchases of Dale of Merchants, and what was logged of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from hypothesis import strategies as st
from msgspec import structs

from referee import event as ev
from referee import game as games
from referee import simulate
from referee.games.dale_of_merchants import codes
from referee.games.dale_of_merchants.books import Books
from referee.games.dale_of_merchants.events import (
    Draw,
    Give,
    Has,
    Keep,
    Market,
    MarketPile,
    Mix,
    Pile,
    Play,
    Refill,
    Return,
    Take,
)
from referee.games.dale_of_merchants.table import MARKET, MARKET_DECK, MARKET_PILE, SETUP, Table, deck, hand, own_zones
from referee.replay import Referee

GAME = games.find("dale-of-merchants")
seeds = st.integers(0, 10**6)


@st.composite
def played(draw: st.DrawFn) -> ev.Record:
    """A whole random game: any sets, any number of players."""
    players = draw(st.integers(2, 4))
    letters = draw(st.permutations(list(codes.SETS)))[: players + 1]
    return dealt(players, letters, draw(seeds))


def dealt(players: int, letters: Sequence[str], seed: int) -> ev.Record:
    """A random legal game with real cards: what is shuffled lies in some order from then on, and whatever lies
    open but was not told by a move is shown."""
    random = Random(seed)
    started = ev.Started(GAME.id, simulate.NAMES[:players], tags={"sets": " ".join(letters)})
    real, told = Referee(GAME, started, legal=False), Referee(GAME, started, legal=False)
    record: ev.Record = [started]
    while True:
        _deal(real.table.ledger, random)
        event = _shown(told.table, real.table) or simulate.next_event(real, random)
        if event is None:
            return record
        if not isinstance(event, SHOWN) or not real.table.begun:
            assert not real.see(len(record), event)
        record.append(event)
        assert all(finding.outcome != "breach" for finding in told.see(len(record), event))


SHOWN = (Market, MarketPile, Pile, Has)


def _deal(books: Books, random: Random) -> None:
    """Every unlogged card is some card that it can be."""
    for zone, held in books.zones.items():
        for at in [i for i, card in enumerate(held) if card == codes.UNKNOWN]:
            bag = books.candidates(zone)
            books.name(zone, at, random.choices(list(bag), list(bag.values()))[0])


def _shown(told: Table, real: Table) -> ev.Event | None:
    """A zone with cards that are unlogged in the one table, as it lies on the other."""
    decks = {MARKET_DECK, *map(deck, told.players)}
    zones = (zone for zone, held in told.ledger.zones.items() if codes.UNKNOWN in held and zone not in decks)
    zone = next(zones, None)
    return None if zone is None or told.stage == SETUP else _showing(told, zone, real.ledger.zones[zone])


def _showing(t: Table, zone: str, cards: tuple[Any, ...]) -> ev.Event:
    if zone in (MARKET, MARKET_PILE):
        return Market(cards) if zone == MARKET else MarketPile(cards)
    player = next(player for player in t.players if zone in own_zones(player))
    return Has(player, cards) if zone == hand(player) else Pile(player, cards)


# What people at the table could log of a game. A choice says of each thing that not all have seen
# whether it was logged.

Choice = Callable[[str], bool]
PRIVATE = {
    "M4": (Take, Keep, Return),
    "P5a": (Take, Keep),
    "R3": (Give,),
    "R4": (Take, Give),
    "O5a": (Take, Give),
}
"""By technique: the steps in which cards go from hand to hand or into one unseen by the others, beside draws."""


def logged(record: ev.Record, is_seen: Choice) -> ev.Record:
    """A game of which hands, draws and cards that change hands were logged only where ``is_seen`` says so, by player."""
    return [_logged(event, is_seen) for event in record if not isinstance(event, Has) or is_seen(event.player)]


def _logged(event: ev.Event, is_seen: Choice) -> ev.Event:
    if isinstance(event, Refill):
        then = tuple(_hidden(step) if isinstance(step, Draw) else step for step in event.then)
        return event if is_seen(event.player) else structs.replace(event, cards=_unknown(event.cards), then=then)
    if isinstance(event, Play) and not is_seen(event.player):
        private = (Draw, *PRIVATE.get(event.card.copies or event.card.card, ()))
        return structs.replace(
            event, steps=tuple(_hidden(s) if isinstance(s, private) else _bare(s) for s in event.steps)
        )
    return event


def _bare(step: Any) -> Any:
    return structs.replace(step, cards=()) if isinstance(step, Mix) else step


def _hidden(step: Any) -> Any:
    return structs.replace(step, cards=_unknown(step.cards))


def _unknown(cards: tuple[str, ...]) -> tuple[str, ...]:
    return (codes.UNKNOWN,) * len(cards)


def seen_by_all(record: ev.Record, _: Random | None = None) -> ev.Record:
    """As somebody logs it who plays no part."""
    return logged(record, lambda player: False)


def seen_by_one(record: ev.Record, random: Random) -> ev.Record:
    """As a player logs it: the cards of others unseen."""
    (started, *_) = record
    assert isinstance(started, ev.Started)
    me = random.choice(started.players)
    return logged(record, lambda player: player == me)


def seen_by_chance(record: ev.Record, random: Random) -> ev.Record:
    """With gaps anywhere."""
    share = random.choice((0.05, 0.3, 0.7, 0.95))
    return logged(record, lambda player: random.random() < share)


MODES: dict[str, Callable[[ev.Record, Random], ev.Record]] = {
    "all": seen_by_all,
    "one": seen_by_one,
    "chance": seen_by_chance,
}
