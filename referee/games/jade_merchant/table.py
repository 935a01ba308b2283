"""The table of a game of Jade Merchant, and how each event changes it, as played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from msgspec import Struct

from referee.event import Ended, Event, Given, Position, Started
from referee.games.jade_merchant import cards, scoring
from referee.games.jade_merchant.cards import UNKNOWN
from referee.games.jade_merchant.events import (
    Bid,
    Deal,
    Declare,
    GivenCentre,
    GivenHolds,
    GivenOpener,
    GivenPassed,
    GivenResting,
    GivenRound,
    GivenScoring,
    GivenSeen,
    GivenStanding,
    Pass,
    Take,
)
from referee.games.jade_merchant.scoring import Tally
from referee.ledger import ELSEWHERE, Ledger, Zone

DECK, CENTRE = "deck", "centre"
NOTHING: Zone = {}
NOT_RETURNABLE = frozenset((*cards.COUNTERFEIT, UNKNOWN))
"""Counterfeits are never returned, and of an unlogged card nobody can say."""
DEALING, BIDDING, SCORING, OVER = "dealing", "bidding", "scoring", "over"
"""The stages of a game: between rounds, in one, after the last, after the claimed result."""


@lru_cache
def hand(player: str) -> str:
    """The name of the zone in front of a player."""
    return f"{player}'s cards"


class Table(Struct):
    """Where everything stands.

    ``round`` is the number of rounds dealt, None where a position leaves it open; ``opener``
    whoever opens the round, None likewise. ``standing`` is the last bid of the auction in
    progress, ``actor`` whoever bid last in it (or passed as its opener), from whom the turn goes
    on; ``resting`` are those who have taken this round, in that order, ``waiting`` the others, as
    they sit. ``clockwise`` is for each player who comes next, to the last, which is that player;
    ``lying`` how many cards are in the centre. They are kept because every bid asks for them.
    """

    players: tuple[str, ...]
    readings: dict[str, str]
    ledger: Ledger
    round: int | None = 0
    stage: str = DEALING
    opener: str | None = None
    standing: Bid | None = None
    actor: str | None = None
    passed: set[str] = set()
    resting: list[str] = []
    waiting: list[str] = []
    clockwise: dict[str, tuple[str, ...]] = {}
    lying: int = 0
    wild: dict[str, str] = {}
    """The letter declared for X, by player."""
    tallies: dict[str, Tally] = {}
    """What everybody's cards are worth once the last round is over and if all were logged: worked out once."""
    ranked: tuple[int, ...] = ()
    """The spice values then, the greatest first."""

    def holds(self, player: str) -> Zone:
        """How many of each card lie in front of a player."""
        return self.ledger.zones.get(hand(player), NOTHING)

    @property
    def centre(self) -> Zone:
        return self.ledger.zones[CENTRE]

    def after(self, player: str | None) -> tuple[str, ...]:
        """Everybody clockwise, beginning after this player, who comes last; all as they sit if there is none such."""
        return self.clockwise.get(player or "", self.players)

    def openers(self) -> list[str] | None:
        """Who may open the auction that is due; None where the position does not tell."""
        if not self.resting:
            return None if self.opener is None else [self.opener]
        reading = self.readings["jade.reading.reopen"]
        if reading == "any":
            return self.waiting
        last = self.resting[-1] if reading == "left-of-taker" else self.opener
        return None if last is None else self._first_in(last)

    def _first_in(self, player: str) -> list[str]:
        if player in self.waiting:
            return [player]
        for seat in self.after(player):
            if seat in self.waiting:
                return [seat]
        return []

    def tally(self, player: str) -> Tally:
        """What the cards of a player are worth that are known to lie there."""
        kept = self.tallies.get(player)
        return scoring.tally(self.holds(player), self.wild.get(player)) if kept is None else kept

    def is_logged(self, player: str) -> bool:
        """Whether every card in front of a player was logged."""
        return UNKNOWN not in self.holds(player) and hand(player) not in self.ledger.vague

    def has_returnable(self, player: str) -> bool | None:
        """Whether a player holds a card that may be returned; None where that was not logged."""
        held = self.holds(player)
        has_none, hidden = held.keys() <= NOT_RETURNABLE, held.get(UNKNOWN, 0)
        if has_none:
            return self._hides_returnable(hidden, hand(player) in self.ledger.vague)
        if hidden >= 0:
            return True
        sure = sum(n for card, n in held.items() if card not in NOT_RETURNABLE)
        return True if sure + hidden > 0 else None  # some of these have gone, and nobody logged which

    def _hides_returnable(self, hidden: int, is_vague: bool) -> bool | None:
        """Whether one of so many unlogged cards (or of an unknown number) may be returned, by what is unseen."""
        if hidden <= 0 and not is_vague:
            return False
        unseen = self.ledger.unseen
        fakes = sum(unseen[card] for card in cards.COUNTERFEIT)
        if hidden > fakes:
            return True
        return None if any(n > 0 for card, n in unseen.items() if card not in cards.COUNTERFEIT) else False

    def is_forced(self, player: str) -> bool | None:
        """Whether a player has no lower bid left, and so is out without a word (Example 1, note)."""
        if self.standing is None or self.standing.take > 1:
            return False
        if self.standing.take < 1 or self.standing.back:
            return True
        returnable = self.has_returnable(player)
        return None if returnable is None else not returnable

    def is_over(self) -> bool:
        """Whether nobody is left to take in this round, or nothing."""
        nothing_left = self.lying <= 0 and CENTRE not in self.ledger.vague
        return nothing_left or not self.waiting


def start(started: Started) -> Table:
    """The table before the first deal."""
    players = started.players
    ledger = Ledger.of(cards.DECK, [DECK, CENTRE, *map(hand, players)], DECK)
    clockwise = {player: players[i + 1 :] + players[: i + 1] for i, player in enumerate(players)}
    first = players[0] if players else None
    return Table(players, {}, ledger, 0, DEALING, first, waiting=list(players), clockwise=clockwise)


def _deal(table: Table, event: Deal) -> None:
    if table.stage == BIDDING and table.resting:  # dealt too early, which ended the round all the same
        table.opener = table.resting[-1]
    table.ledger.move_all(event.cards, DECK, CENTRE)
    table.lying = table.ledger.size(CENTRE)
    if table.round is not None:
        table.round += 1
    table.stage = BIDDING
    _new_auction(table)
    table.resting, table.waiting = [], list(table.players)


def _new_auction(table: Table) -> None:
    table.standing = table.actor = None
    if table.passed:
        table.passed = set()
    if table.tallies:
        table.tallies = {}


def _bid(table: Table, event: Bid) -> None:
    """The bid stands, be it too high; but no cards are no bid, and who rests is not heard."""
    if event.take < 1 or event.player in table.resting:
        return
    table.standing, table.actor = event, event.player
    table.passed.discard(event.player)


def _pass(table: Table, event: Pass) -> None:
    """A pass only takes its player out; the turn goes on from the last bid, or from an opener who passed."""
    table.passed.add(event.player)
    if table.actor is None:
        openers = table.openers()
        table.actor = event.player if openers is None or event.player in openers else None


def _take(table: Table, event: Take) -> None:
    mine, ledger = hand(event.player), table.ledger
    if event.cards:
        ledger.move_all(event.cards, CENTRE, mine)
    else:
        ledger.pour(CENTRE, mine)
    if event.back:
        ledger.move(event.back, mine, CENTRE)
    table.lying = ledger.size(CENTRE)
    if event.player in table.waiting:
        _rest(table, event.player)
    _new_auction(table)
    if table.is_over():
        _end_round(table, event.player)


def _rest(table: Table, player: str) -> None:
    table.resting.append(player)
    table.waiting.remove(player)


def _end_round(table: Table, last: str) -> None:
    """The round is over: whoever took last opens the next; seven rounds empty the deck."""
    table.opener = last
    table.ledger.vague.discard(CENTRE)
    table.stage = SCORING if table.round is not None and table.round >= cards.ROUNDS else DEALING
    if table.stage == SCORING and all(map(table.is_logged, table.players)):
        table.tallies = {player: table.tally(player) for player in table.players}
        table.ranked = scoring.ranked([tally.spice for tally in table.tallies.values()])


def _declare(table: Table, event: Declare) -> None:
    table.wild[event.player] = event.letter
    if table.tallies.pop(event.player, None):
        table.tallies[event.player] = table.tally(event.player)


def _ended(table: Table, event: Ended) -> None:
    """The result ends the game; one that is claimed too early does not keep the players from going on."""
    if table.stage == SCORING:
        table.stage = OVER


# Positions


def _position(table: Table, event: Position[Any]) -> None:
    """Put the pieces as stated; what could matter and is not stated becomes unknown."""
    facts = event.given
    for given in sorted(facts, key=_order):
        _GIVENS[type(given)](table, given)
    _settle_round(table, facts)
    _settle_unstated(table, facts)
    table.lying, table.tallies = table.ledger.size(CENTRE), {}


def _order(given: Given) -> int:
    """Whose statement a later one builds on comes first."""
    return 0 if isinstance(given, GivenRound) else 1


def _given_round(table: Table, given: GivenRound) -> None:
    table.round = given.round


def _given_opener(table: Table, given: GivenOpener) -> None:
    table.opener = given.player


def _given_centre(table: Table, given: GivenCentre) -> None:
    table.ledger.move_all(given.cards, DECK, CENTRE)


def _given_holds(table: Table, given: GivenHolds) -> None:
    if given.player in table.players:
        table.ledger.move_all(given.cards, DECK, hand(given.player))


def _given_resting(table: Table, given: GivenResting) -> None:
    if given.player in table.waiting:
        _rest(table, given.player)


def _given_standing(table: Table, given: GivenStanding) -> None:
    table.standing = Bid(given.player, given.take, given.back)
    table.actor = given.player


def _given_passed(table: Table, given: GivenPassed) -> None:
    table.passed.add(given.player)


def _given_scoring(table: Table, given: GivenScoring) -> None:
    table.stage, table.round = SCORING, cards.ROUNDS


def _given_seen(table: Table, given: GivenSeen) -> None:
    table.ledger.move_all(given.cards, DECK, ELSEWHERE)


_GIVENS: dict[type[Given], Callable[[Table, Any], None]] = {
    GivenRound: _given_round,
    GivenOpener: _given_opener,
    GivenCentre: _given_centre,
    GivenHolds: _given_holds,
    GivenResting: _given_resting,
    GivenStanding: _given_standing,
    GivenPassed: _given_passed,
    GivenScoring: _given_scoring,
    GivenSeen: _given_seen,
}


def _stated(facts: Iterable[Given], of: type[Given]) -> bool:
    return any(isinstance(given, of) for given in facts)


def _settle_round(table: Table, facts: tuple[Given, ...]) -> None:
    """Which round it is (unknown unless stated), who opens it, and from whom the turn goes on."""
    table.round = table.round or None
    if table.round != 1 and not _stated(facts, GivenOpener):
        table.opener = None
    if table.stage != SCORING:
        mid_round = _stated(facts, GivenCentre) or table.standing or table.passed or table.resting
        table.stage = BIDDING if mid_round else DEALING
        table.round = table.round if mid_round or table.round is None else table.round - 1
    table.actor = table.standing.player if table.standing else _passed_opener(table)


def _passed_opener(table: Table) -> str | None:
    return next((player for player in table.openers() or () if player in table.passed), None)


def _settle_unstated(table: Table, facts: tuple[Given, ...]) -> None:
    """Cards that the position does not place lie elsewhere, unseen: in the deck as far as that is full."""
    ledger = table.ledger
    if table.stage == BIDDING and not _stated(facts, GivenCentre):
        _unstated_centre(table)
    stated = {given.player for given in facts if isinstance(given, GivenHolds)}
    first_round = table.round == 0 or (table.round == 1 and table.stage == BIDDING)
    for player in table.players:
        if player not in stated and not (first_round and player not in table.resting):
            ledger.vague.add(hand(player))
    _unstated_deck(table)


def _unstated_centre(table: Table) -> None:
    if table.resting:
        table.ledger.vague.add(CENTRE)
    else:
        table.ledger.move_all([UNKNOWN] * cards.PER_ROUND, DECK, CENTRE)


def _unstated_deck(table: Table) -> None:
    """Leave in the deck what is undealt; the rest of the unnamed cards is elsewhere."""
    ledger = table.ledger
    if table.round is None:
        ledger.pour(DECK, ELSEWHERE)
        ledger.vague.add(DECK)
        return
    surplus = ledger.size(DECK) - (cards.SIZE - cards.PER_ROUND * table.round)
    ledger.move_all([UNKNOWN] * max(0, surplus), DECK, ELSEWHERE)


# A claimed score changes nothing, so it is not here.
APPLY: Mapping[type[Event], Callable[[Table, Any], None]] = {
    Deal: _deal,
    Bid: _bid,
    Pass: _pass,
    Take: _take,
    Declare: _declare,
    Ended: _ended,
    Position: _position,
}
