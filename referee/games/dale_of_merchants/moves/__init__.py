"""The legal moves of Dale of Merchants, found constructively, and the moves that people try.

Nothing here asks the clauses: what may be played is built up from the table, and the tests
play the two against each other. Where many moves come to the same, one of them stands for all:
cards are named in sorted order, what leaves no choice is left out, a chameleon that pays is one
copy of each worth, draws are hidden. Only cards that are known to be in the hand are played.
"""

from referee.games.dale_of_merchants.moves.chance import chance
from referee.games.dale_of_merchants.moves.legal import legal
from referee.games.dale_of_merchants.moves.sense import choose, tags
from referee.games.dale_of_merchants.moves.tries import tries

__all__ = ["chance", "choose", "legal", "tags", "tries"]
