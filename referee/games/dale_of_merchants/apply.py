"""How each event changes the table, as played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from referee.event import Ended, Event, Position
from referee.games.dale_of_merchants.carry import happen, take_effect
from referee.games.dale_of_merchants.cleaning import drawn_by, is_early, is_short
from referee.games.dale_of_merchants.codes import UNKNOWN
from referee.games.dale_of_merchants.effects import throw_from_hand
from referee.games.dale_of_merchants.events import (
    Build,
    Buy,
    Discard,
    Give,
    Has,
    Inventory,
    Junk,
    Market,
    MarketPile,
    Mix,
    Pile,
    Play,
    Put,
    Refill,
    Restock,
    RollOn,
    Throw,
    ThrowMarket,
    Used,
)
from referee.games.dale_of_merchants.position import position
from referee.games.dale_of_merchants.registry import CARDS, icons
from referee.games.dale_of_merchants.resolving import resolving
from referee.games.dale_of_merchants.table import ACTING, CLEANING, OVER, SETUP, WON, Mark, Table, hand
from referee.games.dale_of_merchants.turns import ability_card, times_used
from referee.games.dale_of_merchants.uses import Uses, identity, uses, worth


def _market(t: Table, e: Market) -> None:
    happen(t, e)
    if t.stage == SETUP:
        t.stage = ACTING


def _shown(t: Table, e: Has | Pile | MarketPile) -> None:
    happen(t, e)


def _enter(t: Table, player: str) -> None:
    """Whoever acts has the turn, as played."""
    t.begun = True
    if t.stage in (WON, OVER):
        return
    if player != t.turn:
        t.begin_turn(player)
    elif t.stage == SETUP:
        t.stage = ACTING


def _act(t: Table, e: Buy | Play | Build | Inventory) -> None:
    """One action is done."""
    if t.stage != ACTING or e.player != t.turn or not t.begun:
        _enter(t, e.player)
        t.stage = ACTING if t.stage == CLEANING else t.stage
    t.acted += 1
    if not t.again or type(e) is not Build:
        t.due = t.bonus = False
    t.again, t.technique = False, ""


def _let_go(t: Table, player: str, cards: Iterable[str]) -> None:
    """Cards are about to leave the hand: what was special about them is over, unless other copies can have it."""
    if not t.marks or player != t.turn:
        return
    for card, count in Counter(cards).items():
        marks = [mark for mark in t.marks if mark.card == card]
        if marks:
            plain = t.ledger.most(hand(player), card) - sum(mark.sure for mark in marks)
            for mark in marks[:count]:
                mark.sure = False  # it may have been this very card that goes
            _drop(t, card, count - plain)


def _spend(t: Table, player: str, useds: Iterable[Used]) -> None:
    """Used cards have left the hand: changed copies first, unless a card was said to count what it does unchanged."""
    if t.marks and player == t.turn:
        for used in useds:
            if used.counts is None or (used.counts,) != worth(t, player, used, in_stack=False):
                _drop(t, used.card, 1)


def _drop(t: Table, card: str, count: int) -> None:
    for mark in [mark for mark in t.marks if mark.card == card][: max(0, count)]:
        t.marks.remove(mark)


def _note_icons(t: Table, used: Uses) -> None:
    """The cards with a bonus action icon among those used otherwise than as techniques."""
    if not icons().isdisjoint(used.kinds):
        idle = [card for card, kind in zip(used.cards, used.kinds, strict=True) if kind in icons()]
        t.idle = [*t.idle, *idle][-10:]


def _buy(t: Table, e: Buy) -> None:
    used = uses(t, e)
    _act(t, e)
    happen(t, e)
    _note_icons(t, used)
    _spend(t, e.player, e.paid)


def _play(t: Table, e: Play) -> None:
    code = resolving(t, e).code
    _act(t, e)
    if t.marks:
        _let_go(t, e.player, [e.card.card, *_given_up(t, e, code)])
    take_effect(t, e)
    card = CARDS[code]
    t.technique = code
    t.due = t.bonus = (card.technique and card.icon) or code == UNKNOWN
    if not card.technique:
        t.idle = [*t.idle, *([code] if card.icon else [])][-10:]
    if Put in map(type, e.steps):
        t.again = _builds_again(t, e.player, [step.card for step in e.steps if isinstance(step, Put)])


def _given_up(t: Table, e: Play, code: str) -> Iterable[str]:
    """The hand cards that the steps of a technique take away."""
    routes = CARDS[code].steps
    for step in e.steps:
        mine = isinstance(step, Discard) and step.player in ("", e.player)
        thrown = isinstance(step, Throw) and routes.get(Throw) is throw_from_hand
        if isinstance(step, Mix):
            yield from t.hand(e.player)
        elif mine or thrown or isinstance(step, Give):
            yield from getattr(step, "cards", ())


def _build(t: Table, e: Build) -> None:
    used = uses(t, e)
    _act(t, e)
    happen(t, e)
    _note_icons(t, used)
    sizes = t.stacks.setdefault(e.player, [])
    if 0 < e.onto <= len(sizes):
        sizes[e.onto - 1] += len(used.cards)
    else:
        t.finish_stack(e.player, len(used.cards))
        t.again = any(CARDS[kind].again for kind in used.kinds)
    _spend(t, e.player, e.cards)


def _builds_again(t: Table, player: str, useds: Iterable[Used]) -> bool:
    return any(CARDS[identity(t, player, used)].again for used in useds)


def _inventory(t: Table, e: Inventory) -> None:
    _act(t, e)
    _let_go(t, e.player, e.cards)
    happen(t, e)


def _roll(t: Table, e: RollOn) -> None:
    _enter(t, e.player)
    mark = _use(t, e.card.card)
    mark.delta += e.pips


def _use(t: Table, card: str) -> Mark:
    """Note that a hand card's ability has been used."""
    mark = next((m for m in t.marks if m.card == card and not m.used), None)
    mark = mark or t.mark(card)
    mark.used = True
    return mark


def _throw_market(t: Table, e: ThrowMarket) -> None:
    _enter(t, e.player)
    card = ability_card(t, e)
    happen(t, e)
    if times_used(t, card) < 8:
        _use(t, card)


def _refill(t: Table, e: Refill) -> None:
    happen(t, e)
    _cleaned(t, e.player)
    t.drawn = [*t.drawn, *drawn_by(e)][-20:]


def _junk(t: Table, e: Junk) -> None:
    happen(t, e)
    _cleaned(t, e.player)


def _cleaned(t: Table, player: str) -> None:
    """Clean-up has begun, if it is the player's own."""
    if t.stage not in (ACTING, CLEANING) or player != t.turn:
        return
    t.stage, t.filled, t.due, t.bonus, t.again = CLEANING, True, False, False, False
    if t.restocked:
        _pass_on(t)


def _restock(t: Table, e: Restock) -> None:
    cleans_up = (t.stage == CLEANING or t.stage == ACTING) and not is_early(t)
    late_hand = cleans_up and not t.filled and is_short(t) is True
    happen(t, e)
    if late_hand:
        t.stage, t.restocked, t.due, t.bonus, t.again = CLEANING, True, False, False, False
    elif cleans_up:
        _pass_on(t)


def _pass_on(t: Table) -> None:
    """The next player's turn."""
    following = t.from_seat(t.turn)[1:2]
    t.begin_turn(following[0] if following else t.turn)


def _ended(t: Table, e: Ended) -> None:
    t.stage = OVER


def _position(t: Table, e: Position[Any]) -> None:
    position(t, e.given)


APPLY: Mapping[type[Event], Callable[[Table, Any], None]] = {
    Market: _market,
    Has: _shown,
    Pile: _shown,
    MarketPile: _shown,
    Buy: _buy,
    Play: _play,
    Build: _build,
    Inventory: _inventory,
    RollOn: _roll,
    ThrowMarket: _throw_market,
    Refill: _refill,
    Junk: _junk,
    Restock: _restock,
    Ended: _ended,
    Position: _position,
}
