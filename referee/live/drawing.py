"""Draws the parts of a game's page; zones, rows and findings are those of the replay page."""

from __future__ import annotations

from functools import cache
from importlib import metadata, resources
from typing import Any

from jinja2 import ChoiceLoader, Environment, PackageLoader
from markupsafe import Markup

from referee import language
from referee.game import Game
from referee.line import show
from referee.live import choices as legal
from referee.live.desk import Desk, Judged
from referee.live.keys import SCRIBE
from referee.live.parts import FOR_SCRIBES
from referee.report import html, html_lean, html_rows, html_words
from referee.report.html_rows import Row
from referee.words import spelt_out

HERE = "referee.live"
DIRECT = 12
"""Up to so many moves of a kind are buttons at once; from more one chooses by their words."""
MOST = 800
"""Of more moves of a kind only so many are on the page; the others can be typed."""


@cache
def environment(package: str = "") -> Environment:
    """The report's templates with ours before them."""
    base = html.templates_of(package)
    assert base.loader is not None
    ours = base.overlay(loader=ChoiceLoader([PackageLoader(HERE), base.loader]))
    ours.globals |= {"DIRECT": DIRECT, "MOST": MOST, "version": metadata.version("referee")}
    return ours


class Artist:
    """Draws one game in one language, the one spoken then; what has not changed is not drawn again."""

    def __init__(self, game: Game) -> None:
        self.game = game
        package = html.package_of(game)
        self.look = html.look_of(package)
        self.environment = environment(package)
        self.zone = html.drawer_of(self.environment)
        self.macros: Any = self.environment.get_template("live_parts.html").module
        self._rows: dict[int, tuple[Row, int, str]] = {}

    def parts(self, desk: Desk) -> dict[str, str]:
        """All parts of the page as it is now, by name."""
        rows = html_rows.rows(self.game, desk.record, desk.findings, desk.table.readings)
        scene, result = language.said(self.game, self.game.scene(desk.table)), self.game.result(desk.table)
        found = {
            "now": str(self.macros.now(rows[-1])),
            "caption": str(self.macros.caption(scene.caption)),
            "counts": str(self.macros.counts(html_rows.count(rows))),
            "result": str(self.macros.result(result)),
        }
        found |= {f"zone-{zone.id}": self._zone(zone) for zone in scene.zones}
        found |= {f"row-{row.seq}": self._row(row, _unruled(row, rows)) for row in rows}
        found[FOR_SCRIBES] = self._choices(desk)
        return {name: spelt_out(text) for name, text in found.items()}

    def verdict(self, judged: Judged, desk: Desk) -> str:
        """What the referee says of an event, with the rule and what would have been legal."""
        marks = [html_rows.mark(self.game, finding, desk.table.readings) for finding in judged.findings]
        return spelt_out(str(self.macros.verdict(marks, desk.last + 1)))

    def line(self, desk: Desk, seq: int) -> str:
        """An event of the record in words."""
        return f"{seq} {show(self.game, desk.record[seq - 1])}"

    def _zone(self, zone: Any) -> str:
        return str(self.macros.zone(zone, Markup(self.zone(zone))))

    def _row(self, row: Row, dispute: int) -> str:
        known = self._rows.get(row.seq)
        if known is None or known[:2] != (row, dispute):
            more = f'<li data-dispute="{dispute}" data-kind="{row.kind}" '  # what the dialog about the event needs
            known = self._rows[row.seq] = (row, dispute, str(self.macros.row(row)).replace("<li ", more, 1))
        return known[2]

    def _choices(self, desk: Desk) -> str:
        groups = legal.groups(desk.choices)
        several = len(legal.acting(desk.choices)) != 1
        return str(self.macros.choices(groups, legal.acting(desk.choices), several, desk.due(), desk.last > 1))


def _unruled(row: Row, rows: list[Row]) -> int:
    """The number of the dispute that a row is or is about, if nobody has ruled on it yet; else 0."""
    about = rows[row.target - 1] if row.by and not row.verdict and row.target <= len(rows) else row
    waiting = [each.seq for each in about.objections if each.ruling is None]
    return next((seq for seq in waiting if row is about or seq == row.seq), 0)


def page(name: str, look: tuple[str, Markup] = ("", Markup()), package: str = "", **context: Any) -> tuple[str, str]:
    """A page and the policy under which it works: its own style and script, and nothing else."""
    style = html_lean.styled(html.static("base.css"), html.static("page.css"), static("live.css"), look[0])
    own = [static(each) for each in SCRIPTS.get((name, context.get("role")), [name.replace(".html", ".js")])]
    script = html_lean.scripted(html.static("words.js"), *own) if any(own) else ""
    inlined = {"style": Markup(style), "script": Markup(script), "symbols": look[1]}
    text = environment(package).get_template(name).render(**context, **inlined, words=html_words.of_script(script))
    return spelt_out(text), policy(style, script)


SCRIPTS: dict[tuple[str, Any], list[str]] = {("table.html", SCRIBE): ["table.js", "scribe.js"]}
"""Pages whose scripts do not just have their name."""


def policy(style: str, script: str) -> str:
    """What a page may load and run."""
    return (
        f"default-src 'none'; style-src '{html.hash_of(style)}'; script-src '{html.hash_of(script)}'; "
        "connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


@cache
def static(name: str) -> str:
    """A style sheet or script of ours, empty if there is none."""
    file = resources.files(HERE) / "static" / name
    return file.read_text("utf-8") if file.is_file() else ""
