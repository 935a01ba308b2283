"""The replay page and its index: one HTML file each, that needs nothing else.

Both are pure functions of what they are given: the same input gives the same bytes.
"""

from __future__ import annotations

import base64
import hashlib
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import metadata, resources
from itertools import groupby
from typing import Any

from jinja2 import BaseLoader, ChoiceLoader, Environment, PackageLoader, PrefixLoader, StrictUndefined, Template
from markupsafe import Markup
from msgspec import Struct, field

from referee import language
from referee.chain import short
from referee.event import Record, Started
from referee.game import Game, Result, Scene, Zone
from referee.replay import Finding, started_of, steps
from referee.report import html_chart, html_data, html_rows, html_rules, html_words, rules, text
from referee.report.html_lean import Unquoted, apostrophes, scripted, split_symbols, squeezed, styled, worn
from referee.report.html_rows import Row
from referee.report.html_views import CAPTION, CUT, Views, chapters
from referee.rulebook import Clause, Option, Reading
from referee.words import spelt_out

HERE = "referee.report"
Drawer = Callable[[Zone], str]
"""What draws a zone as HTML."""


class Entry(Struct, frozen=True, kw_only=True):
    """A game in the index: ``href`` leads to its page, ``result`` says in words how it stands."""

    href: str
    title: str
    game: str
    players: tuple[str, ...]
    events: int
    breaches: int = 0
    record: int = 0
    undecided: int = 0
    waived: int = 0
    result: str = ""
    head: str = ""
    date: str = ""


class Tally(Struct, frozen=True, kw_only=True):
    """How often a clause was broken, left undecided and disputed in the games of an index."""

    clause: str
    game: str
    rule: str
    href: str = ""
    breaches: int = 0
    undecided: int = 0
    disputes: int = 0


class Place(Struct, frozen=True):
    """A link with its words: an event at which a clause was broken, a rulebook."""

    title: str
    href: str


class InForce(Struct, frozen=True):
    """A reading as a table plays by it."""

    reading: Reading
    option: Option
    is_default: bool


def page(
    game: Game,
    record: Record,
    *,
    source: str,
    head: str,
    readings: Mapping[str, str] | None = None,
    lines: Sequence[int] = (),
    viewer: str | None = None,
) -> str:
    """The replay of a record as one HTML document.

    ``source`` says where the record is from, ``head`` is its digest, ``readings`` override those
    that the table plays by, ``lines`` are the events' line numbers in a transcript. ``viewer`` is whose
    eyes the record was seen with, "" for everybody's (see ``sight``), None for all that was logged.
    """
    environment = templates_of(package_of(game))
    course = _fold(game, record, _in_words(game, drawer_of(environment, CUT)), readings)
    rows = _rows(game, record, course, lines)
    context = _context(game, started_of(record), course, rows)
    context |= {"source": source, "head": head, "short": short(head) if head else "", "viewer": viewer}
    context |= {"look": look_of(package_of(game)), "hides": game.seen is not None}
    return render(environment, "page.html", drawn=" ".join(course.views.bits), **context)


def index(
    entries: Sequence[Entry],
    tallies: Sequence[Tally] = (),
    rulebooks: Sequence[Place] = (),
    viewer: str | None = None,
) -> str:
    """A page that lists games, each with a link to its replay, the rulebooks, and how the clauses fared.

    ``viewer`` is whose eyes the games were seen with, as for ``page``.
    """
    games = sorted({entry.game for entry in entries})
    faults = sum(bool(entry.breaches or entry.record) for entry in entries)
    context: dict[str, Any] = {"entries": entries, "games": games, "faults": faults, "tallies": tallies, "short": short}
    context |= {"rulebooks": rulebooks, "viewer": viewer}
    return render(templates_of(""), "index.html", **context)


def rulebook(game: Game, broken: Mapping[str, Sequence[Place]] | None = None, games_href: str = "") -> str:
    """A game's clauses and readings in our own words, and what became of each sentence of its source.

    Each clause has the sentences that it looks after, and the places where it was ``broken``; ``games_href``
    leads to the index.
    """
    by_chapter = groupby(game.rules.clauses.values(), lambda clause: clause.id.split(".")[1])
    chapters: dict[str, list[Clause]] = {}
    for name, clauses in by_chapter:
        chapters.setdefault(name, []).extend(clauses)
    kinds = Counter(clause.kind for clause in game.rules.clauses.values())
    sections = html_rules.sections(game)
    context: dict[str, Any] = {"game": game, "chapters": chapters, "kinds": kinds, "broken": broken or {}}
    context |= {
        "sections": sections,
        "fates": html_rules.fates(sections),
        "games_href": games_href,
        "after": html_rules.looked_after(sections),
    }
    return render(templates_of(""), "rules.html", **context)


# A game, event by event


class _Course(Struct):
    """A record folded: what each event changed on the table, and what was found."""

    views: Views
    result: Result
    readings: dict[str, str]
    seqs: list[int] = field(default_factory=list)
    captions: list[str] = field(default_factory=list)
    scores: html_chart.Scores = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


def _in_words(game: Game, draw: Drawer) -> Drawer:
    """A drawer that says a zone's words in the language that is spoken; no more often than it draws."""
    return lambda zone: draw(language.said(game, zone))


def _fold(game: Game, record: Record, draw: Drawer, readings: Mapping[str, str] | None) -> _Course:
    course = _Course(Views(draw), Result(False, (), {}), {})
    table: Any = None
    for step in steps(game, record, readings):
        table, scene = step.table, game.scene(step.table)
        caption = language.said(game, scene.caption)
        course.views.show(step.seq, Scene(caption, scene.zones))
        course.seqs.append(step.seq)
        course.captions.append(caption)
        course.scores.append((step.seq, html_chart.scores(scene)))
        course.findings += step.findings
    course.result, course.readings = game.result(table), dict(table.readings)
    return course


def _rows(game: Game, record: Record, course: _Course, lines: Sequence[int]) -> list[Row]:
    rows = html_rows.rows(game, record, course.findings, course.readings)
    for seq, heading in zip(course.seqs, chapters(course.captions), strict=True):
        rows[seq - 1].heading = heading
    for row, line in zip(rows, lines, strict=False):
        row.line = line
    return rows


def _context(game: Game, started: Started, course: _Course, rows: list[Row]) -> dict[str, Any]:
    """What the template of the replay page works on."""
    return {
        "game": game,
        "started": started,
        "rows": rows,
        "flagged": [row for row in rows if row.marks],
        "clauses": sorted({mark.finding.clause.id for row in rows for mark in row.marks}),
        "counts": html_rows.count(rows),
        "views": course.views,
        "caption": Markup(course.views.html(CAPTION)),
        "chart": html_chart.chart(course.scores, rows),
        "cited_rules": {mark.finding.clause.id: mark for row in rows for mark in row.marks},
        "data": html_words.data(html_data.data(course.views)),
        "result": course.result,
        "readings": _in_force(game, course.readings),
    }


def _in_force(game: Game, readings: Mapping[str, str]) -> list[InForce]:
    found = []
    for reading in game.rules.readings.values():
        chosen = readings[reading.id]
        option = next((o for o in reading.options if o.id == chosen), Option(chosen, ""))
        found.append(InForce(reading, option, option.id == reading.default))
    return found


# Templates


def package_of(game: Game) -> str:
    """The package that a game is in, where it may have templates of its own."""
    return str(sys.modules[game.scene.__module__].__package__)


def _has_templates(package: str) -> bool:
    return bool(package) and (resources.files(package) / "templates").is_dir()


@cache
def templates_of(package: str) -> Environment:
    """Our templates, and under ``game/`` those of a game's package."""
    loaders: list[BaseLoader] = [PackageLoader(HERE)]
    if _has_templates(package):
        loaders.append(PrefixLoader({"game": PackageLoader(package)}))
    environment = Environment(
        loader=ChoiceLoader(loaders),
        autoescape=True,  # never select_autoescape(): it leaves some names unescaped
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=[Unquoted],
    )
    environment.globals |= html_words.GLOBALS
    environment.filters |= {"points": text.points, "result_words": html_words.result_words}
    environment.filters |= {"verdict_words": text.verdict_words, "kind_words": rules.kind_words}
    environment.filters |= {"chapter_title": html_words.chapter_title, "cited": text.cited}
    return environment


def drawer_of(environment: Environment, cut: str = "") -> Drawer:
    """The function that draws a zone by its view's template, the game's own first; with ``cut`` where lines are cut."""

    @cache
    def template(view: str) -> Template:
        return environment.select_template([f"game/{view}.html", f"{view}.html", "cards.html"])

    def draw(zone: Zone) -> str:
        return template(zone.view).render(zone=zone).replace(CUT, cut)

    return draw


def render(environment: Environment, name: str, like: str = "", drawn: str = "", **context: Any) -> str:
    """A page of a template, with the style sheet and the script of its name, or of the page that it is ``like``.

    Of the style it has what it needs, also for what its script draws.
    """
    own = like or name.removesuffix(".html")
    script = scripted(static("words.js"), *(static(f"{own}{part}.js") for part in PARTS))
    context |= {"version": metadata.version("referee"), "script_hash": hash_of(script)}
    context |= {"script": Markup(script), "words": html_words.of_script(script)}
    page = apostrophes(spelt_out(environment.get_template(name).render(**context)))
    style = worn(styled(static("base.css"), static(f"{own}.css")), page + drawn, script) + context.get("look", _NONE)[0]
    return page.replace("<style></style>", f"<style>{style}</style>", 1).replace(_NO_HASH, _hashed(style), 1)


PARTS = ("-table", "-go", "", "-start")
"""What the names of a page's scripts end in."""
_NO_HASH = "style-src ''"


def _hashed(style: str) -> str:
    return f"style-src '{hash_of(style)}'"


_NONE = ("", "")


@cache
def look_of(package: str) -> tuple[str, Markup]:
    """A game's own style, the pictures of its cards in it, and other shapes that its views use."""
    if not _has_templates(package):
        return "", Markup()
    folder = resources.files(package) / "templates"
    style, symbols = (
        (folder / name).read_text("utf-8") if (folder / name).is_file() else "" for name in ("style.css", "symbols.svg")
    )
    pictures, others = split_symbols(symbols)
    return styled(style) + pictures, Markup(squeezed(others))


@cache
def static(name: str) -> str:
    file = resources.files(HERE) / "static" / name
    return file.read_text("utf-8") if file.is_file() else ""


def hash_of(text: str) -> str:
    """The hash by which the page's policy lets a style or a script through."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
