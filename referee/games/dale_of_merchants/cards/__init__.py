"""The 36 cards, one module a set, each card one unit: its data, its text in our words, its check.

A technique is declared with ``technique``: the steps it has, in printed order, and how each is
carried out; the decorated function is the check of ``dale.card.<name>``. A passive card is
declared with ``passive``: what it changes is said in data (``registry.Card``), the decorated
function judges those who use it.
"""

from referee.games.dale_of_merchants.cards import (
    chameleons,
    macaws,
    ocelots,
    pandas,
    raccoons,
    squirrels,
)  # isort: skip

__all__ = ["chameleons", "macaws", "ocelots", "pandas", "raccoons", "squirrels"]
