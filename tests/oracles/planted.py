"""One known breach planted in a legal game: does the audit find that one, and nothing else?

`python -m tests.oracles.planted` prints a score per clause: of so many breaches planted, how
many were found as just that clause at just that event. What is planted is a move that somebody
might try and that breaks this clause alone; the game then goes on legally to its end. That the
move is illegal at all, the naive referees of this folder say independently.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from referee import game as games
from referee import line, replay, simulate
from referee.event import Event, Record, Started
from referee.game import Game
from referee.replay import HOLDS, Referee
from tests.oracles.tries import more


class Plant(NamedTuple):
    """A game with one breach in it: which clause, at which event."""

    clause: str
    seq: int
    record: Record


class Score(NamedTuple):
    """How often a clause was planted, how often just it was found, and an example where not."""

    planted: int = 0
    found: int = 0
    example: str = ""


def plants(game: Game, seed: int, scores: dict[str, Score], most: int) -> Iterator[Plant]:
    """Breaches of the clauses that were planted least, at a few places of one random game."""
    chance = Random(seed)
    players = chance.choice(game.players)
    record = simulate.simulate(game, players, f"planted {seed}")
    for seq in sorted(chance.sample(range(2, len(record) + 1), min(8, len(record) - 1))):
        prefix = record[: seq - 1]
        moves = _breaches(game, prefix, chance)
        wanted = [clause for clause in moves if scores.get(clause, Score()).planted < most]
        for clause in sorted(wanted, key=lambda clause: (scores.get(clause, Score()).planted, clause))[:3]:
            yield Plant(clause, seq, _played_on(game, [*prefix, moves[clause]], chance))


def _breaches(game: Game, prefix: Record, chance: Random) -> dict[str, Event]:
    """For each clause that can be broken alone there, a move that does."""
    referee = Referee(game, replay.started_of(prefix), legal=False)
    referee.table = replay.table_at(game, prefix)
    found: dict[str, Event] = {}
    tries = list(game.tries(referee.table))
    for move in [*chance.sample(tries, min(len(tries), 150)), *more(game, referee.table, chance)]:
        broken = [finding for finding in referee.judge(0, move) if finding.outcome != HOLDS]
        if len(broken) == 1 and broken[0].outcome == replay.BREACH:
            found.setdefault(broken[0].clause.id, move)
    return found


def _played_on(game: Game, record: Record, chance: Random) -> Record:
    """The game with the breach in it, played on legally as long as that goes."""
    started = record[0]
    assert isinstance(started, Started)
    referee = Referee(game, started, legal=False)
    for seq, event in enumerate(record, start=1):
        referee.see(seq, event)
    while len(record) < simulate.MOST and (event := simulate.next_event(referee, chance)) is not None:
        record = [*record, event]
        referee.see(len(record), event)
    return record


def found(game: Game, plant: Plant) -> list[tuple[int, str]]:
    """What the audit finds in a planted game, and where."""
    return [(f.seq, f.clause.id) for f in replay.audit(game, plant.record, legal=False).findings]


def campaign(game: Game, most: int, tries: int) -> dict[str, Score]:
    """Plant up to ``most`` breaches of each clause, in up to ``tries`` games."""
    scores: dict[str, Score] = {}
    for seed in range(tries):
        for plant in plants(game, seed, scores, most):
            old, said = scores.get(plant.clause, Score()), found(game, plant)
            hit = said == [(plant.seq, plant.clause)]
            example = old.example if hit or old.example else f"{_move(game, plant)}: {said[:4]}"
            scores[plant.clause] = Score(old.planted + 1, old.found + hit, example)
    return scores


def _move(game: Game, plant: Plant) -> str:
    return f"{plant.seq} {line.show(game, plant.record[plant.seq - 1])}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=games.ids())
    parser.add_argument("--most", type=int, default=20, help="breaches of each clause, at most")
    parser.add_argument("--tries", type=int, default=150, help="games that are played for it")
    parser.add_argument("--verbose", action="store_true", help="an example of what else was found")
    options = parser.parse_args()
    for id in options.games:
        _report(games.find(id), options.most, options.tries, options.verbose)


def _report(game: Game, most: int, tries: int, verbose: bool) -> None:
    scores = campaign(game, most, tries)
    checked = [id for id, clause in game.rules.clauses.items() if clause.on]
    for id in checked:
        score = scores.get(id)
        print(f"{id:40} " + (f"{score.found} / {score.planted}" if score else "cannot be planted alone"))
        if score and score.example and verbose:
            print(f"    {score.example}")
    total = sum(score.planted for score in scores.values())
    print(f"{game.id}: {sum(s.found for s in scores.values())} / {total} over {len(scores)} of {len(checked)} clauses")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
