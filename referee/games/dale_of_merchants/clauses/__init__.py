"""The rules of Dale of Merchants, one function each, in the order of the rulebook; those of the cards stand with them.

Each check looks at the table before the event. Where a more particular clause covers a fault,
the general one yields to it.
"""

from referee.games.dale_of_merchants.clauses import (
    building,
    buying,
    cleaning,
    ending,
    market,
    piles,
    playing,
    record,
    setup,
    turns,
)  # isort: skip

from referee.games.dale_of_merchants import cards  # isort: skip

__all__ = [
    "building",
    "buying",
    "cards",
    "cleaning",
    "ending",
    "market",
    "piles",
    "playing",
    "record",
    "setup",
    "turns",
]
