"""The table of a game of Dale of Merchants before anything has happened, and what it remembers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct, field

from referee.event import Started
from referee.games.dale_of_merchants import codes
from referee.games.dale_of_merchants.books import OUTSIDE, Books
from referee.games.dale_of_merchants.codes import EMPTY, JUNK, SETS, UNKNOWN
from referee.games.dale_of_merchants.fog import Bag, Fog
from referee.games.dale_of_merchants.once import once
from referee.games.dale_of_merchants.zones import MARKET as MARKET
from referee.words import nearest

MARKET_DECK, MARKET_PILE, JUNK_PILE = "market deck", "market's discard pile", "junk pile"
SETUP, ACTING, CLEANING, WON, OVER = "setup", "acting", "cleaning", "won", "over"
"""The stages: before the first market, actions, clean-up, an eighth stack stands, a result was claimed."""
MOST_MARKS = 8
"""More changed cards than that no hand has."""


@once
def hand(player: str) -> str:
    return f"{player}'s hand"


@once
def deck(player: str) -> str:
    return f"{player}'s deck"


@once
def pile(player: str) -> str:
    return f"{player}'s discard pile"


@once
def stall(player: str) -> str:
    return f"{player}'s stall"


def own_zones(player: str) -> tuple[str, str, str, str]:
    return deck(player), hand(player), pile(player), stall(player)


@lru_cache
def clockwise(players: tuple[str, ...], first: str) -> tuple[str, ...]:
    """The players in turn, beginning with this one."""
    seat = players.index(first) if first in players else 0
    return players[seat:] + players[:seat]


class Mark(Struct):
    """What is special about one hand card until the end of the turn, or until it leaves the hand."""

    card: str
    base: int | None = None
    """The value that it was given, instead of that of the card."""
    delta: int = 0
    """What is added to that, the effects on all cards not counted."""
    used: bool = False
    """Whether its once-a-turn ability was used."""
    sure: bool = True
    """Whether the card is still in hand for certain; which of several alike left it was not logged."""


class Table(Struct):
    """Where everything stands. What concerns a turn is at its first value when a turn begins."""

    players: tuple[str, ...]
    readings: dict[str, str]
    ledger: Books
    sets: tuple[str, ...]
    """The letters of the sets in play."""
    stacks: dict[str, list[int]]
    """By player: how many cards each finished stack has, in the order of the stall; 0 where that is unknown."""
    stage: str = SETUP
    turn: str = ""
    winner: str = ""
    begun: bool = False
    """Whether somebody has acted."""
    last: str = ""
    """Who had the turn before."""
    acted: int = 0
    due: bool = True
    """Whether an action may be taken."""
    bonus: bool = False
    """Whether that is a bonus action."""
    again: bool = False
    """Whether the next stack may be built at once."""
    technique: str = ""
    """The technique just played, if the last action was one."""
    idle: list[str] = field(default_factory=list)
    """Cards with a bonus action icon that were paid or built this turn."""
    raised: int = 0
    """By how much every card used counts more this turn."""
    marks: list[Mark] = field(default_factory=list)
    drawn: list[str] = field(default_factory=list)
    """What was drawn in this clean-up."""
    filled: bool = False
    """Whether the hand was filled in this clean-up."""
    restocked: bool = False
    """Whether the market was, before the hand."""

    def finished(self, player: str) -> int:
        """How many stacks a player has finished."""
        return len(self.stacks.get(player, ()))

    def next_stack(self, player: str) -> int:
        return self.finished(player) + 1

    def others(self, player: str) -> tuple[str, ...]:
        """The other players, clockwise."""
        return clockwise(self.players, player)[player in self.players :]

    def from_seat(self, player: str) -> tuple[str, ...]:
        return clockwise(self.players, player)

    def hand(self, player: str) -> Sequence[str]:
        return self.ledger.zones[hand(player)]

    def rightmost(self, player: str) -> Sequence[str]:
        """The cards of the newest stack of a player; an unlogged one where they are unknown."""
        sizes = self.stacks.get(player)
        if not sizes:
            return []
        held = self.ledger.zones[stall(player)]
        return held[len(held) - sizes[-1] :] if sizes[-1] else [UNKNOWN]

    def top(self, zone: str) -> str:
        """The top card of a pile; "" if it is certainly empty."""
        held = self.ledger.zones[zone]
        return held[-1] if held else UNKNOWN if zone in self.ledger.vague else ""

    # what is remembered

    def mark(self, card: str) -> Mark:
        """Something is special about a hand card from now on."""
        mark = Mark(card)
        self.marks = [*self.marks[-MOST_MARKS + 1 :], mark]
        return mark

    def set_value(self, player: str, card: str, value: int) -> None:
        """A hand card counts so much from now on."""
        if player == self.turn:
            mark = next((m for m in self.marks if m.card == card), None) or self.mark(card)
            mark.base, mark.delta = value, -self.raised

    def finish_stack(self, player: str, size: int) -> None:
        """A stack stands; the eighth ends the game."""
        stacks = self.stacks.setdefault(player, [])
        stacks.append(size)
        if len(stacks) >= codes.STACKS and not self.winner:
            self.winner, self.stage = player, WON

    def begin_turn(self, player: str) -> None:
        """A fresh turn of this player."""
        self.last, self.turn, self.stage = self.turn, player, ACTING
        self.acted, self.due, self.bonus, self.again, self.technique = 0, True, False, False, ""
        self.raised, self.filled, self.restocked = 0, False, False
        self.idle, self.marks, self.drawn = [], [], []


def start(started: Started) -> Table:
    """The table before the first market is laid: everybody has ten cards, and five of them in hand."""
    players = tuple(dict.fromkeys(started.players))
    sets = sets_named(started) or tuple(SETS)[: len(players) + 1]
    books = _books(players, sets)
    for player in players:
        _own_deck(books, player, sets)
    _market_deck(books, len(players), sets)
    books.lay(MARKET, [EMPTY] * codes.MARKET_SIZE)
    return Table(
        started.players, {}, books, sets, {player: [] for player in players}, turn=players[0] if players else ""
    )


def sets_named(started: Started) -> tuple[str, ...]:
    """The letters of the sets that the header names, in the order of the rulebook."""
    try:
        named = read_sets(started.tags.get("sets", ""))
    except ValueError:
        return ()
    return tuple(letter for letter in SETS if letter in named)


def read_sets(text: str) -> list[str]:
    """The letters of sets, given by name or by letter. Raises ValueError."""
    return [_set(word) for word in text.replace(",", " ").split()]


def _set(word: str) -> str:
    folded = word.casefold()
    for letter, name in SETS.items():
        if folded in (letter.casefold(), name, name.removesuffix("s")):
            return letter
    near = nearest(word, SETS.values())
    hint = f'; did you mean "{near}"?' if near else ""
    raise ValueError(f'expected sets out of {", ".join(SETS.values())}, found "{word}"{hint}')


def check_sets(text: str) -> None:
    """Raise ValueError if the header names something that is no set."""
    if not read_sets(text):
        raise ValueError(f"expected sets out of {', '.join(SETS.values())}, separated by commas")


def check_edition(text: str) -> None:
    """Raise ValueError unless the header names the edition that is judged."""
    if text.strip() != "2015":
        raise ValueError(
            f'expected "2015", found "{text}": only the edition of 2015 is judged here; '
            "later ones differ in cards, die, clean-up and market"
        )


def stock(players: int, sets: Sequence[str]) -> Bag:
    """All cards in play: of each 1 as many as players, the other cards of the sets, and junk."""
    bag = {JUNK: max(codes.JUNK_CARDS, players * _junk_each(sets))}
    for letter in sets:
        bag[letter + "1"] = players
        bag |= {letter + v: codes.copies(letter + v) for v in codes.VALUES if v != "1"}
    return bag


def _junk_each(sets: Sequence[str]) -> int:
    return max(0, codes.DECK_SIZE - len(sets))


def dealt_junk(players: int, sets: Sequence[str]) -> int:
    """How many cards the junk pile has once the decks are made."""
    return max(0, codes.JUNK_CARDS - players * _junk_each(sets))


def _books(players: Sequence[str], sets: Sequence[str]) -> Books:
    homes = {MARKET: MARKET, MARKET_DECK: MARKET, MARKET_PILE: MARKET, JUNK_PILE: JUNK_PILE}
    for player in players:
        homes |= dict.fromkeys(own_zones(player), player)
    fog = Fog({home: {} for home in (*homes.values(), OUTSIDE)})
    loose = frozenset((MARKET, *map(hand, players)))
    return Books(stock(len(players), sets), dict.fromkeys(homes, ()), homes, fog, loose=loose)


def _own_deck(books: Books, player: str, sets: Sequence[str]) -> None:
    """One 1 of each set and junk, shuffled; five of them in hand."""
    junk = _junk_each(sets)
    books.fog.bags[player] = {letter + "1": 1 for letter in sets} | ({JUNK: junk} if junk else {})
    in_hand = min(codes.HAND_SIZE, len(sets) + junk)
    books.lay(hand(player), [UNKNOWN] * in_hand)
    books.lay(deck(player), [UNKNOWN] * (len(sets) + junk - in_hand))


def _market_deck(books: Books, players: int, sets: Sequence[str]) -> None:
    rest = {card: n for card, n in books.stock.items() if card != JUNK and not card.endswith("1")}
    books.fog.bags[MARKET] = rest
    books.lay(MARKET_DECK, [UNKNOWN] * sum(rest.values()))
    books.lay(JUNK_PILE, [JUNK] * (books.stock[JUNK] - players * _junk_each(sets)))
