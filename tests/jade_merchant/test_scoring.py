"""Scoring: books by brute force, shares of spice exactly, and the end of a whole game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product

import pytest

from referee.games.jade_merchant import outcome, scoring
from referee.games.jade_merchant.cards import DECK, LETTERS, SIZE, WILD

from .tables import NAMES, referee_of

Counts = tuple[int, ...]


def all_counts() -> Iterator[Counts]:
    """Every number of books of each letter, 0 to 3: all 1,024."""
    return product(range(4), repeat=5)


@cache
def best(counts: Counts) -> int:
    """The most points of any split into sets whatever, tried one after the other."""
    sets = (letters for size in (3, 4, 5) for letters in combinations(range(5), size))
    fitting = [letters for letters in sets if all(counts[i] for i in letters)]
    return max([sum(counts), *(scoring.SETS[len(s)] + best(without(counts, s)) for s in fitting)])


def without(counts: Counts, letters: Iterable[int]) -> Counts:
    return tuple(n - (i in letters) for i, n in enumerate(counts))


@pytest.mark.parametrize("first", range(4))
def test_books_score_the_best_split(first: int) -> None:
    counts = [c for c in all_counts() if c[0] == first]
    assert len(counts) == 256
    assert [c for c in counts if scoring.book_points(c) != best(c)] == []


def test_the_wild_card_is_best_as_the_scarcest_letter() -> None:
    """For all 1,024 counts, though the letter may then be there four times."""
    wrong = []
    for counts in all_counts():
        held = dict(zip(LETTERS, counts, strict=True)) | {WILD: 1}
        tried = [best(tuple(n + (i == j) for i, n in enumerate(counts))) for j in range(5)]
        if scoring.books(held) != max(tried):
            wrong.append(counts)
    assert wrong == []


@pytest.mark.parametrize(
    ("books", "points"),
    [
        ("", 0),
        ("AABBCCD", 15),
        ("AABBC", 7),
        ("AABBCC", 10),
        ("AABBCD", 12),
        ("AABBCDE", 22),
        ("AABBCCDDE", 30),
        ("AABBCCDDEE", 40),
        ("ABX", 5),
        ("ABCX", 10),
        ("ABCDX", 20),
        ("AABBCCDDEX", 40),
        ("ABCDEX", 21),
        ("X", 1),
        ("AAABBBCCCDDDEEEX", 61),
    ],
)
def test_books_of_the_page(books: str, points: int) -> None:
    assert scoring.books(Counter(books)) == points


@pytest.mark.parametrize(
    ("gold", "counterfeit", "points"),
    [("G5 G6", "F7", 18), ("G5", "F7", 5), ("G7", "F7", 14), ("", "F2", 0), ("G4", "F2 F3", 4), ("G5", "F2 F3", 10)],
)
def test_counterfeits_lapse_where_they_exceed_the_gold(gold: str, counterfeit: str, points: int) -> None:
    held = Counter(f"{gold} {counterfeit}".split())
    assert scoring.gold(held) + scoring.counterfeit(held) == points


def test_jade_is_worth_the_table_of_the_rulebook() -> None:
    table = [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78]
    assert [scoring.jade({"J": n}) for n in range(13)] == table


@pytest.mark.parametrize(
    ("values", "points"),
    [
        ((9, 8, 7, 6, 5), "24 12 6 0 0"),
        ((9, 9, 7), "18 18 6"),
        ((9, 9, 9), "14 14 14"),
        ((9, 9, 9, 9), "10½ 10½ 10½ 10½"),
        ((9, 9, 9, 9, 9), "8.4 8.4 8.4 8.4 8.4"),
        ((9, 8, 8), "24 9 9"),
        ((9, 8, 8, 8), "24 6 6 6"),
        ((9, 8, 8, 8, 8), "24 4½ 4½ 4½ 4½"),
        ((9, 8, 7, 7), "24 12 3 3"),
        ((9, 8, 7, 7, 7), "24 12 2 2 2"),
        ((9, 9, 7, 7), "18 18 3 3"),
        ((9, 9, 9, 7), "14 14 14 0"),
        ((33, 0, 0), "24 9 9"),
        ((1, 2), "12 24"),
    ],
)
def test_spice_places_are_shared_exactly(values: tuple[int, ...], points: str) -> None:
    shares = scoring.spice(dict(zip(NAMES, values, strict=False)))
    assert " ".join(scoring.show(share) for share in shares.values()) == points


def test_without_spice_no_place_where_the_table_reads_it_so() -> None:
    assert list(scoring.spice({"A": 33, "B": 0, "C": 0}, zero_ranks=False).values()) == [24, 0, 0]
    assert list(scoring.spice({"A": 0, "B": 0}, zero_ranks=False).values()) == [0, 0]


def test_all_places_are_given_out_where_there_are_players_for_them() -> None:
    for values in product(range(3), repeat=4):
        shares = scoring.spice(dict(zip(NAMES, values, strict=False)))
        assert sum(shares.values(), Fraction(0)) == 42


END = (
    "J J J J J G8 G2 F3 F7 S4 S4 S1 A A B C D X",
    "J J G7 G6 F2 S4 S3 S2 A B B C E",
    "J G5 G1 F4 F5 S3 S3 S2 C D D E",
    "J J J J G4 G3 F6 S2 S2 S1 S1 S1 E",
)


def test_the_end_of_a_whole_game() -> None:
    """All 56 cards: A 74, B 47, C 19, D 24."""
    assert sum((Counter(held.split()) for held in END), Counter()) == Counter(DECK)
    assert sum(DECK.values()) == SIZE
    table = referee_of(4).table
    for name, held in zip(NAMES, END, strict=False):
        table.ledger.move_all(held.split(), "deck", f"{name}'s cards")
    table.wild["Ann"] = "E"
    assert list(outcome.totals(table).values()) == [74, 47, 19, 24]
    assert outcome.winners(table) == ("Ann",)


@pytest.mark.parametrize(
    ("points", "shown"),
    [
        (Fraction(57), "57"),
        (Fraction(81, 2), "40½"),
        (Fraction(1, 2), "½"),
        (Fraction(0), "0"),
        (Fraction(42, 5), "8.4"),
    ],
)
def test_points_are_shown_as_people_write_them(points: Fraction, shown: str) -> None:
    assert scoring.show(points) == shown
