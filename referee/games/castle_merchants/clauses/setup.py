"""Contents and Setup. A position is judged by the setup where it is the one before the first move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.event import Position, Started
from referee.games.castle_merchants import events as ev
from referee.games.castle_merchants import legend
from referee.games.castle_merchants.pieces import CASTLES, COINS, HAND, TWO_PLAYERS, WAREHOUSE, WARES, own_slides
from referee.games.castle_merchants.position import is_opening, of_players, stated
from referee.games.castle_merchants.rules import OVER, RULES, cite, names
from referee.games.castle_merchants.table import Table
from referee.language import Phrase, joined
from referee.rulebook import SILENT, Verdict


@RULES.clause(
    "castle.setup.players",
    cite("Contents", "Merchant Pawns"),
    cite("Setup", 1),
    breach="{count} players ({players}); the game is for 2 to 4, each a colour or name of their own",
    facts=lambda t, e: {"count": len(e.players), "players": names(e.players)},
)
def players(t: Table, e: Started) -> Verdict:
    """Two to four players take a merchant and a cart in a colour of their own."""
    return 2 <= len(set(e.players)) == len(e.players) <= 4


@RULES.clause(
    "castle.setup.pawns",
    cite("Setup", 2),
    breach="{away} before the first move; all merchants begin in the warehouse",
    facts=lambda t, e: {"away": joined([Phrase("{player} is at {space}", player=p, space=s) for p, s in _away(t, e)])},
)
def pawns(t: Table, e: Position[Any]) -> Verdict:
    """All merchants begin in the warehouse."""
    return not _away(t, e) if is_opening(t.players, e.given) else SILENT


def _away(t: Table, e: Position[Any]) -> list[tuple[str, str]]:
    at = of_players(t, e.given, ev.GivenAt)
    return [(player, given.space) for player, given in at.items() if t.map.name(given.space) != WAREHOUSE]


@RULES.clause(
    "castle.setup.cart",
    cite("Setup", 3),
    breach="before the first move {player}'s cart holds {wares}; each cart begins with one ware of each type",
    facts=lambda t, e: _wrong_cart(t, e),
)
def cart(t: Table, e: Position[Any]) -> Verdict:
    """Each player begins with one ware of each type on the cart."""
    return not _wrong_cart(t, e) if is_opening(t.players, e.given) else SILENT


def _wrong_cart(t: Table, e: Position[Any]) -> dict[str, Any]:
    for player, given in of_players(t, e.given, ev.GivenCart).items():
        if sorted(given.wares) != list(WARES):
            return {"player": player, "wares": " ".join(given.wares) or Phrase("nothing")}
    return {}


@RULES.clause(
    "castle.setup.hand",
    cite("Setup", 4),
    breach="{player} is dealt {count} cards; each player begins with {due}",
    facts=lambda t, e: {"player": _hand_of(t, e)[0], "count": _hand_of(t, e)[1], "due": HAND},
    yields_to=OVER,
)
def hand(t: Table, e: ev.Has | Position[Any]) -> Verdict:
    """Each player begins with six cards."""
    opening = is_opening(t.players, e.given) if isinstance(e, Position) else is_deal(t)
    return _hand_of(t, e)[1] == HAND if opening else SILENT


def is_deal(t: Table) -> bool:
    """Whether nothing has been played yet."""
    now = t.now
    return t.turns == 0 and not (now.played or now.slid or now.die or now.used or now.stopped)


def _hand_of(t: Table, e: ev.Has | Position[Any]) -> tuple[str, int]:
    """Whose hand is shown, and how many cards it has; in a position the first that is no full hand."""
    if isinstance(e, ev.Has):
        return e.player, len(e.cards)
    hands = [(p, len(given.cards)) for p, given in of_players(t, e.given, ev.GivenHand).items()]
    return next((one for one in hands if one[1] != HAND), ("", HAND))


@RULES.clause(
    "castle.setup.coins",
    cite("Setup", 5),
    cite("Contents", "Gold Coins"),
    breach="{what}",
    facts=lambda t, e: {"what": _wrong_coins(t, e)},
    header="coins",
)
def coins(t: Table, e: Started | Position[Any]) -> Verdict:
    """Each castle begins with the coins that the board prints for this number of players."""
    if isinstance(e, Position):
        return not _wrong_coins(t, e) if is_opening(t.players, e.given) and t.coins else SILENT
    if "coins" in e.tags:
        return not _wrong_coins(t, e)
    return True if len(e.players) == 2 else SILENT


def _wrong_coins(t: Table, e: Started | Position[Any]) -> str:
    """What is wrong with the coins; of two players' the rulebook tells them, of others' the box how many."""
    if isinstance(e, Position):
        laid = {given.castle: given.coins for given in stated(e.given, ev.GivenCoins)}
        return _unlike(laid, {castle: t.coins[castle] for castle in laid if castle in t.coins})
    named = legend.coins_of(e.tags)
    over = legend.too_many(named)
    if over:
        return joined([_over(coin, n) for coin, n in over.items()])
    return _unlike(named, TWO_PLAYERS) if len(e.players) == 2 else ""


def _over(coin: int, n: int) -> str:
    return Phrase("{n} coins of {coin}, but there are {stock}", n=n, coin=coin, stock=COINS[coin])


def _unlike(laid: Mapping[str, tuple[int, ...]], due: Mapping[str, tuple[int, ...]]) -> str:
    """Which castle has other coins than are due there."""
    for castle in (castle for castle in CASTLES if castle in due and castle in laid):
        if sorted(laid[castle]) != sorted(due[castle]):
            found, wanted = (
                " ".join(map(str, sorted(c, reverse=True))) or Phrase("none") for c in (laid[castle], due[castle])
            )
            return Phrase(
                "{castle} has the coins {found}; it begins with {due}", castle=castle, found=found, due=wanted
            )
    return ""


@RULES.clause(
    "castle.setup.slides",
    cite("Setup", 7),
    breach="{player} has {count} rock slides; with {players} players each begins with {due}",
    facts=lambda t, e: _wrong_slides(t, e) | {"players": len(t.players), "due": own_slides(len(t.players))},
)
def slides(t: Table, e: Position[Any]) -> Verdict:
    """Each player begins with four rock slides if two play, with three of three, with two of four, and never
    has more."""
    return not _wrong_slides(t, e) if stated(e.given, ev.GivenSlides) else SILENT


def _wrong_slides(t: Table, e: Position[Any]) -> dict[str, Any]:
    due, opening = own_slides(len(t.players)), is_opening(t.players, e.given)
    for player, given in of_players(t, e.given, ev.GivenSlides).items():
        if given.count > due or (opening and given.count < due):
            return {"player": player, "count": given.count}
    return {}


RULES.advisory("castle.setup.shuffle", "The path cards are shuffled before they are dealt.", cite("Setup", 4))
RULES.advisory(
    "castle.setup.first-player",
    "The players settle by any method they like who goes first.",
    cite("Setup", 8),
)
RULES.advisory(
    "castle.setup.score-track",
    "The bags of gold around the board may serve to keep the score; coins are laid beside the number.",
    cite("Setup", "score track"),
)
RULES.advisory(
    "castle.setup.played-cards-visible",
    "Played cards are best left in front of the player until the turn ends, so that all can count them.",
    cite("Turn Options Explained", "Draw Replacement Cards"),
)
