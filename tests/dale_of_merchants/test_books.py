"""What unlogged cards can be, against all that they can be."""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.dale_of_merchants.books import Books
from referee.games.dale_of_merchants.codes import UNKNOWN
from referee.games.dale_of_merchants.fog import Fog, Homes, _most_placed

ZONES = {"a hand": "a", "a deck": "a", "b hand": "b", "c hand": "c"}
CARDS = ("x", "x", "y", "z", "w", "y")
World = dict[str, tuple[str, ...]]
"""What really lies in each zone."""


def books() -> tuple[Books, list[World]]:
    """Three players own two cards each, all unlogged; and all the worlds that look so."""
    zones = {"a hand": (UNKNOWN,), "a deck": (UNKNOWN,), "b hand": (UNKNOWN,) * 2, "c hand": (UNKNOWN,) * 2}
    bags = {"a": {"x": 2}, "b": {"y": 1, "z": 1}, "c": {"w": 1, "y": 1}}
    homes = set(ZONES.values()) | set(ZONES)
    fog = Fog({home: bags.get(home, {}) for home in homes})
    start = Books({"x": 2, "y": 2, "z": 1, "w": 1}, zones, ZONES, fog, loose=frozenset(ZONES))
    return start, [{"a hand": ("x",), "a deck": ("x",), "b hand": ("y", "z"), "c hand": ("w", "y")}]


class Played:
    """The books of a record beside every world that agrees with it; what happens is drawn from one of them."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.books, self.worlds = books()
        self.world = self.worlds[0]

    def move(self, source: str, target: str, seen: bool) -> None:
        """A card goes from a zone to another, seen by all or unseen."""
        if not self.world[source]:
            return
        card = self.random.choice(self.world[source])
        after = [(w, c) for w in self.worlds for c in dict.fromkeys(w[source]) if not seen or c == card]
        self.worlds = _unique([_moved(w, c, source, target) for w, c in after])
        self.world = _moved(self.world, card, source, target)
        self.books.move(card if seen else UNKNOWN, source, target)

    def hide(self, zone: str) -> None:
        self.books.blur(zone)

    def mix(self, one: str, other: str) -> None:
        """Two hands are mixed unseen."""
        self.worlds = _unique([mixed for w in self.worlds for mixed in _mixed(w, one, other)])
        self.world = self.random.choice(_mixed(self.world, one, other))
        self.books.mix(one, other)


def _moved(world: World, card: str, source: str, target: str) -> World:
    rest = list(world[source])
    rest.remove(card)
    return world | {source: tuple(rest), target: tuple(sorted((*world[target], card)))}


def _mixed(world: World, one: str, other: str) -> list[World]:
    cards, n = (*world[one], *world[other]), len(world[one])
    ways = {(*sorted(way[:n]), "|", *sorted(way[n:])) for way in permutations(cards)}
    return [world | {one: way[:n], other: way[n + 1 :]} for way in sorted(ways)]


def _unique(worlds: list[World]) -> list[World]:
    return list({tuple(sorted((zone, tuple(sorted(held))) for zone, held in w.items())): w for w in worlds}.values())


moves = st.tuples(st.sampled_from(("seen", "unseen", "unseen", "mix", "hide")), *[st.sampled_from(sorted(ZONES))] * 2)


@settings(max_examples=150)
@given(st.lists(moves, max_size=7), st.integers(0, 10**6))
def test_whatever_can_be_is_held_possible(done: list[Any], seed: int) -> None:
    played = Played(seed)
    for what, one, other in done:
        if one != other and what == "mix" and "deck" not in one + other:
            played.mix(one, other)
        elif what == "hide" and "hand" in one:
            played.hide(one)
        elif one != other and what in ("seen", "unseen"):
            played.move(one, other, what == "seen")
    assert not played.books.faults
    assert played.books.balance() == {}
    for zone in ZONES:
        for card in sorted(set(CARDS)):
            counts = [world[zone].count(card) for world in played.worlds]
            assert played.books.most(zone, card) >= max(counts)
            assert played.books.sure(zone, card) <= min(counts)
        for world in played.worlds:
            assert played.books.may_hold(zone, world[zone])


def test_who_took_one_card_has_no_more_than_one_of_them() -> None:
    """A player cannot hold two cards of another whom only one was taken from, or one that all others hold."""
    held, _ = books()
    held.move(UNKNOWN, "b hand", "a hand")
    assert held.may_hold("a hand", ["y"])
    assert held.may_hold("a hand", ["x", "z"])
    assert not held.may_hold("a hand", ["y", "z"])
    assert not held.may_hold("a hand", ["w"])
    assert held.may_hold("b hand", ["y"])
    held.move("y", "a hand", "c hand")  # it was the card of b, so z is still there
    assert held.sure("b hand", "z") == 1
    assert not held.may_hold("a hand", ["z"])
    assert held.sure("a hand", "x") == 1


kinds = st.lists(st.sampled_from("abcd"), min_size=1, max_size=3, unique=True).map(lambda k: tuple(sorted(k)))
groups = st.dictionaries(kinds, st.integers(1, 4), max_size=5)


@given(groups, groups)
def test_placing_against_its_plain_statement(cards: dict[Homes, int], places: dict[Homes, int]) -> None:
    """As many cards find a place as the narrowest cut lets through, whichever homes lie before it."""
    cuts = ({h for i, h in enumerate("abcd") if n >> i & 1} for n in range(16))
    narrowest = min(
        sum(n for kind, n in cards.items() if not cut.issuperset(kind))
        + sum(n for kind, n in places.items() if not cut.isdisjoint(kind))
        for cut in cuts
    )
    assert _most_placed(cards, places) == narrowest
