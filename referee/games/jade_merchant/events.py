"""What can happen in a game of Jade Merchant, and what a position can state."""

# Annotations are not put off here: msgspec needs them, and would compile each of them from its text.

from decimal import Decimal
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta

from referee.event import Given, Move
from referee.games.jade_merchant import cards

if TYPE_CHECKING:
    Card = str
    Back = str
    Letter = str
else:  # a log with a card that does not exist is refused when it is read
    Card = Literal[(*cards.DECK, cards.UNKNOWN)]
    Back = Literal[("", *cards.DECK, cards.UNKNOWN)]
    Letter = Literal[cards.LETTERS]

Count = Annotated[int, Meta(ge=0, le=99)]
Cards = tuple[Card, ...]
MOST_POINTS = 9_999
"""More than any score that could be claimed in earnest."""
SomeCards = Annotated[Cards, Meta(min_length=1)]


class Deal(Move, frozen=True, tag="jade.deal@1"):
    """The round's cards are laid face up in the centre."""

    cards: SomeCards


class Bid(Move, frozen=True, tag="jade.bid@1"):
    """ "Take ``take``, return ``back``"."""

    player: str
    take: Count
    back: Count = 0

    @property
    def halves(self) -> int:
        """The bid doubled: a return bid counts half a card less."""
        return 2 * self.take - (self.back > 0)


class Pass(Move, frozen=True, tag="jade.pass@1"):
    """The player is out of this auction."""

    player: str


class Take(Move, frozen=True, tag="jade.take@1"):
    """Cards taken from the centre, all that lie there if none are named, and the card returned to it."""

    player: str
    cards: Cards = ()
    back: Back = ""

    @property
    def rest(self) -> bool:
        """Whether everything that lies in the centre is taken."""
        return not self.cards


class Declare(Move, frozen=True, tag="jade.declare@1"):
    """The letter that the wild card stands for."""

    player: str
    letter: Letter


class Score(Move, frozen=True, tag="jade.score@1"):
    """A claimed score, whole or by part."""

    player: str
    total: Decimal | None = None
    gold: Decimal | None = None
    counterfeit: Decimal | None = None
    jade: Decimal | None = None
    spice: Decimal | None = None
    books: Decimal | None = None

    def __post_init__(self) -> None:
        """Refuse what is no number of points; msgspec itself knows no bounds for decimals."""
        for amount in (self.total, self.gold, self.counterfeit, self.jade, self.spice, self.books):
            if amount is not None and not _is_points(amount):
                raise ValueError(f"{amount} is no score: expected 0 to 9999 with at most two decimals")


def _is_points(amount: Decimal) -> bool:
    exponent = amount.as_tuple().exponent
    return isinstance(exponent, int) and -2 <= exponent <= 4 and 0 <= amount <= MOST_POINTS


EVENTS = (Deal, Bid, Pass, Take, Declare, Score)


class GivenRound(Given, frozen=True, tag="jade.given.round@1"):
    """This many rounds have been dealt."""

    round: Annotated[int, Meta(ge=1, le=7)]


class GivenOpener(Given, frozen=True, tag="jade.given.opener@1"):
    """Who opens this round."""

    player: str


class GivenCentre(Given, frozen=True, tag="jade.given.centre@1"):
    """The cards in the centre."""

    cards: SomeCards


class GivenHolds(Given, frozen=True, tag="jade.given.holds@1"):
    """All the cards in front of a player."""

    player: str
    cards: Cards


class GivenResting(Given, frozen=True, tag="jade.given.resting@1"):
    """A player who has taken this round."""

    player: str


class GivenStanding(Given, frozen=True, tag="jade.given.standing@1"):
    """The lowest bid of this auction so far, and whose it is."""

    take: Count
    back: Count
    player: str


class GivenPassed(Given, frozen=True, tag="jade.given.passed@1"):
    """A player who has passed in this auction."""

    player: str


class GivenScoring(Given, frozen=True, tag="jade.given.scoring@1"):
    """All rounds have been played."""


class GivenSeen(Given, frozen=True, tag="jade.given.seen@1"):
    """Cards known to lie neither in the deck nor with a player named here."""

    cards: SomeCards


GIVENS = (
    GivenRound,
    GivenOpener,
    GivenCentre,
    GivenHolds,
    GivenResting,
    GivenStanding,
    GivenPassed,
    GivenScoring,
    GivenSeen,
)
