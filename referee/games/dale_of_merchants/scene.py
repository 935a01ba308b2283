"""What a game of Dale of Merchants looks like: the market, and everybody's stall, hand and piles."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from referee import game
from referee.game import Piece, Scene
from referee.games.dale_of_merchants.codes import EMPTY, JUNK, SETS, STACKS, UNKNOWN, in_order, printed, set_of
from referee.games.dale_of_merchants.registry import CARDS
from referee.games.dale_of_merchants.table import (
    ACTING,
    CLEANING,
    JUNK_PILE,
    MARKET,
    MARKET_DECK,
    MARKET_PILE,
    OVER,
    SETUP,
    WON,
    Table,
    deck,
    hand,
    pile,
    stall,
)
from referee.games.dale_of_merchants.uses import current
from referee.language import OR, Phrase, joined, marked


def scene(t: Table) -> Scene:
    """The table as one would see it; a player's score is the number of finished stacks."""
    slots = t.ledger.zones[MARKET]
    prices = [_price(card, slot) for slot, card in enumerate(slots)]
    market = game.Zone(
        "market",
        Phrase("Market"),
        tuple(map(_slot, slots)),
        (Phrase("cheapest first"),),
        view="market",
        data={"prices": prices},
    )
    decks = tuple(Phrase(name, n=_count(t, zone)) for name, zone in _MARKET_ZONES.items())
    thrown = game.Zone(
        "market-pile",
        Phrase("Market's discard pile"),
        tuple(map(piece, t.ledger.zones[MARKET_PILE])),
        decks,
        view="pile",
    )
    players = [zone for player in dict.fromkeys(t.players) for zone in _player(t, player)]
    return Scene(_caption(t), (market, thrown, *players))


_MARKET_ZONES = {marked("market deck: {n}"): MARKET_DECK, marked("junk pile: {n}"): JUNK_PILE}


def _caption(t: Table) -> str:
    if t.stage in (WON, OVER):
        return Phrase("{player} has won", player=t.winner) if t.winner else Phrase("After the game")
    if t.stage == SETUP:
        return Phrase("Before the first turn")
    if t.stage == CLEANING:
        return Phrase("{player} cleans up", player=t.turn)
    return Phrase(_BONUS if t.bonus else _TURN, player=t.turn)


_TURN, _BONUS = marked("{player}'s turn"), marked("{player}'s turn, a bonus action is due")


def _count(t: Table, zone: str) -> str:
    return "?" if zone in t.ledger.vague else str(t.ledger.size(zone))


def _player(t: Table, player: str) -> Iterable[game.Zone]:
    """A player's stall with hand and piles below it."""
    seat = t.players.index(player)
    marks = [Phrase("deck: {n}", n=_count(t, deck(player)))]
    if t.turn == player and t.stage in (ACTING, CLEANING):
        marks.insert(0, Phrase("to act") if t.stage == ACTING else Phrase("cleaning up"))
    yield game.Zone(
        f"player-{seat}",
        player,
        tuple(_stall(t, player)),
        tuple(marks),
        score=str(t.finished(player)),
        player=True,
        view="stall",
        data={"stacks": [_stack(t, player, i) for i in range(max(STACKS, t.finished(player)))]},
    )
    yield game.Zone(
        f"hand-{seat}",
        Phrase("{player}'s hand", player=player),
        _pieces(t, hand(player)),
        tuple(_values(t, player)),
        view="hand",
    )
    yield game.Zone(
        f"pile-{seat}",
        Phrase("{player}'s discard pile", player=player),
        tuple(map(piece, t.ledger.zones[pile(player)])),
        view="pile",
    )


def _price(card: str, slot: int) -> str:
    """What a market card costs in its slot."""
    if card == EMPTY:
        return ""
    return Phrase("costs {n}", n="?" if card == UNKNOWN else printed(card) + slot)


def _stack(t: Table, player: str, i: int) -> dict[str, Any]:
    """A stack of a stall, finished or to come: how many cards it shows."""
    sizes = t.stacks.get(player, ())
    name = Phrase("stack {n}", n=i + 1) if i < len(sizes) else Phrase("stack {n}, not built yet", n=i + 1)
    return {"size": max(1, sizes[i]) if i < len(sizes) else 0, "name": name}


def _stall(t: Table, player: str) -> Iterable[Piece]:
    """The finished stacks one after another; a stack whose cards are unknown shows as one such card."""
    held = iter(t.ledger.zones[stall(player)])
    for size in t.stacks.get(player, ()):
        if not size:
            yield piece(UNKNOWN)
        for _ in range(size):
            yield piece(next(held, UNKNOWN))


def _values(t: Table, player: str) -> Iterable[str]:
    """What is special about this turn's hand."""
    if player == t.turn:
        if t.raised:
            yield Phrase("every card counts {n} more", n=t.raised)
        for card in dict.fromkeys(mark.card for mark in t.marks if mark.base is not None or mark.delta):
            values = joined(list(map(str, sorted(current(t, player, card)))), OR)
            yield Phrase("{card} counts {values}", card=card, values=values)


def _pieces(t: Table, zone: str) -> tuple[Piece, ...]:
    held = in_order(t.ledger.known(zone))
    shown = [piece(card, held.count(card)) for card in dict.fromkeys(held)]
    return (*shown, *([piece(UNKNOWN)] if zone in t.ledger.vague else []))


def _slot(card: str) -> Piece:
    return Piece("", "empty", Phrase("an empty slot")) if card == EMPTY else piece(card)


def piece(card: str, count: int = 1) -> Piece:
    kind = "junk" if card == JUNK else SETS.get(set_of(card), "unknown")
    return Piece(card, kind, CARDS[card].name, count)
