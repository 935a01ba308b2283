"""Castle Merchants in French, complete and with its own terms."""

from __future__ import annotations

import pytest

from referee import language
from referee.games.castle_merchants import GAME
from tools import catalogues

TERMS = {
    "castle.slide.where": "éboulement",
    "castle.load.where": "entrepôt",
    "castle.sell.castle": "château",
    "castle.place.match": "tuile",
    "castle.draw.count": "pioche",
}


def test_french_is_complete() -> None:
    assert "fr" in {book.code for book in catalogues.books() if book.game is GAME and book.is_complete}


@pytest.mark.parametrize(("id", "term"), TERMS.items())
def test_the_terms_of_the_game(id: str, term: str) -> None:
    with language.using("fr"):
        assert term in language.text_of(GAME, GAME.rules.clauses[id].rule)
