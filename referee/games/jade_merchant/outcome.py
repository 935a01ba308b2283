"""Points and winner of a table: the scoring rules applied to what was logged."""

from __future__ import annotations

from fractions import Fraction

from referee import game
from referee.games.jade_merchant import cards, scoring
from referee.games.jade_merchant.cards import UNKNOWN
from referee.games.jade_merchant.table import OVER, SCORING, Table, hand

_KIND = {"gold": "gold", "counterfeit": "counterfeit", "jade": "jade", "spice": "spice", "books": "book"}


def is_known(t: Table, player: str) -> bool:
    """Whether all cards in front of a player were logged."""
    return UNKNOWN not in t.holds(player) and hand(player) not in t.ledger.vague


def points(t: Table, player: str, part: str) -> Fraction | None:
    """A player's points for one part, or for all (``total``); None where unlogged cards decide them."""
    needed = t.players if part in ("spice", "total") else (player,)
    if not all(is_known(t, p) for p in needed):
        return None
    held, letter = t.holds(player), t.wild.get(player)
    if part == "spice":
        return spice(t)[player]
    if part == "total":
        return scoring.total(held, spice(t)[player], letter)
    return Fraction(scoring.books(held, letter) if part == "books" else _SIMPLE[part](held))


_SIMPLE = {"gold": scoring.gold, "counterfeit": scoring.counterfeit, "jade": scoring.jade}


def spice(t: Table) -> dict[str, Fraction]:
    """Everybody's points for spice."""
    values = {player: scoring.spice_value(t.holds(player)) for player in t.players}
    return scoring.spice(values, t.readings["jade.reading.zero-spice"] == "ranks")


def held_of(t: Table, player: str, part: str) -> str:
    """The cards of a player that count for a part; for spice everybody's values."""
    if part == "spice":
        return "values: " + ", ".join(f"{p} {scoring.spice_value(t.holds(p))}" for p in t.players)
    if part == "counterfeit":
        return f"{_named(t, player, 'counterfeit')}, against gold {scoring.gold(t.holds(player))}"
    wild = f", X as {t.wild[player]}" if part == "books" and player in t.wild else ""
    return _named(t, player, _KIND[part]) + wild


def _named(t: Table, player: str, kind: str) -> str:
    held = [card for card in t.ledger.pieces(hand(player)) if cards.kind(card) == kind]
    return " ".join(cards.in_order(held)) or "nothing"


def totals(t: Table) -> dict[str, Fraction | None]:
    return {player: points(t, player, "total") for player in t.players}


def winners(t: Table) -> tuple[str, ...] | None:
    """Who has won as things stand; None where that cannot be said."""
    scores = totals(t)
    if not scores or any(score is None for score in scores.values()):
        return None
    best = max(score for score in scores.values() if score is not None)
    tied = [player for player, score in scores.items() if score == best]
    return _break_tie(t, tied)


def _break_tie(t: Table, tied: list[str]) -> tuple[str, ...] | None:
    """Of tied players, the one with the highest gold card; without any gold see reading gold-tie."""
    if len(tied) == 1:
        return tuple(tied)
    gold = {player: _highest_gold(t, player) for player in tied}
    if not any(gold.values()):
        return tuple(tied) if t.readings["jade.reading.gold-tie"] == "shared" else None
    return tuple(player for player in tied if gold[player] == max(gold.values()))


def _highest_gold(t: Table, player: str) -> int:
    return max((cards.value(card) for card in t.holds(player) if cards.kind(card) == "gold"), default=0)


def why_undecided(t: Table) -> str:
    """What keeps the winner open."""
    hidden = [player for player in t.players if not is_known(t, player)]
    if hidden:
        return f"not all cards of {', '.join(hidden)} were logged"
    return "the tied players have no gold"


def show(amount: Fraction | None) -> str:
    return "?" if amount is None else scoring.show(amount)


def result(t: Table) -> game.Result:
    """How the game stands: finished once all rounds have been played."""
    finished = t.stage in (SCORING, OVER)
    decided = winners(t) if finished else None
    return game.Result(finished, decided or (), totals(t))
