"""A table as the statements of a position: the other way round of ``given`` lines."""

from __future__ import annotations

from referee.event import Given
from referee.games.jade_merchant import cards
from referee.games.jade_merchant.events import (
    GivenCentre,
    GivenHolds,
    GivenOpener,
    GivenPassed,
    GivenResting,
    GivenRound,
    GivenScoring,
    GivenStanding,
)
from referee.games.jade_merchant.table import BIDDING, CENTRE, DEALING, SCORING, Table, hand


def describe(t: Table) -> tuple[Given, ...]:
    """All that a position can say of this table; what it cannot say (a letter declared for X) is left out."""
    return (*_stage(t), *_auction(t), *_holdings(t))


def _stage(t: Table) -> list[Given]:
    if t.stage == SCORING:
        return [GivenScoring()]
    due = None if t.round is None else t.round + (t.stage == DEALING)
    stated: list[Given] = [GivenRound(due)] if due and due <= cards.ROUNDS else []
    return [*stated, GivenOpener(t.opener)] if t.opener else stated


def _auction(t: Table) -> list[Given]:
    if t.stage != BIDDING:
        return []
    centre = tuple(cards.in_order(t.ledger.pieces(CENTRE)))
    stated: list[Given] = [GivenCentre(centre)] if centre else []
    if t.standing is not None:
        stated.append(GivenStanding(t.standing.take, t.standing.back, t.standing.player))
    stated += [GivenPassed(player) for player in t.players if player in t.passed]
    return [*stated, *(GivenResting(player) for player in t.resting)]


def _holdings(t: Table) -> list[Given]:
    known = [player for player in t.players if hand(player) not in t.ledger.vague]
    return [GivenHolds(player, tuple(cards.in_order(t.ledger.pieces(hand(player))))) for player in known]
