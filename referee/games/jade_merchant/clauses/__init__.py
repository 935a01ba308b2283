"""The rules of Jade Merchant, one function each, in the order of the rulebook.

Each check looks at the table before the event. Where a more particular clause covers a fault,
the general one yields to it.
"""

from referee.games.jade_merchant.clauses import record, setup, rounds, bidding, taking, scoring, ending  # isort: skip

__all__ = ["bidding", "ending", "record", "rounds", "scoring", "setup", "taking"]
