"""Catalogues of translations: `python -m tools.catalogues` brings them up to date.

Each catalogue (Referee's own, and one for each game) gets the messages that the code has now;
what is new has to be translated by hand in its ``.po`` file, what is gone is dropped. Running it
again then compiles the ``.mo`` files that Referee reads. Needs Babel.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from referee import casebook, coverage, language, replay, transcript
from referee import game as games
from referee.game import Game
from referee.replay import Finding
from referee.report.html_words import chapter_title

PACKAGE = Path(language.__file__).parent
KEYWORDS = {"say": None, "marked": None, "Phrase": (1,), "counted": (2, 3)}
"""The functions whose texts are translated, and which of their arguments those are."""
LANGUAGES = {".py": "python", ".js": "javascript", ".html": "jinja2"}
"""What may say something, and how Babel reads it."""
PLURALS = {"fr": "nplurals=2; plural=(n > 1);", "ja": "nplurals=1; plural=0;"}
COMPLETE = "X-Complete"
"""The header of a catalogue that says whether it is meant to be complete: ``yes`` or ``no``."""


class Book(NamedTuple):
    """A catalogue in one language: whose texts (None for Referee's own), and the file."""

    game: Game | None
    code: str
    path: Path

    @property
    def is_complete(self) -> bool:
        """Whether it says of itself that nothing is missing."""
        return f"{COMPLETE}: yes" in self.path.read_text("utf-8")


def books() -> Iterator[Book]:
    """All catalogues that there are."""
    for game in (None, *(games.find(id) for id in games.ids())):
        folder, name = (language.folder(game), game.id) if game else (PACKAGE / "locale", language.GENERAL)
        for path in sorted(folder.glob(f"*/LC_MESSAGES/{name}.po")):
            yield Book(game, path.parts[-3], path)


def template(game: Game | None) -> Catalog:
    """The messages that the code has now: of Referee itself, or of a game."""
    catalog = Catalog(project="referee")
    folder = language.folder(game).parent if game else PACKAGE
    for path in sorted(folder.rglob("*")):
        if path.suffix in LANGUAGES and (game or PACKAGE / "games" not in path.parents):
            for _, message, _, _ in extract_from_file(LANGUAGES[path.suffix], path, keywords=KEYWORDS):
                catalog.add(message)
    for text in texts(game) if game else ():
        catalog.add(text)
    for name in sorted(set(fact_names(game))) if game else ():
        catalog.add(name, context="fact")
    return catalog


def texts(game: Game) -> Iterable[str]:
    """What a rulebook says: rules, messages, readings, reasons of its coverage."""
    for clause in game.rules.clauses.values():
        yield from (text for text in (clause.rule, clause.breach, clause.undecided) if text)
    for reading in game.rules.readings.values():
        yield from (reading.question, reading.why, *(option.text for option in reading.options))
    yield from sorted({chapter_title(id.split(".")[1]) for id in game.rules.clauses})
    yield from (sentence.reason for sentence in coverage.load(game) if sentence.reason)


def fact_names(game: Game) -> Iterable[str]:
    """The names of facts: the fields of the messages, and whatever ``--explain`` tells in the case book."""
    for clause in game.rules.clauses.values():
        for template in (clause.breach, clause.undecided):
            yield from (name for _, name, _, _ in Formatter().parse(template) if name)
    yield from (name for finding in findings(game) for name in finding.facts)


def findings(game: Game) -> Iterator[Finding]:
    """What is found, and what holds, in all cases of a game's case book."""
    for case in casebook.cases(game.id):
        (read,) = transcript.parse(case.text)
        yield from replay.audit(game, read.record, explain=True, legal=False).findings


def read(path: Path) -> Catalog:
    """A catalogue as it stands."""
    with path.open("rb") as file:
        return read_po(file)


def updated(book: Book) -> Catalog:
    """A catalogue with the messages that the code has now, and only those."""
    catalog, new = read(book.path), read_po(BytesIO(head(book)))
    for message in template(book.game):
        if message.id:
            known = catalog.get(message.id, message.context)
            new.add(message.id, known.string if known else None, context=message.context)
    return new


def head(book: Book) -> bytes:
    """The headers of a catalogue."""
    lines = {
        "Language": book.code,
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": PLURALS[book.code],
        COMPLETE: "yes" if book.is_complete else "no",
    }
    return "".join(['msgid ""\nmsgstr ""\n', *(f'"{k}: {v}\\n"\n' for k, v in lines.items()), "\n"]).encode()


def written(book: Book, catalog: Catalog) -> bytes:
    """The text of a catalogue, its messages sorted."""
    out = BytesIO()
    write_po(out, catalog, width=110, omit_header=True, sort_output=True, no_location=True)
    return head(book) + out.getvalue()


def mo(book: Book) -> bytes:
    """A catalogue compiled; the same bytes whenever that is done."""
    out, catalog = BytesIO(), read(book.path)
    catalog.creation_date = catalog.revision_date = datetime(2026, 1, 1, tzinfo=UTC)
    write_mo(out, catalog)
    return out.getvalue()


def main() -> None:
    """Bring all catalogues up to date and say what is still to be translated."""
    for book in books():
        book.path.write_bytes(written(book, updated(book)))
        book.path.with_suffix(".mo").write_bytes(mo(book))
        missing = [message.id for message in read(book.path) if message.id and not is_translated(message)]
        print(f"{book.path.stem} {book.code}: {len(read(book.path))} messages, {len(missing)} to be translated")


def is_translated(message: object) -> bool:
    """Whether all forms of a message have a translation."""
    string = message.string  # type: ignore[attr-defined]
    return all(string) if isinstance(string, (tuple, list)) else bool(string)


if __name__ == "__main__":
    main()
