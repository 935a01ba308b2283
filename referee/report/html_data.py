"""The table at every step as data for a page's script, written so that one can read it.

* ``lines``: lines that differ only in some words stand together: their shape, in which ``~0``, ``~1``… stand for
  these words, and after ``~=`` the words of each line: ``<b>~0</b> by ~1~=3,Bo;2,Ann``. A line's code is its number
  in this order in letters: A … Z, Aa, Ab …
* ``zones``: for each zone its places from top to bottom, for each place what came there when: the number of
  events since the last change (left out where it is one), then the code of a line, or ``-`` where the
  place becomes empty. ``A3B-`` is line A from event 1 on, line B from event 4 on, nothing from event 5 on.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import islice, takewhile
from string import ascii_lowercase, ascii_uppercase
from typing import Any

from referee.report.html_views import NOTHING, Place, Views

_WORD, _RUN = re.compile(r"\w+"), re.compile(r"\w+(?: \w+)*")
_HOLE = "~"


def data(views: Views) -> dict[str, Any]:
    """What a page needs to draw the table at any event."""
    texts, zones = list(views.bits), [strip.places for strip in views.strips.values()]
    used = Counter(bit for places in zones for place in places for _, bit in place if bit != NOTHING)
    lines = shaped([texts[bit] for bit, _ in used.most_common()])
    lines.sort(key=lambda line: -sum(used[views.bits[text]] for text, _ in line[1]) / len(line[1]))
    order = (views.bits[text] for _, same in lines for text, _ in same)
    codes = {bit: code(n) for n, bit in enumerate(order)} | {NOTHING: "-"}
    return {
        "lines": [_line(shape, [words for _, words in same]) for shape, same in lines],
        "zones": [";".join(track(place, codes) for place in places) for places in zones],
    }


def _line(shape: str, words: list[str]) -> str:
    return f"{shape}{_HOLE}={';'.join(words)}" if any(words) else shape


Shape = tuple[str, list[tuple[str, str]]]
"""A shape and its texts, each with the words that fill it."""


def shaped(texts: Iterable[str]) -> list[Shape]:
    """Texts by their shapes; what may differ is runs of words or single ones, whatever is shorter."""
    found: list[Shape] = []
    for same in _alike(_RUN, texts):
        found += min([_shape(_RUN, same)], [_shape(_WORD, each) for each in _alike(_WORD, same)], key=_length)
    return found


def _alike(words: re.Pattern[str], texts: Iterable[str]) -> Iterable[list[str]]:
    """Texts that differ only in words."""
    groups: dict[str, list[str]] = {}
    for text in texts:
        groups.setdefault(words.sub(_HOLE, text), []).append(text)
    return groups.values()


def _length(shapes: Iterable[Shape]) -> int:
    return sum(len(shape) + 9 + sum(len(words) + 1 for _, words in same) for shape, same in shapes)


def _shape(word: re.Pattern[str], texts: list[str]) -> Shape:
    """What texts that differ only in words have in common, and the words; the same words have the same hole."""
    columns = [_framed(column) for column in zip(*map(word.findall, texts), strict=True)]
    holes = {column: n for n, column in enumerate(dict.fromkeys(words for _, words, _ in columns if any(words)))}
    fills = (f"{before}{_HOLE}{holes[words]}{after}" if words in holes else before for before, words, after in columns)
    shape = word.sub(lambda _: next(fills), texts[0])
    rows = zip(*holes, strict=True) if holes else [()]
    return shape, [(text, ",".join(row)) for text, row in zip(texts, rows, strict=True)]


def _framed(column: tuple[str, ...]) -> tuple[str, tuple[str, ...], str]:
    """The words that all begin with, what is between, and the words that all end with."""
    if len(set(column)) == 1:
        return column[0], ("",) * len(column), ""
    runs = [words.split(" ") for words in column]
    spare = min(map(len, runs)) - 1
    start = _shared(runs, spare)
    end = _shared([run[::-1] for run in runs], spare - start)
    between = tuple(" ".join(run[start : len(run) - end]) for run in runs)
    first = runs[0]
    return "".join(f"{w} " for w in first[:start]), between, "".join(f" {w}" for w in first[len(first) - end :])


def _shared(runs: list[list[str]], most: int) -> int:
    """How many words all begin with."""
    firsts = islice(zip(*runs, strict=False), most)
    return sum(1 for _ in takewhile(lambda words: len(set(words)) == 1, firsts))


def code(n: int) -> str:
    """A number in letters: A … Z, Aa, Ab … Zz, Aaa …"""
    more, last = divmod(n, 26)
    return code(more - 1) + ascii_lowercase[last] if more else ascii_uppercase[last]


def track(place: Place, codes: Mapping[int, str]) -> str:
    """What comes to a place when."""
    before = [0, *(seq for seq, _ in place)]
    return "".join(f"{_more(seq - last)}{codes[bit]}" for (seq, bit), last in zip(place, before, strict=False))


def _more(events: int) -> str:
    return str(events) if events > 1 else ""
