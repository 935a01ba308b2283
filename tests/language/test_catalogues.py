"""The catalogues: nothing missing, nothing unfilled, nothing obsolete, and every message can be said."""

from __future__ import annotations

import re
from string import Formatter

import pytest
from babel.messages.catalog import Message

from referee import game as games
from referee import language
from referee.replay import HOLDS
from referee.report import text
from tools import catalogues
from tools.catalogues import Book

BOOKS = list(catalogues.books())
EACH = pytest.mark.parametrize("book", BOOKS, ids=[f"{book.path.stem}-{book.code}" for book in BOOKS])
OF_GAMES = [book for book in BOOKS if book.game]
EACH_GAME = pytest.mark.parametrize("book", OF_GAMES, ids=[f"{book.path.stem}-{book.code}" for book in OF_GAMES])


def messages(book: Book) -> list[Message]:
    return [message for message in catalogues.read(book.path) if message.id]


def forms(message: Message, of: str) -> list[str]:
    found = getattr(message, of)
    return list(found) if isinstance(found, (tuple, list)) else [found]


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def test_referee_itself_speaks_all_its_languages() -> None:
    own = {book.code for book in BOOKS if book.game is None and book.is_complete}
    assert own == set(language.LANGUAGES) - {language.ENGLISH}


@EACH
def test_a_catalogue_has_just_the_messages_that_the_code_has(book: Book) -> None:
    """If not: `python -m tools.catalogues`, then translate what is new."""
    assert book.path.read_bytes() == catalogues.written(book, catalogues.updated(book))


@EACH
def test_a_catalogue_is_compiled(book: Book) -> None:
    assert book.path.with_suffix(".mo").read_bytes() == catalogues.mo(book)


@EACH
def test_a_complete_catalogue_misses_nothing(book: Book) -> None:
    if book.is_complete:
        assert [message.id for message in messages(book) if not catalogues.is_translated(message)] == []
    assert [message.id for message in messages(book) if message.fuzzy] == []


@EACH
def test_a_translation_has_the_fields_of_its_message(book: Book) -> None:
    wrong = []
    for message in messages(book):
        wanted = fields(forms(message, "id")[0])
        wrong += [said for said in forms(message, "string") if said and fields(said) != wanted]
    assert wrong == []


@EACH
def test_a_translation_begins_and_ends_as_its_message(book: Book) -> None:
    """A rule is a sentence, a message is none; blanks at the edges would be lost or doubled."""
    for message in messages(book):
        template = forms(message, "id")[0]
        for said in filter(None, forms(message, "string")):
            assert said == said.strip() or template[0] in " ;", said
            assert template.endswith(".") == said.endswith((".", "。")) or "。" in said, said


@EACH
def test_what_is_typed_is_the_same_in_every_language(book: Book) -> None:
    """Examples of what one writes in a transcript, between backticks."""
    for message in messages(book):
        for said in filter(None, forms(message, "string")):
            assert re.findall("`+[^`]+`+", said) == re.findall("`+[^`]+`+", forms(message, "id")[0])


@EACH_GAME
def test_every_message_is_said_in_the_language(book: Book) -> None:
    assert book.game is not None
    with language.using(book.code):
        for finding in catalogues.findings(book.game):
            said = text.message(book.game, finding)
            assert "{" not in said
            if book.is_complete and finding.outcome != HOLDS:
                assert said != finding.message
                assert text.verdict(book.game, finding)


WORD = re.compile(r"[A-Za-z]{3,}")


@pytest.mark.parametrize("book", [book for book in OF_GAMES if book.code == "ja" and book.is_complete])
def test_no_english_word_is_left_in_japanese(book: Book) -> None:
    """But for the players' names; so also the words among the facts have been translated."""
    assert book.game is not None
    with language.using("ja"):
        for finding in catalogues.findings(book.game):
            said = text.message(book.game, finding)
            for name in re.findall(r"[A-Z][a-z]+", " ".join(map(str, finding.facts.values()))):
                said = said.replace(name, "")
            assert WORD.findall(said) == []


def test_every_game_has_a_folder_for_its_catalogues() -> None:
    for id in games.ids():
        assert language.folder(games.find(id)).name == "locale"
