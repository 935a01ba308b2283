"""What several commands need: options, the current game, and verdicts in colour."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click

from referee import language
from referee.event import Record
from referee.game import Game
from referee.language import marked, say
from referee.logbook import Logbook, LogbookError, Stored, check_magic, create
from referee.words import hinted, nearest

F = TypeVar("F", bound=Callable[..., Any])

DEFAULT = "referee.db"


def logbook_option(command: F) -> F:
    """``--logbook``: the file, by default ``$REFEREE_LOGBOOK`` or ``referee.db`` here."""
    text = f"The logbook, by default $REFEREE_LOGBOOK or {DEFAULT} here."
    option = click.option("--logbook", envvar="REFEREE_LOGBOOK", default=DEFAULT, metavar="FILE", help=text)
    return option(command)


def game_option(command: F) -> F:
    """``--game``: which game of the logbook, by default the one last written to."""
    text = "The game's id, by default the game that was last written to."
    return click.option("--game", "game_id", metavar="ID", help=text)(command)


def at_option(text: str) -> Callable[[F], F]:
    """``--at N``: an event's number."""
    return click.option("--at", type=click.IntRange(min=1), metavar="N", help=text)


def lang_option(command: F) -> F:
    """``--lang``: the language to speak, by default that of the locale."""
    text = "The language: en, fr or ja; by default the locale's where we speak it."
    return click.option("--lang", type=click.Choice(language.LANGUAGES), metavar="LANG", help=text)(command)


def spoken_option(command: F) -> F:
    """``--lang`` for commands that say all they say in the language, their errors included."""

    def chosen(context: click.Context, parameter: click.Parameter, lang: str | None) -> None:
        if lang:
            language.switch(lang)

    text = "The language: en, fr or ja; by default the locale's where we speak it."
    kind = click.Choice(language.LANGUAGES)
    return click.option(
        "--lang", type=kind, metavar="LANG", expose_value=False, is_eager=True, callback=chosen, help=text
    )(command)


def speak(lang: str | None, form: str = "text") -> None:
    """Speak a language from now on; formats for programs follow no locale, only ``--lang``."""
    language.switch(lang or (language.of_locale() if form == "text" else language.ENGLISH))


@contextmanager
def current_game(logbook: str, id: str | None, writable: bool = False) -> Iterator[tuple[Logbook, Stored]]:
    """The open logbook and the game that is meant."""
    with Logbook(Path(logbook), writable) as opened:
        yield opened, opened.read(id or opened.current())


def targets_or(targets: tuple[str, ...], logbook: str) -> tuple[str, ...]:
    """The targets, or else the current logbook, which must then be there."""
    if not targets:
        check_magic(Path(logbook))
    return targets or (logbook,)


def pairs(values: Iterable[str], what: str) -> dict[str, str]:
    """``k=v`` options as a mapping."""
    found: dict[str, str] = {}
    for value in values:
        key, sign, option = value.partition("=")
        if not sign or not key.strip():
            raise click.UsageError(say('{option} "{value}": expected NAME=VALUE', option=what, value=value))
        if key.strip().casefold() in found:
            raise click.UsageError(say('{option} "{value}" is given twice', option=what, value=key))
        found[key.strip().casefold()] = option.strip()
    return found


def readings_for(game: Game, wanted: dict[str, str]) -> dict[str, str]:
    """``--reading`` options by full id. Raises UsageError for unknown ones."""
    from referee import transcript

    readings = {transcript.reading_id(game, name): option.casefold() for name, option in wanted.items()}
    for id, option in readings.items():
        _, why = transcript.reading_problem(game, id, option)
        if why:
            raise click.UsageError(why)
    return readings


def clauses_for(games: Iterable[Game], ids: Iterable[str]) -> frozenset[str]:
    """The clauses meant by ids or their beginnings (``jade.bid``). Raises UsageError for unknown ones."""
    known = [id for game in games for id in game.rules.clauses]
    found: set[str] = set()
    for id in (part for value in ids for part in value.casefold().split(",") if part):
        matching = [clause for clause in known if clause == id or clause.startswith(id + ".")]
        if not matching:
            raise click.UsageError(hinted(say('no clause "{clause}"', clause=id), nearest(id, known)))
        found.update(matching)
    return frozenset(found)


def made_if_need_be(path: Path) -> Logbook:
    """The logbook to write to, a new one where there is none."""
    if not path.exists():
        create(path)
    return Logbook(path, writable=True)


def in_record(stored: Stored, at: int | None) -> int | None:
    """The event number, if the record has it."""
    if at is not None and at > len(stored.record):
        raise LogbookError(no_event(stored.id, at, stored.record))
    return at


def no_event(source: str, at: int, record: Record) -> str:
    """The message about an event that a record does not have."""
    return say("{source}: there is no event {n}; the last is {last}", source=source, n=at, last=len(record))


def unrecorded(why: object) -> str:
    """Why something was not recorded."""
    return say("{why}; nothing was recorded", why=why)


def cannot(template: str, path: object, problem: OSError) -> str:
    """The message about a file with which something could not be done."""
    return say(template, path=path, why=problem.strerror)


READ = marked("{path}: cannot be read: {why}")
WRITTEN = marked("{path}: cannot be written: {why}")
MADE = marked("{path}: cannot be made: {why}")


def paint(text: str, outcome: str) -> str:
    """A verdict in colour; the words say the same without it."""
    return click.style(text, fg={"breach": "red", "undecided": "yellow"}.get(outcome, "green"))
