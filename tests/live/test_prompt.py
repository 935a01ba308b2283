"""The prompt: fed by prompt_toolkit's own pipe, and at a real terminal."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee import line, transcript
from referee.event import Record, Started
from referee.game import find
from referee.live.desk import Desk
from referee.logbook import Logbook
from tests.live.conftest import ID, aside, new_book, record_of

pytest.importorskip("prompt_toolkit")
from prompt_toolkit.application import create_app_session
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from referee.cli import prompt

DEAL = "deal J J J G5 F3 S4 B X"


def type_in(book: Path, *lines: str) -> int:
    """Run the prompt on these lines, each followed by Enter."""
    return press(book, "".join(f"{each}\r" for each in lines))


def press(book: Path, keys: str) -> int:
    """Run the prompt on these keys."""

    def run() -> int:
        with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
            pipe.send_text(keys)
            return prompt.run(str(book), None)

    return aside(run)


def moves(book: Path) -> list[str]:
    return [line.show(find("jade-merchant"), event) for event in record_of(book)[1:]]


def test_moves_are_judged_and_recorded(book: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert type_in(book, DEAL, "ann bid 4", "quit") == 0
    assert moves(book) == [DEAL, "Ann bid 4"]
    out = capsys.readouterr().out
    assert "  3 recorded" in out
    assert out.index("Ann bid 4\n  fine") < out.index("3 recorded")
    assert "bids 4" in out, "the table stands above the next line"


def test_a_short_form_that_fits_one_legal_move_is_that_move(book: Path) -> None:
    type_in(book, DEAL, "4  # quick", "p", "quit")
    assert moves(book) == [DEAL, "Ann bid 4", "Bo pass"]
    assert record_of(book)[2].note == "quick"


def test_a_breach_is_recorded_only_if_it_happened(book: Path, capsys: pytest.CaptureFixture[str]) -> None:
    type_in(book, DEAL, "Ann bid 4", "Bo bid 4", "", "\x15quit")
    assert moves(book) == [DEAL, "Ann bid 4"]
    out = capsys.readouterr().out
    assert "breach  jade.bid.lower: 4 does not undercut 4" in out
    assert "not recorded" in out


def test_the_reason_why_a_breach_stands_is_kept(book: Path) -> None:
    type_in(book, DEAL, "Ann bid 4", "Bo bid 4  # loudly", "y, nobody noticed", "quit")
    assert moves(book)[-1] == "Bo bid 4"
    assert record_of(book)[-1].note == "loudly; nobody noticed"


def test_an_unreadable_line_stays_to_be_changed(book: Path, capsys: pytest.CaptureFixture[str]) -> None:
    type_in(book, DEAL, "Ann bit 4", "\x1b[D\x1b[D\x7fd", "quit")
    assert 'expected one of bid, pass, take, declare, scores, found "bit"' in capsys.readouterr().out
    assert moves(book) == [DEAL, "Ann bid 4"]


def test_corrections_remarks_and_objections(book: Path) -> None:
    type_in(
        book, DEAL, "Ann bid 4", "undo", "Ann bid 5", "amend 5 Ann bid 3", "note he smiled", "note 5: again",
        "dispute 5 by bo: too slow", "rule 9 dismissed by Ann: it was not", "quit",
    )  # fmt: skip
    assert moves(book)[2:] == [
        "undo 3", "Ann bid 5", "amend 5: Ann bid 3", "note 6: he smiled", "note 5: again",
        "dispute 5 by Bo: too slow", "rule 9 dismissed by Ann: it was not",
    ]  # fmt: skip


def test_an_amendment_that_makes_a_breach_is_asked_about(book: Path) -> None:
    type_in(book, DEAL, "Ann bid 4", "Bo bid 3", "amend 3: Ann bid 2", "n", "\x15quit")
    assert moves(book) == [DEAL, "Ann bid 4", "Bo bid 3"]


def test_looking_around_records_nothing(book: Path, capsys: pytest.CaptureFixture[str]) -> None:
    type_in(
        book, DEAL, "help", "show", "moves", "moves 3", "why not Bo 3", "why not zzz", "note", "\x15undo 99", "\x15quit"
    )
    out = capsys.readouterr().out
    assert "Ann bid 7" in out
    assert "not Bo bid 3: jade." in out
    assert "nothing that anybody would try" in out
    assert "there is no event 99 yet" in out
    assert moves(book) == [DEAL]


def test_several_pasted_lines_are_taken_one_by_one(book: Path) -> None:
    type_in(book, f"\x1b[200~{DEAL}\nAnn bid 3\n\nBo bid 2\x1b[201~", "quit")
    assert moves(book) == [DEAL, "Ann bid 3", "Bo bid 2"]


def test_control_c_drops_the_line_and_control_d_leaves(book: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert press(book, f"{DEAL}\rAnn bid\x03Ann bid 2\r\x04") == 0
    assert "that line is dropped" in capsys.readouterr().out
    assert moves(book) == [DEAL, "Ann bid 2"]


def test_what_somebody_else_logs_is_shown_first(book: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scribe = prompt.Scribe(Desk(book))
    scribe.show()
    log(book, DEAL)
    scribe.carry_out("note hm")
    assert "meanwhile somebody logged 2 deal J J J" in capsys.readouterr().out
    assert scribe.begun == "note hm"
    assert moves(book) == [DEAL]
    assert "somebody" not in scribe.toolbar()
    log(book, "Ann bid 3")
    assert "somebody logged 3: Ann bid 3" in scribe.toolbar()


def log(book: Path, text: str) -> None:
    with Logbook(book, writable=True) as opened:
        stored = opened.read(ID)
        opened.append(ID, line.read_line(stored.game, stored.record, text), len(stored.record))


def completed(book: Path, entered: str) -> list[str]:
    words = prompt.Words(Desk(book))
    document = Document(entered, len(entered))
    return [
        entered[: len(entered) + c.start_position] + c.text for c in words.get_completions(document, CompleteEvent())
    ]


def test_completion_offers_legal_moves_then_what_notation_allows_then_commands(book: Path) -> None:
    log(book, DEAL)
    assert completed(book, "")[:2] == ["Ann bid 7", "Ann bid 6"]
    assert "why not " in completed(book, "")
    assert completed(book, "ann b") == [f"Ann bid {n}" for n in range(7, 0, -1)] + ["ann bid "]
    assert completed(book, "5") == ["Ann bid 5"]
    assert completed(book, "Bo ta") == ["Bo take "]
    assert {"Bo take rest ", "Bo take G5 "} <= set(completed(book, "Bo take "))
    assert "Bo take J return " in completed(book, "Bo take J ")
    assert completed(book, "amend 2: deal J G") == [f"amend 2: deal J G{n} " for n in range(1, 9)]


def test_many_legal_moves_are_completed_word_by_word(tmp_path: Path) -> None:
    book = new_book(tmp_path / "many.db", Started("jade-merchant", ("Ann", "Bo", "Cy")))
    for each in (DEAL, "Ann bid 2", "Bo pass", "Cy pass"):
        log(book, each)
    assert len(Desk(book).choices) > prompt.WHOLE
    assert completed(book, "")[0] == "Ann "
    assert {"Ann take J J", "Ann take B J"} <= set(completed(book, "Ann take J "))


# At a real terminal


class Terminal:
    """The command in a pseudo-terminal."""

    def __init__(self, *arguments: str) -> None:
        self.master, slave = pty.openpty()
        env = os.environ | {"TERM": "xterm", "COLUMNS": "100", "LINES": "40"}
        command = [sys.executable, "-m", "referee", *arguments]
        self.process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, env=env, start_new_session=True
        )
        os.close(slave)
        self.seen = ""

    def read_until(self, wanted: str, most: float = 20) -> str:
        """What has been shown until these words have been, without escape sequences."""
        end = time.monotonic() + most
        while wanted not in self.plain():
            if time.monotonic() > end:
                raise AssertionError(f"{wanted!r} not in {self.plain()!r}")
            if select.select([self.master], [], [], 0.1)[0]:
                self._read()
        found = self.plain()
        self.seen = ""
        return found

    def _read(self) -> None:
        data = os.read(self.master, 65536)
        if b"\x1b[6n" in data:
            os.write(self.master, b"\x1b[1;1R")  # a terminal says where its cursor is
        self.seen += data.decode(errors="replace")

    def plain(self) -> str:
        return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[=>]", "", self.seen)

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())


@pytest.fixture
def terminal(book: Path) -> Iterator[Any]:
    opened = Terminal("log", "--logbook", str(book))
    yield opened
    if opened.process.poll() is None:
        opened.process.kill()
    opened.process.wait()


def test_at_a_terminal(terminal: Terminal, book: Path) -> None:
    terminal.read_until("Tab · help")
    terminal.type(f"{DEAL}\r")
    assert "fine" in terminal.read_until("2 recorded")
    terminal.type("Ann bid 9\r")
    assert "jade.bid.ceiling" in terminal.read_until("Record it anyway?")
    terminal.type("y as played\r")
    terminal.read_until("3 recorded")
    terminal.type("Bo bid 3\t\r")
    terminal.read_until("4 recorded")
    terminal.type("quit\r")
    assert terminal.process.wait(20) == 0
    assert moves(book) == [DEAL, "Ann bid 9", "Bo bid 3"]


def leave(terminal: Terminal) -> None:
    """Ctrl-D until it is heard: between two prompts a key can be lost."""
    for _ in range(60):
        with contextlib.suppress(OSError):
            terminal.type("\x04")
        with contextlib.suppress(subprocess.TimeoutExpired):
            terminal.process.wait(0.5)
            return


@pytest.mark.parametrize("end", ["interrupt and leave", "close the terminal", "kill"])
def test_nothing_recorded_is_lost_and_the_game_goes_on(terminal: Terminal, book: Path, end: str) -> None:
    terminal.read_until("Tab · help")
    terminal.type(f"{DEAL}\r")
    terminal.read_until("2 recorded")
    terminal.type("Ann bi")
    if end == "kill":
        terminal.process.send_signal(signal.SIGKILL)
    elif end == "close the terminal":
        os.close(terminal.master)
        terminal.process.send_signal(signal.SIGHUP)
    else:
        terminal.type("\x03")
        leave(terminal)
    terminal.process.wait(20)
    assert moves(book) == [DEAL]
    type_in(book, "Ann bid 3", "quit")
    assert moves(book) == [DEAL, "Ann bid 3"]


def test_a_written_record_is_a_transcript(book: Path) -> None:
    type_in(book, DEAL, "Ann bid 4", "Bo bid 4", "y why not", "undo", "quit")
    record: Record = record_of(book)
    (again,) = transcript.parse(transcript.write(find("jade-merchant"), record))
    assert again.record == record


def test_without_prompt_toolkit_the_plain_reader_says_what_to_install(book: Path) -> None:
    program = (
        "import sys; sys.modules['prompt_toolkit'] = None; from referee.cli import run; sys.exit(run(sys.argv[1:]))"
    )
    master, slave = pty.openpty()
    command = [sys.executable, "-c", program, "log", "--logbook", str(book)]
    process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=subprocess.PIPE)
    os.write(master, f"{DEAL}\n\x04".encode())
    _, err = process.communicate(timeout=90)
    assert b"pip install 'referee[prompt]'" in err
    assert moves(book) == [DEAL]
    os.close(master)
    os.close(slave)
