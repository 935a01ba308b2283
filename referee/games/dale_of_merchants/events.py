"""What can happen in a game of Dale of Merchants, and what a position can state."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from referee.event import Given, Move
from referee.games.dale_of_merchants.codes import Cards, Code, Divided, Slot

Count = Annotated[int, Meta(ge=0, le=99)]
Stack = Annotated[int, Meta(ge=0, le=8)]
Place = Annotated[int, Meta(ge=0, le=4)]
Pips = Annotated[int, Meta(ge=0, le=3)]
Worth = Annotated[int, Meta(ge=0, le=20)]


class Used(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """A card as it is used: what it ``copies``, if it is a chameleon, and what it is said to count."""

    card: Code
    copies: Code | None = None
    counts: Worth | None = None


Useds = tuple[Used, ...]


class Step(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="do", gc=False):
    """One thing that a technique did."""


class Discard(Step, frozen=True, tag="discard"):
    """Cards to the discard pile of ``player``, or of whoever plays the card."""

    cards: Cards
    player: str = ""


class Throw(Step, frozen=True, tag="throw"):
    """Cards thrown away, out of somebody's deck for good."""

    cards: Cards


class Draw(Step, frozen=True, tag="draw"):
    """Cards drawn."""

    cards: Cards


class Take(Step, frozen=True, tag="take"):
    """Cards taken to look at, or to keep: from ``player``, or out of a ``slot`` of the market."""

    cards: Cards
    player: str = ""
    slot: Place | None = None


class Keep(Step, frozen=True, tag="keep"):
    """The cards among those taken that go to the hand."""

    cards: Cards


class Return(Step, frozen=True, tag="return"):
    """Cards put back on the deck, the one that lies on top first."""

    cards: Cards


class Give(Step, frozen=True, tag="give"):
    """Cards given to another player."""

    cards: Cards
    player: str


class Swap(Step, frozen=True, tag="swap"):
    """The card played changes places with one in the market, or in another's stall."""

    card: Code
    other: Code
    player: str = ""
    slot: Place | None = None
    stack: Stack = 0


class Roll(Step, frozen=True, tag="roll"):
    """The ocelot die."""

    pips: Pips


class Guess(Step, frozen=True, tag="guess"):
    """The value that another player guesses."""

    value: Worth
    player: str


class Set(Step, frozen=True, tag="value"):
    """The value that a hand card has until the end of the turn."""

    card: Code
    value: Worth


class Put(Step, frozen=True, tag="build"):
    """A card placed in the stall."""

    card: Used


class Fill(Step, frozen=True, tag="fill"):
    """New market cards, the cheapest slot first."""

    cards: Cards


class Mix(Step, frozen=True, tag="mix"):
    """The hand mixed with another player's; ``cards`` is the hand that came of it, if that was logged."""

    player: str
    cards: Cards = ()


class Reshuffle(Step, frozen=True, tag="reshuffle"):
    """The discard pile has become the deck."""


Steps = tuple[
    Discard | Throw | Draw | Take | Keep | Return | Give | Swap | Roll | Guess | Set | Put | Fill | Mix | Reshuffle,
    ...,
]


def step_word(kind: type[Step]) -> str:
    """How a kind of steps is called in the notation."""
    return str(kind.__struct_config__.tag)


class Market(Move, frozen=True, tag="dale.market@1"):
    """The market laid out, or shown: the cheapest slot first."""

    cards: tuple[Slot, ...]


class Has(Move, frozen=True, tag="dale.has@1"):
    """A player's whole hand, shown or known."""

    player: str
    cards: Cards


class Pile(Move, frozen=True, tag="dale.pile@1"):
    """A player's discard pile as it lies, the top card last."""

    player: str
    cards: Cards


class MarketPile(Move, frozen=True, tag="dale.market-pile@1"):
    """The market's discard pile as it lies, the top card last."""

    cards: Cards


class Buy(Move, frozen=True, tag="dale.buy@1"):
    """A market card bought with hand cards, which are discarded in this order.

    ``pile`` says that it came from the market's discard pile, ``thrown`` which cards of the
    payment were thrown away.
    """

    player: str
    card: Code
    paid: Useds = ()
    slot: Place | None = None
    pile: bool = False
    thrown: Cards = ()


class Play(Move, frozen=True, tag="dale.play@1"):
    """A card played as a technique, and what it did."""

    player: str
    card: Used
    steps: Steps = ()


class Build(Move, frozen=True, tag="dale.build@1"):
    """A stack: hand cards and, in ``piled``, cards out of the discard pile.

    ``stack`` is the number that it is said to have (0: not said), ``onto`` that of a finished
    stack to which the cards were added.
    """

    player: str
    cards: Useds = ()
    piled: Useds = ()
    stack: Stack = 0
    onto: Stack = 0


class Inventory(Move, frozen=True, tag="dale.inventory@1"):
    """Any number of hand cards to the discard pile."""

    player: str
    cards: Cards = ()


class RollOn(Move, frozen=True, tag="dale.roll@1"):
    """The ocelot die rolled for a hand card."""

    player: str
    pips: Pips
    card: Used


class ThrowMarket(Move, frozen=True, tag="dale.throw@1"):
    """The top card of the market deck thrown away, by the ability of a hand card."""

    player: str
    card: Code
    by: Used | None = None


class Refill(Move, frozen=True, tag="dale.draw@1"):
    """Cards drawn in clean-up, the first of them from the deck as it was, or (``shuffled``) from a new one."""

    player: str
    cards: Cards = ()
    shuffled: bool = False
    then: tuple[Draw | Reshuffle, ...] = ()


class Junk(Move, frozen=True, tag="dale.junk@1"):
    """Junk taken in clean-up."""

    player: str
    count: Count


class Restock(Move, frozen=True, tag="dale.refill@1"):
    """The market slid together and filled: the new cards, the cheapest slot first. Ends the turn."""

    cards: Cards = ()


EVENTS = (
    Market,
    Has,
    Pile,
    MarketPile,
    Buy,
    Play,
    Build,
    Inventory,
    RollOn,
    ThrowMarket,
    Refill,
    Junk,
    Restock,
)


class GivenTurn(Given, frozen=True, tag="dale.given.turn@1"):
    """Whose turn it is."""

    player: str


class GivenBonus(Given, frozen=True, tag="dale.given.bonus@1"):
    """A bonus action is due."""


class GivenCleaning(Given, frozen=True, tag="dale.given.cleaning@1"):
    """The actions of this turn are over."""


class GivenHand(Given, frozen=True, tag="dale.given.hand@1"):
    """A player's whole hand."""

    player: str
    cards: Cards


class GivenDeck(Given, frozen=True, tag="dale.given.deck@1"):
    """A player's deck, the top card first."""

    player: str
    cards: Cards


class GivenDiscard(Given, frozen=True, tag="dale.given.discard@1"):
    """A player's discard pile, the top card last."""

    player: str
    cards: Cards


class GivenOwns(Given, frozen=True, tag="dale.given.owns@1"):
    """The cards that are in a player's deck and among the unknown ones of the hand."""

    player: str
    cards: Cards


class GivenStacks(Given, frozen=True, tag="dale.given.stacks@1"):
    """How many stacks a player has finished."""

    player: str
    count: Stack


class GivenStall(Given, frozen=True, tag="dale.given.stall@1"):
    """A player's finished stacks."""

    player: str
    cards: tuple[Divided, ...]


class GivenMarket(Given, frozen=True, tag="dale.given.market@1"):
    """The market, the cheapest slot first."""

    cards: tuple[Slot, ...]


class GivenMarketDiscard(Given, frozen=True, tag="dale.given.market-discard@1"):
    """The market's discard pile, the top card last."""

    cards: Cards


class GivenMarketDeck(Given, frozen=True, tag="dale.given.market-deck@1"):
    """How many cards the market deck has."""

    count: Count


class GivenJunk(Given, frozen=True, tag="dale.given.junk@1"):
    """How many cards the junk pile has."""

    count: Count


GIVENS = (
    GivenTurn,
    GivenBonus,
    GivenCleaning,
    GivenHand,
    GivenDeck,
    GivenDiscard,
    GivenOwns,
    GivenStacks,
    GivenStall,
    GivenMarket,
    GivenMarketDiscard,
    GivenMarketDeck,
    GivenJunk,
)
