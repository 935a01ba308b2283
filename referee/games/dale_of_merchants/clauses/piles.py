"""D: taking inventory, and the discard piles."""

from __future__ import annotations

from referee.games.dale_of_merchants.clauses.record import holds_pile
from referee.games.dale_of_merchants.codes import UNKNOWN
from referee.games.dale_of_merchants.events import MarketPile, Pile
from referee.games.dale_of_merchants.rules import ACTION, RULES, SKILLS, cite, faq, listed, place
from referee.games.dale_of_merchants.table import MARKET_PILE, Table, pile
from referee.rulebook import SILENT, Verdict

RULES.derived(
    "dale.inventory.any",
    "Any number of hand cards, also none, go to the player's own discard pile in the order that the player chooses.",
    cite("D. Take Inventory", 1),
)
RULES.derived(
    "dale.throw.goes",
    "What is thrown away leaves its deck: junk goes to the junk pile, animalfolk to the top of the market's discard "
    "pile, a chameleon by what is printed on it.",
    cite("1. Action phase", 2),
    faq(4),
)
RULES.advisory(
    "dale.pile.open",
    "All discard piles lie face up, and anybody may look through them.",
    cite("1. Action phase", "note"),
    faq(4),
)


def _zone(e: Pile | MarketPile) -> str:
    return MARKET_PILE if isinstance(e, MarketPile) else pile(e.player)


@RULES.clause(
    "dale.pile.order",
    ACTION,
    cite(SKILLS, 8),
    faq(4),
    breach="{zone} was {was} and is shown as {shown} (top card last); nobody changes the order",
    facts=lambda t, e: {"zone": place(_zone(e)), "was": listed(t.ledger.zones[_zone(e)]), "shown": listed(e.cards)},
    yields_to=("dale.record.pile",),
)
def order(t: Table, e: Pile | MarketPile) -> Verdict:
    """Nobody rearranges a discard pile; cards discarded together lie in the order that their owner chose."""
    lying = t.ledger.zones[_zone(e)]
    if _zone(e) in t.ledger.vague or not holds_pile(t, e):
        return SILENT
    return all(a == b or UNKNOWN in (a, b) for a, b in zip(lying, e.cards, strict=True))
