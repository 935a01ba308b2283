"""Jade Merchant in French and in Japanese, complete and with its own terms."""

from __future__ import annotations

import pytest

from referee import language
from referee.games.jade_merchant import GAME
from referee.games.jade_merchant.clauses.record import WORDS
from tools import catalogues

TERMS = {
    "ja": {
        "jade.score.jade": "翡翠",
        "jade.score.gold": "金",
        "jade.score.counterfeit": "贋金",
        "jade.score.spice": "香辛料",
        "jade.score.books": "書物",
        "jade.bid.turn": "パス",
        "jade.bid.hard-pass": "競り",
    },
    "fr": {
        "jade.score.jade": "jade",
        "jade.score.gold": "or",
        "jade.score.counterfeit": "contrefaçon",
        "jade.score.spice": "épices",
        "jade.score.books": "livre",
        "jade.bid.turn": "passe",
        "jade.bid.hard-pass": "enchère",
    },
}


def test_both_catalogues_are_complete() -> None:
    assert {book.code for book in catalogues.books() if book.game is GAME and book.is_complete} == {"fr", "ja"}


@pytest.mark.parametrize(("code", "id", "term"), [(c, *t) for c, terms in TERMS.items() for t in terms.items()])
def test_the_terms_of_the_game(code: str, id: str, term: str) -> None:
    with language.using(code):
        assert term in language.text_of(GAME, GAME.rules.clauses[id].rule)


def test_the_words_for_events() -> None:
    with language.using("ja"):
        said = [language.fact_of(GAME, word) for word in WORDS.values()]
    assert said == ["配札", "宣言", "パス", "獲得", "X の指定", "得点の申告", "結果"]
