"""The rulebook of Dale of Merchants: its readings, how it is cited, and words the clauses share."""

from __future__ import annotations

from collections.abc import Iterable

from referee.games.dale_of_merchants import codes
from referee.language import Phrase, marked
from referee.rulebook import Cite, Rulebook

RULES = Rulebook("dale")


def cite(section: str, item: int | str | None = None) -> Cite:
    """A section of the English rules."""
    return Cite("Dale of Merchants rules", section, item)


_PAGES = {1: "5–6", 2: "5", 3: "6", 4: "5", 5: "7", 6: "7"}


def faq(question: int) -> Cite:
    """A question of the French FAQ, with the page of the printed rules that it names."""
    return Cite("La Vallée des Marchands, FAQ", f"question {question}", f"p. {_PAGES[question]}")


def printed_on(name: str) -> Cite:
    """The text printed on a card."""
    return Cite("Dale of Merchants cards (2015)", name)


BOX, RUBBISH, PASSIVE = cite("What’s in the Box?"), cite("Rubbish"), cite("Passive")
ACTION, FILL = cite("1. Action phase"), cite("1. Fill Up Your Hand")
SHOPPING = "A. Buying a Card from the Market"
SKILLS = "B. Play a Move Card"
STALL = "C. Create a stack in your stall"
STOCKING = "2. Fill the empty spots in the market"
FINAL = cite("The Final Moment")

CARD_DISCARD = RULES.reading(
    "dale.reading.card-discard",
    "Where does a card go that an effect discards?",
    {
        "own-pile": "To its owner's discard pile, as when it is paid.",
        "throw-away": "Junk to the junk pile, animalfolk to the market's discard pile.",
    },
    'The printed cards tell "discard" from "throw away"; both rulebook texts describe the second under the '
    "word of the first.",
)
RESHUFFLE = RULES.reading(
    "dale.reading.reshuffle",
    "When is an empty deck made anew?",
    {
        "needed": "When a card is to be drawn and there is none.",
        "at-once": "As soon as its last card has been drawn.",
    },
    "The English rules make a new deck when somebody needs to draw; the French FAQ says whenever it is used up.",
)
JUNK_FILL = RULES.reading(
    "dale.reading.junk-fill",
    "Up to how many cards does junk fill the hand?",
    {
        "hand-size": "Up to the hand size, Cookies included.",
        "five": "Up to five, whatever the hand size.",
    },
    "The rules name five because that is the hand size without Cookies; Cookies change the hand size.",
)
NO_TARGET = RULES.reading(
    "dale.reading.no-target",
    "May a technique be played that has nothing to act on?",
    {
        "allowed": "Yes, it does what it can, and a bonus action stays.",
        "no": "No.",
    },
    "The note to B has effects carried out as far as possible, which may be not at all.",
)
BLINDFOLD = RULES.reading(
    "dale.reading.blindfold",
    "Which value is guessed under Blindfold?",
    {
        "current": "The value that the card has now.",
        "printed": "The value printed on it.",
    },
    "A changed value counts for everything while it holds.",
)
NOSTALGIC_CHAIN = RULES.reading(
    "dale.reading.nostalgic-chain",
    "Does a Nostalgic Item taken from the discard pile allow another card from there?",
    {
        "yes": "Yes, it is in the stack like any other.",
        "no": "No, only those from the hand do.",
    },
    "Each Nostalgic Item in the stack allows a card, and the text does not ask where it came from.",
)
WILY_ORDER = RULES.reading(
    "dale.reading.wily-order",
    "In which order does the old deck lie as the new discard pile?",
    {
        "any": "In any order.",
        "flipped": "Turned over as a whole: what was on top is at the bottom.",
        "kept": "As it was: what was on top is on top.",
    },
    "The card only has the two change places.",
)
LATE_ABILITY = RULES.reading(
    "dale.reading.late-ability",
    "May a once-a-turn ability be used on a card that was drawn in clean-up?",
    {
        "allowed": "Yes, the turn is not over.",
        "no": "No.",
    },
    "Passive effects apply while a card is in the hand, and the turn ends with the market.",
)


def names(things: Iterable[str]) -> str:
    return ", ".join(things) or Phrase("nobody")


_ZONES = {
    "market": marked("market"),
    "market deck": marked("market deck"),
    "market's discard pile": marked("market's discard pile"),
    "junk pile": marked("junk pile"),
    "hand": marked("{player}'s hand"),
    "deck": marked("{player}'s deck"),
    "discard pile": marked("{player}'s discard pile"),
    "stall": marked("{player}'s stall"),
}


def place(zone: str) -> str:
    """A zone of the table in words."""
    player, _, own = zone.rpartition("'s ")
    return Phrase(_ZONES.get(zone) or _ZONES.get(own, "{zone}"), player=player, zone=zone)


def listed(cards: Iterable[str]) -> str:
    """Cards in words, in their own order."""
    return " ".join(cards) or Phrase("no card")


def sorted_list(cards: Iterable[str]) -> str:
    """Cards in words, sorted."""
    return listed(codes.in_order(cards))
