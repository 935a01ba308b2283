"""The rules of Castle Merchants, one function each, in the order of the rulebook.

Each check looks at the table before the event. Where a more particular clause covers a fault,
the general one yields to it.
"""

from referee.games.castle_merchants.clauses import (  # isort: skip
    record,
    setup,
    turns,
    slides,
    placing,
    moving,
    removing,
    rolling,
    drawing,
    selling,
    ending,
)

__all__ = [
    "drawing",
    "ending",
    "moving",
    "placing",
    "record",
    "removing",
    "rolling",
    "selling",
    "setup",
    "slides",
    "turns",
]
