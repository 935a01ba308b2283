"""Points and winner of a table: the scoring rules applied to what was logged."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from referee import game
from referee.games.jade_merchant import cards, scoring
from referee.games.jade_merchant.scoring import Points
from referee.games.jade_merchant.table import OVER, SCORING, Table, hand

_KIND = {"gold": "gold", "counterfeit": "counterfeit", "jade": "jade", "spice": "spice", "books": "book"}


def points(t: Table, player: str, part: str) -> Points | None:
    """A player's points for one part, or for all (``total``); None where unlogged cards decide them."""
    tally = t.tally(player)
    if tally is None:
        return None
    if part not in ("spice", "total"):
        worth: int = getattr(tally, part)
        return worth
    ranked = _ranked(t)
    if ranked is None:
        return None
    return scoring.share(tally.spice, ranked) + (tally.sure if part == "total" else 0)


def totals(t: Table) -> dict[str, Points | None]:
    """Everybody's points for all cards."""
    ranked = _ranked(t)
    tallies = {player: t.tally(player) for player in t.players}
    return {
        player: None if tally is None or ranked is None else tally.sure + scoring.share(tally.spice, ranked)
        for player, tally in tallies.items()
    }


def _ranked(t: Table) -> list[int] | None:
    """The spice values that are ranked, the greatest first; None where cards were not logged."""
    values = []
    for player in t.players:
        tally = t.tally(player)
        if tally is None:
            return None
        values.append(tally.spice)
    values.sort(reverse=True)
    return values if t.readings["jade.reading.zero-spice"] == "ranks" else [n for n in values if n]


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


def winners(t: Table) -> tuple[str, ...] | None:
    """Who has won as things stand; None where that cannot be said."""
    return _best(t, totals(t))


def _best(t: Table, scores: dict[str, Points | None]) -> tuple[str, ...] | None:
    known = [score for score in scores.values() if score is not None]
    if not known or len(known) < len(scores):
        return None
    best = max(known)
    return _break_tie(t, [player for player, score in scores.items() if score == best])


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
    hidden = [player for player in t.players if t.tally(player) is None]
    if hidden:
        return f"not all cards of {', '.join(hidden)} were logged"
    return "the tied players have no gold"


def show(amount: Points | None) -> str:
    return "?" if amount is None else scoring.show(amount)


def result(t: Table) -> game.Result:
    """How the game stands: finished once all rounds have been played."""
    finished = t.stage in (SCORING, OVER)
    scores = totals(t)
    decided = _best(t, scores) if finished else None
    exact = {player: None if score is None else _fraction(score) for player, score in scores.items()}
    return game.Result(finished, decided or (), exact)


_fraction = lru_cache(Fraction)
