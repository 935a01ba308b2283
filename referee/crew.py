"""Who judges an archive: this process, all cores of this machine, or a Dask cluster.

Pieces are handed out in order and their verdicts come back in order, so that what is said of an
archive is the same bytes whoever judged it. Only so many pieces are out at a time that memory
stays flat. A worker that dies loses nothing: what was out is handed out again, and a piece that
kills its worker again and again is judged game by game, so that only one game goes unjudged.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from pathlib import Path
from typing import Any

from referee import code
from referee.archive import Piece, failed, judge
from referee.logfile import LogbookError

Judge = Callable[[Piece], list[bytes]]
Answer = tuple[Piece, list[bytes]]
TRIES = 3
"""So often a piece is handed out to several workers at once before it is judged by itself."""


class NoClusterError(Exception):
    """There is no cluster to hand pieces to; the message says why."""


class State:
    """An SQLite file with the verdicts of the pieces that were judged: a killed audit goes on there.

    It can be looked into meanwhile and later: ``verdict`` has one row a game, ``finding`` one a finding.
    Everything here raises LogbookError where the file cannot be used.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        with self._explained():
            self._connection = sqlite3.connect(path, check_same_thread=False)
            self._refuse_strange()
            self._forget_other_rules(code.of_verdicts())
            self._connection.executescript(_SCHEMA)
        self._saved = 0.0

    def _refuse_strange(self) -> None:
        """A file with other tables is somebody's, and none of it is touched."""
        if not tables_of(self._connection) <= OURS:
            raise LogbookError(f"{self.path}: a database, but not an audit's state; choose another file")

    def _forget_other_rules(self, rules: str) -> None:
        """Drop what was judged by other code: a rule may have been corrected since."""
        self._connection.execute("create table if not exists judged_by (rules text not null)")
        if self._connection.execute("select rules from judged_by").fetchall() != [(rules,)]:
            self._connection.executescript("drop table if exists piece; delete from judged_by")
            self._connection.execute("insert into judged_by values (?)", (rules,))
            self._connection.commit()

    def get(self, piece: Piece) -> list[bytes] | None:
        """What came of a piece, if it was judged before and its file has not changed since."""
        with self._explained():
            rows = self._connection.execute("select games from piece where key = ?", (piece.key,)).fetchall()
        return rows[0][0].encode().split(b"\n") if rows else None

    def put(self, piece: Piece, games: list[bytes]) -> None:
        """Keep what came of a piece, and nothing of the file as it was; it is on disk half a second later."""
        row = piece.key, piece.path, piece.stamp, b"\n".join(games).decode()
        with self._explained():
            self._connection.execute("delete from piece where path = ? and stamp <> ?", (piece.path, piece.stamp))
            self._connection.execute("insert or replace into piece values (?, ?, ?, ?)", row)
            if time.monotonic() - self._saved > 0.5:
                self._connection.commit()
                self._saved = time.monotonic()

    def close(self) -> None:
        with contextlib.closing(self._connection), self._explained():
            self._connection.commit()

    @contextlib.contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as problem:
            raise LogbookError(f"{self.path}: cannot be used to keep the state of an audit: {problem}") from None


@contextlib.contextmanager
def _read_only(path: Path) -> Iterator[sqlite3.Connection]:
    with contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        yield connection


def is_state(path: Path) -> bool:
    """Whether a file is an audit's state."""
    with contextlib.suppress(sqlite3.Error), _read_only(path) as connection:
        return tables_of(connection) == OURS
    return False


def tables_of(connection: sqlite3.Connection) -> set[str]:
    return {name for (name,) in connection.execute("select name from sqlite_schema where type = 'table'")}


def verdicts_in(path: Path) -> Iterator[bytes]:
    """What came of each game of an audit, as its state keeps it."""
    with _read_only(path) as connection:
        for (games,) in connection.execute("select games from piece order by rowid"):
            yield from games.encode().split(b"\n")


def is_of_these_rules(path: Path) -> bool:
    """Whether a state's verdicts are those of the code that runs now."""
    with _read_only(path) as connection:
        return connection.execute("select rules from judged_by").fetchall() == [(code.of_verdicts(),)]


OURS = {"piece", "judged_by"}
"""The tables of a state."""
_SCHEMA = """create table if not exists piece (
  key text primary key, path text not null, stamp text not null, games text not null);
create index if not exists piece_path on piece (path);
create view if not exists verdict as select value ->> '$.source' as source, value ->> '$.game' as game,
  json_array_length(value, '$.players') as players, coalesce(value ->> '$.events', 0) as events,
  coalesce(json_array_length(value, '$.findings'), 0) as findings,
  coalesce(json_array_length(value, '$.errors'), 0) as errors, value as whole
  from piece, json_each('[' || replace(games, char(10), ',') || ']');
create view if not exists finding as select source, game, value ->> '$.seq' as seq, value ->> '$.player' as player,
  value ->> '$.move' as move, value ->> '$.clause' as clause, value ->> '$.outcome' as outcome,
  value ->> '$.message' as message, value ->> '$.ruling' as ruling from verdict, json_each(whole, '$.findings');
create view if not exists by_clause as select clause, outcome, count(*) as findings, count(distinct source) as games
  from finding group by clause, outcome order by findings desc"""


class Crew:
    """Hands out pieces to an executor and takes in what comes of them."""

    def __init__(self, make: Callable[[], Executor], window: int, judge: Judge = judge) -> None:
        self._make, self._window, self._judge = make, window, judge
        self._executor = make()

    def answers(self, pieces: Iterable[Piece], state: State | None = None) -> Iterator[Answer]:
        """Each piece with what came of its games, in order."""
        coming, out = iter(pieces), deque[tuple[Piece, Future[list[bytes]]]]()
        try:
            for piece in coming:
                out.append((piece, self._known(piece, state) or self._submit(piece)))
                if len(out) >= self._window:
                    yield self._next(out, state)
            while out:
                yield self._next(out, state)
        finally:
            _stop(self._executor)

    def _known(self, piece: Piece, state: State | None) -> Future[list[bytes]] | None:
        """What came of a piece in an audit that was cut short."""
        games = state.get(piece) if state else None
        if games is None:
            return None
        done: Future[list[bytes]] = Future()
        done.set_result(games)
        return done

    def _submit(self, piece: Piece) -> Future[list[bytes]]:
        try:
            return self._executor.submit(self._judge, piece)
        except BrokenExecutor as problem:  # found out when its turn comes
            broken: Future[list[bytes]] = Future()
            broken.set_exception(problem)
            return broken

    def _next(self, out: deque[tuple[Piece, Future[list[bytes]]]], state: State | None) -> Answer:
        """The first of the pieces that are out, handed out again where its worker died."""
        piece, games = out[0][0], None
        for _ in range(TRIES):
            try:
                games = out[0][1].result()
                break
            except Exception:
                self._hand_out_again(out)
        if games is None:
            games = self._alone(piece)
        out.popleft()
        if state:
            state.put(piece, games)
        return piece, games

    def _hand_out_again(self, out: deque[tuple[Piece, Future[list[bytes]]]]) -> None:
        """With new workers, what the old ones have not done."""
        with contextlib.suppress(Exception):
            _stop(self._executor)
        self._executor = self._make()
        for i, (piece, future) in enumerate(out):
            if not future.done() or future.cancelled() or future.exception():
                out[i] = piece, self._submit(piece)

    def _alone(self, piece: Piece) -> list[bytes]:
        """A piece that has killed workers, game by game, each in a process of its own."""
        games: list[bytes] = []
        for single in piece.single():
            with ProcessPoolExecutor(1) as executor:
                try:
                    games += executor.submit(self._judge, single).result()
                except (BrokenExecutor, CancelledError) as problem:
                    games += failed(single, f"the process that judged this died: {problem}")
                except Exception as problem:
                    games += failed(single, f"cannot be judged: {type(problem).__name__}: {problem}")
        return games


def _stop(executor: Executor) -> None:
    """Drop what is still to be done; a cluster's executor does so anyway, and has no words for it."""
    if isinstance(executor, ProcessPoolExecutor):
        executor.shutdown(wait=False, cancel_futures=True)
    else:
        executor.shutdown(wait=False)


def alone(pieces: Iterable[Piece], state: State | None = None, judge: Judge = judge) -> Iterator[Answer]:
    """The same without any helper."""
    for piece in pieces:
        games = state.get(piece) if state else None
        if games is None:
            games = judge(piece)
            if state:
                state.put(piece, games)
        yield piece, games


def of_cores(jobs: int) -> Crew:
    """As many processes on this machine."""
    return Crew(lambda: ProcessPoolExecutor(jobs, initializer=_end_with, initargs=(os.getpid(),)), window=4 * jobs)


def _end_with(parent: int) -> None:
    """Let this process end once the audit is gone, be it killed; nobody else would tell it."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def of_cluster(address: str) -> Crew:
    """The workers of a Dask scheduler, which must see the same files. Raises NoClusterError."""
    try:
        dask: Any = importlib.import_module("distributed")
    except ImportError:
        raise NoClusterError("a cluster needs Dask: pip install 'referee[dask]'") from None
    try:
        client = dask.Client(address, timeout="10s", set_as_default=False)
    except (OSError, ValueError) as problem:
        raise NoClusterError(f"{address}: no scheduler answers there ({problem})") from None
    window = 4 * max(1, sum(client.nthreads().values()))
    return Crew(lambda: client.get_executor(pure=False, retries=TRIES), window)
