"""The log: nothing lost, nothing changed unseen, clear words when something is wrong."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from referee import chain, logbook, simulate, transcript
from referee import game as games
from referee.event import Noted, Record
from referee.logbook import Broken, Conflict, Logbook, LogbookError

GAME = games.find("jade-merchant")


@pytest.fixture
def record() -> Record:
    return simulate.simulate(GAME, 3, 1)[:20]


@pytest.fixture
def path(tmp_path: Path, record: Record) -> Path:
    """A logbook with two games."""
    file = tmp_path / "log.db"
    logbook.create(file)
    with Logbook(file, writable=True) as book:
        book.start("one", record)
        book.start("two", record[:5])
    return file


def faults(path: Path) -> list[str]:
    with Logbook(path) as book:
        return [str(fault) for fault in book.faults()]


def test_what_was_written_is_read(path: Path, record: Record) -> None:
    with Logbook(path) as book:
        assert book.ids() == ["one", "two"]
        stored = book.read("one")
    assert stored.record == record
    assert (len(stored.times), len(stored.scribes)) == (20, 20)
    assert faults(path) == []


def test_an_event_is_appended_with_the_next_number(path: Path, record: Record) -> None:
    with Logbook(path, writable=True) as book:
        assert book.append("one", Noted(2, "hm"), after=20) == 21
        assert book.read("one").record == [*record, Noted(2, "hm")]
        assert book.current() == "one"


def test_the_loser_of_a_race_is_told_what_was_logged(path: Path) -> None:
    with Logbook(path, writable=True) as mine, Logbook(path, writable=True) as theirs:
        theirs.append("one", Noted(2, "theirs"), after=20)
        with pytest.raises(Conflict, match="somebody logged event 21 first") as caught:
            mine.append("one", Noted(2, "mine"), after=20)
        assert caught.value.event == Noted(2, "theirs")
        assert mine.append("one", Noted(2, "mine"), after=21) == 22


def test_a_game_that_exists_is_not_started_again(path: Path, record: Record) -> None:
    with Logbook(path, writable=True) as book, pytest.raises(LogbookError, match="already"):
        book.start("one", record)


@pytest.mark.parametrize("id", ["", "A", "../x", "-rf", "a" * 65, "a b", "a\n", "ä", "a/b", "CON "])
def test_ids_are_tame(path: Path, record: Record, id: str) -> None:
    with Logbook(path, writable=True) as book, pytest.raises(LogbookError, match="cannot be a game's id"):
        book.start(id, record)


def test_an_unknown_game_names_the_nearest(path: Path) -> None:
    with Logbook(path) as book, pytest.raises(LogbookError, match='did you mean "two"'):
        book.read("tow")


STATEMENTS = [
    "update event set body = '{}'",
    "update event set seq = 99 where seq = 2",
    "delete from event",
    "delete from event where game = 'one' and seq = 20",
    "insert or replace into event values ('one', 2, '', '', '{}', zeroblob(32))",
    "replace into event values ('one', 20, '', '', '{}', zeroblob(32))",
    "insert into event values ('one', 99, '', '', '{}', zeroblob(32))",
    "insert into event values ('one', 1, '', '', '{}', zeroblob(32)) on conflict do update set body = '{}'",
    "insert or ignore into event values ('one', 3, '', '', '{}', zeroblob(32))",
    "insert into event values ('one', -1, '', '', '{}', zeroblob(32))",
    "insert into event values ('one', 'two', '', '', '{}', zeroblob(32))",
    "insert into event values ('one', 2.5, '', '', '{}', zeroblob(32))",
    "insert into event values ('one', 21, '', '', '{}', zeroblob(31))",
    "insert into event values ('one', 21, null, '', '{}', zeroblob(32))",
]


@pytest.mark.parametrize("statement", STATEMENTS)
def test_sqlite_itself_refuses_every_change(path: Path, statement: str) -> None:
    """On anybody's connection, also without recursive triggers."""
    before = path.read_bytes()
    connection = sqlite3.connect(path)
    with pytest.raises(sqlite3.Error):
        connection.execute(statement)
    connection.rollback()
    connection.close()
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "statement",
    [
        *STATEMENTS,
        "drop table event",
        "drop trigger event_no_update",
        "alter table event add column x",
        "pragma writable_schema = on",
        "attach ':memory:' as other",
        "create table other (x)",
        "pragma journal_mode = off",
    ],
)
def test_our_own_connection_can_do_no_more_than_append(path: Path, statement: str) -> None:
    with Logbook(path, writable=True) as book, pytest.raises(sqlite3.Error):
        book._connection.execute(statement)
    assert faults(path) == []


def tampered(path: Path, *statements: str) -> None:
    """Do what somebody with write access could: without the triggers, which are put back."""
    connection = sqlite3.connect(path)
    names = [name for name in logbook.SCHEMA if name != "event"]
    for statement in (*(f"drop trigger {name}" for name in names), *statements):
        connection.execute(statement)
    for name in names:
        connection.execute(logbook.SCHEMA[name])
    connection.commit()
    connection.close()


@pytest.mark.parametrize(
    ("statement", "game", "seq"),
    [
        ("update event set body = body || ' ' where game = 'one' and seq = 7", "one", 7),
        ("update event set at = '2020-01-01' where game = 'one' and seq = 4", "one", 4),
        ("update event set scribe = 'Mallory' where game = 'one' and seq = 5", "one", 5),
        ("update event set digest = zeroblob(32) where game = 'two' and seq = 5", "two", 5),
        ("delete from event where game = 'one' and seq = 9", "one", 9),
        ("delete from event where game = 'one' and seq = 1", "one", 1),
        ("update event set game = 'two', seq = seq + 4 where game = 'one' and seq = 2", "one", 2),
    ],
)
def test_a_change_behind_our_back_is_found_at_the_first_wrong_row(
    path: Path, statement: str, game: str, seq: int
) -> None:
    tampered(path, statement)
    with Logbook(path) as book:
        broken = [f for f in book.faults() if isinstance(f, Broken)]
        assert (game, seq) in [(f.game, f.seq) for f in broken]
        with pytest.raises(Broken):
            book.read(game)


@pytest.mark.parametrize("seq", [1, 999, 1000, 1001, 2000, 2001, 2101])
@pytest.mark.parametrize("change", ["update event set body = body || ' '", "update event set scribe = 'Mallory'"])
def test_rows_are_compared_wherever_a_batch_of_them_ends(path: Path, record: Record, seq: int, change: str) -> None:
    """All rows before the wrong one are read, and none from it on."""
    long = [record[0], *(Noted(event=1, text=f"remark {n}") for n in range(2, 2102))]
    with Logbook(path, writable=True) as book:
        book.start("long", long)
        assert book.read("long").record == long
    tampered(path, f"{change} where game = 'long' and seq = {seq}")
    found = []
    with Logbook(path) as book, pytest.raises(Broken) as broken:
        for row in book.rows("long"):
            found.append(row.body)
    assert (broken.value.seq, len(found)) == (seq, seq - 1)


def test_a_row_that_is_missing_where_a_batch_ends_is_found(path: Path, record: Record) -> None:
    with Logbook(path, writable=True) as book:
        book.start("long", [record[0], *(Noted(event=1, text="so") for _ in range(1, 2000))])
    tampered(path, "delete from event where game = 'long' and seq = 1001")
    with Logbook(path) as book, pytest.raises(Broken, match="event 1001: missing; the next row is event 1002"):
        book.read("long")


def test_missing_triggers_are_seen_and_nothing_is_appended(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("drop trigger event_no_delete")
    connection.close()
    assert any("event_no_delete is missing" in fault for fault in faults(path))
    with Logbook(path, writable=True) as book, pytest.raises(LogbookError, match="event_no_delete"):
        book.append("one", Noted(2, "hm"), after=20)


def test_a_cut_tail_shows_only_in_the_head(path: Path) -> None:
    """The chain alone cannot tell; that is what heads are written down for."""
    with Logbook(path) as book:
        before = book.head("one")
    tampered(path, "delete from event where game = 'one' and seq = 20")
    assert faults(path) == []
    with Logbook(path) as book:
        assert book.head("one") != before


def test_the_head_of_a_record_without_a_logbook(record: Record) -> None:
    assert chain.head_of(record) == chain.head_of(list(record))
    assert chain.head_of(record) != chain.head_of(record[:-1])
    assert chain.short("00" * 32) == "AAAA AAAA AAAA AAAA"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "there is no such logbook"),
        (b"", "an empty file"),
        (b"game: jade-merchant\n", "a text or another file"),
        (b"SQLite format 3\0" + b"\xff" * 2000, "not a logbook"),
    ],
)
def test_what_is_no_logbook(tmp_path: Path, content: bytes | None, said: str) -> None:
    file = tmp_path / "x.db"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(LogbookError, match=said):
        Logbook(file)
    assert file.exists() == (content is not None)
    assert content is None or file.read_bytes() == content


def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "other.db"
    connection = sqlite3.connect(file)
    connection.execute("create table event (game, seq)")
    connection.close()
    before = file.read_bytes()
    with pytest.raises(LogbookError, match="not a logbook"):
        Logbook(file, writable=True)
    assert file.read_bytes() == before


def test_a_newer_logbook_is_refused(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("pragma user_version = 99")
    connection.close()
    with pytest.raises(LogbookError, match="newer version"):
        Logbook(path)


def test_a_folder_is_not_a_logbook(tmp_path: Path) -> None:
    with pytest.raises(LogbookError, match="a folder"):
        Logbook(tmp_path)


def test_a_locked_logbook_says_so(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logbook, "TIMEOUT", 0.2)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("begin exclusive")
    with pytest.raises(LogbookError, match="held by another program"):
        Logbook(path, writable=True).append("one", Noted(2, "hm"), after=20)
    other.execute("rollback")
    other.close()


def as_nobody(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python as a user without rights: root may write where nobody may."""
    command = [sys.executable, "-c", program, *arguments]
    if os.geteuid() == 0:
        command = ["setpriv", "--reuid=65534", "--clear-groups", *command]
    return subprocess.run(command, capture_output=True, text=True)


APPEND = """
import sys; from pathlib import Path
from referee.event import Noted
from referee.logbook import Logbook, LogbookError
try:
    with Logbook(Path(sys.argv[1]), writable=True) as book:
        print(len(book.read("one").record), flush=True)
        book.append("one", Noted(2, "hm"), after=20)
except LogbookError as problem:
    sys.exit(str(problem))
"""


@pytest.mark.skipif(not shutil.which("setpriv"), reason="needs setpriv")
def test_a_read_only_logbook_can_be_read_and_says_that_it_cannot_be_written(record: Record) -> None:
    folder = Path(f"/tmp/referee-test-{os.getpid()}")
    folder.mkdir()
    try:
        file = folder / "log.db"
        logbook.create(file)
        with Logbook(file, writable=True) as book:
            book.start("one", record)
        file.chmod(0o444)
        folder.chmod(0o555)
        done = as_nobody(APPEND, str(file))
        if "ModuleNotFoundError" in done.stderr or "Permission" in done.stderr:
            pytest.skip("another user cannot run this Python")
        assert done.stdout == "20\n"
        assert "read-only; nothing was recorded" in done.stderr
    finally:
        folder.chmod(0o755)
        shutil.rmtree(folder)


WRITER = """
import sys; from pathlib import Path
from referee.event import Noted
from referee.logbook import Conflict, Logbook, LogbookError
book, game = Logbook(Path(sys.argv[1]), writable=True), sys.argv[2]
after = book.head(game)[0]
while True:
    try:
        after = book.append(game, Noted(1, f"{sys.argv[3]} {after}"), after)
        print(after, flush=True)
    except Conflict:
        after = book.head(game)[0]
    except LogbookError as problem:
        if "held by another program" not in str(problem):
            raise
"""


def writer(path: Path, game: str, name: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WRITER, str(path), game, name]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_two_scribes_at_once_lose_nothing_and_leave_no_gap(path: Path) -> None:
    scribes = [writer(path, "one", name) for name in "abc"]
    said = {process.args[-1]: process.stdout.readline().split() for process in scribes}
    time.sleep(1)
    for process in scribes:
        process.send_signal(signal.SIGTERM)
    for process in scribes:
        said[process.args[-1]] += process.communicate()[0].split()
    with Logbook(path) as book:
        stored = book.read("one").record
    for name, numbers in said.items():
        for number in map(int, numbers):
            assert stored[number - 1].text.startswith(name)  # type: ignore[attr-defined]


def test_an_import_is_recorded_whole_or_not_at_all(path: Path, record: Record) -> None:
    class Bad(list):  # type: ignore[type-arg]
        def __iter__(self):  # type: ignore[no-untyped-def]
            yield from record[:3]
            raise RuntimeError("pulled the plug")

    with Logbook(path, writable=True) as book, pytest.raises(RuntimeError):
        book.start("three", Bad())
    with Logbook(path) as book:
        assert book.ids() == ["one", "two"]


def test_games_recorded_together_are_recorded_all_or_none(path: Path, record: Record) -> None:
    with Logbook(path, writable=True) as book, pytest.raises(LogbookError), book.together():
        book.start("three", record)
        book.start("one", record)  # is there already
    with Logbook(path, writable=True) as book:
        assert book.ids() == ["one", "two"]
        with book.together():
            book.start("three", record)
            assert book.is_taken("three")
            with Logbook(path) as other:
                assert other.ids() == ["one", "two"]
            book.start("four", record[:1])
            book.append("four", record[1], 1)
    with Logbook(path) as book:
        assert book.ids() == ["four", "one", "three", "two"]
        assert not list(book.faults())


def test_an_event_that_cannot_be_read_is_named(path: Path) -> None:
    tampered(path, "update event set body = '{\"type\":\"jade.fly@1\"}' where game = 'two' and seq = 5")
    connection = sqlite3.connect(path)
    rows = connection.execute("select seq, at, scribe, body from event where game = 'two' order by seq").fetchall()
    connection.close()
    digest = chain.GENESIS
    for seq, at, scribe, body in rows:
        digest = chain.link(digest, b"two", seq, at.encode(), scribe.encode(), body.encode())
    tampered(path, f"update event set digest = x'{digest.hex()}' where game = 'two' and seq = 5")
    with Logbook(path) as book, pytest.raises(LogbookError, match=r"two: event 5 cannot be read .*jade.fly"):
        book.read("two")


def test_a_logbook_can_be_read_with_sqlite_utils(path: Path) -> None:
    from referee import schema

    connection = sqlite3.connect(path)
    rows = list(schema.table(connection).rows_where("game = ? and seq = 1", ["one"]))
    connection.close()
    assert rows[0]["body"].startswith('{"type":"started@1"')
    assert transcript.show(GAME, GAME.decoder.decode(rows[0]["body"])).startswith("game: jade-merchant")
