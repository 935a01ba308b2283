"""What is hidden at a table of Dale of Merchants: hands from everybody but their players, and all decks.

Market, stalls and discard piles lie open, and whatever is thrown away, bought, built or used is shown.
What a player owns is no secret, so a position that hides a hand keeps its cards among those owned.
A logged hand (``has``) is taken to be known to its player alone. After a Whirligig only the hand that
was logged is known, and only to its player.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from referee.event import Event, Given, Position
from referee.games.dale_of_merchants.codes import UNKNOWN
from referee.games.dale_of_merchants.effects import (
    give_to_hand,
    take_from_market,
    take_from_own_pile,
    take_from_their_hand,
    take_from_their_pile,
    target_of,
)
from referee.games.dale_of_merchants.events import (
    Draw,
    Give,
    GivenDeck,
    GivenHand,
    GivenOwns,
    Has,
    Keep,
    Mix,
    Play,
    Refill,
    Reshuffle,
    Return,
    Step,
    Take,
)
from referee.games.dale_of_merchants.registry import CARDS, Route
from referee.games.dale_of_merchants.table import Table, hand
from referee.games.dale_of_merchants.uses import identity
from referee.sight import unlogged

CLOSED = (Draw, Keep, Return, Mix, Take, Give)
"""Steps whose cards come from, or go to, where not everybody sees them; all others end in the open."""
OPEN: frozenset[Route] = frozenset({take_from_market, take_from_own_pile, take_from_their_pile})
"""The ways to take a card that lies open."""
BETWEEN: frozenset[Route] = frozenset({take_from_their_hand, give_to_hand})
"""The ways of a card from hand to hand, which both players see."""


def seen(t: Table, event: Event, viewer: str) -> Event:
    """The event as ``viewer`` saw it, "" being somebody who sees what lies open; ``t`` is what they knew."""
    if isinstance(event, Position):
        return replace(event, given=tuple(_stated(event.given, viewer)))
    if isinstance(event, (Has, Refill, Play)) and not (viewer and event.player == viewer):
        return _other(t, event, viewer)
    return event


def _other(t: Table, event: Has | Refill | Play, viewer: str) -> Event:
    """What somebody else did."""
    if isinstance(event, Has):
        return replace(event, cards=_known(t, event.player, len(event.cards)))
    if isinstance(event, Refill):
        return replace(event, cards=unlogged(event.cards), then=tuple(map(_drawn, event.then)))
    return replace(event, steps=tuple(_step(t, event, step, viewer) for step in event.steps))


def _known(t: Table, player: str, size: int) -> tuple[str, ...]:
    """A hand of this size of which one sees only what came to it openly."""
    held = t.ledger.zones.get(hand(player), ())
    open_cards = [card for card in held if card != UNKNOWN]
    return (*open_cards[:size], *[UNKNOWN] * (size - len(open_cards)))


def _drawn(step: Draw | Reshuffle) -> Draw | Reshuffle:
    return replace(step, cards=unlogged(step.cards)) if isinstance(step, Draw) else step


def _step(t: Table, event: Play, step: Step, viewer: str) -> Step:
    """A step of somebody else's technique; one that the card does not have is not shown either."""
    if not isinstance(step, CLOSED) or _is_seen(t, event, step, viewer):
        return step
    return replace(step, cards=unlogged(step.cards))


def _is_seen(t: Table, event: Play, step: Step, viewer: str) -> bool:
    route = CARDS[identity(t, event.player, event.card)].steps.get(type(step))
    if route in BETWEEN:
        return bool(viewer) and viewer == (getattr(step, "player", "") or target_of(t, event.player, event.steps))
    return route in OPEN


# Positions


def _stated(givens: Iterable[Given], viewer: str) -> Iterable[Given]:
    """A position without the hands of others and without decks."""
    hides = [given for given in givens if _is_hidden(given, viewer)]
    for given in givens:
        if given in hides:
            yield replace(given, cards=unlogged(given.cards))  # type: ignore[attr-defined]
        elif isinstance(given, GivenOwns):
            yield replace(given, cards=tuple(sorted((*given.cards, *_named(hides, given.player)))))
        else:
            yield given


def _is_hidden(given: Given, viewer: str) -> bool:
    return isinstance(given, GivenDeck) or (isinstance(given, GivenHand) and not (viewer and given.player == viewer))


def _named(hides: Iterable[Given], player: str) -> list[str]:
    """The cards of a player that hidden statements name."""
    mine = [g for g in hides if isinstance(g, (GivenDeck, GivenHand)) and g.player == player]
    return [card for given in mine for card in given.cards if card != UNKNOWN]
