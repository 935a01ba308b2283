"""The chart over the whole game: how the scores went, for a glance and a jump."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import pairwise

from msgspec import Struct

from referee.game import Scene
from referee.language import marked, say
from referee.report.html_rows import Row

MOST_WIDE, HEIGHT, MARGIN = 1000, 100, 6


class Curve(Struct, frozen=True):
    """A player's score over the game, as the path of an SVG that is ``width`` wide and 100 high."""

    player: str
    path: str


Scores = list[tuple[int, dict[str, str]]]
"""For each step its event's number and what each player's score reads."""


def scores(scene: Scene) -> dict[str, str]:
    """What each player's score reads."""
    return {zone.title: zone.score for zone in scene.zones if zone.player}


_SCORE = re.compile(r"(-?\d+)?(½|(?:\.\d+)|(?: \d+/\d+))?")
_VULGAR = {"½": Fraction(1, 2)}


def number(score: str) -> Fraction | None:
    """A score as a number: "57", "40½", "31 1/3"; None for anything else."""
    match = _SCORE.fullmatch(score)
    if not score or not match:
        return None
    whole, part = match[1] or "0", match[2] or "0"
    return Fraction(whole) + (_VULGAR.get(part) or Fraction(part.strip()))


def curves(course: Scores, events: int) -> list[Curve]:
    """A curve for each player whose score was ever known; none where all stay at nought."""
    players = list(dict.fromkeys(player for _, step in course for player in step))
    points = {player: _points(course, player) for player in players}
    values = [value for known in points.values() for _, value in known]
    low, high = min(values, default=Fraction(0)), max(values, default=Fraction(0))
    if low == high:
        return []
    return [Curve(player, _path(points[player], min(low, Fraction(0)), high, events)) for player in players]


def _points(course: Scores, player: str) -> list[tuple[int, Fraction]]:
    """Where a player's score is known and changes."""
    found: list[tuple[int, Fraction]] = []
    for seq, step in course:
        value = number(step.get(player, ""))
        if value is not None and (not found or found[-1][1] != value):
            found.append((seq, value))
    return found


def _path(points: Sequence[tuple[int, Fraction]], low: Fraction, high: Fraction, events: int) -> str:
    """Steps from point to point: a score stays until it changes. Of changes at one place the last is drawn."""
    places = list({x(seq, events): _y(value, low, high) for seq, value in points}.items())
    if not places:
        return ""
    steps = "".join(f"h{b[0] - a[0]}v{b[1] - a[1]}" for a, b in pairwise(places))
    return f"M{places[0][0]} {places[0][1]}{steps}H{width(events)}"


def scoring(course: Scores) -> list[int]:
    """The events at which somebody's score changed."""
    return [
        seq
        for (_, before), (seq, after) in pairwise(course)
        if any(before.get(player, score) != score for player, score in after.items())
    ]


# Signs along the chart


class Sign(Struct, frozen=True):
    """A sign above the chart, ``x`` in per cent from the left."""

    kind: str
    sign: str
    x: str


class Chart(Struct, frozen=True):
    """The chart with all that is drawn on it, and the same in words."""

    width: int
    curves: list[Curve]
    scoring: str
    """A stroke for each event that changed a score, as one path."""
    strokes: list[tuple[str, str]]
    """For each kind of sign the strokes down from them, as one path."""
    signs: list[Sign]
    key: list[tuple[str, str, str]]
    """Each kind that occurs: its name, its sign and what it stands for."""
    words: str


SIGNS = {
    "breach": ("✕", marked("breach")),
    "record": ("≠", marked("in the record")),
    "undecided": ("?", marked("undecided")),
    "settled": ("○", marked("waived or dismissed")),
    "dispute": ("!", marked("dispute")),
}
SCORING = ("scoring", "╷", marked("scores change"))


def chart(course: Scores, rows: Sequence[Row]) -> Chart:
    """The curves of the scores with a sign for each finding and dispute, and a stroke where scores change."""
    events, scored = len(rows), scoring(course)
    places = {kind: [row.seq for row in rows if _kind(row) == kind] for kind in SIGNS}
    places = {kind: seqs for kind, seqs in places.items() if seqs}
    return Chart(
        width(events),
        curves(course, events),
        ticks(scored, events, HEIGHT - 7),
        [(kind, ticks(seqs, events, 0)) for kind, seqs in places.items()],
        [
            Sign(kind, SIGNS[kind][0], f"{100 * at / width(events):.4g}%")
            for kind, seqs in places.items()
            for at in _xs(seqs, events)
        ],
        [(kind, sign, say(words)) for kind, (sign, words) in SIGNS.items() if kind in places]
        + ([(*SCORING[:2], say(SCORING[2]))] if scored else []),
        _in_words(rows, scored),
    )


def _kind(row: Row) -> str:
    """The sign that a row has: that of its gravest finding, or of a dispute; "" for none."""
    found = {"settled" if mark.settled else mark.kind for mark in row.marks}
    return next((kind for kind in SIGNS if kind in found), "dispute" if row.objections else "")


def _in_words(rows: Sequence[Row], scored: Sequence[int]) -> str:
    """The chart for those who do not see it."""
    found, disputed = [row.seq for row in rows if row.marks], [row.seq for row in rows if row.objections]
    said = [say("Scores over the game.")]
    said += [say("Findings at {events}.", events=_places(found))] if found else []
    said += [say("Disputes at {events}.", events=_places(disputed))] if disputed else []
    said += [say("Scores change at {events}.", events=_places(scored))] if scored else []
    return " ".join(said)


MOST = 40
"""More places than that nobody wants to be read."""


def _places(seqs: Sequence[int]) -> str:
    return ", ".join(map(str, seqs[:MOST])) + (" …" if len(seqs) > MOST else "")


def ticks(places: Sequence[int], events: int, top: int) -> str:
    """A stroke from ``top`` to the foot of the chart for each of these events, all as one path."""
    first, *rest = [*_xs(places, events)] or [0]
    high = HEIGHT - top
    steps = "".join(f"m{b - a}-{high}v{high}" for a, b in pairwise([first, *rest]))
    return f"M{first} {top}v{high}{steps}" if places else ""


def _xs(places: Iterable[int], events: int) -> Iterable[int]:
    """How far from the left these events stand, each place once."""
    return dict.fromkeys(x(seq, events) for seq in places)


def x(seq: int, events: int) -> int:
    """How far from the left an event stands: each has a column of its own, until there are too many."""
    return round(width(events) * (seq - 1) / max(1, events - 1))


def width(events: int) -> int:
    """How wide the chart is."""
    return min(MOST_WIDE, max(1, events - 1))


def _y(value: Fraction, low: Fraction, high: Fraction) -> int:
    room = HEIGHT - 2 * MARGIN
    return HEIGHT - MARGIN - round(room * (value - low) / (high - low))
