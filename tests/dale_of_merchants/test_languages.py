"""Dale of Merchants in French, complete and with the terms of the French rulebook."""

from __future__ import annotations

import pytest

from referee import language
from referee.games.dale_of_merchants import GAME
from tools import catalogues

TERMS = {
    "dale.stall.locked": "étal",
    "dale.build.next": "piles",
    "dale.pile.order": "défausse",
    "dale.market.when": "marché",
    "dale.build.no-junk": "déchets",
}


def test_french_is_complete() -> None:
    assert "fr" in {book.code for book in catalogues.books() if book.game is GAME and book.is_complete}


@pytest.mark.parametrize(("id", "term"), TERMS.items())
def test_the_terms_of_the_french_rulebook(id: str, term: str) -> None:
    with language.using("fr"):
        assert term in language.text_of(GAME, GAME.rules.clauses[id].rule)
