"""Random games and purchases of Dale of Merchants."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from msgspec import structs

from referee import event as ev
from referee import game as games
from referee import simulate
from referee.games.dale_of_merchants import codes
from referee.games.dale_of_merchants.events import Draw, Has, Play, Refill

GAME = games.find("dale-of-merchants")
seeds = st.integers(0, 10**6)


@st.composite
def played(draw: st.DrawFn) -> ev.Record:
    """A whole random game: any sets, any number of players."""
    players = draw(st.integers(2, 4))
    letters = draw(st.permutations(list(codes.SETS)))[: players + 1]
    return simulate.simulate(GAME, players, draw(seeds), tags={"sets": " ".join(letters)})


def seen_by_all(record: ev.Record) -> ev.Record:
    """What everybody at the table could log: hands, draws and what is taken from hands and decks hidden."""
    return [_hidden(event) for event in record if not isinstance(event, Has)]


def _hidden(event: ev.Event) -> ev.Event:
    if isinstance(event, Refill):
        return structs.replace(event, cards=_unknown(event.cards))
    if isinstance(event, Play):
        return structs.replace(event, steps=tuple(_hidden_step(step) for step in event.steps))
    return event


def _hidden_step(step: Any) -> Any:
    return structs.replace(step, cards=_unknown(step.cards)) if isinstance(step, Draw) else step


def _unknown(cards: tuple[str, ...]) -> tuple[str, ...]:
    return (codes.UNKNOWN,) * len(cards)
