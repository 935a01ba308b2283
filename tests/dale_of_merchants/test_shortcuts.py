"""What is done at once, or remembered, against the long way."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from referee import event as ev
from referee import replay
from referee.games.dale_of_merchants import once
from referee.games.dale_of_merchants.books import Books
from referee.games.dale_of_merchants.codes import EMPTY, UNKNOWN
from referee.games.dale_of_merchants.fog import Fog
from referee.games.dale_of_merchants.latest import latest, latest_reading
from referee.games.dale_of_merchants.rules import CARD_DISCARD
from referee.games.dale_of_merchants.zones import MARKET

from .strategies import GAME, MODES, played, seeds

ZONES = {"hand": "Ann", "deck": "Ann", "pile": "Ann", MARKET: MARKET, "market deck": MARKET, "theirs": "Bo"}
LIKELY = (UNKNOWN, UNKNOWN, "x", "y", "z")
cards = st.lists(st.sampled_from(LIKELY), max_size=4).map(tuple)
zone = st.sampled_from(sorted(ZONES))


@st.composite
def books(draw: st.DrawFn) -> Books:
    """Any zones, with any unlogged cards; in some of them cards of others, or an unknown number."""
    zones = {name: draw(st.lists(st.sampled_from(LIKELY), max_size=5).map(tuple)) for name in ZONES}
    zones[MARKET] = (*zones[MARKET], *[EMPTY] * draw(st.integers(0, 2)))
    bag = st.dictionaries(st.sampled_from("xyz"), st.integers(0, 3))
    fog = Fog({home: draw(bag) for home in {*ZONES.values(), "hand", MARKET}})
    vague = frozenset(draw(st.sets(zone, max_size=1))) if draw(st.booleans()) else frozenset()
    made = Books({"x": 9, "y": 9, "z": 9}, zones, dict(ZONES), fog, vague, frozenset({"hand", MARKET}))
    if draw(st.booleans()) and "theirs" not in vague:
        made.move(UNKNOWN, "theirs", "hand")
    return made


def both(held: Books, one: Callable[[Books], object], other: Callable[[Books], object]) -> None:
    """Two ways that come to the same books."""
    left, right = held.fork(), held.fork()
    before = replay.digest(held)
    one(left)
    other(right)
    assert shown(left) == shown(right)
    assert replay.digest(held) == before  # a fork is written on, never what it was made of


def shown(held: Books) -> Books:
    """The books without cards of which there are none."""
    bags = {home: {card: n for card, n in bag.items() if n} for home, bag in held.fog.bags.items()}
    return structs.replace(held, fog=structs.replace(held.fog, bags=bags))


def moved_one_by_one(held: Books, some: tuple[str, ...], source: str, target: str) -> None:
    for card in some:
        held.put(held._take(card, source, None), target)


@given(books(), cards, zone, zone)
def test_cards_move_at_once_as_one_by_one(held: Books, some: tuple[str, ...], source: str, target: str) -> None:
    both(held, lambda b: b.move_all(some, source, target), lambda b: moved_one_by_one(b, some, source, target))


@given(books(), cards, zone, zone)
def test_cards_are_dealt_at_once_as_one_by_one(held: Books, some: tuple[str, ...], source: str, target: str) -> None:
    both(held, lambda b: b.deal(some, source, target), lambda b: b._deal(some, source, target))


@given(books(), st.lists(st.sampled_from(("x", "y", "z", EMPTY)), min_size=7, max_size=7), zone)
def test_a_zone_is_seen_at_once_as_card_by_card(held: Books, fresh: list[str], where: str) -> None:
    """Whatever was unlogged there is seen."""
    some = tuple(new if card == UNKNOWN else card for card, new in zip(held.zones[where], fresh, strict=False))

    def card_by_card(b: Books) -> None:
        b._show_all(where, some)
        b.zones[where], b.vague = some, b.vague - {where}

    both(held, lambda b: b.show(where, some), card_by_card)


@given(books(), cards, zone)
def test_what_is_seen_there_may_be_there(held: Books, some: tuple[str, ...], where: str) -> None:
    assert held.may_hold(where, some) == held._may_be_short(where, some)


@given(books(), zone)
def test_what_an_unlogged_card_must_be(held: Books, where: str) -> None:
    if held.fog.is_plain and where not in held.vague and UNKNOWN in held.zones[where]:
        assert held._certain_at_home(where, "xyz") == held._certain_anywhere(where, "xyz")


def test_an_answer_is_worked_out_once_and_not_too_many_are_kept() -> None:
    asked: list[int] = []
    double = once.once(lambda n: asked.append(n) or 2 * n)  # type: ignore[func-returns-value]
    assert [double(n) for n in (1, 2, 1, 2)] == [2, 4, 2, 4]
    assert asked == [1, 2]
    kept: once._Answers[int, int] = double.__self__  # type: ignore[attr-defined]
    for n in range(3 * once.MOST):
        assert double(n) == 2 * n
        assert len(kept) <= once.MOST


def test_an_answer_holds_for_the_same_event_on_the_same_books_under_the_same_readings() -> None:
    asked: list[str] = []
    plain, reading = latest(lambda t, e: len(asked)), latest_reading(lambda t, e: asked.append(e.game) or len(asked))
    started = ev.Started(GAME.id, ("Ann", "Bo"))
    t = replay.Referee(GAME, started, legal=False).table
    assert (reading(t, started), reading(t, started)) == (1, 1)
    t.readings[CARD_DISCARD] = "throw-away"  # in place, as the referee does to see what hangs on a reading
    assert (reading(t, started), plain(t, started)) == (2, 2)
    again = structs.replace(started)
    assert (reading(t, again), plain(t, started)) == (3, 2)  # another event; that which is remembered
    assert plain(t, again) == 3
    t.ledger = t.ledger.fork()
    assert (reading(t, again), plain(t, again)) == (4, 4)


@settings(max_examples=10)
@given(played(), st.sampled_from(["full", *MODES]), seeds)
def test_a_game_without_shortcuts_is_the_same(record: ev.Record, seen: str, seed: int) -> None:
    """As a whole: the tables after a game whose cards go one by one, and are looked for where they may hide."""
    log = record if seen == "full" else MODES[seen](record, Random(seed))
    quick = replay.audit(GAME, log, legal=False)
    kept = Books.deal, Books.may_hold, Books._is_uncovered
    try:
        Books.deal, Books.may_hold = Books._deal, Books._may_be_short  # type: ignore[method-assign]
        Books._is_uncovered = lambda *_: False  # type: ignore[assignment, method-assign]
        slow = replay.audit(GAME, log, legal=False)
    finally:
        Books.deal, Books.may_hold, Books._is_uncovered = kept  # type: ignore[method-assign]
    assert [(f.seq, f.clause.id, f.outcome) for f in quick.findings] == [
        (f.seq, f.clause.id, f.outcome) for f in slow.findings
    ]
    assert shown(quick.table.ledger) == shown(slow.table.ledger)
