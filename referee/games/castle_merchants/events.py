"""What can happen in a game of Castle Merchants, and what a position can state."""

# Annotations are not put off here: msgspec needs them, and would compile each of them from its text.

from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta

from referee.event import Given, Move
from referee.games.castle_merchants.pieces import CASTLES, SLIDE, SPECIAL, TYPES, UNKNOWN, WARES

if TYPE_CHECKING:
    Type = str
    Card = str
    Tile = str
    Ware = str
    Castle = str
    OptionalCard = str
    OptionalType = str
    OptionalTile = str
else:  # a log with a piece that does not exist is refused when it is read
    Type = Literal[TYPES]
    Card = Literal[(*TYPES, UNKNOWN)]
    Tile = Literal[(*TYPES, SLIDE)]
    Ware = Literal[WARES]
    Castle = Literal[CASTLES]
    OptionalCard = Literal[("", *TYPES, UNKNOWN)]
    OptionalType = Literal[("", *TYPES)]
    OptionalTile = Literal[("", *TYPES, SLIDE)]

Space = Annotated[str, Meta(pattern=rf"\A([A-Z][1-9][0-9]?|{'|'.join(SPECIAL)})\Z", max_length=12)]
OptionalSpace = Annotated[str, Meta(pattern=rf"\A([A-Z][1-9][0-9]?|{'|'.join(SPECIAL)})?\Z", max_length=12)]
Cards = Annotated[tuple[Card, ...], Meta(max_length=60)]
Face = Annotated[int, Meta(ge=1, le=6)]
Coin = Annotated[int, Meta(ge=1, le=5)]
Count = Annotated[int, Meta(ge=0, le=99)]


class Has(Move, frozen=True, tag="castle.has@1"):
    """All the cards in a player's hand, as dealt or shown."""

    player: str
    cards: Cards = ()


class Place(Move, frozen=True, tag="castle.place@1"):
    """A card played to put a tile on the board, from the supply or from ``source``.

    ``card`` is the card played where it is not the tile's type.
    """

    player: str
    tile: Type
    space: Space
    source: OptionalSpace = ""
    card: OptionalCard = ""

    @property
    def played(self) -> str:
        return self.card or self.tile


class Walk(Move, frozen=True, tag="castle.move@1"):
    """A card played to move: to the last space of ``route``, step by step if there are several."""

    player: str
    card: Card
    route: Annotated[tuple[Space, ...], Meta(min_length=1, max_length=100)]


class Remove(Move, frozen=True, tag="castle.remove@1"):
    """Cards played to put a tile back on its stack."""

    player: str
    space: Space
    cards: Cards = ()


class Roll(Move, frozen=True, tag="castle.roll@1"):
    """A roll of the die, for cards or (without them) for having stopped in a castle."""

    player: str
    face: Face
    cards: Cards = ()


class DiePlace(Move, frozen=True, tag="castle.die-place@1"):
    """A roll used to put a tile on the board; ``tile`` where the die's legend does not tell its type."""

    player: str
    space: Space
    tile: OptionalTile = ""


class DieMove(Move, frozen=True, tag="castle.die-move@1"):
    """A roll used to move a tile."""

    player: str
    source: Space
    space: Space


class DieRemove(Move, frozen=True, tag="castle.die-remove@1"):
    """A roll used to take a tile off the board."""

    player: str
    space: Space


class DieNone(Move, frozen=True, tag="castle.die-none@1"):
    """A roll that is not used."""

    player: str


class Slide(Move, frozen=True, tag="castle.slide@1"):
    """A rock slide of one's own put on the board."""

    player: str
    space: Space


class Sell(Move, frozen=True, tag="castle.sell@1"):
    """A ware sold for a coin, or (``coin`` 0) for supplies."""

    player: str
    ware: Ware
    coin: Annotated[int, Meta(ge=0, le=5)] = 0


class Load(Move, frozen=True, tag="castle.load@1"):
    """Wares loaded in the warehouse."""

    player: str
    wares: Annotated[tuple[Ware, ...], Meta(min_length=1, max_length=10)]


class Draw(Move, frozen=True, tag="castle.draw@1"):
    """Replacement cards; ends the turn."""

    player: str
    cards: Cards


class Rebuild(Move, frozen=True, tag="castle.rebuild@1"):
    """A card drawn instead of playing any; ends the turn."""

    player: str
    cards: Cards = (UNKNOWN,)


class Done(Move, frozen=True, tag="castle.done@1"):
    """The end of a turn in which nothing is drawn."""

    player: str


class Reshuffle(Move, frozen=True, tag="castle.reshuffle@1"):
    """The played cards become the draw pile."""


EVENTS = (
    Has,
    Place,
    Walk,
    Remove,
    Roll,
    DiePlace,
    DieMove,
    DieRemove,
    DieNone,
    Slide,
    Sell,
    Load,
    Draw,
    Rebuild,
    Done,
    Reshuffle,
)

Act = Place | Walk | Remove | Roll | DiePlace | DieMove | DieRemove | DieNone | Slide | Sell | Load
"""What a player does within a turn."""
Die = DiePlace | DieMove | DieRemove | DieNone
"""What a roll is used for."""


class GivenAt(Given, frozen=True, tag="castle.given.at@1"):
    """Where a merchant stands."""

    player: str
    space: Space


class GivenHand(Given, frozen=True, tag="castle.given.hand@1"):
    """All the cards in a player's hand."""

    player: str
    cards: Cards = ()


class GivenGold(Given, frozen=True, tag="castle.given.gold@1"):
    """How much gold a player has."""

    player: str
    gold: Annotated[int, Meta(ge=0, le=70)]


class GivenCart(Given, frozen=True, tag="castle.given.cart@1"):
    """The wares on a player's cart."""

    player: str
    wares: Annotated[tuple[Ware, ...], Meta(max_length=10)] = ()


class GivenSlides(Given, frozen=True, tag="castle.given.slides@1"):
    """How many rock slides a player has left."""

    player: str
    count: Annotated[int, Meta(ge=0, le=10)]


class GivenTile(Given, frozen=True, tag="castle.given.tile@1"):
    """Path tiles of a type on the board."""

    tile: Type
    spaces: Annotated[tuple[Space, ...], Meta(min_length=1, max_length=45)]


class GivenSlide(Given, frozen=True, tag="castle.given.slide@1"):
    """A rock slide on the board, and the tile under it if there is one."""

    space: Space
    over: OptionalType = ""


class GivenCoins(Given, frozen=True, tag="castle.given.coins@1"):
    """The coins left in a castle."""

    castle: Castle
    coins: Annotated[tuple[Coin, ...], Meta(max_length=29)] = ()


class GivenTurn(Given, frozen=True, tag="castle.given.turn@1"):
    """Whose turn it is."""

    player: str


class GivenPile(Given, frozen=True, tag="castle.given.pile@1"):
    """How many cards are left to draw."""

    count: Annotated[int, Meta(ge=0, le=60)]


class GivenSupply(Given, frozen=True, tag="castle.given.supply@1"):
    """How many tiles of a type are in the supply."""

    tile: Tile
    count: Annotated[int, Meta(ge=0, le=10)]


class GivenPlayed(Given, frozen=True, tag="castle.given.played@1"):
    """How many cards have been played this turn."""

    count: Annotated[int, Meta(ge=0, le=60)]


class GivenEntered(Given, frozen=True, tag="castle.given.entered@1"):
    """The special space in which the player whose turn it is stands, entered this turn."""

    space: Space


class GivenStopped(Given, frozen=True, tag="castle.given.stopped@1"):
    """The player whose turn it is has ended movement."""


GIVENS = (
    GivenAt,
    GivenHand,
    GivenGold,
    GivenCart,
    GivenSlides,
    GivenTile,
    GivenSlide,
    GivenCoins,
    GivenTurn,
    GivenPile,
    GivenSupply,
    GivenPlayed,
    GivenEntered,
    GivenStopped,
)
