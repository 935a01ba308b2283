"""How moves of Jade Merchant are written."""

from __future__ import annotations

import re
from decimal import Decimal

from referee.games.jade_merchant import cards
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
    Score,
    Take,
)
from referee.language import Phrase
from referee.notation import Form
from referee.words import Kind, Names, number, pick

_ALL = (*cards.DECK, cards.UNKNOWN)

CARD = Kind(
    Phrase("a card (J, G1 to G8, F2 to F7, S1 to S4, A to E, X or ?)"),
    lambda text, _: pick(text, _ALL, prefixes=False),
    choices=lambda _: _ALL,
)
HELD = CARD._replace(name=Phrase("the card returned (J, G1 to G8, F2 to F7, S1 to S4, A to E, X or ?)"))


def _bid(text: str, _: Names) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,2})(?:-(\d{1,2}))?", text, re.ASCII)
    if not match:
        raise ValueError
    return int(match[1]), int(match[2] or 0)


BID = Kind(Phrase('a bid, such as "3" or "3-1"'), _bid, lambda bid: f"{bid[0]}-{bid[1]}" if bid[1] else f"{bid[0]}")


def _letter(text: str, _: Names) -> str:
    wild, _sign, letter = text.partition("=")
    if wild.casefold() != "x":
        raise ValueError
    return pick(letter, cards.LETTERS, prefixes=False)


_WILD = tuple(f"X={letter}" for letter in cards.LETTERS)
LETTER = Kind(Phrase('"X=" and a letter, A to E'), _letter, lambda letter: f"X={letter}", lambda _: _WILD)


def _points(text: str, _: Names) -> Decimal:
    match = re.fullmatch(r"(\d{1,4})(½|\.\d{1,2})?", text, re.ASCII)
    if not match:
        raise ValueError
    return Decimal(_show_points(Decimal(text.replace("½", ".5"))))


def _show_points(points: Decimal) -> str:
    return f"{points.normalize():f}"


POINTS = Kind(Phrase('points, such as "57" or "40.5"'), _points, _show_points)
_PARTS = dict.fromkeys(("total", "gold", "counterfeit", "jade", "spice", "books"), POINTS)
_SCORES = "[gold {gold}] [counterfeit {counterfeit}] [jade {jade}] [spice {spice}] [books {books}]"  # in any order

FORMS = (
    Form(Deal, "deal {cards+}", cards=CARD),
    Form(Bid, "{player} bid {take,back}", take=BID),
    Form(Pass, "{player} pass"),
    Form(Take, "{player} take rest [return {back}]", cards=(), back=HELD),
    Form(Take, "{player} take {cards+} [return {back}]", cards=CARD, back=HELD),
    Form(Declare, "{player} declare {letter}", letter=LETTER),
    Form(Score, "{player} scores {total} " + _SCORES, **_PARTS),
    Form(Score, "{player} scores " + _SCORES, **_PARTS),
    Form(GivenRound, "given round {round}", round=number(Phrase("a round"), 1, cards.ROUNDS)),
    Form(GivenOpener, "given opener {player}"),
    Form(GivenCentre, "given centre {cards+}", cards=CARD),
    Form(GivenStanding, "given standing {take,back} by {player}", take=BID),
    Form(GivenScoring, "given scoring"),
    Form(GivenSeen, "given seen {cards+}", cards=CARD),
    Form(GivenHolds, "given {player} holds {cards*}", cards=CARD),
    Form(GivenResting, "given {player} resting"),
    Form(GivenPassed, "given {player} passed"),
)
