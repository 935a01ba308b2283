"""One known breach planted in a legal game: does the audit find that one, and nothing else?

`python -m tests.oracles.planted GAME` prints a score per clause: of so many breaches planted, how
many were found as just that clause at just that event. What is planted is a move that breaks this
clause alone, and the game then goes on legally to its end. It comes from four places:

- moves that somebody might try in a random game, and legal moves with one thing changed in them;
- the start of a random game, with one thing changed in its headers;
- a random game told as a position halfway, with one thing changed in it;
- the case book's illegal examples, played on from where they end.

That the move is illegal at all, the naive referees of this folder say independently.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any, NamedTuple

from referee import casebook, line, replay, simulate, transcript
from referee import game as games
from referee.event import Event, Position, Record, Started
from referee.game import Game
from referee.ledger import UNKNOWN
from referee.replay import BREACH, HOLDS, Referee
from tests.oracles.mutants import mutants, words_of
from tests.oracles.tries import more


class Plant(NamedTuple):
    """A game with one breach in it: which clause, at which event."""

    clause: str
    seq: int
    record: Record
    partly: bool = False
    """Whether not all of it was logged, so that there may be doubts."""


class Score(NamedTuple):
    """How often a clause was planted, how often just it was found, and an example where not."""

    planted: int = 0
    found: int = 0
    example: str = ""


Scores = dict[str, Score]
Bed = Callable[[Game, Record, Random], Iterator[tuple[Record, Iterable[Event]]]]
"""Where to plant in a random game: what has happened so far, and what might be done wrong then."""

PLACES, TRIES, MOVES, CHANGES = 6, 150, 12, 40
AFTERWARDS = 400
"""How many events are played on after the breach, at most: from a position a game may never end."""


def _in_play(game: Game, record: Record, chance: Random) -> Iterator[tuple[Record, Iterable[Event]]]:
    words = words_of(record)
    for seq in sorted(chance.sample(range(2, len(record) + 1), min(PLACES, len(record) - 1))):
        prefix = record[: seq - 1]
        yield prefix, _attempts(game, replay.table_at(game, prefix), record[seq - 1], words, chance)


def _attempts(game: Game, table: object, done: Event, words: list[str], chance: Random) -> Iterator[Event]:
    """What somebody might try, what else they could, and what is nearly what they did or might have done."""
    yield from _some(game.tries(table), TRIES, chance)
    yield from more(game, table, chance)
    for move in [done, *_some(game.legal(table), MOVES, chance)]:
        yield from _some(mutants(game, move, _some(words, 8, chance)), CHANGES, chance)


def _at_the_start(game: Game, record: Record, chance: Random) -> Iterator[tuple[Record, Iterable[Event]]]:
    yield [], mutants(game, record[0], [*simulate.NAMES, *words_of(record[:2])])


def _in_a_position(game: Game, record: Record, chance: Random) -> Iterator[tuple[Record, Iterable[Event]]]:
    """The game told as a position: at its beginning, and at some place in it."""
    for seq in (1, chance.randrange(1, len(record))):
        given = tuple((game.describe and game.describe(replay.table_at(game, record[:seq]))) or ())
        if given and not _breaches(game, record[:1], [Position(given)]):
            yield record[:1], mutants(game, Position(given), _some(words_of([Position(given)]), 12, chance))


BEDS: list[Bed] = [_in_play, _at_the_start, _in_a_position]


def _some(things: Iterable[Any], most: int, chance: Random) -> list[Any]:
    found = list(things)
    return chance.sample(found, min(len(found), most))


def plants(game: Game, seed: int, scores: Scores, most: int) -> Iterator[Plant]:
    """Breaches of the clauses that were planted least, at a few places of one random game."""
    chance = Random(seed)
    record = simulate.simulate(game, chance.choice(game.players), f"planted {seed}")
    for bed in BEDS:
        for prefix, events in bed(game, record, chance):
            moves = _breaches(game, prefix, events)
            wanted = [clause for clause in moves if scores.get(clause, Score()).planted < most]
            for clause in sorted(wanted, key=lambda clause: (scores.get(clause, Score()).planted, clause))[:4]:
                yield Plant(clause, len(prefix) + 1, _played_on(game, [*prefix, moves[clause]], chance))


def _breaches(game: Game, prefix: Record, events: Iterable[Event]) -> dict[str, Event]:
    """For each clause that one of these events breaks alone, the first that does."""
    found: dict[str, Event] = {}
    if not prefix:
        referees = ((event, Referee(game, event, legal=False)) for event in events if isinstance(event, Started))
        judged = ((event, referee.judge(1, event)) for event, referee in referees)
    else:
        referee = Referee(game, replay.started_of(prefix), legal=False)
        referee.table = replay.table_at(game, prefix)
        judged = ((event, referee.judge(0, event)) for event in events if _is_of_the_game(referee, event))
    for event, findings in judged:
        broken = [finding for finding in findings if finding.outcome != HOLDS]
        alone = len(broken) == 1 and broken[0].outcome == BREACH
        if alone and broken[0].clause.id not in found and _can_be_written(game, [*prefix, event]):
            found[broken[0].clause.id] = event
    return found


def _is_of_the_game(referee: Referee, event: Event) -> bool:
    return not hasattr(event, "player") or event.player in referee.seats


def _can_be_written(game: Game, record: Record) -> bool:
    """Whether a transcript can hold it; a reader refuses some things outright."""
    (read,) = transcript.parse(transcript.write(game, record))
    return not read.mistakes and read.record == record


def cases(game: Game, chance: Random) -> Iterator[Plant]:
    """The case book's examples with just one breach in them, played on to the end."""
    for case in casebook.cases(game.id):
        (read,) = transcript.parse(case.text)
        findings = replay.audit(game, read.record, legal=False).findings
        if len(findings) == 1 and findings[0].outcome == BREACH:
            yield Plant(findings[0].clause.id, findings[0].seq, _played_on(game, read.record, chance), partly=True)


def _played_on(game: Game, record: Record, chance: Random) -> Record:
    """The game with the breach in it, played on legally as long as that goes."""
    started = record[0]
    assert isinstance(started, Started)
    referee = Referee(game, started, legal=False)
    for seq, event in enumerate(record, start=1):
        referee.see(seq, event)
    played = list(record)
    while len(played) < len(record) + AFTERWARDS and (event := simulate.next_event(referee, chance)) is not None:
        played.append(event)
        referee.see(len(played), event)
    return played


def found(game: Game, plant: Plant) -> list[tuple[int, str]]:
    """What the audit finds in a planted game, and where. Where not all was logged, there may be doubts, too."""
    findings = replay.audit(game, plant.record, legal=False).findings
    partly = (
        plant.partly
        or any(isinstance(event, Position) for event in plant.record[:2])
        or UNKNOWN in words_of([plant.record[plant.seq - 1]])
    )
    return [(f.seq, f.clause.id) for f in findings if f.outcome == BREACH or not partly]


def campaign(game: Game, most: int, tries: int, seed: int = 0) -> Scores:
    """Plant up to ``most`` breaches of each clause, in up to ``tries`` random games and in the case book's."""
    scores: Scores = {}
    for number in range(tries):
        for plant in plants(game, seed + number, scores, most):
            _count(game, plant, scores)
    for plant in cases(game, Random(seed)):
        if scores.get(plant.clause, Score()).planted < most:
            _count(game, plant, scores)
    return scores


def _count(game: Game, plant: Plant, scores: Scores) -> None:
    old, said = scores.get(plant.clause, Score()), found(game, plant)
    hit = said == [(plant.seq, plant.clause)]
    example = old.example if hit or old.example else f"{_move(game, plant)}: {said[:4]}"
    scores[plant.clause] = Score(old.planted + 1, old.found + hit, example)


def _move(game: Game, plant: Plant) -> str:
    event = plant.record[plant.seq - 1]
    return f"{plant.seq} {event if isinstance(event, (Started, Position)) else line.show(game, event)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=games.ids())
    parser.add_argument("--most", type=int, default=20, help="breaches of each clause, at most")
    parser.add_argument("--tries", type=int, default=150, help="games that are played for it")
    parser.add_argument("--seed", type=int, default=0, help="of the first of these games")
    options = parser.parse_args()
    for id in options.games:
        report(games.find(id), campaign(games.find(id), options.most, options.tries, options.seed))


def report(game: Game, scores: Scores) -> None:
    """Print the score of each clause, and where it is not full an example of what else was found."""
    checked = [id for id, clause in game.rules.clauses.items() if clause.on]
    for id in checked:
        score = scores.get(id, Score())
        print(f"| `{id}` | {score.found} / {score.planted} |" if score.planted else f"| `{id}` | not planted |")
        if score.example:
            print(f"    {score.example}")
    total = sum(score.planted for score in scores.values())
    print(f"{game.id}: {sum(s.found for s in scores.values())} / {total} over {len(scores)} of {len(checked)} clauses")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
