"""How moves of Castle Merchants are written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from referee.games.castle_merchants import events as ev
from referee.games.castle_merchants.pieces import CASTLES, SLIDE, SPECIAL, TYPES, UNKNOWN, WARES
from referee.language import OR, Phrase, joined
from referee.notation import Form
from referee.words import Kind, Names, number, pick


def _one_of(what: str, words: Sequence[str]) -> Kind:
    """A kind for some words, which may be shortened to what only one of them begins with."""
    name = Phrase("{what} ({words})", what=what, words=joined([", ".join(words[:-1]), words[-1]], OR))
    return Kind(name, lambda text, _: pick(text, words), choices=lambda _: words)


TYPE = _one_of(Phrase("a type of path"), TYPES)
CARD = _one_of(Phrase("a card"), (*TYPES, UNKNOWN))
TILE = _one_of(Phrase("a tile"), (*TYPES, SLIDE))
WARE = _one_of(Phrase("a ware"), WARES)
CASTLE = _one_of(Phrase("a castle"), CASTLES)


def _space(text: str, _: Names) -> str:
    if re.fullmatch(r"[A-Z][1-9][0-9]?", text, re.ASCII | re.IGNORECASE):
        return text.upper()
    return pick(text, SPECIAL)


SPACE = Kind(Phrase("a space (such as C4, or {spaces})", spaces=", ".join(SPECIAL)), _space, choices=lambda _: SPECIAL)


def _payment(text: str, _: Names) -> int:
    if re.fullmatch(r"[1-5]", text, re.ASCII):
        return int(text)
    pick(text, ("supplies",))
    return 0


PAYMENT = Kind(
    Phrase('"supplies" or a coin (1 to 5)'), _payment, lambda n: str(n or "supplies"), lambda _: ("supplies",)
)


def _unlogged(text: str, _: Names) -> tuple[str, ...]:
    if not re.fullmatch(r"[0-9]{1,2}", text, re.ASCII) or int(text) > 60:
        raise ValueError
    return (UNKNOWN,) * int(text)


COUNT = Kind(Phrase("a number of cards (0 to 60)"), _unlogged, lambda cards: str(len(cards)))


class Counted(Form):
    """A form that says how many cards were drawn; for cards of which none was logged."""

    def show(self, event: Any) -> str | None:
        return super().show(event) if all(card == UNKNOWN for card in event.cards) else None


FORMS = (
    Form(ev.Has, "{player} has {cards*}", cards=CARD),
    Form(
        ev.Place,
        "{player} place {tile} {space} [from {source}] [with {card}]",
        tile=TYPE,
        space=SPACE,
        source=SPACE,
        card=CARD,
    ),
    Form(ev.Walk, "{player} move {card} {route+}", card=CARD, route=SPACE),
    Form(ev.Remove, "{player} remove {space} [with {cards+}]", space=SPACE, cards=CARD),
    Form(ev.Roll, "{player} roll {face} [with {cards+}]", face=number(Phrase("a face of the die"), 1, 6), cards=CARD),
    Form(ev.DiePlace, "{player} die place [{tile}] {space}", tile=TILE, space=SPACE),
    Form(ev.DieMove, "{player} die move {source} {space}", source=SPACE, space=SPACE),
    Form(ev.DieRemove, "{player} die remove {space}", space=SPACE),
    Form(ev.DieNone, "{player} die none"),
    Form(ev.Slide, "{player} slide {space}", space=SPACE),
    Form(ev.Sell, "{player} sell {ware} for {coin}", ware=WARE, coin=PAYMENT),
    Form(ev.Load, "{player} load {wares+}", wares=WARE),
    Counted(ev.Draw, "{player} draw {cards}", cards=COUNT),
    Form(ev.Draw, "{player} draw {cards+}", cards=CARD),
    Form(ev.Rebuild, "{player} rebuild"),
    Counted(ev.Rebuild, "{player} rebuild {cards}", cards=COUNT),
    Form(ev.Rebuild, "{player} rebuild {cards+}", cards=CARD),
    Form(ev.Done, "{player} done"),
    Form(ev.Reshuffle, "reshuffle"),
    Form(ev.GivenTile, "given tile {tile} {spaces+}", tile=TYPE, spaces=SPACE),
    Form(ev.GivenSlide, "given slide {space} [over {over}]", space=SPACE, over=TYPE),
    Form(ev.GivenCoins, "given coins {castle} {coins*}", castle=CASTLE, coins=number(Phrase("a coin"), 1, 5)),
    Form(ev.GivenTurn, "given turn {player}"),
    Form(ev.GivenPile, "given pile {count}", count=number(Phrase("how many cards"), 0, 60)),
    Form(ev.GivenSupply, "given supply {tile} {count}", tile=TILE, count=number(Phrase("how many tiles"), 0, 10)),
    Form(ev.GivenPlayed, "given played {count}", count=number(Phrase("how many cards"), 0, 60)),
    Form(ev.GivenEntered, "given entered {space}", space=SPACE),
    Form(ev.GivenStopped, "given stopped"),
    Form(ev.GivenAt, "given {player} at {space}", space=SPACE),
    Form(ev.GivenHand, "given {player} hand {cards*}", cards=CARD),
    Form(ev.GivenGold, "given {player} gold {gold}", gold=number(Phrase("an amount of gold"), 0, 70)),
    Form(ev.GivenCart, "given {player} cart {wares*}", wares=WARE),
    Form(ev.GivenSlides, "given {player} slides {count}", count=number(Phrase("how many rock slides"), 0, 10)),
)
