"""Setup: players, sets, decks, the first market, the first hands."""

from __future__ import annotations

from referee.event import Started
from referee.games.dale_of_merchants.codes import HAND_SIZE, JUNK, MARKET_SIZE, SETS, is_animalfolk, printed
from referee.games.dale_of_merchants.events import Has, Market
from referee.games.dale_of_merchants.rules import BOX, RULES, cite, listed, names
from referee.games.dale_of_merchants.table import SETUP, Table, read_sets
from referee.language import Phrase
from referee.rulebook import SILENT, Cite, Verdict

PUBLISHER = Cite("Dale of Merchants, publisher's box", "players")


@RULES.clause(
    "dale.setup.players",
    PUBLISHER,
    breach="{count} players ({players}); the game is for 2 to 4 different ones",
    facts=lambda t, e: {"count": len(e.players), "players": names(e.players)},
)
def players(t: Table, e: Started) -> Verdict:
    """Two to four different players sit around the table in a fixed order."""
    return 2 <= len(set(e.players)) == len(e.players) <= 4


@RULES.clause(
    "dale.setup.sets",
    cite("Setup", 2),
    BOX,
    breach="{count} sets ({sets}) for {players} players; it is {due} different ones, named in the header sets:",
    facts=lambda t, e: {
        "count": len(_named(e)),
        "sets": names(SETS[letter] for letter in _named(e)) if _named(e) else Phrase("none named"),
        "players": len(e.players),
        "due": len(e.players) + 1,
    },
    header="sets",
)
def sets(t: Table, e: Started) -> Verdict:
    """As many animalfolk sets as players and one more are in play, all different."""
    named = _named(e)
    return len(named) == len(set(named)) == len(e.players) + 1


def _named(e: Started) -> list[str]:
    try:
        return read_sets(e.tags.get("sets", ""))
    except ValueError:
        return []


RULES.derived(
    "dale.setup.deck",
    "Each player starts with ten cards: one card of value 1 of each set in play, and junk to make ten.",
    cite("Setup", 6),
)


@RULES.clause(
    "dale.setup.market",
    cite("Setup", 7),
    cite("Setup", 8),
    breach="the first market is {market}; it is five animalfolk cards, none of value 1",
    facts=lambda t, e: {"market": listed(e.cards)},
    yields_to=("dale.record.event-order",),
)
def market(t: Table, e: Market) -> Verdict:
    """Five cards are laid out from the market deck, in which there are no cards of value 1."""
    if t.stage != SETUP:
        return SILENT
    return len(e.cards) == MARKET_SIZE and not any(_is_no_market_card(card) for card in e.cards)


def _is_no_market_card(card: str) -> bool:
    return card in (JUNK, "-") or (is_animalfolk(card) and printed(card) == 1)


@RULES.clause(
    "dale.setup.hand",
    cite("Setup", 9),
    breach="{player} starts with {count} cards in hand ({cards}); it is five",
    facts=lambda t, e: {"player": e.player, "count": len(e.cards), "cards": listed(e.cards)},
    yields_to=("dale.record.event-order",),
)
def hand(t: Table, e: Has) -> Verdict:
    """Everybody starts with five cards of their own deck."""
    return SILENT if t.begun else len(e.cards) == HAND_SIZE


RULES.advisory(
    "dale.setup.choose-sets",
    "The players choose freely which animalfolk sets to play with, by the play they like.",
    cite("Setup", 2),
    cite("Setup", 3),
)
RULES.advisory(
    "dale.setup.first-player", "Whoever got up earliest this day begins; the others follow clockwise.", cite("Setup", 4)
)
RULES.advisory(
    "dale.setup.shuffle",
    "Each player's deck and the market deck are shuffled well.",
    cite("Setup", 6),
    cite("Setup", 7),
)
