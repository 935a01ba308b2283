"""A folder of pages: a replay for each game, the rulebook of each kind of game, and an index over all."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from msgspec import Struct

from referee import dispute, replay
from referee.game import Game
from referee.language import text_of
from referee.replay import BREACH, HOLDS, UNDECIDED, Audit
from referee.report import html, text
from referee.report.html import Entry, Place, Tally
from referee.sources import Source

Readings = Mapping[str, Mapping[str, str]]
"""For each game's id, the readings to judge by instead of the table's."""


class _Judged(Struct):
    """A game with its verdicts, and the name of its page."""

    source: Source
    audit: Audit
    href: str

    @property
    def title(self) -> str:
        name = self.source.name
        return name.rpartition("#")[2] if "#" in name else Path(name).stem


def pages(sources: Iterable[Source], readings: Readings) -> Iterator[tuple[str, str]]:
    """The name and content of each page, the index last; games that could not be read have none."""
    judged: list[_Judged] = []
    for source in sources:
        if source.game is not None and source.record:
            judged.append(_judge(source, readings, {one.href for one in judged}))
            yield judged[-1].href, _page(judged[-1], readings)
    games = {one.audit.game.id: one.audit.game for one in judged}
    for game in games.values():
        yield _rules_page(game), html.rulebook(game, _broken(game, judged), "index.html")
    books = [Place(game.title, _rules_page(game)) for game in games.values()]
    viewer = next((one.source.viewer for one in judged), None)
    yield "index.html", html.index([_entry(one) for one in judged], _tallies(judged), books, viewer)


def _judge(source: Source, readings: Readings, taken: set[str]) -> _Judged:
    assert source.game is not None
    audit = replay.audit(source.game, source.record, readings.get(source.game.id), legal=False)
    return _Judged(source, audit, file_name(source.name, taken))


def _page(one: _Judged, readings: Readings) -> str:
    game, source = one.audit.game, one.source
    return html.page(
        game,
        source.record,
        source=source.name,
        head=source.head,
        readings=readings.get(game.id),
        lines=source.lines,
        viewer=source.viewer,
    )


def _rules_page(game: Game) -> str:
    return f"rules-{game.id}.html"


def _entry(one: _Judged) -> Entry:
    counts = text.Counts()
    counts.add(one.source, one.audit.findings)
    started = replay.started_of(one.source.record)
    return Entry(
        href=one.href,
        title=one.title,
        game=one.audit.game.title,
        players=started.players,
        events=len(one.source.record),
        breaches=counts.breaches,
        record=counts.record,
        undecided=counts.undecided,
        waived=counts.waived,
        result=text.standing(one.audit.result),
        head=one.source.head,
        date=started.tags.get("date", ""),
    )


def _broken(game: Game, judged: Iterable[_Judged]) -> dict[str, list[Place]]:
    """For each clause of a game, the events at which it was broken."""
    found: dict[str, list[Place]] = {}
    for one in judged:
        for finding in one.audit.findings if one.audit.game is game else ():
            if finding.outcome == BREACH:
                place = Place(one.title, f"{one.href}#{finding.seq}")
                found.setdefault(finding.clause.id, []).append(place)
    return found


def _tallies(judged: Iterable[_Judged]) -> list[Tally]:
    """How often each clause was broken, left undecided, disputed: the most frequent first."""
    counts: dict[str, Counter[str]] = {}
    games: dict[str, Game] = {}
    for one in judged:
        for clause, what in _mentions(one.audit):
            counts.setdefault(clause, Counter())[what] += 1
            games[clause] = one.audit.game
    tallies = [_tally(games[clause], clause, counted) for clause, counted in counts.items()]
    return sorted(tallies, key=lambda t: (-t.breaches, -t.disputes, -t.undecided, t.clause))


def _mentions(audit: Audit) -> Iterator[tuple[str, str]]:
    """Each clause that was broken, undecided or disputed in a game, once for each time."""
    for finding in audit.findings:
        if finding.outcome != HOLDS:
            yield finding.clause.id, finding.outcome
    for event in dispute.objections(audit.record):
        if event.clause:
            yield event.clause, "disputed"


def _tally(game: Game, clause: str, counted: Counter[str]) -> Tally:
    return Tally(
        clause=clause,
        game=game.title,
        rule=text_of(game, game.rules.clauses[clause].rule),
        href=f"{_rules_page(game)}#{clause}",
        breaches=counted[BREACH],
        undecided=counted[UNDECIDED],
        disputes=counted["disputed"],
    )


def file_name(name: str, taken: set[str]) -> str:
    """A file name made of a source's name; one that is taken gets letters of the name's hash."""
    stem = Path(name.rpartition("#")[2] or name).stem
    base = re.sub(r"[^a-z0-9]+", "-", stem.casefold()).strip("-")[:60] or "game"
    hashed = (f"{base}-{hashlib.sha256(f'{name} {n}'.encode()).hexdigest()[:8]}.html" for n in range(len(taken) + 1))
    free = (file for file in (f"{base}.html", *hashed) if file not in taken and not _is_ours(file))
    return next(free)


def _is_ours(file: str) -> bool:
    return file == "index.html" or file.startswith("rules-")
