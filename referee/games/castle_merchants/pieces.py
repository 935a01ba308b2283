"""What lies in the box of Castle Merchants (rulebook, Contents), and the names of the board's special spaces."""

from __future__ import annotations

from collections.abc import Iterable

from referee.language import Phrase

TYPES = ("castle", "village", "mountain", "field", "forest")
"""The types of path; cards and tiles have the same five."""
UNKNOWN = "?"
SLIDE = "slide"

CARDS_EACH, TILES_EACH, SLIDES = 12, 9, 10
HAND, CAP, GOAL = 6, 3, 18
"""A full hand, the most cards that are drawn for played ones, and the gold that wins."""

WAREHOUSE, MEADOW = "warehouse", "meadow"
BUYS = {"fromage": "cheese", "muslin": "cloth", "excalibur": "weapons", "gemstone": "jewels", "chianti": "wine"}
"""The ware that each castle buys."""
CASTLES = tuple(BUYS)
WARES = tuple(sorted(BUYS.values()))
SELLS_AT = {ware: castle for castle, ware in BUYS.items()}
SPECIAL = (WAREHOUSE, MEADOW, *CASTLES)

COINS = {1: 6, 2: 11, 3: 7, 4: 4, 5: 1}
"""How many coins of each value there are."""
TWO_PLAYERS = {
    "fromage": (3, 1, 1),
    "muslin": (3, 1, 1),
    "excalibur": (4, 2, 1),
    "gemstone": (4, 2, 1),
    "chianti": (5, 4, 2),
}
"""The coins of a game of two (rulebook, Setup 5, example). For three and four the board alone tells."""

OWN_SLIDES = {2: 4, 3: 3, 4: 2}
"""Rock slides that each player gets, by the number of players."""

TILE = {type: f"{type} tile" for type in TYPES} | {SLIDE: "rock slide"}
"""What a tile is called in the books."""
COIN = {value: f"coin {value}" for value in COINS}

WORDS = {
    "castle": Phrase("castle"),
    "village": Phrase("village"),
    "mountain": Phrase("mountain"),
    "field": Phrase("field"),
    "forest": Phrase("forest"),
    SLIDE: Phrase("rock slide"),
    WAREHOUSE: Phrase("warehouse"),
    MEADOW: Phrase("meadow"),
    "cheese": Phrase("cheese"),
    "cloth": Phrase("cloth"),
    "jewels": Phrase("jewels"),
    "weapons": Phrase("weapons"),
    "wine": Phrase("wine"),
}
"""What pieces and spaces are called where words are read, and not what is written in a transcript."""

_ORDER = {piece: i for i, piece in enumerate((*TYPES, UNKNOWN))}


def own_slides(players: int) -> int:
    """How many rock slides each of so many players gets; for odd numbers of players, as near as there is."""
    return OWN_SLIDES[min(4, max(2, players))]


def word(name: str) -> str:
    """What a piece or space is called; castles have names of their own."""
    return WORDS.get(name, name)


def in_order(cards: Iterable[str]) -> list[str]:
    """The cards sorted by type, unknown ones last."""
    return sorted(cards, key=lambda card: _ORDER.get(card, len(_ORDER)))


def stock(players: int) -> dict[str, int]:
    """All pieces that the books of a game keep, and how many there are of each."""
    cards = dict.fromkeys(TYPES, CARDS_EACH)
    tiles = {TILE[type]: TILES_EACH for type in TYPES} | {TILE[SLIDE]: SLIDES}
    coins = {COIN[value]: n for value, n in COINS.items()}
    return cards | tiles | coins | dict.fromkeys(WARES, players)
