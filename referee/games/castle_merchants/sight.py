"""What is hidden at a table of Castle Merchants: the cards in a hand, from everybody but its player.

Cards that are played lie open, and so does everything on the board. A hand that was logged
(``has``) is taken to be known to its player alone, since the record does not say whether it was shown.
"""

from __future__ import annotations

from msgspec.structs import replace

from referee.event import Event, Given, Position
from referee.games.castle_merchants.events import Draw, GivenHand, Has, Rebuild
from referee.games.castle_merchants.table import Table
from referee.sight import unlogged


def seen(t: Table, event: Event, viewer: str) -> Event:
    """The event as ``viewer`` saw it, "" being somebody who sees what lies open."""
    if isinstance(event, (Has, Draw, Rebuild)) and not (viewer and event.player == viewer):
        return replace(event, cards=unlogged(event.cards))
    if isinstance(event, Position):
        return replace(event, given=tuple(_stated(given, viewer) for given in event.given))
    return event


def _stated(given: Given, viewer: str) -> Given:
    if isinstance(given, GivenHand) and not (viewer and given.player == viewer):
        return replace(given, cards=unlogged(given.cards))
    return given
