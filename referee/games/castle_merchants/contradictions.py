"""Where the statements of a position contradict each other, the box or the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from referee.event import Given, Position, Started
from referee.game import Problem
from referee.games.castle_merchants import board
from referee.games.castle_merchants import events as ev
from referee.games.castle_merchants.board import Board
from referee.games.castle_merchants.pieces import CARDS_EACH, COINS, SLIDE, SLIDES, SPECIAL, TILES_EACH, UNKNOWN
from referee.games.castle_merchants.position import ALL_CARDS, stated


def contradictions(started: Started, position: Position[Any]) -> list[Problem]:
    """Each statement that cannot be true beside those before it."""
    map = board.BOARDS[started.tags.get("board", board.DEFAULT)]
    found: list[Problem] = []
    for i, given in enumerate(position.given):
        found += [Problem(i, why) for why in _against(map, given, position.given[:i])]
    return found


def _against(map: Board, given: Given, before: Sequence[Given]) -> Iterable[str]:
    yield from _no_space(map, given)
    yield from _said_twice(given, before)
    yield from _in_one_space(map, given, before)
    yield from _too_many(given, [*before, given])
    yield from _elsewhere(map, given, before)


def spaces_of(given: Given) -> tuple[str, ...]:
    """The spaces that a statement names."""
    space = getattr(given, "space", "")
    return (*getattr(given, "spaces", ()), *([space] if space else []))


def _no_space(map: Board, given: Given) -> Iterable[str]:
    for space in spaces_of(given):
        if not map.has(space):
            yield f"there is no space {space} on the board {map.title}"
    if isinstance(given, ev.GivenEntered) and map.name(given.space) not in SPECIAL:
        yield f"{given.space} is no castle, warehouse or meadow"


def _said_twice(given: Given, before: Sequence[Given]) -> Iterable[str]:
    if isinstance(given, (ev.GivenTile, ev.GivenSlide)):
        return
    key = _subject(given)
    if any(_subject(earlier) == key for earlier in before):
        yield "the position states this twice"


def _subject(given: Given) -> tuple[Any, ...]:
    names = ("castle", "player", "tile") if not isinstance(given, ev.GivenTurn) else ()
    return (type(given), *(getattr(given, name, "") for name in names))


def _in_one_space(map: Board, given: Given, before: Sequence[Given]) -> Iterable[str]:
    """At most one tile and one rock slide lie on a space, and no tile on a special one."""
    for kinds, what in (((ev.GivenSlide,), "a rock slide"), ((ev.GivenTile, ev.GivenSlide), "a tile")):
        there = [map.name(space) for earlier in before for space in _covered(earlier, kinds, what)]
        for space in _covered(given, kinds, what):
            if map.name(space) in there:
                yield f"the position has {what} on {space} already"
            if map.name(space) in SPECIAL and what == "a tile":
                yield f"{space} is no path space"
            there.append(map.name(space))


def _covered(given: Given, kinds: tuple[type, ...], what: str) -> tuple[str, ...]:
    if not isinstance(given, kinds):
        return ()
    return () if isinstance(given, ev.GivenSlide) and what == "a tile" and not given.over else spaces_of(given)


def _too_many(given: Given, both: Sequence[Given]) -> Iterable[str]:
    """No more pieces than the box holds."""
    if isinstance(given, (ev.GivenTile, ev.GivenSlide, ev.GivenSlides, ev.GivenSupply)):
        for tile, n in _tiles(both).items():
            most = SLIDES if tile == SLIDE else TILES_EACH
            if n > most:
                yield f"there are {most} {tile} tiles; with this the position names {n}"
    if isinstance(given, (ev.GivenHand, ev.GivenPile)):
        yield from _too_many_cards(both)
    if isinstance(given, ev.GivenCoins):
        counts = Counter(coin for other in stated(both, ev.GivenCoins) for coin in other.coins)
        for coin in (coin for coin in sorted(set(given.coins)) if counts[coin] > COINS[coin]):
            yield f"there are {COINS[coin]} coins of {coin}; with this the position names {counts[coin]}"


def _tiles(facts: Sequence[Given]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for tile in stated(facts, ev.GivenTile):
        counts[tile.tile] += len(tile.spaces)
    for slide in stated(facts, ev.GivenSlide):
        counts[SLIDE] += 1
        counts[slide.over] += bool(slide.over)
    for stock in stated(facts, ev.GivenSupply):
        counts[stock.tile] += stock.count
    counts[SLIDE] += sum(own.count for own in stated(facts, ev.GivenSlides))
    return counts


def _too_many_cards(facts: Sequence[Given]) -> Iterable[str]:
    counts = Counter(card for held in stated(facts, ev.GivenHand) for card in held.cards)
    total = counts.total() + sum(pile.count for pile in stated(facts, ev.GivenPile))
    for card, n in counts.items():
        if card != UNKNOWN and n > CARDS_EACH:
            yield f"there are {CARDS_EACH} {card} cards; with this the position names {n}"
    if total > ALL_CARDS:
        yield f"there are {ALL_CARDS} cards; with this the position has {total}"


def _elsewhere(map: Board, given: Given, before: Sequence[Given]) -> Iterable[str]:
    """The player whose turn it is stands where the position says that somebody entered."""
    both = [*before, given]
    for entered in stated(both, ev.GivenEntered):
        for turn in stated(both, ev.GivenTurn):
            at = [g.space for g in stated(both, ev.GivenAt) if g.player == turn.player]
            mine = isinstance(given, (ev.GivenEntered, ev.GivenTurn, ev.GivenAt))
            if mine and at and map.name(at[0]) != map.name(entered.space):
                yield f"{turn.player} is at {at[0]} and cannot have entered {entered.space} and be there"
