"""The legal moves of Jade Merchant, found constructively, and the moves that people try.

Nothing here asks the clauses: what may be played is built up from the table, and the tests
play the two against each other.
"""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from itertools import combinations
from typing import TYPE_CHECKING

from referee.event import Ended, Event
from referee.games.jade_merchant import cards, outcome, scoring
from referee.games.jade_merchant.cards import UNKNOWN
from referee.games.jade_merchant.events import MOST_POINTS, Bid, Deal, Declare, Pass, Score, Take
from referee.games.jade_merchant.scoring import Points
from referee.games.jade_merchant.table import BIDDING, CENTRE, DEALING, DECK, SCORING, Table

if TYPE_CHECKING:
    from random import Random


def legal(t: Table) -> list[Event]:
    """All that may certainly be played next, by whomever, each once."""
    if t.stage == SCORING:
        return _claims(t)
    if t.stage != BIDDING:
        return []
    waiting = t.waiting
    if len(waiting) == 1:
        return [Take(waiting[0])]
    return [*_takes_of_winner(t), *_bids(t)]


def _takes_of_winner(t: Table) -> list[Event]:
    """What the winner of the auction may take; nothing while it goes on."""
    if t.standing is None or any(t.is_forced(p) is not True for p in _others_in(t, t.standing.player)):
        return []
    if not _leaves_something(t, t.standing):
        return []
    return list(takes(t, t.standing.player, t.standing.take, bool(t.standing.back)))


def _leaves_something(t: Table, bid: Bid) -> bool:
    """Whether those who must still take would find a card; a bid that was too high can't be carried out."""
    left = t.ledger.size(CENTRE) - bid.take + bool(bid.back)
    return left > 0 or t.readings["jade.reading.ceiling"] == "none"


def _others_in(t: Table, player: str) -> list[str]:
    return [p for p in t.waiting if p != player and p not in t.passed]


def takes(t: Table, player: str, count: int, returning: bool) -> Iterable[Event]:
    """All ways to take so many cards, with each card that may be returned for them."""
    centre = sorted(t.ledger.pieces(CENTRE))
    backs = _returnable(t, player) if returning else [""]
    for taken in sorted(set(combinations(centre, count))):
        for back in backs:
            yield Take(player, taken, back)


def _returnable(t: Table, player: str) -> list[str]:
    held = t.holds(player)
    sure = sum(n for card, n in held.items() if card != UNKNOWN) + min(0, held.get(UNKNOWN, 0)) > 0
    return [card for card in sorted(held) if sure and card != UNKNOWN and not cards.is_counterfeit(card)]


def _bids(t: Table) -> list[Event]:
    """The bids and passes of whoever is to act, and the passes of those who have no bid left."""
    moves: list[Event] = []
    for player in _to_act(t):
        moves += _lower_bids(t, player)
        if t.standing is not None or _opener_may_pass(t, player):
            moves.append(Pass(player))
    passing = {move.player for move in moves if isinstance(move, Pass)}
    return [*moves, *(Pass(p) for p in _forced(t) if p not in passing)]


def _to_act(t: Table) -> list[str]:
    """Who may certainly act next in the auction: one player, or several under ``reopen: any``."""
    if t.actor is None and t.standing is None:
        return [p for p in t.openers() or [] if p in t.players]
    for player in t.after(t.actor):
        if player in t.resting or player in t.passed:
            continue
        if t.standing is not None and player == t.standing.player:
            return []
        if t.is_forced(player) is not True:
            return [player]
    return []


def _opener_may_pass(t: Table, player: str) -> bool:
    return t.readings["jade.reading.opener-pass"] == "yes" and bool(_others_in(t, player))


def _forced(t: Table) -> list[str]:
    """Players who are out without a word, and may say so."""
    if t.standing is None:
        return []
    return [p for p in _others_in(t, t.standing.player) if t.is_forced(p)]


def _lower_bids(t: Table, player: str) -> list[Bid]:
    """The bids under the standing one that leave enough for the others."""
    if CENTRE in t.ledger.vague:
        return []
    size, others = t.lying, len(t.waiting) - 1
    reading = t.readings["jade.reading.ceiling"]
    spare = size if reading == "none" else size - others
    limit = 2 * (spare + (reading == "leave-one"))
    below = t.standing.halves if t.standing else limit + 1
    returns = t.has_returnable(player) is True
    plain = [Bid(player, n) for n in range(1, spare + 1) if 2 * n < below]
    top = spare + (reading == "leave-one")
    returning = [Bid(player, n, 1) for n in range(1, top + 1) if returns and 2 * n - 1 < below]
    return sorted([*plain, *returning], key=lambda bid: -bid.halves)


def _claims(t: Table) -> list[Event]:
    """After the last round: the letter of X, everybody's true score, the true result."""
    claims: list[Event] = []
    for player in t.players:
        if t.holds(player).get(cards.WILD) and player not in t.wild:
            claims += [Declare(player, letter) for letter in _letters(t, player)]
    totals = outcome.totals(t)
    claims += [
        Score(player, total=_decimal(total))
        for player, total in totals.items()
        if total is not None and total <= MOST_POINTS
    ]
    decided = outcome.winners(t)
    return claims if decided is None else [*claims, Ended(decided)]


def _letters(t: Table, player: str) -> list[str]:
    """The letters that may certainly be declared."""
    if t.readings["jade.reading.wild"] == "any":
        return list(cards.LETTERS)
    if not outcome.is_known(t, player):
        return []
    worth = {letter: scoring.books(t.holds(player), letter) for letter in cards.LETTERS}
    return [letter for letter in cards.LETTERS if worth[letter] == max(worth.values())]


def _decimal(points: Points) -> Decimal:
    exact = Decimal(points.numerator) / Decimal(points.denominator)
    return Decimal(f"{exact.normalize():f}")


def tries(t: Table) -> Iterable[Event]:
    """What somebody might try: every legal move, and for each rule moves that break it."""
    yield from legal(t)
    yield from _bids_tried(t)
    yield from _takes_tried(t)
    yield from _claims_tried(t)


def _bids_tried(t: Table) -> Iterable[Event]:
    top = max(0, t.lying) + 1
    for player in t.players:
        yield Pass(player)
        for take in range(top + 1):
            for back in (0, 1, 2):
                yield Bid(player, take, back)


def _takes_tried(t: Table) -> Iterable[Event]:
    """The standing number, one more and one less, by each player, with and without a return.

    What may be written as a list or as ``rest`` is tried once, as ``legal`` has it.
    """
    centre = sorted(t.ledger.pieces(CENTRE))
    count = t.standing.take if t.standing else 1
    for player in t.players:
        alone = t.waiting == [player]
        if alone or count != len(centre):
            yield Take(player)
        for number in {max(1, count - 1), count, count + 1}:
            for back in ("", *sorted(t.holds(player)), *centre[:1]):
                if not (alone and number >= len(centre)):
                    yield Take(player, tuple(centre[:number]), back)
        missing = [card for card in cards.DECK if card not in centre][:1]
        yield Take(player, tuple([*missing, *centre][:count]))


def _claims_tried(t: Table) -> Iterable[Event]:
    for player in t.players:
        total = outcome.points(t, player, "total") or 0
        yield Score(player, total=_decimal(min(total + 1, MOST_POINTS)))
        yield from (Declare(player, letter) for letter in cards.LETTERS)
        yield Ended((player,))
    yield Ended(t.players)


def chance(t: Table, random: Random) -> Event | None:
    """The deal of the next round, where one is due.

    After a record that contradicts itself more cards can be in the deck than are unseen; those are unknown.
    """
    if t.stage != DEALING:
        return None
    unseen = [card for card, n in t.ledger.unseen.items() for _ in range(n)]
    count = min(cards.PER_ROUND, max(0, t.ledger.size(DECK)))
    named = random.sample(unseen, min(count, len(unseen)))
    return Deal(cards=(*named, *[UNKNOWN] * (count - len(named)))) if count else None
