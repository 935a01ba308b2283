"""Where records come from: transcripts, folders of them, standard input, games of a logbook."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec
from msgspec import Struct, field

from referee import sight, transcript
from referee.chain import head_of
from referee.event import Record, Started
from referee.game import Game
from referee.language import say
from referee.logbook import Logbook, Stored, is_logbook
from referee.replay import started_of
from referee.transcript import Mistake, NotTextError, Transcript

SUFFIX = ".txt"
"""What the names of transcripts in a folder end with."""


class Source(Struct):
    """One game to look at, wherever it came from.

    ``game`` is None and ``record`` empty where even the headers could not be read. ``lines`` are
    the line numbers of the events in a transcript, ``headers`` those of its headers; both are
    empty for a game of a logbook.
    """

    name: str
    game: Game | None
    record: Record
    head: str
    lines: list[int] = field(default_factory=list)
    headers: dict[str, int] = field(default_factory=dict)
    mistakes: list[Mistake] = field(default_factory=list)
    viewer: str | None = None
    """Whose eyes the record was seen with, "" for everybody's; None for all that was logged."""

    @property
    def file(self) -> str:
        """The file that it is in: the transcript or the logbook."""
        return self.name if self.headers or self.mistakes else self.name.partition("#")[0]

    def line(self, seq: int, header: str = "players") -> int | None:
        """The line of an event, or of the header that a finding on ``Started`` is about."""
        if seq == 1 and self.headers:
            return self.headers.get(header, self.headers["players"])
        return self.lines[seq - 1] if self.lines else None

    def place(self, seq: int, header: str = "players") -> str:
        """Where an event stands: ``file:line`` or ``logbook#game#seq``."""
        line = self.line(seq, header)
        return f"{self.name}#{seq}" if line is None else f"{self.name}:{line}"


def as_seen(source: Source, wanted: str) -> Source:
    """The game as a player (or "table": everybody) saw it; see ``sight``. Raises UnknownViewerError.

    Its head is left out where something was hidden: who has it could try which hidden cards fit.
    """
    if source.game is None or not source.record:
        return source
    viewer = sight.viewer_of(started_of(source.record).players, wanted)
    record = sight.as_seen(source.game, source.record, viewer)
    head = source.head if record is source.record else ""
    return msgspec.structs.replace(source, record=record, head=head, viewer=viewer)


class MissingError(Exception):
    """A target that names nothing; the message says what was expected."""


def sources(targets: Iterable[str]) -> Iterator[Source]:
    """All games of these targets, in order, folders sorted. Raises MissingError and LogbookError."""
    for target in targets:
        yield from _sources(target)


def _sources(target: str) -> Iterator[Source]:
    if target == "-":
        yield from texts(sys.stdin.buffer.read(transcript.MAX_FILE + 1), "-")
        return
    path, id = _split(target)
    if path.is_dir():
        yield from _folder(path)
    elif not path.is_file():
        raise MissingError(say("{target}: there is no such file, folder or logbook", target=target))
    elif id or is_logbook(path):
        yield from _logbook(path, id)
    else:
        yield from texts(_bytes(path), str(path))


def _split(target: str) -> tuple[Path, str]:
    """A target's path and game id; a file whose name has a # in it is a file."""
    before, sign, after = target.rpartition("#")
    if not sign or Path(target).exists():
        return Path(target), ""
    return Path(before), after


def _bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(transcript.MAX_FILE + 1)
    except OSError as problem:
        raise MissingError(say("{path}: cannot be read: {why}", path=path, why=problem.strerror)) from None


def _folder(path: Path) -> Iterator[Source]:
    files = sorted(p for p in path.rglob(f"*{SUFFIX}") if p.is_file())
    if not files:
        raise MissingError(say("{path}: no transcript ({pattern}) in this folder", path=path, pattern="*" + SUFFIX))
    for file in files:
        yield from texts(_bytes(file), str(file))


def texts(data: bytes, name: str) -> Iterator[Source]:
    """The games of a transcript's bytes, at least one; what could not be read is in their ``mistakes``."""
    try:
        read = transcript.parse(transcript.decode(data), name)
    except NotTextError as problem:
        read = [Transcript(name, mistakes=[Mistake(1, 1, str(problem))])]
    for one in read:
        yield Source(name, one.game, one.record, head_of(one.record), one.lines, one.headers, one.mistakes)


def _logbook(path: Path, id: str) -> Iterator[Source]:
    with Logbook(path) as logbook:
        for each in [id] if id else logbook.ids():
            yield stored(path, logbook.read(each))


def stored(path: Path | str, game: Stored) -> Source:
    """A game of a logbook as a source; a reading or header that nobody knows is a mistake, not a default."""
    mistakes = unknown_headers(game.game, started_of(game.record))
    return Source(f"{path}#{game.id}", game.game, game.record, game.head, mistakes=mistakes)


def unknown_headers(game: Game, started: Started) -> list[Mistake]:
    """What a stored game's first event says that no transcript may."""
    return [Mistake(1, 1, why) for _, why in transcript.start_problems(game, started)]
