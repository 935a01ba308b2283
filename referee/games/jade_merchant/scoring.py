"""The points of a finished game (rulebook, Scoring and End of Game 3), kept exact."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from referee.games.jade_merchant.cards import JADE, LETTERS, WILD, kind, value

Held = Mapping[str, int]
"""How many of each card a player holds."""

PLACES = (24, 12, 6)
"""Points for the most, the second and the third most spice."""
SETS = {5: 20, 4: 10, 3: 5}
"""Points of a set by how many different letters it has."""


def _sum(held: Held, of: str) -> int:
    return sum(value(card) * n for card, n in held.items() if kind(card) == of)


def gold(held: Held) -> int:
    """Gold counts its face value."""
    return _sum(held, "gold")


def counterfeit(held: Held) -> int:
    """Counterfeits count their face value, or nothing once their sum exceeds the gold's."""
    fakes = _sum(held, "counterfeit")
    return 0 if fakes > gold(held) else fakes


def jade(held: Held) -> int:
    """1, 3, 6, 10 ... points for 1, 2, 3, 4 ... jade."""
    n = held.get(JADE, 0)
    return n * (n + 1) // 2


def spice_value(held: Held) -> int:
    """The total on a player's spice cards; it only ranks, it scores nothing itself."""
    return _sum(held, "spice")


def spice(values: Mapping[str, int], zero_ranks: bool = True) -> dict[str, Fraction]:
    """Points by rank of spice value; tied players share the places that they fill.

    With ``zero_ranks`` a player without spice is ranked as 0, otherwise not at all.
    """
    ranked = [n for n in values.values() if n or zero_ranks]
    return {player: _share(n, ranked) if n in ranked else Fraction(0) for player, n in values.items()}


def _share(mine: int, ranked: list[int]) -> Fraction:
    first, tied = sum(n > mine for n in ranked), ranked.count(mine)
    return Fraction(sum(PLACES[first : first + tied]), tied)


def letters(held: Held, wild: str | None) -> list[int]:
    """How many books of each letter, the wild card standing for ``wild``."""
    return [held.get(letter, 0) + (held.get(WILD, 0) if letter == wild else 0) for letter in LETTERS]


def book_points(counts: Iterable[int]) -> int:
    """Points of the best split of these letters into sets.

    Taking one of each letter held, again and again, is always best; a wild card without a
    letter is not counted here.
    """
    left, points = list(counts), 0
    while (different := sum(n > 0 for n in left)) >= 3:
        points += SETS[different]
        left = [max(0, n - 1) for n in left]
    return points + sum(left)


def books(held: Held, wild: str | None = None) -> int:
    """Points for books, X standing for ``wild`` or else for its best letter."""
    return book_points(letters(held, wild or best_wild(held)))


def best_wild(held: Held) -> str:
    """The letter that makes most of X: the scarcest, the first of several."""
    return min(LETTERS, key=lambda letter: held.get(letter, 0))


def total(held: Held, spices: Fraction, wild: str | None = None) -> Fraction:
    """All points of a player: ``spices`` are those for spice, which depend on the others."""
    return spices + gold(held) + counterfeit(held) + jade(held) + books(held, wild)


def show(points: Fraction) -> str:
    """Points as people write them: 57, 40½, 8.4 (the five shares of 42)."""
    whole, rest = divmod(points, 1)
    if rest == Fraction(1, 2):
        return f"{whole or ''}½"
    return f"{float(points):g}" if rest else str(whole)
