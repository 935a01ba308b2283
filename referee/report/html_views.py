"""The table at every step, so that a page grows with what changes and not with steps × board.

A zone is drawn by its template, once for each distinct content, and cut into lines. Each
distinct line is kept once, and a step says only which lines of which zone it replaces.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any

import msgspec
from markupsafe import escape

from referee.game import Scene, Zone
from referee.words import spelt_out

Splice = list[int]
"""A change of one zone: the zone, the first line, how many lines go, and the lines that come."""

CAPTION = "caption"
"""The scene's caption is kept like a zone of one line."""


class Views:
    """Takes in the scenes of a game one after the other and keeps what changed."""

    def __init__(self, draw: Callable[[Zone], str]) -> None:
        self.draw = draw
        self.lines: dict[str, int] = {}
        """Each distinct line of HTML and its number."""
        self.zones: dict[str, int] = {CAPTION: 0}
        """Each zone's id and its number, in the order of their first appearance."""
        self.looks: list[Zone] = []
        """Each zone as it was first seen, but for the caption."""
        self._now: list[list[int]] = [[]]
        self._drawn: dict[bytes, list[int]] = {}

    def show(self, scene: Scene) -> list[Splice]:
        """Take in the next scene. Returns what it changes."""
        target: list[list[int]] = [[] for _ in self._now]
        target[0] = [self._line(str(escape(scene.caption)))]
        for zone in scene.zones:
            number = self._number(zone, target)
            target[number] = self._view(zone)
        changes = [s for z, new in enumerate(target) for s in splices(z, self._now[z], new)]
        self._now = target
        return changes

    def html(self, zone: str) -> str:
        """A zone as it is now."""
        texts = list(self.lines)
        return "\n".join(texts[line] for line in self._now[self.zones[zone]])

    def data(self, changes: list[list[Splice]]) -> dict[str, Any]:
        """What the page needs to draw the table at any event; to be ``packed``."""
        return {"lines": list(self.lines), "zones": list(self.zones), "steps": [step or 0 for step in changes]}

    def _number(self, zone: Zone, target: list[list[int]]) -> int:
        number = self.zones.setdefault(zone.id, len(self.zones))
        if number == len(target):
            target.append([])
            self._now.append([])
            self.looks.append(zone)
        return number

    def _view(self, zone: Zone) -> list[int]:
        key = msgspec.json.encode(zone, enc_hook=str)  # phrases are strings of their own kind
        view = self._drawn.get(key)
        if view is None:
            stripped = (line.strip() for line in self.draw(zone).split("\n"))
            view = self._drawn[key] = [self._line(line) for line in stripped if line]
        return view

    def _line(self, text: str) -> int:
        return self.lines.setdefault(spelt_out(text), len(self.lines))


def packed(data: Any) -> str:
    """Data for a page's script as compressed JSON in base64: the one part of a page that only the script reads."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
    squeeze = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    return base64.b64encode(squeeze.compress(text) + squeeze.flush()).decode()


def splices(zone: int, old: list[int], new: list[int]) -> Iterator[Splice]:
    """The changes that, one after the other, make one list of lines the other."""
    i = j = 0
    while i < len(old) or j < len(new):
        if i < len(old) and j < len(new) and old[i] == new[j]:
            i, j = i + 1, j + 1
        else:
            i_next, j_next = _resume(old, new, i, j)
            yield [zone, j, i_next - i, *new[j:j_next]]
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
