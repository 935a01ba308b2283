"""Tables and games of Jade Merchant for the tests: random ones, reached by legal play or by any."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

from hypothesis import strategies as st
from msgspec import structs

from referee.event import Ended, Event, Position, Record, Started
from referee.games.jade_merchant import GAME, cards
from referee.games.jade_merchant.events import Bid, Deal, Declare, Pass, Score, Take
from referee.games.jade_merchant.table import BIDDING, CENTRE, SCORING, Table
from referee.replay import Referee

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")
OPTIONS = {id: reading.choices for id, reading in GAME.rules.readings.items()}
ALL_READINGS = [dict(zip(OPTIONS, chosen, strict=True)) for chosen in product(*OPTIONS.values())]


def referee_of(players: int, readings: dict[str, str] | None = None) -> Referee:
    referee = Referee(GAME, started(players, readings), legal=False)
    assert referee.see(1, started(players, readings)) == []
    return referee


def started(players: int, readings: dict[str, str] | None = None) -> Started:
    return Started(GAME.id, NAMES[:players], readings or {})


def next_event(table: Table, random: Random, unlogged: float = 0.0) -> Event:
    """A deal if one is due, else any legal move."""
    dealt = GAME.chance(table, random)
    if dealt is None:
        return random.choice(GAME.legal(table))
    assert isinstance(dealt, Deal)
    return Deal(cards=tuple(cards.UNKNOWN if random.random() < unlogged else card for card in dealt.cards))


def play(referee: Referee, random: Random, steps: int, unlogged: float = 0.0) -> Record:
    """Play so many legal events, or until all rounds are over; what was played."""
    played: Record = []
    while len(played) < steps and referee.table.stage != SCORING:
        if referee.table.stage == BIDDING and not GAME.legal(referee.table):
            break  # whose turn it is depends on cards that were not logged
        event = next_event(referee.table, random, unlogged)
        found = referee.see(len(played) + 2, event)
        assert not found, (event, [f.message for f in found], referee.table)
        played.append(event)
    return played


@st.composite
def reached(draw: st.DrawFn, unlogged: float = 0.0) -> Referee:
    """A table that legal play has reached, under any readings; some of the cards dealt were not logged."""
    referee = referee_of(draw(st.integers(2, 5)), draw(st.sampled_from(ALL_READINGS)))
    play(referee, Random(draw(st.integers(0, 2**32))), draw(st.integers(1, 120)), unlogged)
    return referee


def plain(table: Table, move: Event) -> Any:
    """The move so that ways to write the same are equal: cards in order, ``rest`` as the cards."""
    if not isinstance(move, Take):
        return move
    taken = table.ledger.pieces(CENTRE) if move.rest else move.cards
    return structs.replace(move, cards=tuple(sorted(taken)))


# Any events at all, however absurd, as a logbook could hold them

PLAYERS = st.sampled_from([*NAMES, "Nobody", ""])
CARD = st.sampled_from([*cards.DECK, cards.UNKNOWN])
CARDS = st.lists(CARD, min_size=1, max_size=12).map(tuple)
COUNT = st.integers(0, 99)
POINTS = st.none() | st.decimals(0, 9999, places=1)
LETTER = st.sampled_from(cards.LETTERS)

MOVES = st.one_of(
    st.builds(Deal, cards=CARDS),
    st.builds(Bid, player=PLAYERS, take=st.integers(0, 9) | COUNT, back=st.integers(0, 2) | COUNT),
    st.builds(Pass, player=PLAYERS),
    st.builds(Take, player=PLAYERS, cards=st.just(()) | CARDS, back=st.just("") | CARD),
    st.builds(Declare, player=PLAYERS, letter=LETTER),
    st.builds(Score, player=PLAYERS, total=POINTS, gold=POINTS, spice=POINTS, books=POINTS, counterfeit=POINTS),
    st.builds(Ended, winners=st.lists(PLAYERS, min_size=1, max_size=3).map(tuple)),
)
GIVEN_FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "round": st.integers(1, 7),
    "player": PLAYERS,
    "cards": CARDS,
    "take": st.integers(0, 9),
    "back": st.integers(0, 2),
}
GIVENS = st.one_of(
    *(st.builds(kind, **{f.name: GIVEN_FIELDS[f.name] for f in structs.fields(kind)}) for kind in GAME.givens)
)
POSITIONS: st.SearchStrategy[Position[Any]] = st.builds(
    Position, given=st.lists(GIVENS, min_size=1, max_size=8).map(tuple)
)
