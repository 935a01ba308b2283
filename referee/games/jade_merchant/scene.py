"""What a game of Jade Merchant looks like: the centre, and what lies in front of everybody."""

from __future__ import annotations

from collections.abc import Sequence

from referee import game
from referee.game import Piece, Scene
from referee.games.jade_merchant import cards, outcome
from referee.games.jade_merchant.cards import UNKNOWN
from referee.games.jade_merchant.events import Bid
from referee.games.jade_merchant.table import BIDDING, CENTRE, DEALING, OVER, Table, hand
from referee.language import Phrase

PARTS = {
    "gold": Phrase("gold"),
    "counterfeit": Phrase("counterfeit"),
    "jade": Phrase("jade"),
    "spice": Phrase("spice"),
    "books": Phrase("books"),
}
"""What a score is made of."""


def scene(t: Table) -> Scene:
    """The table as one would see it, each player's score as if the game ended now."""
    centre = game.Zone("centre", Phrase("Centre"), _pieces(t, CENTRE), _centre_marks(t))
    return Scene(_caption(t), (centre, *(_player(t, player) for player in t.players)))


def _caption(t: Table) -> str:
    if t.stage == OVER:
        return Phrase("After the game")
    if t.stage == BIDDING:
        last = len(t.waiting) == 1
        now = Phrase("the last takes the rest") if last else Phrase("auction {n}", n=len(t.resting) + 1)
        return Phrase("Round {n}, {now}", n=t.round or "?", now=now)
    if t.stage == DEALING:
        return Phrase("Before round {n}", n="?" if t.round is None else t.round + 1)
    return Phrase("After the last round")


def _centre_marks(t: Table) -> tuple[str, ...]:
    if t.standing is not None:
        return (Phrase("lowest bid {bid} by {player}", bid=_said(t.standing), player=t.standing.player),)
    return ()


def _said(bid: Bid) -> str:
    return f"{bid.take}-{bid.back}" if bid.back else str(bid.take)


def _player(t: Table, player: str) -> game.Zone:
    total = outcome.show(outcome.points(t, player, "total"))
    parts = tuple((name, outcome.show(outcome.points(t, player, part))) for part, name in PARTS.items())
    return game.Zone(
        f"player-{t.players.index(player)}",
        player,
        _pieces(t, hand(player)),
        tuple(_marks(t, player)),
        score=total,
        parts=parts,
        player=True,
    )


def _marks(t: Table, player: str) -> Sequence[str]:
    opens = t.opener == player and not t.resting and t.stage in (DEALING, BIDDING)
    marks = [Phrase("opens")] if opens else []
    if t.standing is not None and t.standing.player == player:
        marks.append(Phrase("bids {bid}", bid=_said(t.standing)))
    elif player in t.passed:
        marks.append(Phrase("passed"))
    elif t.stage == BIDDING and player not in t.resting and t.is_forced(player):
        marks.append(Phrase("no lower bid left"))
    if player in t.resting and t.stage == BIDDING:
        marks.append(Phrase("rests"))
    if player in t.wild:
        marks.append(Phrase("X is {letter}", letter=t.wild[player]))
    return marks


def _pieces(t: Table, zone: str) -> tuple[Piece, ...]:
    held = t.ledger.zones[zone]
    shown = [piece(card, held[card]) for card in cards.in_order(held) if held[card] > 0]
    vague = [piece(UNKNOWN)] if zone in t.ledger.vague else []
    return (*shown, *vague)


def piece(card: str, count: int = 1) -> Piece:
    return Piece(card, cards.kind(card), cards.name(card), count)
