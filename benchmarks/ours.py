"""Referee beside the limits of its own parts, in one process."""

from __future__ import annotations

import functools
import hashlib
import itertools
import os
import sqlite3
import statistics
import time
import zlib
from collections.abc import Iterator
from pathlib import Path

from benchmarks.games import FOLDER, Corpus, corpus, fill
from benchmarks.rounds import Case, interleaved, ratio
from benchmarks.table import Measured
from referee import game as games
from referee import logbook, replay
from referee.event import Record, encode
from referee.replay import Referee


def decoding(corpus: Corpus, id: str, rounds: int) -> Iterator[Measured]:
    """Rows 1 and 2: the whole check over D, which is msgspec decoding each event and dropping it."""
    runs = {"D": only_decode, "memory": in_memory, "file": from_file, "stream": streamed}
    for _ in range(1 + 20_000 // corpus.events):  # an archive, for which checks are fused
        in_memory(corpus)
    cases = [Case(name, functools.partial(run, corpus), corpus.events) for name, run in runs.items()]
    timed = interleaved(cases, rounds)
    clauses = sum(len(corpus.game.rules.plan(type(e))) for record in corpus.records for e in record) / corpus.events
    detail = f"{clauses:.1f} clauses an event; D {timed['D'].median * 1e6:.2f} us"
    yield Measured("in memory / D", id, ratio(timed["D"], timed["memory"]), detail)
    yield Measured("check from the file, chain verified / D", id, ratio(timed["D"], timed["file"]))
    yield Measured("the same event by event, memory flat / D", id, ratio(timed["D"], timed["stream"]))


def only_decode(corpus: Corpus) -> None:
    decode = corpus.game.decoder.decode
    for bodies in corpus.bodies:
        for body in bodies:
            decode(body)


def in_memory(corpus: Corpus) -> None:
    decode = corpus.game.decoder.decode
    for bodies in corpus.bodies:
        replay.audit(corpus.game, [decode(body) for body in bodies])


def from_file(corpus: Corpus) -> None:
    with logbook.Logbook(corpus.path) as book:
        for game in book.ids():
            stored = book.read(game)
            replay.audit(stored.game, stored.record)


def streamed(corpus: Corpus) -> None:
    with logbook.Logbook(corpus.path) as book:
        for game in book.ids():
            replay.judge_stream(*book.play(game))


# Appending

_RAW = "insert into event (game, seq, at, scribe, body, digest) values (?, ?, ?, ?, ?, ?)"


def bulk(corpus: Corpus, id: str, rounds: int) -> Iterator[Measured]:
    """Row 9: judge, encode, chain and insert, over inserting ready rows into the same table."""
    with logbook.Logbook(corpus.path) as book:
        rows = [
            (game, n, row.at.decode(), row.scribe.decode(), row.body.decode(), row.digest)
            for game in book.ids()
            for n, row in enumerate(book.rows(game), 1)
        ]

    one: Record = [*corpus.records[0], *(event for record in corpus.records[1:] for event in record[1:])]

    def raw() -> None:
        connection = _raw_logbook(FOLDER / "raw.db")
        connection.execute("begin immediate")
        connection.executemany(_RAW, rows)
        connection.execute("commit")
        connection.close()

    def validated() -> None:
        for record in corpus.records:
            replay.audit(corpus.game, record)
        fill(FOLDER / "validated.db", [one])

    timed = interleaved([Case("raw", raw, len(rows)), Case("validated", validated, len(one))], rounds)
    detail = "many games judged, their events appended as one"
    yield Measured("validated bulk append / raw executemany", id, ratio(timed["raw"], timed["validated"]), detail)


def _raw_logbook(path: Path) -> sqlite3.Connection:
    path.unlink(missing_ok=True)
    logbook.create(path)
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("pragma synchronous = extra")
    return connection


def durable(corpus: Corpus, id: str, rounds: int, events: int = 30) -> Iterator[Measured]:
    """Rows 11 and 12: one judged event a transaction, over the same rows from SQLite alone, and over fsync."""
    record = corpus.records[1][:events]
    fill(FOLDER / "one.db", [])
    raw_book, games = _raw_logbook(FOLDER / "raw.db"), itertools.count()
    with logbook.Logbook(FOLDER / "one.db", writable=True) as book:
        runs = [
            Case("ours", lambda: _append_judged(book, corpus, f"g{next(games)}", record), events, cpu=False),
            Case("raw", lambda: _append_raw(raw_book, f"g{next(games)}", record), events, cpu=False),
            Case("written", lambda: _write(FOLDER / "raw", events), events, cpu=False),
        ]
        timed = interleaved(runs, rounds)
    raw_book.close()
    detail = f"{timed['ours'].median * 1e3:.2f} ms; rollback journal, synchronous=extra: five syncs"
    yield Measured("durable append / raw SQLite in the same mode", id, ratio(timed["raw"], timed["ours"]), detail)
    yield Measured("durable append / write and fsync", id, ratio(timed["written"], timed["ours"]))


def _append_judged(book: logbook.Logbook, corpus: Corpus, game: str, record: Record) -> None:
    referee = Referee(corpus.game, replay.started_of(record))
    book.start(game, record[:1])
    for n, event in enumerate(record[1:], 1):
        referee.see(n + 1, event)
        book.append(game, event, after=n)


def _append_raw(connection: sqlite3.Connection, game: str, record: Record) -> None:
    digest = b"\0" * 32
    for n, event in enumerate(record, 1):
        body = encode(event)
        digest = hashlib.sha256(digest + body).digest()
        connection.execute(_RAW, (game, n, "now", "me", body.decode(), digest))


def _write(path: Path, times: int) -> None:
    file = os.open(path, os.O_CREAT | os.O_WRONLY | os.O_APPEND)
    for _ in range(times):
        os.write(file, b"x" * 4120)
        os.fsync(file)
    os.close(file)


def page(corpus: Corpus, id: str) -> Iterator[Measured]:
    """Row 18: a replay page, its size carried on in proportion from one game to 500 steps, and how long it takes."""
    from referee.report import html

    record = max(corpus.records, key=len)
    pages = [html.page(corpus.game, part, source="", head="0" * 64).encode() for part in (record[:1], record)]
    for name, sizes in (
        ("replay page of 500 steps, KB", [len(page) / 1024 for page in pages]),
        ("the same page, gzip, KB", [len(zlib.compress(page, 6, zlib.MAX_WBITS + 16)) / 1024 for page in pages]),
    ):
        empty, whole = sizes
        detail = f"{empty:.0f} KB without a step; a game of {len(record)}: {whole:.0f} KB"
        yield Measured(name, id, empty + (whole - empty) * 500 / len(record), detail)
    made = statistics.median(_made(corpus, record) for _ in range(5))
    yield Measured("the same page, made in ms", id, made, f"a game of {len(record)}, everything imported")


def _made(corpus: Corpus, record: Record) -> float:
    """The milliseconds of this processor in which a page is made of a record."""
    from referee.report import html

    began = time.process_time()
    html.page(corpus.game, record, source="", head="0" * 64)
    return 1000 * (time.process_time() - began)


def all_of(ids: list[str], quick: bool, rounds: int) -> Iterator[Measured]:
    """Every row for every game."""
    for id in ids or games.ids():
        found = corpus(id, 1_000 if quick else 8_000)
        yield from decoding(found, id, rounds)
        yield from bulk(found, id, min(rounds, 5))
        yield from durable(found, id, min(rounds, 5))
        yield from page(found, id)
