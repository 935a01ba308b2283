"""Dale of Merchants once more, naively: payments and stacks by trying all there is to try.

A payment is right if it reaches the price and no part of it does: every part is tried. A stack is
right if some way to count its cards adds up: every way is tried. What a chameleon can be is found by
walking every path of copies. Nothing is shared with the referee but the cards' codes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple

JUNK = "j"
ANIMALS = "MPRSOC"
STOCK = [*(f"{a}{v}" for a in ANIMALS for v in ("1", "2", "3", "4", "5a", "5b")), JUNK]
CHAMELEONS = ("C1", "C2", "C3", "C5a", "C5b")


class Scene(NamedTuple):
    """What lies on the table, as far as payments and stacks of one player look at it."""

    hand: tuple[str, ...]
    market: tuple[str, ...]
    """The cheapest slot first, ``-`` for an empty one."""
    pile: tuple[str, ...] = ()
    """The player's own discard pile."""
    others_top: tuple[str, ...] = ()
    """The top cards of the other players' discard piles."""
    market_top: str = ""
    stack: tuple[str, ...] = ()
    """The rightmost stack of the player's stall."""
    raised: int = 0
    """How much more each card counts this turn."""
    rolled: int = 0
    """What was rolled on the O1 in hand."""


class Use(NamedTuple):
    """A card as it is used, and the card that it then is."""

    card: str
    being: str


def printed(card: str) -> int:
    return 1 if card == JUNK else int(card[1])


def targets(scene: Scene, card: str) -> list[str]:
    """What a chameleon could copy."""
    places: dict[str, Sequence[str]] = {
        "C1": scene.stack,
        "C2": scene.others_top,
        "C3": [scene.market_top] if scene.market_top else [],
        "C5a": [card for card in scene.market if card != "-"],
        "C5b": _without(scene.hand, card),
    }
    return list(places.get(card, []))


def _without(cards: Iterable[str], card: str) -> list[str]:
    rest = list(cards)
    if card in rest:
        rest.remove(card)
    return rest


def beings(scene: Scene, card: str) -> set[str]:
    """What a card can be: where all paths of copies end; a path that leads nowhere or in a circle ends there."""
    ends, paths = set(), [[card]]
    while paths:
        path = paths.pop()
        further = [one for one in targets(scene, path[-1]) if one not in path]
        paths += [[*path, one] for one in further]
        if not further:
            ends.add(path[-1])
    return ends


def uses(scene: Scene, cards: Iterable[str]) -> Iterator[tuple[Use, ...]]:
    """Every way to use these cards, by what each is."""
    yield from product(*([Use(card, being) for being in sorted(beings(scene, card))] for card in cards))


def value(scene: Scene, use: Use) -> int:
    """What a used card pays."""
    rolled = scene.rolled if use.card == "O1" else 0
    return printed(use.being) + scene.raised + rolled


def parts(cards: Sequence[Use]) -> Iterator[tuple[Use, ...]]:
    """Every part of these cards that is not all of them."""
    for size in range(len(cards)):
        yield from combinations(cards, size)


def payment(scene: Scene, slot: int, paid: Sequence[Use]) -> str:
    """What is wrong with a payment: ``price``, ``overpay``, or nothing."""
    price = printed(scene.market[slot]) + slot

    def pays(some: Sequence[Use]) -> bool:
        return sum(value(scene, use) for use in some) >= price

    if not pays(paid):
        return "price"
    if any(use.being == "P5b" for use in paid):
        return ""
    return "overpay" if any(pays(part) for part in parts(paid)) else ""


def counts(scene: Scene, use: Use, from_hand: bool) -> list[int]:
    """What a card can count in a stack."""
    bases = [4, 5, 6] if use.being == "S5a" else [printed(use.being)]
    rolled = scene.rolled if use.card == "O1" and from_hand else 0
    return [base + scene.raised + rolled for base in bases]


def stack(scene: Scene, number: int, held: Sequence[Use], piled: Sequence[Use]) -> set[str]:
    """What is wrong with a stack of hand cards and cards of the discard pile."""
    ways = product(*(counts(scene, u, True) for u in held), *(counts(scene, u, False) for u in piled))
    beings_ = [use.being for use in (*held, *piled)]
    folk = {use.being[0] for use in held if use.being != JUNK}
    wrong = set()
    if number not in {sum(way) for way in ways}:
        wrong.add("sum")
    if len(folk) > 1 and "S2" not in beings_:
        wrong.add("one-set")
    if any(use.being == JUNK for use in held) and "S1" not in beings_:
        wrong.add("no-junk")
    if len(piled) > beings_.count("S3"):
        wrong.add("from-hand")
    return wrong
