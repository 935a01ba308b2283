"""The command line as people use it: every command, every exit code, every bad input."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from referee import cli

HEAD = "game: jade-merchant\nplayers: Ann, Bo, Cy\n\n"
DEAL = "deal J J J G5 F3 S4 B X\n"
BREACH = HEAD + DEAL + "Ann bid 4\nBo bid 4  # hm\nCy bid 2\n"


class Said(NamedTuple):
    code: int
    out: str
    err: str


Run = Callable[..., Said]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    """Call the command line in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("REFEREE_LOGBOOK", raising=False)

    def call(*arguments: str) -> Said:
        code = cli.run(list(arguments))
        return Said(code, *capfd.readouterr())

    return call


def write(name: str, text: str) -> str:
    Path(name).write_text(text, "utf-8")
    return name


def test_a_game_from_the_first_move_to_the_report(run: Run) -> None:
    assert run("new", "jade-merchant", "--players", "Ann,Bo,Cy", "--tag", "place=home") == Said(
        0, "jade-merchant-1\n", ""
    )
    assert (
        run("log", "deal", *["J", "J", "J", "G5", "F3", "S4", "B", "X"]).out
        == "jade-merchant-1#2: deal J J J G5 F3 S4 B X\n  fine\n"
    )
    assert run("log", "ann bid 4").code == 0
    breach = run("log", "bo", "bid", "4")
    assert breach.code == 1
    assert breach.out.startswith("jade-merchant-1#4: Bo bid 4\n  breach  jade.bid.lower: 4 does not undercut 4\n")
    assert "legal: Bo bid 3, Bo bid 2, Bo bid 1, Bo pass" in breach.out
    assert run("undo").out == "jade-merchant-1#5: undo 4\n  fine\n"
    assert run("log", "Bo bid 3").code == 0
    assert run("amend", "6", "Bo", "bid", "2").out.startswith("jade-merchant-1#7: amend 6: Bo bid 2")
    assert run("note", "6", "he", "hesitates").code == 0
    assert "bids 2" in run("show").out
    assert run("moves").out == "Cy bid 1\nCy pass\n"
    assert "not Ann bid 1: jade.bid.turn" in run("moves", "--why-not").out
    assert re.search(r"jade-merchant-1 .*Ann, Bo, Cy .*8 events", run("games").out)
    assert run("verify").out.startswith("jade-merchant-1  sound  8 events  head ")
    text = run("export", "jade-merchant-1").out
    write("game.txt", text)
    assert run("--help").code == 0
    assert run("import", "game.txt").out == "game\n"
    assert run("export", "game").out == text
    assert run("check").code == 0
    pages = run("report", "-o", "pages").out.splitlines()
    assert [Path(page).name for page in pages] == [
        "game.html",
        "jade-merchant-1.html",
        "rules-jade-merchant.html",
        "index.html",
    ]
    assert all(Path(page).is_file() for page in pages)


def test_an_objection_and_its_ruling(run: Run) -> None:
    write("t.txt", BREACH)
    run("import", "t.txt")
    assert run("check").code == 1
    assert run("dispute", "4", "--by", "cy", "--clause", "jade.bid.lower", "not lower").code == 0
    waived = run("ruling", "6", "waived", "--by", "Ann", "it stands")
    assert waived.code == 0
    assert "ruled: waived by Ann: it stands" in waived.out
    done = run("check")
    assert done.code == 0
    assert "1 waived or dismissed" in done.out
    assert run("ruling", "6", "upheld", "--by", "Ann", "again").code == 2


def test_check_says_where_what_and_why(run: Run) -> None:
    said = run("check", write("t.txt", BREACH))
    assert said == Said(
        1,
        "t.txt:6: Bo bid 4\n"
        "  breach  jade.bid.lower: 4 does not undercut 4\n"
        '  rule: Each bid is lower than the one before it; "take N, return one" counts half a card less than N.\n'
        "  source: Jade Merchant rulebook, Bidding 2, Bidding 3\n"
        "  legal: Bo bid 3, Bo bid 2, Bo bid 1, Bo pass\n"
        "  another legal move instead (2 of 4 can be judged): the same, not finished: Ann 14, Bo 14, Cy 14\n"
        "\n"
        "1 game, 5 events: 1 breach, 0 faults in the record, 0 undecided\n",
        "",
    )


def test_check_as_json(run: Run) -> None:
    write("t.txt", BREACH)
    said = run("check", "t.txt", "--format", "json")
    assert said.code == 1
    found = json.loads(said.out)
    (game,) = found["games"]
    assert list(game) == ["source", "game", "players", "events", "head", "findings", "errors", "result", "disputes"]
    assert game["players"] == ["Ann", "Bo", "Cy"]
    (finding,) = game["findings"]
    assert finding.pop("matter")["matters"] is False
    assert game["disputes"] == []
    assert finding == {
        "seq": 4,
        "line": 6,
        "player": "Bo",
        "move": "Bo bid 4",
        "clause": "jade.bid.lower",
        "outcome": "breach",
        "message": "4 does not undercut 4",
        "facts": {"bid": "4", "standing": "4"},
        "cites": {"source": "Jade Merchant rulebook", "section": "Bidding", "item": 2},
        "readings": [],
        "ruling": None,
        "legal": ["Bo bid 3", "Bo bid 2", "Bo bid 1", "Bo pass"],
    }
    assert found["summary"] == {
        "games": 1, "events": 5, "breaches": 1, "record": 0, "undecided": 0, "waived": 0, "errors": 0,
    }  # fmt: skip
    assert game["result"] == {"finished": False, "winners": [], "scores": {"Ann": 14, "Bo": 14, "Cy": 14}}


def test_explain_shows_the_clauses_that_held_too(run: Run) -> None:
    write("t.txt", BREACH)
    said = run("check", "t.txt", "--at", "5", "--explain")
    assert said.code == 0
    assert "holds  jade.bid.lower" in said.out
    assert "    bid = 2\n    standing = 4\n" in said.out
    assert "t.txt:6" not in said.out


def test_a_reading_changes_the_verdict_and_is_named(run: Run) -> None:
    write("t.txt", HEAD + DEAL + "Ann bid 8\n")
    said = run("check", "t.txt")
    assert said.code == 1
    assert "hangs on the reading jade.reading.ceiling" in said.out
    assert run("check", "t.txt", "--reading", "ceiling=none").code == 0
    assert run("check", "t.txt", "--reading", "jade.reading.ceiling=none").code == 0


def test_select_and_ignore(run: Run) -> None:
    write("t.txt", BREACH + "Cy bid 1\n")
    both = run("check", "t.txt").out
    assert "jade.bid.lower" in both
    assert "jade.bid.turn" in both
    assert "jade.bid.turn" not in run("check", "t.txt", "--select", "jade.bid.lower").out
    assert "jade.bid.lower:" not in run("check", "t.txt", "--ignore", "jade.bid.lower").out
    assert run("check", "t.txt", "--ignore", "jade.bid").code == 0
    assert run("check", "t.txt", "--select", "jade.round,jade.setup").code == 0


def test_undecided_findings_count_only_when_strict(run: Run) -> None:
    text = "game: jade-merchant\nplayers: Ann, Bo\ngiven round 3\ngiven centre J J J\n\nAnn bid 1\n"
    write("t.txt", text)
    said = run("check", "t.txt")
    assert said.code == 0
    assert "undecided  jade.round.opener" in said.out
    assert run("check", "t.txt", "--strict").code == 1


def test_several_targets_folders_and_standard_input(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("games/deep").mkdir(parents=True)
    write("games/b.txt", BREACH)
    write("games/deep/a.txt", HEAD + DEAL)
    write("games/readme.md", "no game")
    run("import", "games/b.txt", "--logbook", "log.db")
    said = run("check", "games", "log.db", "log.db#b")
    assert "4 games" in said.out
    assert [line.split(":")[0] for line in said.out.splitlines() if "Bo bid 4" in line and ":" in line[:14]] != []
    done = subprocess.run([sys.executable, "-m", "referee", "check", "-"], input=BREACH.encode(), capture_output=True)
    assert done.returncode == 1
    assert done.stdout.startswith(b"-:6: Bo bid 4")


def test_rules(run: Run) -> None:
    assert "jade-merchant" in run("rules").out
    listing = run("rules", "jade-merchant").out
    assert "jade.bid.hard-pass" in listing
    assert "jade.reading.ceiling" in listing
    clause = run("rules", "jade.bid.lower").out
    assert "source: Jade Merchant rulebook, Bidding 2" in clause
    assert "  legal:" in clause
    assert "#! jade.bid.lower" in clause
    assert "left-of-taker" in run("rules", "jade.reading.reopen").out


def test_simulated_games_are_clean_or_flawed_as_asked(run: Run) -> None:
    games = run("simulate", "jade-merchant", "--players", "4", "--seed", "9", "--count", "2", "--flaws", "1").out
    assert (
        games == run("simulate", "jade-merchant", "--players", "4", "--seed", "9", "--count", "2", "--flaws", "1").out
    )
    said = run("check", write("t.txt", games))
    assert "2 games" in said.out
    assert "2 breaches" in said.out or "1 breach, 1 fault" in said.out or "2 faults" in said.out


def test_demo(run: Run) -> None:
    said = run("demo")
    assert said.code == 0, said.err
    pages = re.findall(r"^  (reports/html/\S+\.html)$", said.out, re.MULTILINE)
    assert "reports/html/index.html" in pages
    assert all(Path(page).is_file() for page in pages)
    assert run("demo").out == said.out
    assert run("verify", "reports/html/demo.db").code == 0


BAD = [
    (["check", "nowhere.txt"], "there is no such file, folder or logbook"),
    (["check", "empty.txt"], "empty.txt:1:1: expected headers"),
    (["check", "latin.txt"], "latin.txt:1:1: not UTF-8: byte 32"),
    (["check", "bare"], "no transcript (*.txt) in this folder"),
    (["check", "t.txt", "--at", "99"], "there is no event 99; the last is 5"),
    (["check", "t.txt", "--select", "jade.bid.lowr"], 'did you mean "jade.bid.lower"?'),
    (["check", "t.txt", "--ignore", "nonsense.x"], 'no clause "nonsense.x"'),
    (["check", "t.txt", "--reading", "cieling=none"], 'did you mean "ceiling"?'),
    (["check", "t.txt", "--reading", "blocking=any"], "it is one of castle-merchants"),
    (["check", "t.txt", "--reading", "ceiling=nono"], 'did you mean "none"?'),
    (["check", "t.txt", "--reading", "ceiling"], "expected NAME=VALUE"),
    (["check", "t.txt", "--format", "yaml"], "yaml"),
    (["check", "t.txt#x"], "not a logbook"),
    (["check", "log.db#nix"], 'no game "nix"'),
    (["check", "other.txt"], 'no game "chess"'),
    (["check"], "there is no such logbook; `referee new` starts one"),
    (["chekc"], 'did you mean "check"?'),
    (["new", "chess", "--players", "A,B"], 'no game "chess"'),
    (["new", "jade-merchant"], "--players"),
    (["new", "jade-merchant", "--players", "Ann,ann"], 'two players are called "ann"'),
    (["new", "jade-merchant", "--players", "Ann,Bo", "--reading", "x=y"], 'no reading "x"'),
    (["new", "jade-merchant", "--players", "Ann,Bo", "--tag", "a b=c"], "cannot be the name of a tag"),
    (["new", "jade-merchant", "--players", "Ann,Bo", "--id", "../x"], "cannot be a game's id"),
    (["new", "jade-merchant", "--players", "Ann,Bo", "--logbook", "no/where.db"], "does not exist"),
    (["log", "Ann bid 4", "--logbook", "nix.db"], "there is no such logbook"),
    (["log", "Ann bid", "--logbook", "log.db"], "column 8: expected a bid"),
    (["log", "Zed bid 4", "--logbook", "log.db"], "expected a player (Ann, Bo, Cy)"),
    (["log", "Ann bid 4", "--logbook", "log.db", "--game", "nix"], 'no game "nix"'),
    (["log", "Ann bid 4", "--logbook", "t.txt"], "a text or another file, not a logbook"),
    (["undo", "99", "--logbook", "log.db"], "there is no event 99 yet; the last is 5"),
    (["undo", "x", "--logbook", "log.db"], "expected an event's number"),
    (["amend", "1", "Ann bid 3", "--logbook", "log.db"], "not a move"),
    (["note", "99", "hm", "--logbook", "log.db"], "there is no event 99 yet"),
    (["note", "2", "two\nlines", "--logbook", "log.db"], "U+000A"),
    (["dispute", "2", "--by", "Zed", "no", "--logbook", "log.db"], 'nobody called "Zed" plays here'),
    (["dispute", "2", "--by", "Bo", "--clause", "jade.bid.lowr", "no", "--logbook", "log.db"], 'did you mean "jade.bid.lower"?'),
    (["ruling", "2", "upheld", "--by", "Bo", "no", "--logbook", "log.db"], "event 2 is no dispute"),
    (["rules", "jade.bid.lowr"], 'did you mean "jade.bid.lower"?'),
    (["export", "nix", "--logbook", "log.db"], 'no game "nix"'),
    (["import", "bad.txt", "--logbook", "log.db"], "bad.txt:5:5: expected one of bid"),
    (["show", "t.txt", "--at", "99"], "there is no event 99"),
    (["verify", "t.txt"], "not a logbook"),
    (["simulate", "jade-merchant", "--players", "9"], "is for 2 to 5 players, not 9"),
    (["simulate", "chess"], 'no game "chess"'),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "said"), BAD, ids=[" ".join(a)[:60] for a, _ in BAD])
def test_bad_input_is_a_clear_line_and_changes_nothing(run: Run, arguments: list[str], said: str) -> None:
    write("t.txt", BREACH)
    write("bad.txt", HEAD + DEAL + "Ann bit 3\n")
    write("empty.txt", "")
    write("other.txt", "game: chess\nplayers: Ann, Bo\n\n")
    Path("latin.txt").write_bytes("game: jade-merchant\nplayers: Zo\xeb, Bo\n".encode("latin-1"))
    Path("bare").mkdir()
    run("import", "t.txt", "--logbook", "log.db")
    before = {p: p.read_bytes() for p in Path().rglob("*") if p.is_file()}
    done = run(*arguments)
    assert done.code == 2, done
    assert said in done.err
    assert "Traceback" not in done.err
    assert {p: p.read_bytes() for p in Path().rglob("*") if p.is_file()} == before


def test_an_import_takes_the_good_files_and_names_the_bad_lines(run: Run) -> None:
    write("good.txt", BREACH)
    write("bad.txt", HEAD + DEAL + "Ann bit 3\nBo fly\n")
    done = run("import", "bad.txt", "good.txt")
    assert done.code == 2
    assert done.out == "good\n"
    assert done.err.count("bad.txt:") == 2


def test_many_games_are_imported_at_a_time(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from referee.cli import files

    monkeypatch.setattr(files, "TOGETHER", 2)
    write("one.txt", BREACH)
    write("many.txt", "\n".join([BREACH] * 4))
    assert run("import", "one.txt", "many.txt", "one.txt").out.split() == [
        "one",
        "many",
        "many-2",
        "many-3",
        "many-4",
        "one-2",
    ]
    assert run("verify").code == 0
    gone = run("import", "one.txt", "nowhere.txt")
    assert gone.code == 2
    assert "nowhere.txt: there is no such file" in gone.err
    assert not gone.out  # nothing is said to be recorded that is not
    assert run("games").out.count("jade-merchant") == 6


def test_a_broken_chain_exits_3(run: Run) -> None:
    import sqlite3

    write("t.txt", BREACH)
    run("import", "t.txt")
    connection = sqlite3.connect("referee.db")
    connection.execute("drop trigger event_no_update")
    connection.execute("update event set at = '2020' where seq = 3")
    connection.commit()
    connection.close()
    done = run("verify")
    assert done.code == 3
    assert "t: event 3: this row is not as it was written" in done.err
    assert "event_no_update is missing" in done.err
    assert run("check").code == 3
    assert run("log", "Cy bid 1").code == 3


def test_a_stored_reading_that_nobody_knows_is_an_error_and_no_default(run: Run) -> None:
    """Another program may have written it; the notation and `new` refuse it."""
    from referee import logbook
    from referee.event import Started

    logbook.create(Path("odd.db"))
    with logbook.Logbook(Path("odd.db"), writable=True) as book:
        book.start("g", [Started("jade-merchant", ("Ann", "Bo"), {"jade.reading.ceiling": "never"})])
    for command in ("check", "audit"):
        done = run(command, "odd.db")
        assert done.code == 2
        assert 'jade.reading.ceiling is leave-one or plain or none, not "never"' in done.out + done.err


def test_interrupted_exits_130() -> None:
    """Interrupted once it is reading: a pipe takes this much only when somebody reads from it."""
    process = subprocess.Popen(
        [sys.executable, "-m", "referee", "check", "-"],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a shell's background ignores it
    )
    assert process.stdin is not None
    process.stdin.write(b"#" * 400_000)
    process.stdin.flush()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"Traceback" not in err


def test_a_closed_pipe_is_no_error(tmp_path: Path) -> None:
    games = tmp_path / "many.txt"
    games.write_text(BREACH * 300)
    command = f"{sys.executable} -m referee check {games} | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    assert done.stdout.startswith(str(games))
    assert done.stderr == ""


@pytest.mark.parametrize(("variable", "coloured"), [("NO_COLOR", False), ("FORCE_COLOR", True)])
def test_colour(tmp_path: Path, variable: str, coloured: bool) -> None:
    (tmp_path / "t.txt").write_text(BREACH)
    env = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR")} | {variable: "1"}
    command = [sys.executable, "-m", "referee", "check", str(tmp_path / "t.txt")]
    done = subprocess.run(command, env=env, capture_output=True, text=True)
    assert ("\x1b[" in done.stdout) == coloured


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_closed_stream_is_an_empty_one(run: Run, closed: str) -> None:
    run("new", "jade-merchant", "--players", "Ann,Bo")
    command = [sys.executable, "-m", "referee", "log"]
    for move in ("'deal J J J G5 F3 S4 B X'", ""):
        done = subprocess.run(
            ["sh", "-c", f"{shlex.join(command)} {move} {closed}"],
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
        )
        assert (done.returncode, done.stderr) == (0, "")
    assert run("games").out.split("  ")[3] == "2 events"


def imported(*command: str) -> set[str]:
    """The modules that a command of the command line imports."""
    program = "import sys; from referee.cli import run; run(sys.argv[1:]); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program, *command], capture_output=True, text=True)
    return set(done.stdout.splitlines()[-1].split())


OURS = """
chain cli cli.common cli.log cli.output event game games language ledger line logbook logfile notation
replay rows rulebook stored tombstone words
"""
SLOW = """
asyncio dataclasses difflib email hypothesis importlib.metadata importlib.resources jinja2 json logging prompt_toolkit
shutil sqlite_utils subprocess tempfile tomllib
"""


def test_logging_a_move_imports_only_what_it_uses(run: Run) -> None:
    run("new", "jade-merchant", "--players", "Ann,Bo")
    modules = imported("log", "deal J J J G5 F3 S4 B X")
    ours = {name for name in modules if name.split(".")[0] == "referee"}
    others = {name for name in ours if not name.startswith("referee.games.jade_merchant")}
    assert others == {"referee", *(f"referee.{name}" for name in OURS.split())}
    assert modules.isdisjoint(SLOW.split())


def test_a_rule_is_told_without_a_look_at_all_that_is_installed() -> None:
    modules = imported("rules", "jade.bid.lower")
    assert "referee.games.jade_merchant" in modules
    assert modules.isdisjoint({"importlib.metadata", "importlib.resources", "jinja2", "tempfile"})
