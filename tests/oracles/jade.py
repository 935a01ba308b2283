"""Jade Merchant once more, naively: every rule by enumeration, nothing shared with the referee but the events.

Where the referee counts, this tries everything; where it keeps a state, this walks the seats one
by one. It knows complete records at the default readings only. Slow, and meant to be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, pairwise, permutations

from referee.event import Ended, Event
from referee.games.jade_merchant.events import Bid, Deal, Declare, Pass, Score, Take

PACK = Counter(
    ["J"] * 12 + [f"G{n}" for n in range(1, 9)] + [f"F{n}" for n in range(2, 8)]
    + ["S1"] * 4 + ["S2"] * 4 + ["S3"] * 3 + ["S4"] * 3 + list("ABCDE") * 3 + ["X"]
)  # fmt: skip
SHARES = (24, 12, 6, 0, 0)


# What the cards are worth


def face(held: list[str], letter: str) -> int:
    """The printed values of all gold (G), counterfeit (F) or spice (S) cards."""
    return sum(int(card[1:]) for card in held if card[0] == letter)


def books(letters: str) -> int:
    """The most points of any way to put these books into sets, all tried."""
    best = len(letters)
    for size, points in ((3, 5), (4, 10), (5, 20)):
        for group in combinations(sorted(set(letters)), size):
            rest = letters
            for letter in group:
                rest = rest.replace(letter, "", 1)
            best = max(best, points + books(rest))
    return best


def best_books(held: list[str], declared: str | None) -> int:
    """The books of a player, X as declared or else as whatever is best."""
    letters = "".join(sorted(card for card in held if card in "ABCDE"))
    if "X" not in held:
        return books(letters)
    return max(books(letters + letter) for letter in (declared or "ABCDE"))


def spice(values: dict[str, int]) -> dict[str, Fraction]:
    """The mean over all orders in which the players could be placed."""
    orders = [o for o in permutations(values) if all(values[a] >= values[b] for a, b in pairwise(o))]
    return {player: Fraction(sum(SHARES[o.index(player)] for o in orders), len(orders)) for player in values}


class Naive:
    """A table as a list of what lies where, and of what was said in this auction."""

    def __init__(self, players: tuple[str, ...]) -> None:
        self.players = players
        self.held: dict[str, list[str]] = {player: [] for player in players}
        self.centre: list[str] = []
        self.dealt: Counter[str] = Counter()
        self.rounds = 0
        self.opener = players[0]
        self.took: list[str] = list(players)
        self.said: list[tuple[str, Bid | None]] = []
        self.letter: dict[str, str] = {}
        self.over = False

    # the auction

    def round_is_over(self) -> bool:
        """All have taken, or nothing is left to take."""
        return set(self.took) >= set(self.players) or not self.centre

    def waiting(self) -> list[str]:
        return [player for player in self.players if player not in self.took]

    def clockwise(self, player: str, first: int) -> list[str]:
        """The seats from ``first`` places to the left of a player on, once around."""
        seat = self.players.index(player) + first
        return [self.players[(seat + i) % len(self.players)] for i in range(len(self.players))]

    def standing(self) -> tuple[str, Bid] | None:
        return next(((player, bid) for player, bid in reversed(self.said) if bid), None)

    def has_passed(self, player: str) -> bool:
        return [bid for who, bid in self.said if who == player][-1:] == [None]

    def worth(self, bid: Bid) -> Fraction:
        return bid.take - Fraction(bid.back > 0, 2)

    def can_return(self, player: str) -> bool:
        return any(card[0] != "F" for card in self.held[player])

    def has_lower_bid(self, player: str) -> bool:
        """Whether any bid that there is undercuts the last one."""
        standing = self.standing()
        if standing is None:
            return True
        bids = [Bid(player, n, back) for n in range(1, 9) for back in range(1 + self.can_return(player))]
        return any(self.worth(bid) < self.worth(standing[1]) for bid in bids)

    def still_in(self, player: str) -> bool:
        return player not in self.took and not self.has_passed(player) and self.has_lower_bid(player)

    def to_act(self) -> str | None:
        """Who is to speak, walking round the table; None once the auction is decided."""
        standing = self.standing()
        if standing is None:
            return self.opening()
        for player in self.clockwise(standing[0], 1):
            if player == standing[0]:
                return None
            if self.still_in(player):
                return player
        return None

    def opening(self) -> str | None:
        """Who opens the auction: the round's opener, or the next who has not taken; after their pass the next."""
        due = [player for player in self.clockwise(self.opener, 0) if player not in self.took]
        if due and self.has_passed(due[0]):
            return next((player for player in due[1:] if not self.has_passed(player)), None)
        return due[0] if due else None

    # what is legal

    def legal(self, event: Event) -> bool:
        """Whether an event keeps all rules, as things lie."""
        if self.over:
            return False
        if isinstance(event, Deal):
            return self.may_deal(event)
        if isinstance(event, (Bid, Pass, Take)):
            return not self.round_is_over() and event.player not in self.took and self.may_play(event)
        return self.round_is_over() and self.rounds >= 7 and self.may_claim(event)

    def may_deal(self, event: Deal) -> bool:
        together = self.dealt + Counter(event.cards)
        return self.round_is_over() and self.rounds < 7 and len(event.cards) == 8 and together <= PACK

    def may_play(self, event: Bid | Pass | Take) -> bool:
        if len(self.waiting()) == 1:
            return isinstance(event, Take) and not event.back and self.is_all(event)
        if isinstance(event, Take):
            return self.may_take(event)
        return self.may_bid(event) if isinstance(event, Bid) else self.may_pass(event.player)

    def is_all(self, event: Take) -> bool:
        return not event.cards or Counter(event.cards) == Counter(self.centre)

    def may_bid(self, event: Bid) -> bool:
        standing, others = self.standing(), len(self.waiting()) - 1
        return (
            event.player == self.to_act()
            and event.take >= 1
            and event.back in (0, 1)
            and (standing is None or self.worth(event) < self.worth(standing[1]))
            and len(self.centre) - event.take + event.back >= others
            and (not event.back or self.can_return(event.player))
        )

    def may_pass(self, player: str) -> bool:
        """In turn, once there is a bid; or at any time, by somebody who has none left and may say so."""
        standing = self.standing()
        if standing is None or player == standing[0] or self.has_passed(player):
            return False
        return player == self.to_act() or not self.has_lower_bid(player)

    def may_take(self, event: Take) -> bool:
        standing = self.standing()
        if standing is None or self.to_act() is not None or event.player != standing[0]:
            return False
        bid, cards = standing[1], event.cards or tuple(self.centre)
        if len(cards) != bid.take or not Counter(cards) <= Counter(self.centre) or bool(event.back) != bool(bid.back):
            return False
        if event.back and (event.back not in self.held[event.player] or event.back[0] == "F"):
            return False
        return len(self.centre) - len(cards) + bool(event.back) >= 1

    def may_claim(self, event: Event) -> bool:
        if isinstance(event, Declare):
            return "X" in self.held[event.player] and event.player not in self.letter
        if isinstance(event, Score):
            return all(claim is None or Fraction(claim) == worth for claim, worth in self.claims(event))
        return isinstance(event, Ended) and set(event.winners) == self.winners()

    # what is scored

    def claims(self, event: Score) -> Iterator[tuple[object, Fraction]]:
        parts = self.parts(event.player)
        yield from ((getattr(event, name), worth) for name, worth in parts.items())
        yield event.total, sum(parts.values(), Fraction(0))

    def parts(self, player: str) -> dict[str, Fraction]:
        held = self.held[player]
        gold, fakes, jade = face(held, "G"), face(held, "F"), held.count("J")
        return {
            "gold": Fraction(gold),
            "counterfeit": Fraction(fakes if fakes <= gold else 0),
            "jade": Fraction(sum(range(jade + 1))),
            "spice": spice({p: face(self.held[p], "S") for p in self.players})[player],
            "books": Fraction(best_books(held, self.letter.get(player))),
        }

    def winners(self) -> set[str]:
        totals = {player: sum(self.parts(player).values(), Fraction(0)) for player in self.players}
        tied = [player for player in self.players if totals[player] == max(totals.values())]
        gold = {player: max([0, *(int(c[1:]) for c in self.held[player] if c[0] == "G")]) for player in tied}
        return {player for player in tied if gold[player] == max(gold.values())}

    # what happens

    def play(self, event: Event) -> None:
        """Carry an event out as played."""
        if isinstance(event, Deal):
            self.deal(event)
        elif isinstance(event, Bid) and event.take >= 1 and event.player not in self.took:
            self.said.append((event.player, event))
        elif isinstance(event, Pass):
            self.said.append((event.player, None))
        elif isinstance(event, Take):
            self.take(event)
        elif isinstance(event, Declare):
            self.letter[event.player] = event.letter
        elif isinstance(event, Ended):
            self.over = self.over or (self.round_is_over() and self.rounds >= 7)

    def deal(self, event: Deal) -> None:
        if not self.round_is_over() and self.took:
            self.opener = self.took[-1]
        self.dealt += Counter(event.cards)
        self.centre += event.cards
        self.rounds += 1
        self.took, self.said = [], []

    def take(self, event: Take) -> None:
        for card in event.cards or tuple(self.centre):
            self.centre.remove(card)
            self.held[event.player].append(card)
        if event.back:
            self.held[event.player].remove(event.back)
            self.centre.append(event.back)
        if event.player not in self.took:
            self.took.append(event.player)
        self.said = []
        if self.round_is_over():
            self.opener = event.player
