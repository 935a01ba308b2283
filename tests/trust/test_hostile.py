"""Names, notes, files and logbooks built to do harm. The numbers are those of the list in docs/reliability.md."""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee import cli, logbook, sources, transcript
from referee.cli import output
from referee.event import Noted
from referee.logbook import Logbook, LogbookError
from referee.report import html
from tests.trust import rig

HEAD = "game: jade-merchant\nplayers: Ann, Bo\n\n"
UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff]")

CLEAR, TITLE, TURNED = "\x1b[2J\x1b[H", "\x1b]0;pwned\x07", "\u202egnp.exe"
MARKUP = ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "</title><svg onload=alert(1)>",
          "{{7*7}}", "{% raw %}", "]]><!--", "&lt;b&gt;", "'onmouseover='alert(1)"]  # fmt: skip
SPREADSHEET = ["=HYPERLINK(1)", "+1", "-1", "@x"]
CONTROL = [CLEAR, TITLE, TURNED, "a\x00b", "a\rb", "\x9b2J", "x\u2028y", "a\x08b", "\ufeff", "\u2066x"]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("REFEREE_LOGBOOK", raising=False)
    return Run(capfd)


class Run:
    """The command line in an empty folder; nothing that it prints may hold a control character."""

    def __init__(self, capfd: pytest.CaptureFixture[str]) -> None:
        self.capfd = capfd

    def __call__(self, *arguments: str) -> tuple[int, str, str]:
        code = cli.run(list(arguments))
        out, err = self.capfd.readouterr()
        assert not UNSAFE.search(out), (arguments, out)
        assert not UNSAFE.search(err), (arguments, err)
        assert "Traceback" not in err
        return code, out, err


def write(name: str, content: str | bytes) -> str:
    Path(name).write_bytes(content if isinstance(content, bytes) else content.encode())
    return name


# 1 to 3: files that are something else


@pytest.mark.parametrize("command", ["check", "verify", "doctor", "seal", "report", "show", "export"])
@pytest.mark.parametrize("kind", ["empty", "text", "folder", "absent", "foreign", "newer", "fifo"])
def test_files_that_are_something_else(run: Run, command: str, kind: str) -> None:
    path = Path("x.db")
    if kind == "folder":
        path.mkdir()
    elif kind in ("empty", "text"):
        path.write_text("" if kind == "empty" else "diary\n")
    elif kind == "fifo":
        os.mkfifo(path)
    elif kind == "foreign":
        sqlite3.connect(path).executescript("create table event (game, seq); insert into event values ('x', 1)").close()
    elif kind == "newer":
        connection = sqlite3.connect(rig.make(path))
        connection.execute("pragma user_version = 99")
        connection.close()
    before = path.read_bytes() if path.is_file() else None
    arguments = [command, "one", "--logbook", "x.db"] if command == "export" else [command, "x.db"]
    code, _, err = run(*arguments)
    assert code in ((2, 3) if command == "doctor" else (2,)), err
    assert command == "doctor" or err.count("\n") <= 3
    assert (path.read_bytes() if path.is_file() else None) == before
    assert path.exists() == (kind != "absent")


def test_the_schema_may_hold_a_view_that_never_ends(run: Run) -> None:
    connection = sqlite3.connect("x.db")
    connection.executescript(
        f"pragma application_id = {logbook.APPLICATION_ID};"
        "create view event as with recursive n(x) as (select 1 union all select x+1 from n) "
        "select 'g' as game, x as seq, '' as at, '' as scribe, '{}' as body, x'' as digest from n"
    )
    connection.close()
    code, _, err = run("verify", "x.db")
    assert code == 2
    assert "no event table as we make it" in err


# 15 to 19: transcripts


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "expected headers"),
        (b"\xff\xfeg\x00a\x00m\x00e\x00", "not UTF-8: byte 1 (0xff)"),
        ("game: jade-merchant\nplayers: Zo\xeb, Bo\n".encode("latin-1"), "not UTF-8: byte 32"),
        (HEAD.encode() + b"Ann bid \x00 4\n", "U+0000 has no place"),
        (HEAD.encode() + f"Ann bid 4  # {CLEAR}\n".encode(), "U+001B has no place"),
        (HEAD.encode() + f"note 1: {TURNED}\n".encode(), "U+202E has no place"),
        (b"game: jade-merchant\nplayers: A\x1b[2Jnn, Bo\n", "U+001B has no place"),
        (b"game: jade-merchant\nplayers: Ann, Bo\nplace: \x1b]0;x\x07\n", "U+001B has no place"),
        (HEAD.encode() + b"Ann bid " + b"9" * 4000 + b"\n", "expected a bid"),
        (HEAD.encode() + b"Ann bid 1e999\n", "expected a bid"),
        (HEAD.encode() + b"undo " + b"9" * 4400 + b"\n", "expected an event's number"),
        (HEAD.encode() + b"undo 99999999999999\n", "there is no event 99999999999999 yet"),
        (HEAD.encode() + b"x" * 2_000_001 + b"\n", "at most 10,000 characters; this one has 2,000,001"),
        (HEAD.encode() + b" " * 2_000_001 + b"Ann\n", "at most 10,000 characters"),
        (b"a" * 2_000_001, "at most 10,000 characters"),
        (HEAD.encode() + b'Ann "' + b"\\" * 9000 + b"\n", "expected"),
        (HEAD.encode() + b"amend 1: " * 1000 + b"Ann bid 4\n", "expected a move"),
        (HEAD.encode() + b"[" * 9000 + b"\n", "expected a player"),
        (b"game: ../../etc/passwd\nplayers: Ann, Bo\n", 'no game "../../etc/passwd"'),
        (b"game: jade-merchant\nplayers: " + b"A" * 61 + b", Bo\n", "1 to 60 characters"),
        (b"game: jade-merchant\nplayers: " + b",".join(b"P%d" % n for n in range(100)) + b"\n", "jade.setup.players"),
    ],
    ids=lambda value: str(value[:50]) if isinstance(value, bytes) else "",
)
def test_transcripts_that_cannot_be_read(run: Run, content: bytes, said: str) -> None:
    code, out, err = run("check", write("x.txt", content))
    assert code in (1, 2)
    assert said in out + err
    assert len(err) < 2_000 or code == 1
    assert run("import", "x.txt")[0] == (0 if code == 1 else 2)


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress, bz2.compress], ids=["gzip", "xz", "bzip2"])
def test_packed_files_are_not_unpacked(run: Run, pack: Callable[[bytes], bytes]) -> None:
    """A few bytes that would unpack to many megabytes are a few bytes."""
    code, _, err = run("check", write("x.txt", pack(HEAD.encode() + b" " * 10**7)))
    assert code == 2
    assert "not UTF-8: byte" in err


def test_ten_megabytes_on_a_line(run: Run) -> None:
    for content in (HEAD + "x" * 10**7 + "\n", "game: " + "x" * 10**7, HEAD + "note 1: " + "x" * 10**7):
        code, _, err = run("check", write("x.txt", content))
        assert code == 2
        assert "at most 10,000 characters" in err
        assert len(err) < 2_000


def test_line_ends_and_byte_order_marks(run: Run) -> None:
    body = HEAD + "deal J J J G5 F3 S4 B X\nAnn bid 4\n"
    heads = set()
    for n, data in enumerate(
        [
            body.encode(),
            b"\xef\xbb\xbf" + body.encode(),
            body.replace("\n", "\r\n").encode(),
            body.replace("\n", "\r").encode(),
        ]
    ):
        (source,) = sources.sources([write(f"{n}.txt", data)])
        assert source.mistakes == []
        heads.add(source.head)
    assert len(heads) == 1


def test_a_file_beyond_all_measure(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transcript, "MAX_FILE", 1000)
    code, _, err = run("check", write("x.txt", HEAD + "# x\n" * 1000))
    assert code == 2
    assert "a transcript has at most" in err


def test_many_mistakes_and_many_corrections_take_no_square_of_time(run: Run) -> None:
    """Thousands of lines; a step that looked at all before it would take minutes."""
    wrong = HEAD + "Ann flies away\n" * 5_000
    code, _, err = run("check", write("x.txt", wrong))
    assert code == 2
    assert err.count("\n") == 5_000
    talk = HEAD + "deal J J J G5 F3 S4 B X\nAnn bid 4\n" + "undo 3\namend 3: Ann bid 3\nnote 3: x\n" * 2_000
    assert run("check", write("y.txt", talk), "--format", "json")[0] in (0, 1)


# 20 to 26: names and notes that do harm where they are shown


@pytest.mark.parametrize("name", CONTROL)
def test_what_is_no_writing_is_refused_everywhere(run: Run, name: str) -> None:
    run("new", "jade-merchant", "--players", "Ann,Bo")
    before = Path("referee.db").read_bytes()
    for arguments in (
        ["new", "jade-merchant", "--players", f"Ann,{name}B"],
        ["new", "jade-merchant", "--players", "Ann,Bo", "--tag", f"place={name}"],
        ["new", "jade-merchant", "--players", "Ann,Bo", "--tag", f"{name}=x"],
        ["new", "jade-merchant", "--players", "Ann,Bo", "--id", name],
        ["new", name, "--players", "Ann,Bo"],
        ["log", f"Ann bid 4 # {name}"],
        ["log", name],
        ["note", "1", name],
        ["dispute", "1", "--by", "Ann", f"x{name}"],
        ["dispute", "1", "--by", name, "x"],
        ["check", "--select", name],
        ["check", "--reading", name],
        ["check", name],
        ["rules", name],
        ["export", name],
        ["forget", name, "--reason", "x"],
        ["verify", "--head", f"{name}={name}"],
        ["verify", "--seal", name],
        ["simulate", name],
        [name],
        ["check", f"--{name}"],
    ):
        code, _, err = run(*arguments)
        assert code in (2, 3), arguments
        assert err
    assert Path("referee.db").read_bytes() == before


@pytest.mark.parametrize(
    "name", [*MARKUP, *SPREADSHEET, "Ann #1", 'a "quoted" name', "ends in \\", "…" * 20, "עברית", "家族👨‍👩‍👧", "Z̀̀̀̀"]
)
def test_names_and_notes_are_shown_as_they_are(run: Run, name: str) -> None:
    """Kept to the letter, through log, transcript and page; in a page as text and never as markup."""
    quoted = '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
    code, _, err = run("new", "jade-merchant", "--players", f"{quoted},Bo", "--tag", f"place={name}")
    assert code == 0, err
    assert run("note", "1", "--", name)[0] == 0
    assert run("dispute", "1", "--by", "Bo", "--", name)[0] == 0
    code, exported, _ = run("export", "jade-merchant-1")
    (source,) = sources.sources([write("back.txt", exported)])
    assert source.mistakes == []
    with Logbook(Path("referee.db")) as book:
        assert source.record == book.read("jade-merchant-1").record
    assert run("check")[0] in (0, 1)
    assert run("report", "-o", "pages")[0] == 0
    for page in Path("pages").glob("*.html"):
        content = page.read_text()
        assert "<script>alert" not in content
        assert "<img src=x" not in content
        assert "<svg onload" not in content
        assert "'onmouseover='" not in content.replace("&#39;", "")


def test_templates_do_not_run_what_players_write() -> None:
    (read,) = transcript.parse("game: jade-merchant\nplayers: {{7*7}}, Bo\n")
    assert read.game is not None
    page = html.page(read.game, read.record, source="{{ 7*7 }}", head="0" * 64, readings={}, lines=[1])
    assert "{{7*7}}" in page
    assert ">49<" not in page


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "CON", "a/b", "-rf", "", "A" * 500, "a\nb", "a b", "~logbook", "ä", ".x", "x;rm -rf"]
)
def test_ids_go_nowhere(run: Run, name: str) -> None:
    code, _, err = run("new", "jade-merchant", "--players", "Ann,Bo", f"--id={name}")
    assert (code, "cannot be a game's id" in err) == ((2, True) if name else (0, False))


@pytest.mark.parametrize(
    "name", ["..;x.txt", "$(id).txt", "a'b\".txt", "=1+1.txt", "-x.txt", "<b>.txt", "CON.txt", "index.txt", " .txt"]
)
def test_file_names_stay_in_the_folder_of_pages(run: Run, name: str) -> None:
    folder = Path("games")
    folder.mkdir()
    (folder / name).write_text(HEAD)
    assert run("report", "games", "-o", "pages")[0] == 0
    pages = sorted(path.name for path in Path("pages").iterdir())
    assert len([page for page in pages if not page.startswith("rules-")]) == 2
    assert all(re.fullmatch(r"[a-z0-9-]+\.html", page) for page in pages)
    assert all("<b>.txt" not in (Path("pages") / page).read_text() for page in pages)
    assert run("import", f"games/{name}")[0] == 0
    assert {path.name for path in Path().iterdir()} == {"games", "pages", "referee.db"}


def test_file_names_that_are_no_text(run: Run, tmp_path: Path) -> None:
    """Bytes that are not UTF-8, escape sequences, line ends: shown spelt out, on any stream."""
    for name in (b"\xff\xfe.txt", TITLE.encode() + b".txt", b"two\nlines.txt", TURNED.encode() + b".txt"):
        (tmp_path / os.fsdecode(name)).write_text(HEAD + "Ann flies\n")
    done = rig.referee("check", ".", folder=tmp_path)
    assert done.returncode == 2
    assert not UNSAFE.search(done.stdout.decode() + done.stderr.decode())
    assert b"\\udcff\\udcfe.txt:4:5" in done.stderr
    assert b"\\u001b]0;pwned\\u0007.txt" in done.stderr
    assert rig.referee("check", ".", "--format", "json", folder=tmp_path).returncode == 2
    assert rig.referee("report", ".", "-o", "pages", folder=tmp_path).returncode == 2
    assert b"Traceback" not in rig.referee("import", ".", folder=tmp_path).stderr


@pytest.mark.parametrize(
    "arguments",
    [
        [b"log", b"Ann bid \xff"],
        [b"note", b"1", b"\xff"],
        [b"new", b"jade-merchant", b"--players", b"A\xff,Bo"],
        [b"new", b"jade-merchant", b"--players", b"Ann,Bo", b"--tag", b"x=\xff"],
        [b"new", b"jade-merchant", b"--players", b"Ann,Bo", b"--id", b"\xff"],
        [b"simulate", b"jade-merchant", b"--seed", b"\xff"],
        [b"check", b"\xff"],
        [b"check", b"referee.db#\xff"],
        [b"rules", b"\xff"],
        [b"export", b"\xff"],
        [b"verify", b"\xff"],
        [b"verify", b"--head", b"\xff=\xff"],
        [b"forget", b"jade-merchant-1", b"--reason", b"\xff"],
        [b"\xff"],
    ],
)
def test_arguments_that_are_no_text(tmp_path: Path, arguments: list[bytes]) -> None:
    assert rig.referee("new", "jade-merchant", "--players", "Ann,Bo", folder=tmp_path).returncode == 0
    before = (tmp_path / "referee.db").read_bytes()
    done = rig.referee(*arguments, folder=tmp_path)
    assert done.returncode == 2, done
    assert b"Traceback" not in done.stderr
    assert (tmp_path / "referee.db").read_bytes() == before


def test_a_scribe_with_a_name_built_to_do_harm(tmp_path: Path) -> None:
    for name in (CLEAR + "x" * 5000, "a\udcffb", ""):
        done = rig.referee("new", "jade-merchant", "--players", "Ann,Bo", folder=tmp_path, REFEREE_SCRIBE=name)
        assert done.returncode == 0, done
    assert rig.faults(tmp_path / "referee.db") == []
    with Logbook(tmp_path / "referee.db") as book:
        scribes = [scribe for id in book.ids() for scribe in book.read(id).scribes]
    assert all(len(scribe) <= 100 and not UNSAFE.search(scribe) for scribe in scribes)


@given(st.text(st.characters(min_codepoint=0, max_codepoint=0x2070, exclude_categories=[]), max_size=40))
def test_output_is_writing_and_nothing_else(said: str) -> None:
    shown = output.clean(said)
    assert not re.search(r"[^\n\t\x20-\x7e\xa0-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\U0010ffff]", shown)
    assert output.clean(f"\x1b[31m{said}\x1b[0m\n") in (f"\x1b[31m{shown}\x1b[0m\n", output.clean(said))


# Links


def test_links_and_loops_in_folders(run: Run, tmp_path: Path) -> None:
    folder = Path("games")
    folder.mkdir()
    (folder / "a.txt").write_text(HEAD)
    (folder / "loop").symlink_to(folder.absolute(), target_is_directory=True)
    (folder / "gone.txt").symlink_to("nowhere.txt")
    (folder / "self.txt").symlink_to("self.txt")
    os.mkfifo(folder / "pipe.txt")
    code, out, _ = run("check", "games")
    assert code == 0
    assert "1 game, 1 event" in out


def test_a_logbook_behind_a_link_has_one_journal(run: Run) -> None:
    """Two scribes, one of them by way of a link: SQLite follows it, so that both see one another's lock."""
    rig.make(Path("real.db"))
    Path("elsewhere").mkdir()
    Path("elsewhere/link.db").symlink_to("../real.db")
    with Logbook(Path("elsewhere/link.db"), writable=True) as linked, Logbook(Path("real.db"), writable=True) as real:
        linked.append("one", Noted(1, "x"), after=20)
        real.append("one", Noted(1, "y"), after=21)
    assert rig.faults(Path("real.db")) == []
    assert sorted(path.name for path in Path("elsewhere").iterdir()) == ["link.db"]


# Logbooks that no scribe of ours has written: the chain fits, the content does not

STARTED = '{"type":"started@1","game":"jade-merchant","players":["Ann","Bo"]}'
FORGED: dict[str, list[str]] = {
    "no start": ['{"type":"jade.pass@1","player":"Ann"}'],
    "two starts": [STARTED, STARTED, '{"type":"jade.pass@1","player":"Ann"}'],
    "no players": ['{"type":"started@1","game":"jade-merchant","players":[]}', '{"type":"jade.pass@1","player":"Ann"}'],
    "one player twice": ['{"type":"started@1","game":"jade-merchant","players":["Ann","Ann"]}', '{"type":"jade.pass@1","player":"Ann"}'],
    "unknown readings": ['{"type":"started@1","game":"jade-merchant","players":["Ann","Bo"],"readings":{"x":"y","jade.reading.ceiling":"z"}}'],
    "escapes in names": ['{"type":"started@1","game":"jade-merchant","players":["\\u001b[2J","\\u202eBo"],"tags":{"\\u0007":"\\u0000"}}',
                         '{"type":"noted@1","event":1,"text":"\\u001b]0;x\\u0007"}'],
    "markup in names": ['{"type":"started@1","game":"jade-merchant","players":["<script>alert(1)</script>","\\"><img src=x onerror=alert(1)>"]}',
                        '{"type":"jade.pass@1","player":"<script>alert(1)</script>"}'],
    "an unknown game": ['{"type":"started@1","game":"../../etc/passwd","players":["Ann","Bo"]}'],
    "an unknown event": [STARTED, '{"type":"jade.fly@1","player":"Ann"}'],
    "an unknown field": [STARTED, '{"type":"jade.pass@1","player":"Ann","x":1}'],
    "no JSON": ["no JSON"],
    "deep JSON": ["[" * 200_000],
    "deep JSON later": [STARTED, '{"type":"noted@1","event":1,"text":' + "[" * 200_000],
    "a huge number": [STARTED, '{"type":"noted@1","event":' + "9" * 5000 + ',"text":"x"}'],
    "a number beyond all": [STARTED, '{"type":"noted@1","event":1e999,"text":"x"}'],
    "a score beyond all": [STARTED, '{"type":"jade.score@1","player":"Ann","total":"1e999999999"}'],
    "a score that is none": [STARTED, '{"type":"jade.score@1","player":"Ann","total":"NaN"}'],
    "a target beyond the end": [STARTED, '{"type":"retracted@1","event":9007199254740991,"following":true}',
                                '{"type":"ruled@1","dispute":77,"verdict":"maybe","by":"","text":""}',
                                '{"type":"amended@1","event":5000,"to":{"type":"jade.pass@1","player":"Ann"}}'],
    "a long text": [STARTED, '{"type":"noted@1","event":1,"text":"' + "x" * 10_001 + '"}'],
    "strangers": [STARTED, '{"type":"jade.bid@1","player":"\\u001b[2J","take":3}', '{"type":"ended@1","winners":["\\u202e"]}'],
}  # fmt: skip


@pytest.mark.parametrize("name", FORGED)
def test_forged_logbooks(run: Run, name: str) -> None:
    path = rig.make(Path("x.db"))
    rig.forge(path, "forged", *FORGED[name])
    assert rig.faults(path) == []
    codes = set()
    for arguments in (
        ["check", "x.db"],
        ["check", "x.db#forged", "--format", "json", "--explain"],
        ["show", "x.db#forged"],
        ["moves", "x.db#forged", "--why-not"],
        ["export", "forged", "--logbook", "x.db"],
        ["games", "--logbook", "x.db"],
        ["report", "x.db#forged", "-o", "pages"],
        ["log", "Ann pass", "--game", "forged", "--logbook", "x.db"],
        ["undo", "--game", "forged", "--logbook", "x.db"],
        ["verify", "x.db"],
    ):
        code, _, err = run(*arguments)
        assert code in (0, 1, 2), (arguments, err)
        codes.add(code)
    for page in Path("pages").glob("*.html") if Path("pages").exists() else ():
        content = page.read_text()
        assert not UNSAFE.search(content)
        assert "<script>alert" not in content
        assert "<img src=x" not in content
    assert run("export", "one", "--logbook", "x.db")[0] == 0


@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_any_bytes_as_a_seal_or_transcript(data: bytes) -> None:
    from referee import seal

    with pytest.raises(LogbookError):
        seal.read(data, "x")
    try:
        read = transcript.parse(transcript.decode(data))
    except transcript.NotTextError:
        return
    assert read
    assert all(one.mistakes for one in read)


def test_text_of_a_finding_with_a_name_that_looks_like_a_template(run: Run) -> None:
    """Messages are templates over facts; a name with braces is a fact and not a template."""
    quoted = '"{player.__class__}"'
    content = f"game: jade-merchant\nplayers: {quoted}, Bo\n\ndeal J J J G5 F3 S4 B X\nBo bid 4\n{quoted} bid 4\n"
    code, out, _ = run("check", write("x.txt", content))
    assert code == 1
    assert "{player.__class__}" in out
    assert "<class" not in out


# Numbers on the command line


@pytest.mark.parametrize(
    "arguments",
    [
        ["show", "--at", "9" * 5000],
        ["show", "--at", "99999999999999999999999"],
        ["check", "--at", "-1"],
        ["amend", "9" * 30, "Ann pass"],
        ["amend", "-5", "Ann pass"],
        ["note", "9" * 30, "x"],
        ["undo", "9" * 30],
        ["undo", "-1"],
        ["undo", "0"],
        ["undo", "1"],
        ["simulate", "jade-merchant", "--players", "9" * 30],
        ["simulate", "jade-merchant", "--flaws", "101"],
        ["simulate", "jade-merchant", "--count", "0"],
    ],
)
def test_numbers_out_of_all_bounds(run: Run, arguments: list[str]) -> None:
    run("new", "jade-merchant", "--players", "Ann,Bo")
    before = Path("referee.db").read_bytes()
    code, _, err = run(*arguments)
    assert code == 2
    assert err
    assert len(err) < 6_000
    assert Path("referee.db").read_bytes() == before


def test_a_scribe_who_is_named_by_a_phone(tmp_path: Path) -> None:
    path = rig.make(tmp_path / "club.db")
    with Logbook(path, writable=True) as book:
        book.append("one", Noted(1, "x"), after=20, scribe="Ann\x00\x1b[2J" + "y" * 500)
        assert book.read("one").scribes[-1] == "Ann[2J" + "y" * 94
    assert rig.faults(path) == []


@pytest.mark.parametrize("kind", ["pipe", "folder", "absent", "deep", "huge", "binary", "link"])
def test_board_files_that_are_none(run: Run, kind: str) -> None:
    """A transcript can name a file for the board of Castle Merchants; whatever that is, it is refused at once."""
    path = Path("b.toml")
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    elif kind == "link":
        path.symlink_to("/dev/zero")
    elif kind != "absent":
        path.write_bytes({"deep": b"rows = " + b"[" * 60_000, "huge": b"#" * 70_000, "binary": b"\xff\x00"}[kind])
    code, _, err = run("check", write("x.txt", "game: castle-merchants\nplayers: Ann, Bo\nboard: b.toml\n\n"))
    assert code == 2
    assert re.match(r"x\.txt:3:1: .*board", err), err


@pytest.mark.parametrize("kind", ["logbook", "text", "folder", "nowhere"])
def test_a_state_of_an_audit_that_is_none(run: Run, kind: str) -> None:
    """The file that keeps an audit's state is made, or is one; a logbook is never written to for that."""
    book = rig.make(Path("x.db"))
    path = {"logbook": "x.db", "text": write("t.db", "diary\n"), "folder": ".", "nowhere": "no/where.db"}[kind]
    before = book.read_bytes()
    code, _, err = run("audit", "x.db", "--jobs", "1", "--state", path)
    assert code == 2
    assert "state" in err or "is a directory" in err
    assert book.read_bytes() == before
    assert Path("t.db").read_text() == "diary\n"
