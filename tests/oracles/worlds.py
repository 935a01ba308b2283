"""Hidden hands by enumerating worlds (`python -m tests.oracles.worlds`): what unlogged cards can have been, all tried.

A small position of Dale of Merchants is played for a few turns, and what Ann holds and draws is not
logged. A *world* says what each of those cards was. All worlds are kept in which the log makes sense;
each is a complete record, which the referee judges knowing everything. What it says of the log
alone must fit what it says of the worlds.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

from msgspec import structs

from referee import game as games
from referee import line, replay, transcript
from referee.event import Event
from referee.games.dale_of_merchants.events import Build, Buy, Draw, Inventory, Refill, Reshuffle, Restock, Used
from referee.ledger import UNKNOWN
from referee.replay import BREACH, Referee

GAME = games.find("dale-of-merchants")
HEAD = "game: dale-of-merchants\nplayers: Ann, Bo\nsets: macaws, pandas, squirrels\n\n"
ANIMALS = ["M1", "P1", "S1", "M2", "M2", "M3", "P2", "S2", "M4", "P4", "S3"]
MARKET = "given market S4 P3 M4 S2 P2\ngiven market-deck 20\ngiven market-discard\n"
BO = "given Bo hand j j j j j\ngiven Bo deck 2\n"


SAYS_SO_ITSELF = {
    "dale.card.stashing-vendor": "dale.build.no-junk",
    "dale.card.empty-chest": "dale.build.one-set",
    "dale.card.nostalgic-item": "dale.build.from-hand",
    "dale.card.accordion": "dale.build.sum",
    "dale.card.flashy-show": "dale.build.sum",
    "dale.card.cookies": "dale.clean.fill",
    "dale.card.stock-clearance": "dale.buy.overpay",
}
"""The clauses of cards that speak in the place of a general one."""


def general(id: str) -> str:
    """The general clause that a card's clause speaks for, or the clause itself."""
    return SAYS_SO_ITSELF.get(id, id)


class World(NamedTuple):
    """Where Ann's cards are, and a referee who has seen it all."""

    hand: Counter[str]
    deck: Counter[str]
    pile: tuple[str, ...]
    referee: Referee

    def copied(self) -> World:
        referee = Referee(GAME, replay.started_of(_record(HEAD)), legal=False)
        referee.table = replay.copy_of(self.referee.table)
        return World(Counter(self.hand), Counter(self.deck), self.pile, referee)


def _record(text: str) -> list[Event]:
    (read,) = transcript.parse(text)
    assert read.mistakes == [], (text, read.mistakes)
    return read.record


def _referee(text: str) -> Referee:
    record = _record(text)
    referee = Referee(GAME, replay.started_of(record), legal=False)
    for seq, event in enumerate(record, start=1):
        referee.see(seq, event)
    return referee


class Deal(NamedTuple):
    """What Ann owns, how many of these cards she holds, and her discard pile."""

    owns: tuple[str, ...]
    holds: int
    pile: tuple[str, ...]

    def text(self, hand: tuple[str, ...], rest: tuple[str, ...]) -> str:
        """The position, with this hand; ``rest`` are the cards that it does not name."""
        lines = ["given turn Ann", f"given Ann hand {' '.join(hand)}", f"given Ann deck {len(self.owns) - self.holds}",
                 f"given Ann owns {' '.join(rest)}", f"given Ann discard {' '.join(self.pile)}"]  # fmt: skip
        return HEAD + "\n".join(lines) + "\n" + MARKET + BO

    def hidden(self) -> Referee:
        return _referee(self.text((UNKNOWN,) * self.holds, self.owns))

    def worlds(self) -> list[World]:
        """One world for each hand that there can be."""
        found = []
        for hand in sorted(set(combinations(sorted(self.owns), self.holds))):
            rest = Counter(self.owns) - Counter(hand)
            referee = _referee(self.text(hand, tuple(rest.elements())))
            found.append(World(Counter(hand), rest, self.pile, referee))
        return found


def deal(chance: Random) -> Deal:
    """Six or seven cards, four or five of them in hand."""
    cards = chance.sample(ANIMALS, chance.randrange(2, 5)) + ["j"] * 4
    return Deal(tuple(cards), chance.choice((4, 5)), tuple(["j"] * chance.randrange(3)))


# What happens in a world


def goes_on(world: World, event: Event) -> Iterator[World]:
    """The worlds that a world becomes by an event of the log: one for each card that an unlogged one can be."""
    for known in _filled(world, event):
        after = world.copied()
        findings = after.referee.see(0, known)
        if not any(f.outcome == BREACH and f.is_record for f in findings):
            yield _moved(after, known)


def _filled(world: World, event: Event) -> Iterator[Event]:
    """The event with every way to name its unlogged draws."""
    if not isinstance(event, Refill) or event.player != "Ann":
        yield event
        return
    for first in _draws(world.deck, len(event.cards)):
        if not event.then:
            yield structs.replace(event, cards=first)
            continue
        for second in _draws(Counter(world.pile), len(event.then[-1].cards)):  # type: ignore[union-attr]
            yield structs.replace(event, cards=first, then=(Reshuffle(), Draw(second)))


def _draws(bag: Counter[str], n: int) -> list[tuple[str, ...]]:
    return sorted(set(combinations(sorted(bag.elements()), n)))


def _moved(world: World, event: Any) -> World:
    """Ann's cards after an event."""
    hand, deck, pile = world.hand, world.deck, world.pile
    if getattr(event, "player", "") != "Ann":
        return world
    if isinstance(event, Refill):
        deck = deck - Counter(event.cards)
        hand = hand + Counter(event.cards)
        if event.then:
            second = Counter(event.then[-1].cards)  # type: ignore[union-attr]
            hand, deck, pile = hand + second, Counter(pile) - second, ()
        return World(hand, deck, pile, world.referee)
    if isinstance(event, Inventory):
        return World(hand - Counter(event.cards), deck, (*pile, *event.cards), world.referee)
    used = [one.card for one in (event.paid if isinstance(event, Buy) else event.cards)]
    if isinstance(event, Buy):
        return World(hand - Counter(used) + Counter([event.card]), deck, (*pile, *used), world.referee)
    return World(hand - Counter(used), deck, pile, world.referee)


# What Ann might do


def attempts(world: World, owned: tuple[str, ...], referee: Referee, chance: Random) -> Iterator[Event]:
    """Things done with cards that she holds in this world, and with cards that she may not hold in it."""
    mine, any_ = sorted(world.hand.elements()), sorted({*owned, "M3", "j"})
    market = [card for card in referee.table.ledger.zones["market"] if card not in ("-", UNKNOWN)]
    for source in (mine, mine, any_):
        for n in (1, 2, 3):
            some = tuple(chance.sample(source, min(n, len(source))))
            yield Inventory("Ann", some)
            yield Build("Ann", tuple(map(Used, some)))
            if market:
                yield Buy("Ann", chance.choice(market), tuple(map(Used, some)))


def refills(world: World) -> list[Refill]:
    """Drawing to five cards, to six, and one too few; from what is there."""
    held, lying = world.hand.total(), world.deck.total()
    return [_refill(n, lying) for n in sorted({max(0, size - held) for size in (4, 5, 6, 7)}) if n]


def _refill(n: int, lying: int) -> Refill:
    unknown = (UNKNOWN,) * n
    if n <= lying:
        return Refill("Ann", unknown)
    return Refill("Ann", unknown[:lying], then=(Reshuffle(), Draw(unknown[lying:])))


# The log against the worlds

MISSED = "possible in no world"


def differences(hidden: Referee, worlds: list[World], event: Event) -> Iterator[str]:
    """Where what is said of the log alone does not fit the worlds.

    A contradiction in the record is named only if no world permits the event. Of the worlds that
    do, a clause is broken in all if it is said to be, in none if nothing is said. ``MISSED`` is what
    is possible in no world and yet not named.
    """
    said = {general(f.clause.id): f.outcome for f in hidden.judge(0, event)}
    found = [{general(f.clause.id) for f in world.referee.judge(0, event) if f.outcome == BREACH} for world in worlds]
    possible = [broken for broken in found if not any(id.startswith("dale.record.") for id in broken)]
    contradicts = any(id.startswith("dale.record.") and outcome == BREACH for id, outcome in said.items())
    if contradicts and possible:
        yield f"said {said}, possible in {len(possible)} of {len(worlds)} worlds"
    if not contradicts and not possible:
        yield MISSED
    for id in sorted({id for id in said if not id.startswith("dale.record.")}.union(*possible)) if possible else ():
        number = sum(id in broken for broken in possible)
        outcome = said.get(id, "holds")
        if (outcome == BREACH and number < len(possible)) or (outcome == "holds" and number):
            yield f"{id} {outcome}, but broken in {number} of {len(possible)} worlds"


class Play:
    """A few turns of Ann's, of which not all is logged."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(f"worlds {seed}")
        self.deal = deal(self.chance)
        self.hidden, self.worlds = self.deal.hidden(), self.deal.worlds()
        self.log: list[Event] = []
        self.tried: Counter[str] = Counter()

    def turn(self) -> Iterator[str]:
        """One turn of Ann's and one of Bo's. Yields what does not fit. Without worlds the game is over."""
        owned = (*self.deal.owns, *self.deal.pile)
        tried = attempts(self.chance.choice(self.worlds), owned, self.hidden, self.chance)
        yield from self.step([Inventory("Ann"), *tried])
        wanted = refills(self.chance.choice(self.worlds))
        if wanted:
            yield from self.step(list(wanted))
        if not self.worlds:
            return
        gaps = self.hidden.table.ledger.zones["market"].count("-")
        for event in (Restock((UNKNOWN,) * gaps), Inventory("Bo"), Restock()):
            self.happen(event)

    def step(self, events: list[Event]) -> Iterator[str]:
        """Judge all of these, then let one happen that is right in some world."""
        for event in events:
            self.tried.update(f.outcome for f in self.hidden.judge(0, event))
            self.tried["events"] += 1
            for why in differences(self.hidden, self.worlds, event):
                self.tried[why] += why == MISSED
                if why != MISSED:
                    yield f"{self.told()}{line.show(GAME, event)}: {why}"
        truth = self.chance.choice(self.worlds).referee
        right = [e for e in events if not any(f.outcome == BREACH for f in truth.judge(0, e))]
        if right:
            self.happen(self.chance.choice(right))
        else:
            self.worlds = []

    def happen(self, event: Event) -> None:
        self.log.append(event)
        self.hidden.see(0, event)
        self.worlds = [after for world in self.worlds for after in goes_on(world, event)]

    def told(self) -> str:
        return self.deal.text(("?",) * self.deal.holds, self.deal.owns) + "".join(
            f"{line.show(GAME, event)}\n" for event in self.log
        )

    def turns(self, most: int = 3) -> Iterator[str]:
        """So many turns, as long as there are worlds, and not too many."""
        for _ in range(most):
            if 0 < len(self.worlds) < 300:
                yield from self.turn()
                self.tried["worlds"] += len(self.worlds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=300)
    tried: Counter[str] = Counter()
    for seed in range(parser.parse_args().games):
        play = Play(seed)
        for why in play.turns():
            print(why)
        tried.update(play.tried)
    print(dict(tried))


if __name__ == "__main__":
    main()
