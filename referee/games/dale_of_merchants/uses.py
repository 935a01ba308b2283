"""Cards as they are used: what a chameleon is, and what a card is worth this turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from msgspec import Struct

from referee.games.dale_of_merchants.codes import PRINTED, UNKNOWN, printed
from referee.games.dale_of_merchants.events import Build, Buy, Play, Reshuffle, RollOn, ThrowMarket, Used
from referee.games.dale_of_merchants.latest import latest
from referee.games.dale_of_merchants.registry import CARDS, CHAMELEONS, Card, counts, flexible, lifting
from referee.games.dale_of_merchants.table import Table, hand
from referee.language import OR, joined

Total = tuple[int, int]
"""What cards are worth together, and the least of them."""


def used_in(e: Buy | Play | Build | RollOn | ThrowMarket) -> Sequence[Used]:
    """The cards that an event uses."""
    return _USED[type(e)](e)


_USED: dict[type, Callable[[Any], Sequence[Used]]] = {
    Buy: lambda e: e.paid,
    Build: lambda e: (*e.cards, *e.piled),
    ThrowMarket: lambda e: (e.by,) if e.by else (),
    Play: lambda e: (e.card,),
    RollOn: lambda e: (e.card,),
}


# What a chameleon is


def copyable(t: Table, player: str, code: str, seen: tuple[str, ...] = ()) -> set[str]:
    """What a card can be when used: itself, or for a chameleon whatever its chain of copies leads to.

    ``?`` stands for cards that were not logged. Without a target, and in a loop, it stays itself.
    """
    copies = CARDS[code].copies
    if copies is None:
        return {code}
    found: set[str] = set()
    for target in copies(t, player):
        if target not in CHAMELEONS:
            found.add(target)
        elif target != code and target not in seen:
            found |= copyable(t, player, target, (*seen, code))
    return found or {code}


def identity(t: Table, player: str, used: Used) -> str:
    """The card that a used one is: as logged, or the only one that it can be."""
    if used.copies is not None:
        return used.copies
    if used.card not in CHAMELEONS:
        return used.card
    found = copyable(t, player, used.card)
    return found.pop() if len(found) == 1 else UNKNOWN if UNKNOWN in found else used.card


def played_as(t: Table, e: Play) -> str:
    """The technique that a card is played as; where that was not said, the only one in play with such steps."""
    code = played(t, e).code
    if code != UNKNOWN or not e.steps:
        return code
    did = {type(step) for step in e.steps} - {Reshuffle}
    fitting = [card.code for card in CARDS.values() if card.code in t.ledger.stock and did <= card.steps.keys()]
    return fitting[0] if len(fitting) == 1 else UNKNOWN


class Uses(Struct, frozen=True, gc=False):
    """The cards that an event uses, in its order."""

    cards: tuple[str, ...]
    """As they are printed."""
    kinds: tuple[str, ...]
    """What each of them is."""
    told: bool
    """Whether one is a chameleon, or something is said of it; else they are what is printed."""


@latest
def uses(t: Table, e: Any) -> Uses:
    """What an event uses, and as what."""
    useds = used_in(e)
    cards = tuple([used.card for used in useds])
    if CHAMELEONS.isdisjoint(cards) and not _says_something(useds):
        return Uses(cards, cards, False)
    return Uses(cards, tuple([identity(t, e.player, used) for used in useds]), True)


def _says_something(useds: Iterable[Used]) -> bool:
    for used in useds:  # noqa: SIM110 (a generator takes longer)
        if used.counts is not None or used.copies is not None:
            return True
    return False


def used_cards(t: Table, e: Any) -> tuple[str, ...]:
    """The cards that an event uses, as they are printed."""
    return (e.card.card,) if type(e) is Play or type(e) is RollOn else uses(t, e).cards


def played(t: Table, e: Play) -> Card:
    """The card that is played, a chameleon as what it is."""
    return CARDS[e.card.copies or (e.card.card if e.card.card not in CHAMELEONS else identity(t, e.player, e.card))]


def is_lifted(t: Table, e: Buy | Build, clause: str) -> bool:
    """Whether a card that is used lifts a clause."""
    return not lifting(clause).isdisjoint(uses(t, e).kinds)


def lifters(t: Table, e: Buy | Build, clause: str) -> list[str]:
    """The used cards that lift a clause."""
    return [kind for kind in uses(t, e).kinds if kind in lifting(clause)]


# What cards are worth


def raised(t: Table, player: str) -> int:
    """By how much each card counts more."""
    return t.raised if player == t.turn else 0


def worth(t: Table, player: str, used: Used, in_stack: bool) -> tuple[int, ...]:
    """What a card can count, changes to this one card left out; empty if it was not logged."""
    return _raised(counts(identity(t, player, used), in_stack), raised(t, player))


def _raised(bases: tuple[int, ...], plus: int) -> tuple[int, ...]:
    return tuple([base + plus for base in bases]) if plus else bases


def payments(t: Table, e: Buy) -> set[Total] | None:
    """All that a payment can be worth; None where a card was not logged."""
    used = uses(t, e)
    return _totals(t, e, e.paid, used.kinds, used.told or is_marked(t, e.player))


def stack_sums(t: Table, e: Build) -> set[int] | None:
    """All that a stack can add up to; None where a card was not logged. What was changed lies in the hand."""
    used, n = uses(t, e), len(e.cards)
    held = _totals(t, e, e.cards, used.kinds[:n], used.told or is_marked(t, e.player))
    if held is None or not e.piled:
        return None if held is None else {total for total, _ in held}
    lying = _totals(t, e, e.piled, used.kinds[n:], used.told, changed=False)
    return None if lying is None else {a + b for a, _ in held for b, _ in lying}


def is_marked(t: Table, player: str) -> bool:
    """Whether something is special about hand cards of a player."""
    return bool(t.marks) and player == t.turn


def _totals(
    t: Table, e: Buy | Build, useds: Sequence[Used], kinds: Sequence[str], special: bool, changed: bool = True
) -> set[Total] | None:
    """All that these cards can be worth; None where one was not logged. If nothing is ``special`` about them they
    count what is printed; where ``changed`` they are hand cards."""
    if UNKNOWN in kinds:
        return None
    in_stack, plus = type(e) is Build, raised(t, e.player)
    if special or not kinds or (in_stack and not flexible().isdisjoint(kinds)):
        values = [_raised(counts(kind, in_stack), plus) for kind in kinds]
        return _all_totals(t, e.player, useds, values, changed and is_marked(t, e.player))
    flat = [PRINTED[kind] for kind in kinds]
    return {(sum(flat) + plus * len(flat), min(flat) + plus)}


def _all_totals(
    t: Table, player: str, useds: Sequence[Used], values: Sequence[tuple[int, ...]], marked: bool
) -> set[Total]:
    found: set[Total] = {(0, 99)}
    for code in dict.fromkeys(used.card for used in useds):
        mine = [(used, v) for used, v in zip(useds, values, strict=True) if used.card == code]
        ways = _changes(t, player, code, len(mine)) if marked else {(PLAIN,) * len(mine)}
        plus = raised(t, player)
        as_said = [total for changes in ways for total in _group(mine, changes, plus, said=True)]
        here = as_said or [total for changes in ways for total in _group(mine, changes, plus, said=False)]
        found = {(total + sum_, min(low, low_)) for sum_, low_ in here for total, low in found}
    return found


def _group(
    cards: Sequence[tuple[Used, tuple[int, ...]]], changes: Sequence[Change], plus: int, said: bool
) -> set[Total]:
    """All that cards of one code can be worth, each with its change; with ``said`` only what they are said to count."""
    found: set[Total] = {(0, 99)}
    for (used, values), change in zip(cards, changes, strict=True):
        options = [change.of(value, plus) for value in values]
        if said and used.counts is not None:
            options = [value for value in options if value == used.counts]
        found = {(s + v, min(low, v)) for s, low in found for v in options}
    return found


def _changes(t: Table, player: str, code: str, count: int) -> set[tuple[Change, ...]]:
    """The ways in which so many copies of a card can be changed ones."""
    changed = changes_on(t, player, code)
    if not changed:
        return {(PLAIN,) * count}
    found: set[tuple[Change, ...]] = set()
    for n in range(max(0, count - _most_plain(t, player, code)), min(len(changed), count) + 1):
        for some in combinations(changed, n):
            plain = (PLAIN,) * (count - n)
            found |= {(*some, *plain), (*plain, *some)}
    return found


class Change(NamedTuple):
    """What a turn did to the value of one card."""

    base: int | None = None
    delta: int = 0

    def of(self, value: int, plus: int) -> int:
        """What a card counts that counts ``value`` unchanged, ``plus`` of it for all cards alike."""
        return (value if self.base is None else self.base + plus) + self.delta


PLAIN = Change()


def changes_on(t: Table, player: str, code: str) -> list[Change]:
    """The changes on copies of a card in hand."""
    mine = [mark for mark in t.marks if mark.card == code] if player == t.turn else []
    return [Change(mark.base, mark.delta) for mark in mine if mark.base is not None or mark.delta]


def _most_plain(t: Table, player: str, code: str) -> int:
    """How many copies of a card without a change the hand may hold."""
    sure = sum(mark.sure and (mark.base is not None or bool(mark.delta)) for mark in t.marks if mark.card == code)
    return t.ledger.most(hand(player), code) - sure


def current(t: Table, player: str, code: str) -> set[int]:
    """What a hand card can count now, a chameleon as printed."""
    plus = raised(t, player)
    plain = printed(code) + plus
    changed = changes_on(t, player, code)
    unchanged = not changed or _most_plain(t, player, code) > 0
    return {change.of(plain, plus) for change in changed} | ({plain} if unchanged else set())


def show(sums: set[int] | None) -> str:
    """What cards are worth, in words."""
    return "?" if sums is None else joined([str(n) for n in sorted(sums)], OR)
