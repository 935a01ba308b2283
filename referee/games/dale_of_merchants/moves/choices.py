"""Choices of hand cards: as what each can be used, and which can be used together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations_with_replacement
from typing import NamedTuple

from referee.games.dale_of_merchants.codes import JUNK, UNKNOWN, in_order, printed, set_of
from referee.games.dale_of_merchants.events import Used
from referee.games.dale_of_merchants.registry import CARDS
from referee.games.dale_of_merchants.table import Table, hand
from referee.games.dale_of_merchants.uses import PLAIN, Change, changes_on, copyable, raised

MOST = 4096
"""More choices than that are not listed one by one."""


class Use(NamedTuple):
    """A hand card used as ``code``, worth so much."""

    used: Used
    code: str
    value: int

    @property
    def kind(self) -> str:
        """Its set, or junk."""
        return JUNK if self.code == JUNK else set_of(self.code)


def known_hand(t: Table, player: str) -> list[str]:
    """The cards that are in a player's hand for certain, sorted."""
    return in_order(card for card in t.ledger.known(hand(player)) if card != UNKNOWN)


def is_known(t: Table, player: str) -> bool:
    return hand(player) not in t.ledger.vague and UNKNOWN not in t.ledger.known(hand(player))


def copies_of(t: Table, player: str, card: str) -> list[Used]:
    """As what a card can be used: itself, or each of the copies that a chameleon may be, said for all to know."""
    options = copyable(t, player, card)
    if UNKNOWN in options:
        return []
    if options == {card}:
        return [Used(card)]
    return [Used(card, code) for code in in_order(options)]


def uses_of(
    t: Table, player: str, card: str, in_stack: bool, change: Change = PLAIN, told: bool = False
) -> Iterator[Use]:
    """All ways to use a card whose value was changed so; with ``told`` the value is said."""
    for used in copies_of(t, player, card):
        code = used.copies or next(iter(copyable(t, player, card)))
        counts = CARDS[code].counts if in_stack else ()
        plus = raised(t, player)
        for value in dict.fromkeys(change.of(base + plus, plus) for base in counts or (printed(code),)):
            said = value if told or counts else None
            if said is None or 0 <= said <= 20:
                yield Use(Used(used.card, used.copies, said), code, value)


def groups(t: Table, player: str, in_stack: bool) -> list[tuple[list[Use], int]]:
    """The hand by cards that are alike: the ways to use one of them, and how many there are."""
    held = known_hand(t, player)
    found = []
    for card in dict.fromkeys(held):
        changed = changes_on(t, player, card)[: held.count(card)]
        plain = held.count(card) - len(changed)
        each = [*changed, *[PLAIN] * plain]
        for change in dict.fromkeys(each):
            count, told = each.count(change), len(set(each)) > 1
            uses = list(uses_of(t, player, card, in_stack, change, told))
            found.append((uses if in_stack else _one_of_each_worth(uses), count))
    return found


def _one_of_each_worth(uses: list[Use]) -> list[Use]:
    """Of copies that pay alike, the first."""
    found: dict[tuple[int, frozenset[str], bool], Use] = {}
    for use in uses:
        found.setdefault((use.value, CARDS[use.code].lifts, use.code == JUNK), use)
    return list(found.values())


def selections(parts: Sequence[tuple[list[Use], int]], most: int) -> Iterator[tuple[Use, ...]]:
    """All choices of cards worth at most so much, the empty one included."""
    if not parts:
        yield ()
        return
    (uses, count), rest = parts[0], parts[1:]
    for n in range(count + 1):
        for some in combinations_with_replacement(uses, n):
            left = most - sum(use.value for use in some)
            if left >= 0:
                for others in selections(rest, left):
                    yield (*some, *others)


def subsets(cards: Sequence[str]) -> list[tuple[str, ...]]:
    """All choices out of these cards, equal cards being alike; of too many only small and large ones."""
    found: list[tuple[str, ...]] = [()]
    for card in dict.fromkeys(cards):
        found = [(*some, *[card] * n) for some in found for n in range(cards.count(card) + 1)]
        if len(found) > MOST // 16:
            return _few(cards)
    return found


def _few(cards: Sequence[str]) -> list[tuple[str, ...]]:
    some = [(), tuple(cards), *((card,) for card in cards)]
    return list(dict.fromkeys(some))


def useds(uses: Iterable[Use]) -> tuple[Used, ...]:
    return tuple(use.used for use in uses)
