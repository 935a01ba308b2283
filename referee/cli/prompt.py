"""Logging at a prompt: the table above it, the legal moves to choose from, the verdict before a move is recorded."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import click
from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import InMemoryHistory

from referee import language, line
from referee.cli.common import paint
from referee.cli.look import forbidden
from referee.event import Event
from referee.game import Game
from referee.language import OR, Phrase, counted, joined, marked, say
from referee.live import typed
from referee.live.choices import acting, matching
from referee.live.desk import Desk, Judged
from referee.live.hints import hints
from referee.logbook import Conflict, LogbookError
from referee.report import text
from referee.words import Unreadable, show_name, spelt_out, split

COMMANDS = ("undo", "amend", "note", "dispute", "rule", "moves", "why not", "show", "help", "quit")
WHOLE = 12
"""Up to so many moves that fit are offered whole, more of them word by word."""
FEW = 20
"""How many moves "moves" and "why not" list."""

HELP = {
    "Bo bid 3": marked("a move; Tab completes it, the first letters of its words do if they fit one legal move only"),
    "Bo bid 3  # hm": marked("with a remark"),
    "undo, undo 7": marked('take back the last move, or event 7; "undo 7.." also all that followed'),
    "amend 7: Bo bid 2": marked("event 7 should have read so"),
    "note hm, note 7: hm": marked("a remark on the last event, or on event 7"),
    "dispute 7 by Di: no": marked('objection; then "rule 8 upheld|dismissed|waived by Ann: why"'),
    "moves, moves bid": marked("the legal moves, or those with these words"),
    "why not, why not 4": marked("what may not be played, and the clause that forbids it"),
    "show": marked("the table"),
    "quit, Ctrl-D": marked("everything is recorded already; `referee log` goes on from here"),
}
"""What the scribe may write, and what comes of it."""


def run(logbook: str, id: str | None) -> int:
    """Log the current game until the scribe has had enough. Returns the exit code."""
    desk = Desk(Path(logbook), id or "")
    hello = marked("{id}: {players}. Every move is on disk once it has a number. Try `help`.")
    click.echo(say(hello, id=desk.id, players=", ".join(desk.players)))
    return Scribe(desk).work()


class Scribe:
    """Asks for one line after another and carries it out."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.begun = ""
        """What stands on the next line already."""
        self.seen = 0
        """The last event that the scribe has been shown."""
        played = InMemoryHistory([line.show(desk.game, event) for event in desk.record[1:]])
        self.session: PromptSession[str] = PromptSession(history=played, completer=Words(desk))
        self.session.bottom_toolbar = self.toolbar
        self.session.refresh_interval = 1.0
        self.question: PromptSession[str] = PromptSession()

    def work(self) -> int:
        self.show()
        while True:
            try:
                entered = self.ask(f"{self.desk.id}#{self.desk.last + 1}> ")
            except EOFError:
                return 0
            except KeyboardInterrupt:
                click.echo("  " + say("that line is dropped; nothing else is lost. `quit` or Ctrl-D to leave"))
                continue
            if any(self.carry_out(each.strip()) for each in entered.splitlines() if each.strip()):
                return 0

    def ask(self, message: str) -> str:
        begun, self.begun = self.begun, ""
        return self.session.prompt(message, default=begun)

    def toolbar(self) -> str:
        """Who is to act, or what somebody else has logged meanwhile."""
        try:
            if self.desk.refresh():
                logged = f"{self.desk.last}: {_shown(self.desk.game, self.desk.record[-1])}"
                return " " + say("somebody logged {what} (Enter shows the table)", what=logged)
        except LogbookError as problem:
            return f" {problem}"
        turn = joined(acting(self.desk.choices), OR) or Phrase("nobody's move is known")
        moves = counted(len(self.desk.choices), "{n} legal move", "{n} legal moves")
        return say(" {turn}: {moves} · Tab · help", turn=turn, moves=moves)

    def show(self) -> None:
        self.seen = self.desk.last
        click.echo("\n" + text.table(language.said(self.desk.game, self.desk.game.scene(self.desk.table))))

    # lines

    def carry_out(self, entered: str) -> bool:
        """Do what a line says. Returns whether it was the last."""
        command, rest = _command(entered, self.desk.players)
        if command in ("quit", "exit"):
            return True
        actions = {"help": self.help, "show": self.show, "moves": self.moves, "why": self.why_not}
        try:
            self.desk.refresh()
            if command in ("help", "show"):
                actions[command]()  # type: ignore[operator]
            elif command in actions:
                actions[command](rest)  # type: ignore[operator]
            else:
                self.log(entered) if self.seen == self.desk.last else self.catch_up(entered)
        except LogbookError as problem:
            click.echo(f"  {problem}")
        return False

    def help(self) -> None:
        for command, what in HELP.items():
            click.echo(f"  {command:<19} {say(what)}")

    def moves(self, words: str) -> None:
        found = matching(self.desk.choices, words)
        _listing(
            [f"  {each.text}" for each in found],
            say("no legal move with these words") if words else say("no legal move"),
        )

    def why_not(self, words: str) -> None:
        lines = [
            "  " + say("not {move}: {why}", move=_shown(self.desk.game, event), why=why)
            for event, why in forbidden(self.desk.game, self.desk.referee)
            if _has(_shown(self.desk.game, event), words)
        ]
        _listing(lines, say("nothing that anybody would try is forbidden here"))

    def catch_up(self, entered: str) -> None:
        """Show what somebody else has logged before anything comes after it."""
        fresh = list(enumerate(self.desk.record, start=1))[self.seen :]
        self.show()
        said = "; ".join(f"{seq} {_shown(self.desk.game, event)}" for seq, event in fresh)
        self.refuse(entered, say("meanwhile somebody logged {what}. Enter records yours after it", what=said))

    # moves

    def log(self, entered: str) -> None:
        """Judge what was entered; record it if it is fine, or if it happened all the same."""
        after = self.desk.last
        try:
            judged = self.desk.judge(typed.read(self.desk, entered))
            self.say(judged)
            if judged.faulty:
                judged = Judged(self.reasoned(entered), judged.findings)
        except Unreadable as problem:
            self.refuse(entered, say("column {n}: {why}", n=problem.column, why=problem))
        except _Withdrawn:
            self.refuse(entered, say("not recorded"))
        else:
            self.record(judged, entered, after)

    def say(self, judged: Judged) -> None:
        click.echo("  " + _shown(self.desk.game, judged.event))
        for finding in judged.findings:
            click.echo(paint(text.verdict(self.desk.game, finding), finding.outcome))
        if not judged.findings:
            click.echo(paint("  " + say("fine"), "holds"))

    def reasoned(self, entered: str) -> Event:
        """The event with the reason why it stands. Raises _Withdrawn if it was not played."""
        try:
            asked = say("Record it anyway? (y, or y and why; Enter: no)")
            answer = self.question.prompt(f"  {asked} ").strip()
        except (KeyboardInterrupt, EOFError):
            answer = ""
        own = say("yes|y")
        yes = re.match(rf"(?:yes|y|{own})\b[\s,:]*", answer, re.IGNORECASE)
        if not yes:
            raise _Withdrawn
        return typed.read(self.desk, typed.with_reason(entered, answer[yes.end() :]))

    def record(self, judged: Judged, entered: str, after: int) -> None:
        try:
            seq = self.desk.append(judged.event, after)
        except Conflict:
            self.desk.refresh()
            self.catch_up(entered)
            return
        self.show()
        click.echo("  " + say("{n} recorded", n=seq))

    def refuse(self, entered: str, why: str) -> None:
        """Say why, and put the line back to be changed."""
        click.echo(f"  {why}")
        self.begun = entered


class _Withdrawn(Exception):
    """The scribe does not want the move recorded."""


def _command(entered: str, players: tuple[str, ...]) -> tuple[str, str]:
    """A command of the prompt and what follows it; "" for a line of the record."""
    first, _, rest = entered.partition(" ")
    first = first.casefold()
    if any(first == name.casefold() for name in players):
        return "", entered
    if first == "why":
        return "why", re.sub(r"^not\b\s*", "", rest.strip(), flags=re.IGNORECASE)
    return (first, rest.strip()) if first in ("quit", "exit", "help", "show", "moves") else ("", entered)


def _shown(game: Game, event: Event) -> str:
    """A move in words that do nothing to a terminal."""
    return spelt_out(line.show(game, event))


def _has(move: str, words: str) -> bool:
    """Whether a move has all of these words."""
    have = [token.text.casefold() for token in split(move).tokens]
    return all(token.text.casefold() in have for token in split(words).tokens)


def _listing(lines: list[str], none: str) -> None:
    for each in lines[:FEW]:
        click.echo(each)
    if len(lines) > FEW:
        click.echo("  " + say("and {n} more; add a word to see fewer", n=len(lines) - FEW))
    if not lines:
        click.echo(f"  {none}")


class Words(Completer):
    """Completes legal moves, then whatever the notation allows, then the commands."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """Whole moves if few fit; else the next word."""
        entered = document.text_before_cursor
        fitting = matching(self.desk.choices, entered)
        if fitting and len(fitting) <= WHOLE:
            for each in fitting:
                yield Completion(each.text, -len(entered), display_meta=say("legal"))
        begun = "" if not entered or entered[-1].isspace() else entered.split()[-1]
        for word, meta in self._words(entered, begun):
            yield Completion(word + " ", -len(begun), display=word, display_meta=meta)

    def _words(self, entered: str, begun: str) -> Iterator[tuple[str, str]]:
        """Each word that may come next, with what it is."""
        legal = list(dict.fromkeys(_next_words(self.desk, entered)))
        yield from ((word, say("in a legal move")) for word in legal if len(legal) > 1 or word != begun)
        yield from ((word, "") for word in hints(self.desk.game, self.desk.players, entered) if word not in legal)
        if not entered[: -len(begun) or None].strip():
            yield from ((word, say("command")) for word in COMMANDS if word.startswith(begun.casefold()))


def _next_words(desk: Desk, entered: str) -> Iterable[str]:
    """The words of legal moves that can follow just what was typed."""
    given = [token.text.casefold() for token in split(entered).tokens]
    begun = given.pop() if given and not entered[-1:].isspace() else ""
    moves = desk.choices
    if len(matching(moves, entered)) <= WHOLE:
        return
    for each in moves:
        words = [word.casefold() for word in each.words]
        if words[: len(given)] == given and len(words) > len(given) and words[len(given)].startswith(begun):
            yield show_name(each.words[0]) if each.player and not given else each.words[len(given)]
