"""Whole archives: what is to be judged is cut into pieces, and each piece is judged by itself.

A piece is a transcript, a part of a long one, or some games of a logbook. It says where to read
and nothing else, so that any process that sees the same files can judge it; whoever judges opens
them read-only. What comes of a game is a JSON object, the same whoever judged it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from referee import line, replay, transcript
from referee.event import Event, effective
from referee.game import Game, Result
from referee.logbook import Broken, Logbook, LogbookError, is_logbook
from referee.replay import Finding, Judged, Remarked, started_of
from referee.report.text import message
from referee.sources import SUFFIX, MissingError, Source, stored, texts, unknown_headers
from referee.stopwatch import Times, times

GAMES = 32
"""So many games of a logbook are one piece."""
BYTES = 256 * 1024
"""A transcript of several games is cut where one begins, into pieces of about this size."""
LONG = 5_000
"""A game of more events is judged as it is read, so that it need not fit into memory."""


class Piece(Struct, frozen=True):
    """What one worker judges at a time. ``stamp`` changes with the file."""

    name: str
    path: str
    stamp: str
    games: tuple[str, ...] = ()
    offset: int = 0
    length: int = -1
    line: int = 1
    """The number of the piece's first line in its file."""
    fault: str = ""
    """Why the file cannot be read at all."""
    timed: bool = False
    """Whether to say how long each clause took."""

    @property
    def key(self) -> str:
        """What is to be judged, for a state that is gone on with."""
        return msgspec.json.encode(self).decode()

    def single(self) -> list[Piece]:
        """The games of a logbook one by one; anything else cannot be cut any further."""
        return [msgspec.structs.replace(self, games=(id,)) for id in self.games] or [self]


class Problem(Struct, frozen=True, omit_defaults=True):
    """What could not be read or judged."""

    message: str
    line: int | None = None
    column: int | None = None


class Said(Struct, frozen=True):
    """A finding, in words and without what it was about."""

    seq: int
    line: int | None
    player: str | None
    move: str
    clause: str
    outcome: str
    message: str
    record: bool
    ruling: str | None


class Verdicts(Struct, omit_defaults=True):
    """What came of one game."""

    source: str
    game: str | None = None
    players: list[str] = []
    events: int = 0
    findings: list[Said] = []
    errors: list[Problem] = []
    result: dict[str, Any] | None = None
    broken: bool = False
    """Whether its chain does not fit."""
    times: Times = {}
    """How long each clause took, where that was asked."""


# What there is to judge


def pieces(paths: Iterable[str], timed: bool = False) -> Iterator[Piece]:
    """The pieces of these transcripts, folders and logbooks, in order. Raises MissingError."""
    for piece in _all_pieces(paths):
        yield msgspec.structs.replace(piece, timed=timed)


def _all_pieces(paths: Iterable[str]) -> Iterator[Piece]:
    for name in paths:
        path = Path(name)
        if not path.exists():
            raise MissingError(f"{name}: there is no such file, folder or logbook")
        files = sorted(filter(_is_kept, path.rglob("*"))) if path.is_dir() else [path]
        if not files:
            raise MissingError(f"{name}: no transcript (*{SUFFIX}) and no logbook (*.db) in this folder")
        for file in files:
            yield from _pieces(file)


def _is_kept(path: Path) -> bool:
    """Whether a file in a folder is meant."""
    return path.suffix in (SUFFIX, ".db") and path.is_file()


def _pieces(file: Path) -> Iterator[Piece]:
    try:
        about = file.stat()
        whole = Piece(str(file), str(file.absolute()), f"{about.st_size}.{about.st_mtime_ns}")
        yield from _of_logbook(whole) if is_logbook(file) else _of_transcript(whole, about.st_size)
    except (OSError, LogbookError) as problem:
        yield Piece(str(file), str(file.absolute()), "", fault=getattr(problem, "strerror", None) or str(problem))


def _of_logbook(whole: Piece) -> Iterator[Piece]:
    with Logbook(Path(whole.path)) as book:
        ids = book.ids()
    for i in range(0, len(ids), GAMES):
        yield msgspec.structs.replace(whole, games=tuple(ids[i : i + GAMES]))


_GAME = re.compile(rb"\s*game\s*:", re.IGNORECASE)
_HEADER = re.compile(rb"\s*[a-z][\w.-]*\s*:", re.IGNORECASE)


def _of_transcript(whole: Piece, size: int) -> Iterator[Piece]:
    """A transcript in parts of some size, each beginning where a game begins after an empty line."""
    if size <= 2 * BYTES:
        yield whole
        return
    begin, first = 0, 1
    for at, number in (*_game_starts(Path(whole.path)), (size, 0)):
        if at - begin >= BYTES or at == size:
            yield msgspec.structs.replace(whole, offset=begin, length=at - begin, line=first)
            begin, first = at, number


def _game_starts(path: Path) -> Iterator[tuple[int, int]]:
    """Where games begin after an empty line: the offset and the number of the line."""
    at, in_headers, after_empty = 0, True, False
    with path.open("rb") as file:
        for number, text in enumerate(file, start=1):
            if _HEADER.match(text):
                if not in_headers and after_empty and _GAME.match(text):
                    yield at, number
                    in_headers = True
            elif text.strip() and not text.lstrip().startswith(b"#"):
                in_headers = False
            after_empty = not text.strip()
            at += len(text)


# Judging


def judge(piece: Piece) -> list[bytes]:
    """What came of each game of a piece, as JSON. Whatever is wrong with one is said and stops no other."""
    return [msgspec.json.encode(verdicts) for verdicts in _verdicts(piece)]


def failed(piece: Piece, why: str) -> list[bytes]:
    """The same for a piece that could not be judged at all."""
    name = "#".join((piece.name, *piece.games))
    return [msgspec.json.encode(Verdicts(name, errors=[Problem(why)]))]


def _verdicts(piece: Piece) -> Iterator[Verdicts]:
    if piece.fault:
        yield Verdicts(piece.name, errors=[Problem(piece.fault)])
    elif piece.games:
        yield from _logged(piece)
    else:
        yield from _written(piece)


def _written(piece: Piece) -> Iterator[Verdicts]:
    """The games of a transcript, or of a part of one."""
    try:
        with Path(piece.path).open("rb") as file:
            file.seek(piece.offset)
            data = file.read(piece.length if piece.length >= 0 else transcript.MAX_FILE + 1)
    except OSError as problem:
        yield Verdicts(piece.name, errors=[Problem(problem.strerror or str(problem))])
        return
    for source in texts(data, piece.name):
        source.lines = [number + piece.line - 1 for number in source.lines]
        source.headers = {key: number + piece.line - 1 for key, number in source.headers.items()}
        yield _judged(source, piece.line - 1, piece.timed)


def _judged(source: Source, above: int, timed: bool) -> Verdicts:
    """A game that was read as a whole; ``above`` lines of its file stand before what was read."""
    errors = [Problem(m.message, m.line + above, m.column) for m in source.mistakes]
    if source.game is None or not source.record:
        return Verdicts(source.name, errors=errors)
    try:
        audit = replay.audit(source.game, source.record, legal=False)
    except Exception as problem:  # a fault of ours, which must not stop the others
        return Verdicts(source.name, source.game.id, errors=[*errors, _failure(problem)])
    started = started_of(source.record)
    found = Judged(started, len(source.record), audit.findings, audit.result, audit.strangers)
    verdicts = _summed_up(source, source.game, found, errors)
    verdicts.times = times(source.game, started, effective(source.record)) if timed else {}
    return verdicts


def _logged(piece: Piece) -> Iterator[Verdicts]:
    """Games of a logbook, each with its chain verified."""
    with Logbook(Path(piece.path)) as book:
        for id in piece.games:
            name = f"{piece.name}#{id}"
            try:
                yield _of_game(book, name, id, piece.timed)
            except LogbookError as problem:
                yield Verdicts(name, errors=[Problem(str(problem))], broken=isinstance(problem, Broken))
            except Exception as problem:  # a fault of ours
                yield Verdicts(name, errors=[_failure(problem)])


def _of_game(book: Logbook, name: str, id: str, timed: bool) -> Verdicts:
    if book.head(id)[0] > LONG and not timed:
        try:
            game, events = book.play(id)
            found = replay.judge_stream(game, events)
            errors = [Problem(m.message, m.line, m.column) for m in unknown_headers(game, found.started)]
            return _summed_up(Source(name, game, [], ""), game, found, errors)
        except Remarked:  # a correction can reach back to any event
            pass
    return _judged(stored(name.removesuffix(f"#{id}"), book.read(id)), 0, timed)


def _failure(problem: Exception) -> Problem:
    return Problem(f"the referee failed, please report it: {type(problem).__name__}: {problem}")


def _summed_up(source: Source, game: Game, found: Judged, errors: list[Problem]) -> Verdicts:
    strangers = [Problem(f'nobody called "{s.name}" plays in this game', source.line(s.seq)) for s in found.strangers]
    said = [_said(source, game, finding) for finding in found.findings]
    players, result = list(found.started.players), _result(found.result)
    return Verdicts(source.name, game.id, players, found.events, said, [*errors, *strangers], result)


def _said(source: Source, game: Game, finding: Finding) -> Said:
    event: Event = finding.event
    return Said(
        finding.seq,
        source.line(finding.seq, finding.clause.header),
        getattr(event, "player", "") or None,
        line.show(game, event),
        finding.clause.id,
        finding.outcome,
        message(game, finding),
        finding.is_record,
        finding.ruling.verdict if finding.ruling else None,
    )


def _result(result: Result) -> dict[str, Any]:
    scores = {player: None if score is None else float(score) for player, score in result.scores.items()}
    return {"finished": result.finished, "winners": list(result.winners), "scores": scores}
