"""Verdicts that differ: under another reading, or since an earlier check."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import click
import msgspec

from referee import line, replay
from referee.cli.common import READ, cannot, logbook_option, pairs, readings_for, spoken_option, targets_or
from referee.compare import Change, Verdict, changes
from referee.language import marked, say
from referee.report import text
from referee.sources import MissingError, Source, sources


@click.command()
@click.argument("targets", nargs=-1)
@click.option("--reading", multiple=True, metavar="K=V", help="Compare the table's readings with this one.")
@click.option("--against", metavar="OLD.json", help="Compare an earlier `check --format json` with now.")
@spoken_option
@logbook_option
def diff(targets: tuple[str, ...], reading: tuple[str, ...], against: str | None, logbook: str) -> int:
    """Verdicts that are new, gone or changed under another reading or since an earlier check.

    The exit code is 1 if there are any.

    \b
    Examples: referee diff replays/ --reading ceiling=none
              referee diff replays/ --against last-year.json
    """
    if bool(reading) == bool(against):
        raise click.UsageError(say("say either --reading K=V or --against OLD.json"))
    games = list(sources(targets_or(targets, logbook)))
    wanted = pairs(reading, "--reading")
    before = _earlier(Path(against)) if against else _all(games, {})
    found = changes(before, _all(games, wanted))
    for said in (said for game in games for said in text.mistakes(game)):
        click.echo(said, err=True)
    for said in _described(found, len(games)):
        click.echo(said)
    return 2 if any(game.mistakes for game in games) else int(bool(found))


def _all(games: Iterable[Source], wanted: dict[str, str]) -> list[Verdict]:
    return [verdict for source in games for verdict in _verdicts(source, wanted)]


def _verdicts(source: Source, wanted: dict[str, str]) -> Iterator[Verdict]:
    """The breaches and undecided findings of a game."""
    if source.game is None or not source.record:
        return
    readings = readings_for(source.game, wanted)
    for f in replay.audit(source.game, source.record, readings, legal=False).findings:
        at = source.line(f.seq, f.clause.header)
        yield Verdict(source.name, f.seq, at, line.show(source.game, f.event), f.clause.id, f.outcome)


def _earlier(path: Path) -> list[Verdict]:
    """The verdicts in the JSON of an earlier check; of clauses that hold, which --explain adds, none."""
    try:
        found = msgspec.json.decode(path.read_bytes())
        return [v for game in found["games"] for v in _decoded(game) if v.outcome != replay.HOLDS]
    except OSError as problem:
        raise MissingError(cannot(READ, path, problem)) from None
    except (msgspec.MsgspecError, RecursionError, KeyError, TypeError) as problem:
        raise MissingError(_no_json(path, problem)) from None


def _no_json(path: Path, problem: Exception) -> str:
    return say("{path}: not the JSON of `referee check --format json` ({why})", path=path, why=problem)


def _decoded(game: dict[str, Any]) -> Iterator[Verdict]:
    for finding in game["findings"]:
        named = {key: finding[key] for key in ("seq", "line", "move", "clause", "outcome")}
        yield msgspec.convert({"source": game["source"], **named}, Verdict)


def _described(found: list[Change], games: int) -> Iterator[str]:
    for clause, group in groupby(found, key=lambda change: change.verdict.clause):
        yield clause
        for change in group:
            verdict = change.verdict
            before, after = (say(text.OUTCOMES.get(outcome, outcome)) for outcome in (change.before, change.after))
            yield f"  {say(_KINDS[change.kind])}  {verdict.place}: {verdict.move}  ({before} -> {after})"
    counts = {kind: sum(change.kind == kind for change in found) for kind in _KINDS}
    said = ", ".join(f"{n} {say(_KINDS[kind])}" for kind, n in counts.items())
    yield say("{games}: {found}", games=text.counted_games(games), found=said)


_KINDS = {"new": marked("new"), "gone": marked("gone"), "changed": marked("changed")}
