"""What finds which change: SQLite's own refusal, the chain, a head written down, a seal kept elsewhere."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from referee import cli, logbook, seal
from referee.event import Noted
from referee.forget import forget
from referee.logbook import Logbook, LogbookError
from tests.trust import rig


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return rig.make(tmp_path / "club.db")


def sql(*statements: str) -> Callable[[Path], None]:
    return lambda path: rig.tamper(path, *statements)


def rewrite(*statements: str) -> Callable[[Path], None]:
    """A change whose author computes all digests anew."""

    def change(path: Path) -> None:
        rig.tamper(path, *statements)
        for game in ("one", "two"):
            rig.rechain(path, game)

    return change


def bare(*statements: str) -> Callable[[Path], None]:
    """SQL as it comes, with the triggers where they are."""

    def change(path: Path) -> None:
        connection = sqlite3.connect(path)
        for statement in statements:
            connection.execute(statement)
        connection.commit()
        connection.close()

    return change


def edit(old: bytes, new: bytes) -> Callable[[Path], None]:
    """A change of bytes on disk, the length kept."""

    def change(path: Path) -> None:
        data = path.read_bytes()
        assert old in data
        assert len(old) == len(new)
        path.write_bytes(data.replace(old, new, 1))

    return change


def swapped(path: Path) -> None:
    path.unlink()
    rig.make(path, one=rig.record(seed=2)[:20], two=rig.record(seed=3)[:5])


def forged_game(path: Path) -> None:
    rig.forge(path, "three", '{"type":"started@1","game":"jade-merchant","players":["Ann","Bo"]}')


NOTHING, CHAIN, HEAD, SEAL = frozenset[str](), "chain", "head", "seal"

CHANGES: dict[str, tuple[Callable[[Path], None], set[str] | frozenset[str]]] = {
    # what was done                          how, and what finds it
    "one event's body": (sql("update event set body = replace(body, 'J', 'B') where game='one' and seq=2"), {CHAIN}),
    "one event's time": (sql("update event set at = '2020-01-01' where game='one' and seq=20"), {CHAIN}),
    "one event's scribe": (sql("update event set scribe = 'x' where game='one' and seq=1"), {CHAIN}),
    "a digest": (sql("update event set digest = zeroblob(32) where game='one' and seq=20"), {CHAIN, HEAD, SEAL}),
    "an event in the middle removed": (sql("delete from event where game='one' and seq=9"), {CHAIN}),
    "the first event removed": (sql("delete from event where game='one' and seq=1"), {CHAIN}),
    "two events changed about": (
        sql(
            "update event set seq = 99 where game='one' and seq=4",
            "update event set seq = 4 where game='one' and seq=5",
            "update event set seq = 5 where game='one' and seq=99",
        ),
        {CHAIN},
    ),
    "a row moved to another game": (
        sql("update event set game='two', seq=6 where game='one' and seq=20"),
        {CHAIN, HEAD, SEAL},
    ),
    "a game under another id": (sql("update event set game='uno' where game='one'"), {CHAIN, HEAD, SEAL}),
    "a row copied from another game": (
        bare("insert into event select game, 21, at, scribe, body, digest from event where game='one' and seq=20"),
        {CHAIN},
    ),
    "rows of no game": (bare("insert into event values ('../x', 1, '', '', '{}', zeroblob(32))"), {CHAIN}),
    "bytes on disk": (edit(b'"type":"jade.bid@1"', b'"type":"jade.bit@1"'), {CHAIN}),
    "a trigger dropped": (bare("drop trigger event_no_update"), {CHAIN}),
    "a trigger dropped by writable_schema": (
        bare("pragma writable_schema = on", "delete from sqlite_schema where name = 'event_no_delete'"),
        {CHAIN},
    ),
    "a trigger made harmless by writable_schema": (
        bare(
            "pragma writable_schema = on",
            "update sqlite_schema set sql = replace(sql, 'BEGIN', 'WHEN 0 BEGIN') where name = 'event_no_update'",
        ),
        {CHAIN},
    ),
    "a trigger that swallows what is recorded": (
        bare("create trigger t before insert on event begin select raise(ignore); end"),
        {CHAIN},
    ),
    "an index that answers in the table's place": (bare("create index i on event (game, seq, body)"), {CHAIN}),
    "the tail cut off": (sql("delete from event where game='one' and seq > 17"), {HEAD, SEAL}),
    "the chain computed anew": (
        rewrite("update event set body = replace(body, 'J', 'B') where game='one' and seq=2"),
        {HEAD, SEAL},
    ),
    "the times shifted, the chain computed anew": (
        rewrite("update event set at = '2020-01-01T00:00:00.000Z' where game='one'"),
        {HEAD, SEAL},
    ),
    "a whole game removed": (sql("delete from event where game='one'"), {HEAD, SEAL}),
    "another file in its place": (swapped, {HEAD, SEAL}),
    "a game added that was never played": (forged_game, NOTHING),
    "an event appended by somebody else": (
        lambda path: rig.referee("note", "1", "x", "--game", "one", "--logbook", str(path)) and None,
        NOTHING,
    ),
}
"""Every kind of change, and who finds it. That a record is true nothing can show: what is added in the
proper way looks like what a scribe adds."""


@pytest.mark.parametrize("name", CHANGES)
def test_what_finds_a_change(path: Path, capfd: pytest.CaptureFixture[str], name: str) -> None:
    change, finders = CHANGES[name]
    with Logbook(path) as book:
        kept, head = seal.of(book), book.head("one")[1].hex()
    file = path.with_name("club.seal")
    file.write_text(str(kept))
    before = path.read_bytes()
    change(path)
    assert path.read_bytes() != before
    found = set()
    if cli.run(["verify", str(path)]) == 3:
        found.add(CHAIN)
    with Logbook(path) as book:
        found |= {HEAD} if seal.written_down(book, "one", head).fault else set()
        found |= {SEAL} if seal.differences(book, kept.leaves) else set()
    assert found == set(finders)
    code = cli.run(["verify", str(path), "--head", f"one={head}", "--seal", str(file)])
    assert code == (3 if finders else 0)
    assert "Traceback" not in capfd.readouterr().err


@pytest.mark.parametrize("name", [name for name, (_, finders) in CHANGES.items() if CHAIN in finders])
def test_nothing_is_recorded_or_sealed_over_a_change_that_shows(path: Path, name: str) -> None:
    CHANGES[name][0](path)
    assert cli.run(["seal", str(path)]) == 3
    assert cli.run(["backup", str(path.with_name("copy.db")), "--logbook", str(path)]) == 2
    assert not path.with_name("copy.db").exists()


@pytest.mark.parametrize("name", [name for name in CHANGES if "trigger" in name or "index" in name])
def test_nothing_is_recorded_where_the_guards_are_not_as_we_made_them(path: Path, name: str) -> None:
    CHANGES[name][0](path)
    before = path.read_bytes()
    with Logbook(path, writable=True) as book, pytest.raises(LogbookError, match="nothing was recorded"):
        book.append("one", Noted(1, "hm"), after=20)
    assert path.read_bytes() == before


def test_people_may_put_their_own_views_and_tables_beside_ours(path: Path) -> None:
    bare(
        "create view moves as select game, seq, json_extract(body, '$.type') as type from event",
        "create table trigger_words (x)",
        "create table members (name text primary key, since integer)",
        "create index i on members (since)",
    )(path)
    assert rig.faults(path) == []
    with Logbook(path, writable=True) as book:
        assert book.append("one", Noted(1, "hm"), after=20) == 21


# Bytes


def contents(path: Path) -> list[logbook.Stored]:
    with Logbook(path) as book:
        return [book.read(id) for id in book.ids()]


def outcome(path: Path, whole: list[logbook.Stored]) -> str:
    """What becomes of a damaged file: refused, found, or verifiably what it was."""
    try:
        if rig.faults(path):
            return "found"
    except LogbookError:
        return "refused"
    return "unchanged" if contents(path) == whole else "SILENT"


def test_flipped_bits(path: Path) -> None:
    """One bit in 300 places, half of them in what has been written: none is silent, none crashes."""
    whole, data, chance = contents(path), path.read_bytes(), random.Random(5)
    used = [i for i, byte in enumerate(data) if byte]
    counts: Counter[str] = Counter()
    for number in range(300):
        place = chance.choice(used) if number % 2 else chance.randrange(len(data))
        damaged = bytearray(data)
        damaged[place] ^= 1 << chance.randrange(8)
        path.write_bytes(damaged)
        counts[outcome(path, whole)] += 1
    assert counts["SILENT"] == 0
    assert counts["found"] > 100
    assert counts["refused"] > 0


@pytest.mark.parametrize("size", [0, 1, 15, 16, 99, 100, 512, 4095, 4096, 4097, 8192, 12288])
def test_a_file_that_was_cut(path: Path, size: int) -> None:
    whole, data = contents(path), path.read_bytes()
    assert size < len(data)
    path.write_bytes(data[:size])
    assert outcome(path, whole) in ("found", "refused")


def test_zeroed_and_random_pages(path: Path) -> None:
    whole, data = contents(path), path.read_bytes()
    for page in range(len(data) // 4096):
        for filling in (b"\0" * 4096, random.Random(page).randbytes(4096), data[:4096]):
            path.write_bytes(data[: page * 4096] + filling + data[(page + 1) * 4096 :])
            assert outcome(path, whole) in ("found", "refused", "unchanged")


@pytest.mark.parametrize("statement", [
    "update sqlite_schema set sql = 'CREATE TABLE event (' where name = 'event'",
    "update sqlite_schema set tbl_name = 'other' where name = 'event_no_update'",
    "update sqlite_schema set rootpage = 1 where name = 'event'",
    "update sqlite_schema set name = 'gone' where name = 'event'",
    "update sqlite_schema set type = 'view' where name = 'event'",
])  # fmt: skip
def test_a_schema_that_makes_no_sense(path: Path, capfd: pytest.CaptureFixture[str], statement: str) -> None:
    bare("pragma writable_schema = on", statement)(path)
    assert cli.run(["verify", str(path)]) in (2, 3)
    assert cli.run(["log", "Ann pass", "--game", "one", "--logbook", str(path)]) in (2, 3)
    assert "Error: " in capfd.readouterr().err


def test_every_command_bears_a_damaged_file(path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    data = bytearray(path.read_bytes())
    page = data.index(b"jade.bid") // 4096 * 4096
    data[page : page + 4096] = random.Random(1).randbytes(4096)
    path.write_bytes(data)
    for command in (["check"], ["games"], ["verify"], ["show"], ["moves"], ["export", "one"], ["log", "Ann pass"],
                    ["doctor"], ["seal"], ["backup", "x.db"], ["forget", "one", "--reason", "x"]):  # fmt: skip
        argument = [str(path)] if command[0] in ("verify", "doctor", "seal") else ["--logbook", str(path)]
        assert cli.run([*command, *argument]) in (2, 3), command
        err = capfd.readouterr().err
        assert "Traceback" not in err


def test_a_journal_of_another_file(path: Path, tmp_path: Path) -> None:
    """A journal that lies beside a logbook by mistake puts other pages in it, as sqlite.org warns: a seal finds that."""
    whole = contents(path)
    with Logbook(path) as book:
        leaves = seal.of(book).leaves
    other = rig.make(tmp_path / "other.db", one=rig.record(seed=7))
    connection = sqlite3.connect(other, isolation_level=None)
    connection.executescript(
        "pragma cache_size = 1; begin; insert into event values ('x', 1, '', '', '{}', zeroblob(32))"
    )
    for n in range(2, 400):
        connection.execute("insert into event values ('x', ?, '', '', '{}', zeroblob(32))", (n,))
    shutil.copy(other.with_name("other.db-journal"), path.with_name("club.db-journal"))
    connection.execute("rollback")
    connection.close()
    assert path.with_name("club.db-journal").stat().st_size > 512
    if outcome(path, whole) == "SILENT":
        with Logbook(path) as book:
            assert seal.differences(book, leaves)


def test_a_forgotten_game_does_not_come_back_unseen(path: Path) -> None:
    """Put back from an old copy: its id has a tombstone."""
    old = path.with_name("old.db")
    shutil.copy(path, old)
    forget(path, "one", "asked for")
    with rig.behind_our_back(path) as connection:
        connection.execute("attach ? as old", (str(old),))
        connection.execute("insert into event select * from old.event where game = 'one'")
        connection.commit()
    assert rig.faults(path) == ["one: event 1: a game of this id was removed, and yet here it is"]
