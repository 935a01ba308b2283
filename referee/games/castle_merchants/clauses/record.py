"""What the record cannot say: pieces, spaces and events that contradict what it said before."""

from __future__ import annotations

from typing import Any

from referee.event import Ended, Started
from referee.games.castle_merchants import board
from referee.games.castle_merchants import events as ev
from referee.games.castle_merchants.pieces import CARDS_EACH, SELLS_AT, SLIDE, SLIDES, TILES_EACH, UNKNOWN
from referee.games.castle_merchants.rules import EMPTY_PILE, NOWHERE, OVER, RULES, called, cite, held, number, said
from referee.games.castle_merchants.table import PILE, PLAYED, Table, hand
from referee.language import Phrase, joined
from referee.rulebook import SILENT, Verdict

Play = ev.Place | ev.Walk | ev.Remove | ev.Roll


def cards_of(e: Play) -> tuple[str, ...]:
    """The cards that an event plays."""
    if isinstance(e, ev.Place):
        return (e.played,)
    return (e.card,) if isinstance(e, ev.Walk) else e.cards


@RULES.clause(
    "castle.record.cards",
    cite("Contents", "Path Cards"),
    cite("Turn Options Explained", "1B"),
    breach="{player} cannot have {cards}: {reason}",
    facts=lambda t, e: {
        "player": e.player,
        "cards": said(e.cards if hasattr(e, "cards") else cards_of(e)),
        "reason": _why_not(t, e),
        "held": held(t, e.player),
    },
    yields_to=(*OVER, "castle.setup.hand"),
)
def cards(t: Table, e: Play | ev.Has | ev.Draw | ev.Rebuild) -> Verdict:
    """Nobody plays, shows or draws a card that they cannot have: there are twelve of each type, and a hand
    holds as many cards as it was dealt and drew, less those it played."""
    if isinstance(e, (ev.Draw, ev.Rebuild)):
        return _can_draw(t, e.cards)
    if isinstance(e, ev.Has):
        return t.may_hold(hand(e.player), e.cards) and t.hand_size(e.player) in (None, len(e.cards))
    played = cards_of(e)
    return t.may_hold(hand(e.player), played) if played else SILENT


def _can_draw(t: Table, drawn: tuple[str, ...]) -> bool:
    """Whether the pile can yield these cards, and after it the played ones."""
    size, left = t.size(PILE), t.drawable()
    if left is not None and len(drawn) > left:
        return False
    first, rest = (drawn, ()) if size is None else (drawn[:size], drawn[size:])
    return t.may_hold(PILE, first) and (not rest or t.may_hold(PLAYED, rest))


def _why_not(t: Table, e: Play | ev.Has | ev.Draw | ev.Rebuild) -> str:
    if isinstance(e, (ev.Draw, ev.Rebuild)):
        return Phrase("{n} cards are left to draw, {seen}", n=number(t.drawable()), seen=_seen(t, e.cards))
    size = t.hand_size(e.player)
    shown = e.cards if isinstance(e, ev.Has) else cards_of(e)
    if size is not None and (len(shown) > size or (isinstance(e, ev.Has) and len(shown) != size)):
        return Phrase("the hand has {n} cards", n=size)
    return Phrase("the hand holds {held}, {seen}", held=held(t, e.player), seen=_seen(t, shown))


def _seen(t: Table, cards: tuple[str, ...]) -> str:
    """How many of these cards have been seen, of the twelve there are."""
    types = [card for card in dict.fromkeys(cards) if card != UNKNOWN]
    seen = [_seen_of(t, card) for card in types]
    return Phrase("and {cards} can be accounted for", cards=joined(seen or [Phrase("nothing")]))


def _seen_of(t: Table, card: str) -> str:
    seen = CARDS_EACH - max(0, t.ledger.unseen[card])
    return Phrase("{n} of {stock} {card} cards", n=seen, stock=CARDS_EACH, card=card)


@RULES.clause(
    "castle.record.tiles",
    cite("Contents", "Path Tiles"),
    cite("Contents", "Rock Slide Tiles"),
    breach="there is no other {tile}: all {stock} are on the board or with the players",
    undecided="whether there is another {tile}: it was not logged how many are left",
    facts=lambda t, e: {
        "tile": called(_from_supply(t, e)),
        "stock": SLIDES if _from_supply(t, e) == SLIDE else TILES_EACH,
    },
    yields_to=NOWHERE,
)
def tiles(t: Table, e: ev.Place | ev.DiePlace) -> Verdict:
    """There are nine tiles of each type and ten rock slides, each in one place: what comes from the supply
    was there."""
    tile = _from_supply(t, e)
    if not tile or tile == UNKNOWN:
        return SILENT
    left = t.supply(tile)
    return None if left is None else left > 0


def _from_supply(t: Table, e: ev.Place | ev.DiePlace) -> str:
    """The tile that an event takes from the supply, "" if it takes none."""
    if isinstance(e, ev.DiePlace):
        return t.die_tile(e)
    return "" if e.source else e.tile


@RULES.clause(
    "castle.record.coins",
    cite("Setup", 5),
    breach="there is no coin of {coin} in {castle}: {left}",
    facts=lambda t, e: {"coin": e.coin, "castle": payer(t, e), "left": coins_left(t, payer(t, e))},
    yields_to=(*OVER, "castle.sell.castle", "castle.sell.stop"),
)
def coins(t: Table, e: ev.Sell) -> Verdict:
    """A coin that is taken lies in the castle that pays it."""
    if not e.coin:
        return SILENT
    castle = payer(t, e)
    left = t.left_in(castle)
    return e.coin in left if left is not None else t.may_lie_in(castle, e.coin)


def payer(t: Table, e: ev.Sell) -> str:
    """The castle that a coin comes from: the one where the merchant is, else the one that buys the ware."""
    return t.castle_of(e.player) or SELLS_AT[e.ware]


def coins_left(t: Table, castle: str) -> str:
    left = t.left_in(castle)
    if left is None:
        return Phrase("what is left there was not logged, but no such coin can be")
    return Phrase("{coins} left", coins=" ".join(map(str, left))) if left else Phrase("none are left")


@RULES.clause(
    "castle.record.space",
    cite("Turn Options Explained", "1D"),
    breach="{what}",
    facts=lambda t, e: {"what": _no_such(t, e)},
    yields_to=OVER,
    header="board",
)
def space(t: Table, e: Started | ev.Act) -> Verdict:
    """A space that is named is on the board, and a tile that is moved or removed is where it is said to be."""
    if isinstance(e, Started):
        return not _bad_board(t.board)
    named = spaces_of(e)
    map = t.map
    return bool(all(map.has(name) for name in named) and _is_there(t, e)) if named else SILENT


def spaces_of(e: ev.Act) -> tuple[str, ...]:
    """The spaces that an event names."""
    if isinstance(e, ev.Walk):
        return e.route
    source, space = getattr(e, "source", ""), getattr(e, "space", "")
    return tuple(name for name in (source, space) if name)


def lifted(e: ev.Act) -> str:
    """The space from which an event takes a tile, "" if it takes none."""
    if isinstance(e, (ev.Remove, ev.DieRemove)):
        return e.space
    return e.source if isinstance(e, (ev.Place, ev.DieMove)) else ""


def _is_there(t: Table, e: ev.Act) -> bool:
    source = lifted(e)
    return not source or bool(t.lying(t.map.name(source)))


def _no_such(t: Table, e: Started | ev.Act) -> str:
    if isinstance(e, Started):
        return _bad_board(t.board)
    for name in spaces_of(e):
        if not t.map.has(name):
            return Phrase("there is no space {space} on the board {board}", space=name, board=t.map.title)
    return Phrase("there is no tile on {space}", space=lifted(e)) if lifted(e) else ""


def _bad_board(name: str) -> str:
    try:
        board.load(name)
    except board.BoardError as problem:
        return str(problem)
    return ""


@RULES.clause(
    "castle.record.event-order",
    cite("Player Turns", "options"),
    breach="{event} has no place here: {reason}",
    facts=lambda t, e: {"event": WORDS[type(e)], "reason": _misplaced(t, e)},
    readings=(EMPTY_PILE,),
)
def event_order(t: Table, e: ev.Act | ev.Has | ev.Draw | ev.Rebuild | ev.Done | ev.Reshuffle | Ended) -> Verdict:
    """An event fits the state of the turn: a die is used after a roll, the cards are shuffled when the pile has
    run out, and nothing happens after the result."""
    if t.closed:
        return False
    if isinstance(e, ev.Reshuffle):
        return t.readings[EMPTY_PILE] == "reshuffle" and t.size(PILE) in (0, None)
    if isinstance(e, DIE):
        now = t.state(e.player)
        return bool(now.die or (now.used and type(e) is not ev.DieNone))
    return True


DIE = (ev.DiePlace, ev.DieMove, ev.DieRemove, ev.DieNone)


def _misplaced(t: Table, e: Any) -> str:
    if t.closed:
        return Phrase("the game has ended")
    if isinstance(e, ev.Reshuffle):
        left = t.size(PILE)
        if left:
            return Phrase("{n} cards are left in the pile", n=left)
        return Phrase("this table plays on without a new pile")
    return Phrase("{player} has not rolled the die this turn", player=getattr(e, "player", ""))


WORDS: dict[type, str] = {
    ev.Has: Phrase("a hand"),
    ev.Place: Phrase("a tile"),
    ev.Walk: Phrase("a move"),
    ev.Remove: Phrase("a removal"),
    ev.Roll: Phrase("a roll"),
    ev.DiePlace: Phrase("a tile by die"),
    ev.DieMove: Phrase("a tile by die"),
    ev.DieRemove: Phrase("a tile by die"),
    ev.DieNone: Phrase("the use of a roll"),
    ev.Slide: Phrase("a rock slide"),
    ev.Sell: Phrase("a sale"),
    ev.Load: Phrase("loading"),
    ev.Draw: Phrase("a draw"),
    ev.Rebuild: Phrase("rebuilding"),
    ev.Done: Phrase("the end of a turn"),
    ev.Reshuffle: Phrase("a shuffle"),
    Ended: Phrase("a result"),
}
