"""The points of a finished game (rulebook, Scoring and End of Game 3), kept exact."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache

from msgspec import Struct

from referee.games.jade_merchant.cards import COUNTERFEIT, GOLD, JADE, LETTERS, SPICE, WILD, value

Held = Mapping[str, int]
"""How many of each card a player holds."""
Points = int | Fraction
"""Exact; a fraction only where tied players share an odd number of points."""

PLACES = (24, 12, 6)
"""Points for the most, the second and the third most spice."""
SETS = {5: 20, 4: 10, 3: 5}
"""Points of a set by how many different letters it has."""


_GOLD, _FAKES, _SPICE = ({card: value(card) for card in kind} for kind in (GOLD, COUNTERFEIT, SPICE))


def _sum(held: Held, faces: Mapping[str, int]) -> int:
    """The face values of the cards of one kind."""
    return sum([faces[card] * held[card] for card in faces.keys() & held.keys()])


def gold(held: Held) -> int:
    """Gold counts its face value."""
    return _sum(held, _GOLD)


def counterfeit(held: Held) -> int:
    """Counterfeits count their face value, or nothing once their sum exceeds the gold's."""
    fakes = _sum(held, _FAKES)
    return 0 if fakes > gold(held) else fakes


def jade(held: Held) -> int:
    """1, 3, 6, 10 ... points for 1, 2, 3, 4 ... jade."""
    n = held.get(JADE, 0)
    return n * (n + 1) // 2


def spice_value(held: Held) -> int:
    """The total on a player's spice cards; it only ranks, it scores nothing itself."""
    return _sum(held, _SPICE)


def spice(values: Mapping[str, int], zero_ranks: bool = True) -> dict[str, Points]:
    """Points by rank of spice value; tied players share the places that they fill.

    With ``zero_ranks`` a player without spice is ranked as 0, otherwise not at all.
    """
    places = ranked(values.values(), zero_ranks)
    return {player: share(n, places) for player, n in values.items()}


def ranked(values: Iterable[int], zero_ranks: bool = True) -> tuple[int, ...]:
    """The spice values that take a place, the greatest first."""
    return tuple(sorted([n for n in values if n or zero_ranks], reverse=True))


@lru_cache(10_000)
def share(mine: int, ranked: tuple[int, ...]) -> Points:
    """The points for a spice value among all that are ranked, the greatest first."""
    tied = ranked.count(mine)
    if not tied:
        return 0
    first = ranked.index(mine)
    points = sum(PLACES[first : first + tied])
    return Fraction(points, tied) if points % tied else points // tied


def letters(held: Held, wild: str | None) -> list[int]:
    """How many books of each letter, the wild card standing for ``wild``."""
    counts = [held.get(letter, 0) for letter in LETTERS]
    if wild:
        counts[LETTERS.index(wild)] += held.get(WILD, 0)
    return counts


def book_points(counts: Iterable[int]) -> int:
    """Points of the best split of these letters into sets.

    Taking one of each letter held, again and again, is always best: so many sets of five as there
    are of the scarcest letter, and so on. A wild card without a letter is not counted here.
    """
    fifth, fourth, third, second, first = sorted(counts)
    sets = SETS[5] * fifth + SETS[4] * (fourth - fifth) + SETS[3] * (third - fourth)
    return sets + (second - third) + (first - third)


def books(held: Held, wild: str | None = None) -> int:
    """Points for books, X standing for ``wild`` or else for its best letter."""
    return book_points(letters(held, (wild or best_wild(held)) if WILD in held else None))


def best_wild(held: Held) -> str:
    """The letter that makes most of X: the scarcest, the first of several."""
    return min(LETTERS, key=lambda letter: held.get(letter, 0))


class Tally(Struct, frozen=True):
    """What one player's cards are worth; ``spice`` is the value that ranks, and scores nothing itself."""

    gold: int
    counterfeit: int
    jade: int
    books: int
    spice: int
    sure: int
    """All points but those for spice, which depend on the others."""


def tally(held: Held, wild: str | None = None) -> Tally:
    """The points for each kind of card."""
    sums = [0, 0, 0]
    for card, n in held.items():
        if card in _FACES:
            kind, face = _FACES[card]
            sums[kind] += face * n
    ores, fakes, spices = sums
    good, gems, sets = 0 if fakes > ores else fakes, jade(held), books(held, wild)
    return Tally(ores, good, gems, sets, spices, ores + good + gems + sets)


_FACES = {card: (kind, face) for kind, faces in enumerate((_GOLD, _FAKES, _SPICE)) for card, face in faces.items()}


def show(points: Points) -> str:
    """Points as people write them: 57, 40½, 8.4 (the five shares of 42)."""
    whole, rest = divmod(points, 1)
    if rest == Fraction(1, 2):
        return f"{whole or ''}½"
    return f"{float(points):g}" if rest else str(whole)
