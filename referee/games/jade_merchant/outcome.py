"""Points and winner of a table: the scoring rules applied to what was logged."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from referee import game
from referee.games.jade_merchant import cards, scoring
from referee.games.jade_merchant.cards import UNKNOWN
from referee.games.jade_merchant.scoring import Points
from referee.games.jade_merchant.table import OVER, SCORING, Table, hand
from referee.language import Phrase

_KIND = {"gold": "gold", "counterfeit": "counterfeit", "jade": "jade", "spice": "spice", "books": "book"}


_COUNTING = {"counterfeit": ("gold", "counterfeit"), "total": tuple(_KIND.values())}
"""The kinds of cards that a part depends on, where it is not just its own."""


def is_known(t: Table, player: str, part: str = "total") -> bool:
    """Whether the cards of a player that count for a part are known.

    Unlogged cards do not matter where all cards that would count have been seen elsewhere.
    """
    hidden = t.holds(player).get(UNKNOWN, 0)
    if not hidden and hand(player) not in t.ledger.vague:
        return True
    kinds = _COUNTING.get(part) or (_KIND[part],)
    return hidden >= 0 and not any(n > 0 for card, n in t.ledger.unseen.items() if cards.kind(card) in kinds)


def points(t: Table, player: str, part: str) -> Points | None:
    """A player's points for one part, or for all (``total``); None where unlogged cards decide them."""
    if part in ("spice", "total"):
        return _shared(t, player, part) if _all_known(t, part) else None
    worth: int | None = getattr(t.tally(player), part) if t.tallies or is_known(t, player, part) else None
    return worth


def _shared(t: Table, player: str, part: str) -> Points:
    """The points for spice, which depend on everybody's, alone or with all others."""
    tally = t.tally(player)
    return scoring.share(tally.spice, _ranked(t)) + (tally.sure if part == "total" else 0)


def _all_known(t: Table, part: str) -> bool:
    """Whether everybody's cards that count for a part are known; there are tallies only if all are."""
    return bool(t.tallies) or all(is_known(t, player, part) for player in t.players)


def _ranked(t: Table) -> tuple[int, ...]:
    """The spice values that take a place, the greatest first."""
    zero_ranks = t.readings["jade.reading.zero-spice"] == "ranks"
    if t.tallies and zero_ranks:
        return t.ranked
    return scoring.ranked([t.tally(player).spice for player in t.players], zero_ranks)


def totals(t: Table) -> dict[str, Points | None]:
    """Everybody's points for all cards."""
    if not _all_known(t, "total"):
        return dict.fromkeys(t.players)
    ranked, tallies = _ranked(t), {player: t.tally(player) for player in t.players}
    return {player: tally.sure + scoring.share(tally.spice, ranked) for player, tally in tallies.items()}


def held_of(t: Table, player: str, part: str) -> str:
    """The cards of a player that count for a part; for spice everybody's values."""
    if part == "spice":
        values = ", ".join(f"{p} {scoring.spice_value(t.holds(p))}" for p in t.players)
        return Phrase("values: {values}", values=values)
    if part == "counterfeit":
        gold, fakes = scoring.gold(t.holds(player)), _named(t, player, "counterfeit")
        return Phrase("{counterfeits}, against gold {gold}", counterfeits=fakes, gold=gold)
    held = _named(t, player, _KIND[part])
    if part == "books" and player in t.wild:
        return Phrase("{books}, X as {letter}", books=held, letter=t.wild[player])
    return held


def _named(t: Table, player: str, kind: str) -> str:
    held = [card for card in t.ledger.pieces(hand(player)) if cards.kind(card) == kind]
    return " ".join(cards.in_order(held)) or Phrase("nothing")


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
    hidden = [player for player in t.players if not is_known(t, player)]
    if hidden:
        return Phrase("not all cards of {players} were logged", players=", ".join(hidden))
    return Phrase("the tied players have no gold")


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
