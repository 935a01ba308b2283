"""Chess as a game of Referee with one clause, python-chess being the rule: what the log and the engine cost."""

from __future__ import annotations

from random import Random
from typing import Any

import chess
from msgspec import Struct

from referee.event import Event, Given, Move, Started
from referee.game import Game, Result, Scene
from referee.ledger import Fault
from referee.notation import Form
from referee.rulebook import Cite, Rulebook
from referee.words import Kind

RULES = Rulebook("chess")


class Play(Move, frozen=True, tag="chess.play@1"):
    """A move of either side, in the notation of UCI."""

    uci: str


class Facing(Given, frozen=True, tag="chess.given@1"):
    """Nothing: games are played from the start here, but a position needs something to say."""


class NoBooks(Struct):
    """Nothing to be counted."""

    faults: list[Fault] = []

    def balance(self) -> dict[str, int]:
        return {}


class Table(Struct):
    """The board, as python-chess has it."""

    players: tuple[str, ...]
    readings: dict[str, str]
    board: Any
    ledger: NoBooks


@RULES.clause(
    "chess.play.legal",
    Cite("FIDE Laws of Chess", "3"),
    breach="{uci} is no legal move",
    facts=lambda t, e: {"uci": e.uci},
)
def legal(t: Table, e: Play) -> bool:
    """A move is one that its piece can make, and leaves the own king safe."""
    try:
        t.board.parse_uci(e.uci)
    except ValueError:
        return False
    return True


def start(started: Started) -> Table:
    return Table(started.players, {}, chess.Board(), NoBooks())


def _play(table: Table, event: Play) -> None:
    table.board.push(chess.Move.from_uci(event.uci))


def _nothing(*_: Any) -> list[Event]:
    return []


def _no_chance(table: Table, random: Random) -> None:
    return None


GAME = Game(
    id="chess",
    title="Chess",
    rules=RULES,
    events=(Play,),
    givens=(Facing,),
    forms=(Form(Play, "play {uci}", uci=Kind("a move", lambda text, names: text)),),
    start=start,
    apply={Play: _play},
    legal=_nothing,
    tries=_nothing,
    chance=_no_chance,
    contradictions=lambda started, position: [],
    result=lambda table: Result(False, (), {}),
    scene=lambda table: Scene("", ()),
    players=range(2, 3),
    ledger_clause="chess.play.legal",
)
