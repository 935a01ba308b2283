"""The table at every step, so that a page grows with what changes and not with steps × board.

A zone is drawn by its template, once for each distinct content, and cut into lines; where only parts of a line
change a template cuts it further. A zone is then a strip of places from top to bottom, and a page
says of each place what stands there from which event on. ``html_data`` writes that down.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import groupby

import msgspec
from markupsafe import escape

from referee.game import Scene, Zone
from referee.report.html_lean import apostrophes
from referee.words import spelt_out

CUT = "<cut>"
"""What a template writes where a line may be cut; no page has it."""
CAPTION = "caption"
"""The scene's caption is kept like a zone, cut before its commas, of whatever writing."""
NOTHING = -1
"""What stands in an empty place."""

Place = list[tuple[int, int]]
"""The events at which what stands in a place changed, each with the number of what stands there from then on."""


class Strip:
    """A zone over the whole game."""

    def __init__(self) -> None:
        self.places: list[Place] = []
        self.now: list[int] = []
        self._taken: list[int] = []
        """The places in which something stands now."""

    def show(self, seq: int, bits: list[int]) -> None:
        """From this event on the zone shows these."""
        if bits != self.now:
            for start, end, come in reversed(list(splices(self.now, bits))):
                self._put(seq, start, end, come)
            self.now = bits
            self._taken = [n for n, place in enumerate(self.places) if place[-1][1] != NOTHING]

    def _put(self, seq: int, start: int, end: int, come: list[int]) -> None:
        """Put these where the others stood, and in the empty places around, before new ones are made."""
        first = self._taken[start - 1] + 1 if start else 0
        last = self._taken[end] if end < len(self._taken) else len(self.places)
        self.places[last:last] = [[] for _ in range(len(come) - (last - first))]
        come = spread(come, self.places[first:last])
        for place, bit in zip(self.places[first:], come, strict=False):
            if (place[-1][1] if place else NOTHING) != bit:
                place.append((seq, bit))


def spread(bits: list[int], places: list[Place]) -> list[int]:
    """As many as there are places: from the top, but the last where it stood before, if it did."""
    homes = (n for n, place in enumerate(places) if bits and any(bit == bits[-1] for _, bit in place))
    home = max(homes, default=0)
    at = len(bits) - 1
    if bits and home > at:
        bits = [*bits[:at], *[NOTHING] * (home - at), bits[at]]
    return bits + [NOTHING] * (len(places) - len(bits))


class Views:
    """Takes in the scenes of a game one after the other and keeps what changed."""

    def __init__(self, draw: Callable[[Zone], str]) -> None:
        self.draw = draw
        self.bits: dict[str, int] = {}
        """Each distinct line, or part of one, and its number."""
        self.strips: dict[str, Strip] = {CAPTION: Strip()}
        """Each zone, in the order of their first appearance."""
        self.looks: list[Zone] = []
        """Each zone as it was first seen, but for the caption."""
        self._drawn: dict[bytes, list[int]] = {}

    def show(self, seq: int, scene: Scene) -> None:
        """Take in the scene after an event."""
        target: dict[str, list[int]] = {id: [] for id in self.strips}
        target[CAPTION] = self._bits(re.sub("(?=[,、])", CUT, str(escape(scene.caption))))
        for zone in scene.zones:
            if zone.id not in self.strips:
                self.strips[zone.id] = Strip()
                self.looks.append(zone)
            target[zone.id] = self._view(zone)
        for id, bits in target.items():
            self.strips[id].show(seq, bits)

    def html(self, zone: str) -> str:
        """A zone as it is now."""
        texts = list(self.bits)
        return "".join(texts[bit] for bit in self.strips[zone].now)

    def _view(self, zone: Zone) -> list[int]:
        key = msgspec.json.encode(zone, enc_hook=str)  # phrases are strings of their own kind
        view = self._drawn.get(key)
        if view is None:
            view = self._drawn[key] = self._bits(self.draw(zone))
        return view

    def _bits(self, text: str) -> list[int]:
        lines = (line.strip() for line in _plain(text).split("\n"))
        bits = _CUTS.split("\n".join(line for line in lines if line))
        return [self.bits.setdefault(bit, len(self.bits)) for bit in bits if bit]


_CUTS = re.compile(f"(?<=\n)|{CUT}")


def _plain(text: str) -> str:
    """A zone as a page has it; ``~`` means something in its data."""
    return apostrophes(spelt_out(text)).replace("~", "&#126;")


def splices(old: list[int], new: list[int]) -> Iterator[tuple[int, int, list[int]]]:
    """What makes one list the other: the old one from one index to another gives way to some new ones."""
    i = j = 0
    while i < len(old) or j < len(new):
        if i < len(old) and j < len(new) and old[i] == new[j]:
            i, j = i + 1, j + 1
        else:
            i_next, j_next = _resume(old, new, i, j)
            yield i, i_next, new[j:j_next]
            i, j = i_next, j_next


def _resume(old: list[int], new: list[int], i: int, j: int) -> tuple[int, int]:
    """Where two lists that differ at i and j agree again, with as little as possible between."""
    best = (len(old), len(new))
    for i_next in range(i, len(old)):
        reach = j + sum(best) - i - j - (i_next - i)
        if reach <= j:
            break
        if old[i_next] in new[j:reach]:
            best = (i_next, new.index(old[i_next], j))
    return best


def chapters(captions: list[str]) -> list[str]:
    """The heading above each step, "" for most.

    A caption's chapter is what stands before its first comma, of whatever writing. A step belongs to the chapter
    in which it was played; a chapter of one step, such as a deal between two rounds, joins
    the next.
    """
    if not captions:
        return []
    played_in = ["", *(re.split("[,、]", caption, maxsplit=1)[0] for caption in captions[:-1])]
    headings: list[str] = []
    waiting = 0
    for name, run in groupby(played_in):
        length = len(list(run))
        waiting += length
        if length > 1 or waiting + len(headings) == len(captions):
            headings += [name, *[""] * (waiting - 1)]
            waiting = 0
    return headings
