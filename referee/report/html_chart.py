"""The chart over the whole game: how the scores went, for a glance and a jump."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction

from msgspec import Struct

from referee.game import Scene

WIDTH, HEIGHT, MARGIN = 1000, 100, 6


class Curve(Struct, frozen=True):
    """A player's score over the game, as the path of an SVG that is 1000 wide and 100 high."""

    player: str
    path: str


Scores = list[tuple[int, dict[str, str]]]
"""For each step its event's number and what each player's score reads."""


def scores(scene: Scene) -> dict[str, str]:
    """What each player's score reads."""
    return {zone.title: zone.score for zone in scene.zones if zone.player}


_SCORE = re.compile(r"(-?\d+)?(½|(?:\.\d+)|(?: \d+/\d+))?")
_VULGAR = {"½": Fraction(1, 2)}


def number(text: str) -> Fraction | None:
    """A score as a number: "57", "40½", "31 1/3"; None for anything else."""
    match = _SCORE.fullmatch(text)
    if not text or not match:
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
    """Steps from point to point: a score stays until it changes."""
    places = [(x(seq, events), _y(value, low, high)) for seq, value in points]
    if not places:
        return ""
    first, *rest = places
    return f"M{first[0]} {first[1]}" + "".join(f"H{a}V{b}" for a, b in rest) + f"H{WIDTH}"


def scoring(course: Scores) -> list[int]:
    """The events at which somebody's score changed."""
    pairs = zip(course, course[1:], strict=False)
    return [seq for (_, before), (seq, after) in pairs if any(before.get(p, s) != s for p, s in after.items())]


def ticks(places: Iterable[int], events: int) -> str:
    """A short stroke at the foot of the chart for each of these events, all as one path."""
    return "".join(f"M{x(seq, events)} {HEIGHT - 7}V{HEIGHT}" for seq in places)


def percent(seq: int, events: int) -> str:
    """How far from the left an event stands, for what is not stretched with the chart."""
    return f"{x(seq, events) / 10:g}%"


def x(seq: int, events: int) -> int:
    """How far from the left an event stands, in thousandths."""
    return round(WIDTH * (seq - 1) / max(1, events - 1))


def _y(value: Fraction, low: Fraction, high: Fraction) -> int:
    room = HEIGHT - 2 * MARGIN
    return HEIGHT - MARGIN - round(room * (value - low) / (high - low))
