"""Ways over the board: strings of tiles, and what rock slides cut off."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

Around = Mapping[str, tuple[str, ...]]
"""The neighbours of each space."""


def reach(around: Around, start: str, open_: Collection[str]) -> dict[str, str]:
    """All that can be reached from a space over open ones, each with the step before it."""
    before: dict[str, str] = {}
    queue = [start]
    for space in queue:
        for other in around.get(space, ()):
            if other in open_ and other not in before and other != start:
                before[other] = space
                queue.append(other)
    return before


def route(around: Around, start: str, goal: str, open_: Collection[str]) -> list[str]:
    """A shortest way from a space to another over open ones, without the start; empty if there is none."""
    before = reach(around, start, open_)
    way = [goal] if goal in before else []
    while way and before[way[0]] != start:
        way.insert(0, before[way[0]])
    return way


def pieces_around(around: Around, blocked: Collection[str], space: str) -> list[set[str]]:
    """The separate areas that border on a space once it is blocked, too; one where nothing is cut."""
    left = [other for other in around.get(space, ()) if other not in blocked]
    found: list[set[str]] = []
    while left:
        area = _area(around, blocked, space, left[0], [] if found else left)
        left = [other for other in left if other not in area]
        found.append(area)
    return found


def _area(around: Around, blocked: Collection[str], space: str, first: str, enough: list[str]) -> set[str]:
    """What hangs together with a space; given up once all of ``enough``, if there are any, have been met."""
    area, queue, missing = {first}, [first], len(enough) - 1
    for here in queue:
        if missing == 0:
            break
        for other in around[here]:
            if other not in area and other not in blocked and other != space:
                area.add(other)
                queue.append(other)
                missing -= other in enough
    return area


def cut_points(around: Around, blocked: Collection[str], matters: Collection[str] | None = None) -> set[str]:
    """The spaces that must not be blocked as well: without one of them an area would fall apart.

    With ``matters`` only areas that hold one of these spaces count. One walk over the board
    (Tarjan's low links), independent of ``pieces_around``.
    """
    walk = _Walk(around, blocked, matters)
    for space in around:
        if space not in blocked and space not in walk.order:
            walk.tree(space)
    return walk.cuts


class _Walk:
    """One depth-first walk, with the number of spaces that matter in each subtree."""

    def __init__(self, around: Around, blocked: Collection[str], matters: Collection[str] | None) -> None:
        self.around, self.blocked, self.matters = around, blocked, matters
        self.order: dict[str, int] = {}
        self.low: dict[str, int] = {}
        self.weight: dict[str, int] = {}
        self.fallen: dict[str, list[int]] = {}
        """For each space, the weights of the subtrees that hang on it alone."""
        self.cuts: set[str] = set()

    def tree(self, root: str) -> None:
        self.visit(root, None)
        total = self.weight[root]
        for space, parts in self._of_tree(root):
            rest = total - sum(parts) - self._weighs(space)
            areas = [*parts, *([rest] if space != root else [])]
            if sum(area > 0 for area in areas) > 1:
                self.cuts.add(space)

    def _of_tree(self, root: str) -> list[tuple[str, list[int]]]:
        first = self.order[root]
        return [(space, self.fallen[space]) for space, n in self.order.items() if n >= first]

    def _weighs(self, space: str) -> int:
        return 1 if self.matters is None else int(space in self.matters)

    def visit(self, space: str, parent: str | None) -> None:
        self.order[space] = self.low[space] = len(self.order)
        self.weight[space], self.fallen[space] = self._weighs(space), []
        for other in self.around[space]:
            if other in self.blocked or other == parent:
                continue
            if other in self.order:
                self.low[space] = min(self.low[space], self.order[other])
            else:
                self.visit(other, space)
                self._return(space, other)

    def _return(self, space: str, child: str) -> None:
        self.low[space] = min(self.low[space], self.low[child])
        self.weight[space] += self.weight[child]
        if self.low[child] >= self.order[space]:
            self.fallen[space].append(self.weight[child])


def gap(around: Around, start: str, way: Iterable[str]) -> int:
    """The number of the first step, from 1, that does not lead to a neighbour; 0 if all do."""
    here = start
    for number, step in enumerate(way, start=1):
        if step not in around.get(here, ()):
            return number
        here = step
    return 0
