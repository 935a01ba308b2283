"""Castles and Warehouse: selling and loading wares."""

from __future__ import annotations

from referee.games.castle_merchants import events as ev
from referee.games.castle_merchants.clauses.record import coins_left, payer
from referee.games.castle_merchants.pieces import BUYS, WAREHOUSE
from referee.games.castle_merchants.rules import LATE_SALE, OVER, RULES, cite
from referee.games.castle_merchants.table import STORE, Table
from referee.language import Phrase
from referee.rulebook import SILENT, Verdict


@RULES.clause(
    "castle.sell.castle",
    cite("Castles", 1),
    breach="{castle} buys {buys}, not {ware}",
    facts=lambda t, e: {"castle": t.castle_of(e.player), "buys": BUYS.get(t.castle_of(e.player), ""), "ware": e.ware},
    yields_to=OVER,
)
def castle(t: Table, e: ev.Sell) -> Verdict:
    """Each castle buys one ware only: Chianti wine, Gemstone jewels, Excalibur weapons, Muslin cloth and Fromage
    cheese."""
    found = t.castle_of(e.player)
    return BUYS[found] == e.ware if found else SILENT


@RULES.clause(
    "castle.sell.ware",
    cite("Castles", 2),
    breach="there is no {ware} on {player}'s cart, which holds {cart}",
    facts=lambda t, e: {
        "player": e.player,
        "ware": e.ware,
        "cart": ", ".join(t.cart(e.player)) or Phrase("nothing"),
    },
    yields_to=(*OVER, "castle.sell.gold-or-supplies"),
)
def ware(t: Table, e: ev.Sell) -> Verdict:
    """One sells a ware that is on the cart."""
    return e.ware in t.cart(e.player)


@RULES.clause(
    "castle.sell.stop",
    cite("Castles", 2),
    breach="{player} cannot sell now: {reason}",
    undecided="whether {player} can sell now: it was not logged where the merchant stands",
    facts=lambda t, e: {"player": e.player, "reason": _no_sale(t, e)},
    readings=(LATE_SALE,),
    yields_to=OVER,
)
def stop(t: Table, e: ev.Sell) -> Verdict:
    """One sells in a castle, upon coming there, and ends movement with it."""
    site = t.site(e.player)
    if not site:
        return None
    late = t.readings[LATE_SALE] == "yes"
    return bool(t.castle_of(e.player)) and (late or t.state(e.player).entered == site)


def _no_sale(t: Table, e: ev.Sell) -> str:
    found = t.castle_of(e.player)
    if found:
        return Phrase("{castle} was not entered this turn", castle=found)
    return Phrase("the merchant is at {site}, in no castle", site=t.site(e.player))


@RULES.clause(
    "castle.sell.highest-coin",
    cite("Castles", 4),
    cite("Example of Play", "B2"),
    breach="{player} takes a {coin} in {castle}, which is not the highest coin: {left}",
    undecided="whether {coin} is the highest coin in {castle}: it was not logged what is left there",
    facts=lambda t, e: {
        "player": e.player,
        "coin": e.coin,
        "castle": payer(t, e),
        "left": _higher(t, payer(t, e)),
    },
    yields_to=(*OVER, "castle.record.coins", "castle.sell.castle", "castle.sell.stop"),
)
def highest_coin(t: Table, e: ev.Sell) -> Verdict:
    """A sale for gold brings the highest coin that is left in the castle."""
    if not e.coin:
        return SILENT
    castle = payer(t, e)
    left = t.left_in(castle)
    return _is_highest(t, e.coin, castle) if left is None else e.coin == max(left, default=0)


def _is_highest(t: Table, coin: int, castle: str) -> Verdict:
    """The same where it was not logged what is left in the castle: by the coins that have come to light."""
    taken = t.taken.get(castle, [])
    if taken and coin > min(taken):
        return False
    if not any(t.may_lie_in(castle, higher) for higher in range(coin + 1, 6)):
        return True
    return None if taken or t.coins_gone else SILENT


def _higher(t: Table, castle: str) -> str:
    taken = t.taken.get(castle)
    if t.left_in(castle) is None and taken:
        return Phrase("{coin} was taken before it as the highest", coin=min(taken))
    return coins_left(t, castle)


@RULES.clause(
    "castle.sell.gold-or-supplies",
    cite("Castles", 4),
    breach="{player} has sold {ware} for {got} this turn already",
    facts=lambda t, e: {
        "player": e.player,
        "ware": e.ware,
        "got": t.state(e.player).sold.get(e.ware) or Phrase("supplies"),
    },
    yields_to=OVER,
)
def gold_or_supplies(t: Table, e: ev.Sell) -> Verdict:
    """A ware is sold for gold or for supplies, not for both, and a stop sells one ware once."""
    return e.ware not in t.state(e.player).sold


@RULES.clause(
    "castle.load.where",
    cite("Warehouse", 1),
    breach="{player} loads wares at {site}; they are in the warehouse",
    undecided="whether {player} is in the warehouse: that was not logged",
    facts=lambda t, e: {"player": e.player, "site": t.site(e.player)},
    yields_to=OVER,
)
def where(t: Table, e: ev.Load) -> Verdict:
    """Wares are loaded in the warehouse, by a merchant who ends movement there."""
    site = t.site(e.player)
    return site == WAREHOUSE if site else None


@RULES.clause(
    "castle.load.one-each",
    cite("Setup", 3),
    cite("Warehouse", 1),
    breach="{player} cannot load {wares}: the cart holds {cart}, the warehouse {store}",
    facts=lambda t, e: {
        "player": e.player,
        "wares": " ".join(e.wares),
        "cart": " ".join(t.cart(e.player)) or Phrase("nothing"),
        "store": " ".join(sorted(t.ledger.pieces(STORE))) or Phrase("nothing"),
    },
    yields_to=OVER,
)
def one_each(t: Table, e: ev.Load) -> Verdict:
    """A cart never holds two wares of a type, and one loads only what lies in the warehouse."""
    fresh = set(e.wares)
    there = all(t.ledger.may_hold(STORE, (ware,)) for ware in fresh)
    return there and len(fresh) == len(e.wares) and fresh.isdisjoint(t.cart(e.player))
