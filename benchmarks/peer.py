"""One peer beside Referee: ``python -m benchmarks.peer NAME ROUNDS EVENTS``, in the peers' environment."""

from __future__ import annotations

import functools
import io
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

from benchmarks import ours
from benchmarks.games import FOLDER, Corpus, corpus, fill
from benchmarks.rounds import Case, interleaved, ratio
from benchmarks.setup import NODE
from benchmarks.table import Measured
from referee import game as referee_games
from referee import replay
from referee.event import Record, Started

JADE = "jade-merchant"


def checked(found: Corpus) -> Callable[[], None]:
    """The whole check from the file, its chain verified; warm, as for an archive."""
    run = functools.partial(ours.from_file, found)
    for _ in range(1 + 20_000 // found.events):
        run()
    return run


def eventsourcing(rounds: int, events: int) -> Iterator[Measured]:
    """The same games as aggregates that apply each event and judge nothing, which is to their advantage."""
    from benchmarks.peer_eventsourcing import Games

    found = corpus(JADE, events)
    theirs, n = Games(found.records, FOLDER), found.events
    theirs.save(FOLDER / "theirs.db")

    def bulk() -> None:
        for record in found.records:
            replay.audit(found.game, record)
        fill(FOLDER / "ours.db", found.records)

    cases = [
        Case("check", checked(found), n),
        Case("get", theirs.get_all, n),
        Case("bulk", bulk, n),
        Case("batch", lambda: theirs.save(FOLDER / "batch.db"), n),
    ]
    timed = interleaved(cases, rounds)
    detail = "theirs judges nothing"
    yield Measured("check / eventsourcing get", JADE, ratio(timed["get"], timed["check"]), detail)
    yield Measured("validated bulk append / eventsourcing batch", JADE, ratio(timed["batch"], timed["bulk"]), detail)


def chess(rounds: int, events: int) -> Iterator[Measured]:
    """Random games of chess, each move parsed, checked and pushed; also as events in a logbook."""
    import chess as peer

    from benchmarks.chess_game import GAME, Play

    games, found = _random_chess(peer, events), corpus(JADE, events)
    find = referee_games.find
    records: list[Record] = [[Started("chess", ("W", "B")), *map(Play, moves)] for moves in games]

    def push() -> None:
        for moves in games:
            board = peer.Board()
            for move in moves:
                board.push_uci(move)

    with mock.patch.object(referee_games, "find", lambda id_: GAME if id_ == "chess" else find(id_)):
        fill(FOLDER / "chess.db", records)
        logged = Corpus(GAME, records, [], FOLDER / "chess.db")
        n = sum(map(len, games))
        cases = [
            Case("check", checked(found), found.events),
            Case("logged", checked(logged), n),
            Case("push", push, n),
            Case("read", _pgn(peer, games), n),
        ]
        timed = interleaved(cases, rounds)
    yield Measured(
        "chess from the log, push_uci being the rule / push_uci", "chess", ratio(timed["push"], timed["logged"])
    )
    yield Measured("chess from the log / chess.pgn.read_game", "chess", ratio(timed["read"], timed["logged"]))
    yield Measured("check / python-chess push_uci (another game)", JADE, ratio(timed["push"], timed["check"]))


def _random_chess(peer: Any, moves: int) -> list[list[str]]:
    rng, games = random.Random(7), list[list[str]]()
    while sum(map(len, games)) < moves:
        board, played = peer.Board(), list[str]()
        while not board.is_game_over() and len(played) < 160:
            played.append(rng.choice(list(board.legal_moves)).uci())
            board.push_uci(played[-1])
        games.append(played)
    return games


def _pgn(peer: Any, games: list[list[str]]) -> Callable[[], None]:
    """Reading these games, each written as a PGN file has it."""
    from chess import pgn

    boards = [peer.Board() for _ in games]
    for board, moves in zip(boards, games, strict=True):
        for move in moves:
            board.push_uci(move)
    text = "\n\n".join(str(pgn.Game.from_board(board)) for board in boards)

    def read() -> None:
        file = io.StringIO(text)
        while pgn.read_game(file) is not None:
            pass

    return read


def open_spiel(rounds: int, events: int) -> Iterator[Measured]:
    """Random games of hearts in C++, each action looked up among the legal ones and applied."""
    import pyspiel

    game, rng, found = pyspiel.load_game("hearts"), random.Random(7), corpus(JADE, events)
    played: list[list[int]] = []
    while sum(map(len, played)) < 10 * events:
        state, actions = game.new_initial_state(), list[int]()
        while not state.is_terminal():
            actions.append(rng.choice(state.legal_actions()))
            state.apply_action(actions[-1])
        played.append(actions)

    def replayed() -> None:
        for actions in played:
            state = game.new_initial_state()
            for action in actions:
                assert action in state.legal_actions()
                state.apply_action(action)

    checked(found)()
    theirs = Case("hearts", replayed, sum(map(len, played)))
    timed = interleaved([Case("memory", functools.partial(ours.in_memory, found), found.events), theirs], rounds)
    name = "in memory / OpenSpiel hearts, checked (another game, C++)"
    yield Measured(name, JADE, ratio(timed["hearts"], timed["memory"]))


def boardgame_io(rounds: int, events: int) -> Iterator[Measured]:
    """The same bids, passes and takes through boardgame.io's client, without undo, the turn kept in G."""
    found = corpus(JADE, events)
    moves = FOLDER / "moves.json"
    moves.write_text(json.dumps([[json.loads(body) for body in bodies] for bodies in found.bodies]), "utf-8")
    acted = sum(type(e).__name__ in ("Bid", "Pass", "Take") for record in found.records for e in record)
    script = Path(__file__).with_name("boardgame_io.cjs")
    env, check = {**os.environ, "NODE_ENV": "production"}, checked(found)
    ratios = []
    for _ in range(rounds):
        node = subprocess.run(["node", script, moves], env=env, cwd=NODE, capture_output=True, text=True, check=True)
        mine = interleaved([Case("check", check, acted)], 3)["check"].median
        ratios.append(float(node.stdout) / mine)
    name = "a player's move, from the file / boardgame.io at its best"
    yield Measured(name, JADE, statistics.median(ratios), "theirs checks only turn and height of a bid")


def main() -> None:
    name, rounds, events = sys.argv[1:]
    measure: Any = {f.__name__: f for f in (eventsourcing, chess, open_spiel, boardgame_io)}[name]
    try:
        print(json.dumps(list(measure(int(rounds), int(events)))))
    finally:
        shutil.rmtree(FOLDER, ignore_errors=True)


if __name__ == "__main__":
    main()
