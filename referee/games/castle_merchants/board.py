"""The board: hexes, their names and neighbours, read from a file that people can type in.

The printed board is nobody's text, so a board is data; see ``boards/reconstruction.toml`` for the form.
A space is known by its row and number (``C4``), a special one by its name, its row and number being
an alias.
"""

from __future__ import annotations

import os
import string
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from referee.games.castle_merchants.pieces import SPECIAL
from referee.words import nearest

SHIPPED = Path(__file__).parent / "boards"
DEFAULT = "reconstruction"
MAX_BYTES = 64 * 1024
SYMBOLS = {
    ".": "path",
    "W": "warehouse",
    "M": "meadow",
    "F": "fromage",
    "U": "muslin",
    "E": "excalibur",
    "G": "gemstone",
    "C": "chianti",
}
KEYS = ("title", "about", "rows", "join", "part")


class BoardError(ValueError):
    """A board file that cannot be used; the message says where and why."""


class Board(Struct, frozen=True):
    """A board. ``spaces`` are all names in reading order; ``cells`` gives each its row and column."""

    title: str
    about: str
    spaces: tuple[str, ...]
    cells: Mapping[str, tuple[int, int]]
    labels: Mapping[str, str]
    """Row and number of each space."""
    alias: Mapping[str, str]
    """The space that a row and number stand for."""
    neighbours: Mapping[str, tuple[str, ...]]
    paths: tuple[str, ...]
    """The spaces that path tiles may lie on."""

    def has(self, space: str) -> bool:
        return space in self.neighbours or space in self.alias

    def name(self, space: str) -> str:
        """The space's own name; what is no space here stays as it is."""
        return self.alias.get(space, space)

    def names(self, spaces: tuple[str, ...]) -> tuple[str, ...]:
        """The same of several spaces, few of which ever go by row and number where they have a name."""
        return spaces if self.alias.keys().isdisjoint(spaces) else tuple(map(self.name, spaces))

    def around(self, space: str) -> tuple[str, ...]:
        """The neighbours of a space, none of what is no space here."""
        return self.neighbours.get(space, ())


class _Boards(dict[str, Board]):
    """The boards as they were loaded last, by name; in the place of one that there is not, the reconstruction."""

    def __missing__(self, name: str) -> Board:
        try:
            return load(name)
        except BoardError:
            return load(DEFAULT)


BOARDS = _Boards()
_versions: dict[str, tuple[int, int]] = {}
"""When the file of each was changed, and how large it was."""


def load(name: str) -> Board:
    """The board of this name, or in the file of this name (``.toml``). Raises BoardError."""
    path = _path(name)
    try:
        stamp = _stamp(path)
        version = (stamp.st_mtime_ns, stamp.st_size)
        if name not in BOARDS or _versions[name] != version:
            BOARDS[name], _versions[name] = parse(_text(path, stamp.st_size), name), version
    except (OSError, ValueError, RecursionError) as problem:
        BOARDS.pop(name, None)
        raise problem if isinstance(problem, BoardError) else BoardError(_unread(name, problem)) from None
    return BOARDS[name]


def check(name: str) -> None:
    """The check of the header ``board:``. Raises ValueError."""
    load(name)


@cache
def shipped() -> list[str]:
    """The names of the boards that come with Referee."""
    return sorted(path.stem for path in SHIPPED.glob("*.toml"))


def _path(name: str) -> Path:
    if name in shipped():
        return SHIPPED / f"{name}.toml"
    if not name.endswith(".toml"):
        near = nearest(name, shipped())
        hint = f'; did you mean "{near}"?' if near else ""
        raise BoardError(
            f'no board "{name}": there is {", ".join(shipped())}, or a file whose name ends in .toml{hint}'
        )
    return Path(name)


def _stamp(path: Path) -> os.stat_result:
    """When a file was changed, and how large it is; a pipe would be waited for, and is none."""
    if not path.is_file():
        raise FileNotFoundError
    return path.stat()


def _text(path: Path, size: int) -> str:
    if size > MAX_BYTES:
        raise BoardError(f'board file "{path.name}": at most {MAX_BYTES} bytes, this one has {size}')
    return path.read_bytes().decode("utf-8-sig")


def _unread(name: str, problem: Exception) -> str:
    if isinstance(problem, FileNotFoundError):
        return f'there is no board file "{name}" (looked for it from the folder Referee runs in)'
    if isinstance(problem, OSError):
        return f'board file "{name}" cannot be read: {problem.strerror}'
    return f'board file "{name}" is no text in UTF-8'


def parse(text: str, name: str = "board") -> Board:
    """The board that a file's text describes. Raises BoardError."""
    try:
        return _board(tomllib.loads(text.replace("\r\n", "\n")))
    except tomllib.TOMLDecodeError as problem:
        raise BoardError(f'board file "{name}" is no TOML: {problem}') from None
    except BoardError as problem:
        raise BoardError(f'board file "{name}": {problem}') from None


def _board(data: dict[str, Any]) -> Board:
    for key in data:
        if key not in KEYS:
            near = nearest(key, KEYS)
            raise BoardError(f'unknown key "{key}"' + (f'; did you mean "{near}"?' if near else ""))
    hexes = _hexes(_strings(data, "rows"))
    cells = {name: cell for name, _, cell in hexes}
    alias = {label: name for name, label, _ in hexes if label != name}
    neighbours = _neighbours(cells)
    _join(neighbours, _pairs(data, "join", cells, alias), joined=True)
    _join(neighbours, _pairs(data, "part", cells, alias), joined=False)
    _check_whole(neighbours)
    paths = tuple(name for name in cells if name not in SPECIAL)
    around = {name: tuple(others) for name, others in neighbours.items()}
    labels = {name: label for name, label, _ in hexes}
    title, about = (" ".join(str(data.get(key, "")).split()) for key in ("title", "about"))
    return Board(title, about, tuple(cells), cells, labels, alias, around, paths)


def _strings(data: dict[str, Any], key: str) -> list[str]:
    value = data.get(key)
    if not isinstance(value, list) or not value or not all(isinstance(row, str) for row in value):
        raise BoardError(f'"{key}" is a list of texts, one for each row of hexes')
    if len(value) > len(string.ascii_uppercase):
        raise BoardError(f"at most {len(string.ascii_uppercase)} rows, this has {len(value)}")
    return value


def _hexes(rows: list[str]) -> list[tuple[str, str, tuple[int, int]]]:
    """Each hex: its name, its row and number, its row and column."""
    found: list[tuple[str, str, tuple[int, int]]] = []
    for r, text in enumerate(rows):
        found += _row(r, text)
    for special in SPECIAL:
        times = sum(name == special for name, _, _ in found)
        if times != 1:
            symbol = next(s for s, name in SYMBOLS.items() if name == special)
            raise BoardError(f'{special} ("{symbol}") stands {times} times; it is on a board once')
    return found


def _row(r: int, text: str) -> Iterable[tuple[str, str, tuple[int, int]]]:
    letter = string.ascii_uppercase[r]
    columns = [c for c, symbol in enumerate(text) if symbol != " "]
    if len(columns) > 99:
        raise BoardError(f"row {letter}: at most 99 hexes, this has {len(columns)}")
    for number, c in enumerate(columns, start=1):
        symbol = text[c]
        if symbol not in SYMBOLS:
            known = " ".join(SYMBOLS)
            raise BoardError(f'row {letter}, column {c + 1}: unknown symbol "{symbol}"; there are {known}')
        if (c + r) % 2 != (columns[0] + r) % 2:
            raise BoardError(f"row {letter}, column {c + 1}: hexes of a row are two columns apart")
        kind = SYMBOLS[symbol]
        label = f"{letter}{number}"
        yield (label if kind == "path" else kind, label, (r, c))


def _neighbours(cells: Mapping[str, tuple[int, int]]) -> dict[str, list[str]]:
    """Left and right in the row, and the two on either side in the rows above and below."""
    at = {cell: name for name, cell in cells.items()}
    if len({(r + c) % 2 for r, c in at}) > 1:
        odd = next(name for name, (r, c) in cells.items() if (r + c) % 2 != sum(min(at)) % 2)
        raise BoardError(f"{odd}: each row is shifted by one column against the row above it")
    steps = ((-1, -1), (-1, 1), (0, 2), (1, 1), (1, -1), (0, -2))
    return {n: [at[r + dr, c + dc] for dr, dc in steps if (r + dr, c + dc) in at] for n, (r, c) in cells.items()}


def _pairs(data: dict[str, Any], key: str, cells: Iterable[str], alias: Mapping[str, str]) -> list[tuple[str, str]]:
    pairs = data.get(key, [])
    if not isinstance(pairs, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in pairs):
        raise BoardError(f'"{key}" is a list of pairs of spaces, such as [["A1", "B3"]]')
    known = {space.casefold(): space for space in cells} | {label.casefold(): name for label, name in alias.items()}
    for pair in pairs:
        for space in pair:
            if str(space).casefold() not in known:
                raise BoardError(f'"{key}" names {space}, which is no space of this board')
    return [(known[str(a).casefold()], known[str(b).casefold()]) for a, b in pairs]


def _join(neighbours: dict[str, list[str]], pairs: list[tuple[str, str]], joined: bool) -> None:
    for a, b in pairs:
        if a == b or (b in neighbours[a]) == joined:
            state = "neighbours already" if joined else "no neighbours anyway"
            raise BoardError(f"{a} and {b} are {state}" if a != b else f"{a} cannot be its own neighbour")
        for one, other in ((a, b), (b, a)):
            (neighbours[one].append if joined else neighbours[one].remove)(other)


def _check_whole(neighbours: Mapping[str, list[str]]) -> None:
    first = next(iter(neighbours))
    reached, queue = {first}, [first]
    for space in queue:
        fresh = [other for other in neighbours[space] if other not in reached]
        reached.update(fresh)
        queue += fresh
    for space in neighbours:
        if space not in reached:
            raise BoardError(f"{space} cannot be reached from {first}: the board is not in one piece")
