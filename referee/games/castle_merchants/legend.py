"""What only the printed board tells and a record may: the die's legend and the coins (headers ``die:``, ``coins:``)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from referee.games.castle_merchants.pieces import CASTLES, COINS, SLIDE, TYPES
from referee.language import OR, Phrase, joined
from referee.words import nearest, pick

Legend = Mapping[str, str]
"""The tile that each face of the die, written as a word, stands for, as far as it is known."""

KNOWN: dict[str, str] = {"4": "village", "6": SLIDE}
"""The faces that the rulebook tells."""
FACES = range(1, 7)
EVERY = (*TYPES, SLIDE)


def possible(legend: Legend, face: int) -> tuple[str, ...]:
    """What a face may stand for: each tile has one face of its own."""
    known = legend.get(str(face))
    if known is not None:
        return (known,)
    taken = legend.values()
    return tuple(tile for tile in EVERY if tile not in taken)


def told(legend: Legend, face: int) -> str:
    """What a face stands for; "" where that is not known yet."""
    tiles = possible(legend, face)
    return tiles[0] if len(tiles) == 1 else ""


def shows(legend: Legend, face: int) -> str:
    """What a face may stand for, in words."""
    return joined([Phrase("rock slide") if tile == SLIDE else tile for tile in possible(legend, face)], OR)


def parse_die(text: str) -> dict[str, str]:
    """The legend in a header such as ``1 castle, 2 mountain``. Raises ValueError."""
    legend = dict(KNOWN)
    for entry in text.split(","):
        words = entry.split()
        if len(words) != 2 or words[0] not in map(str, FACES):
            raise ValueError(f'expected faces and tiles, such as "1 castle, 2 mountain", found "{entry.strip()}"')
        face, tile = int(words[0]), _word(words[1], EVERY, "a tile")
        if tile not in possible(legend, face):
            raise ValueError(_clash(legend, face, tile))
        legend[str(face)] = tile
    return legend


def _clash(legend: Legend, face: int, tile: str) -> str:
    if str(face) in legend:
        return f"face {face} is {legend[str(face)]}, not {tile}"
    other = next(f for f, known in legend.items() if known == tile)
    return f"{tile} is face {other}, not {face}"


def parse_coins(text: str) -> dict[str, tuple[int, ...]]:
    """The coins in a header such as ``fromage 3 2 1, muslin 3 1``. Raises ValueError."""
    coins: dict[str, tuple[int, ...]] = {}
    for entry in text.split(","):
        name, *values = entry.split() or [""]
        castle = _word(name, CASTLES, "a castle")
        if castle in coins:
            raise ValueError(f"{castle} stands twice")
        if not values or not all(re.fullmatch("[1-5]", value, re.ASCII) for value in values):
            raise ValueError(f'expected coins of 1 to 5 after {castle}, found "{" ".join(values)}"')
        coins[castle] = tuple(sorted(map(int, values), reverse=True))
    return coins


def check_die(text: str) -> None:
    """The check of the header ``die:``. Raises ValueError."""
    parse_die(text)


def check_coins(text: str) -> None:
    """The check of the header ``coins:``. Raises ValueError."""
    parse_coins(text)


def _word(text: str, words: tuple[str, ...], what: str) -> str:
    try:
        return pick(text, words)
    except ValueError:
        near = nearest(text, words)
        hint = f'; did you mean "{near}"?' if near else ""
        raise ValueError(f'expected {what} ({", ".join(words)}), found "{text}"{hint}') from None


def too_many(coins: Mapping[str, Iterable[int]]) -> dict[int, int]:
    """The values of which these castles hold more coins than there are, and how many they hold."""
    counts = Counter(value for values in coins.values() for value in values)
    return {value: n for value, n in sorted(counts.items()) if n > COINS.get(value, 0)}


def die_of(tags: Mapping[str, str]) -> dict[str, str]:
    """The legend that a record begins with; what cannot be read says nothing."""
    try:
        return parse_die(tags["die"]) if "die" in tags else dict(KNOWN)
    except ValueError:
        return dict(KNOWN)


def coins_of(tags: Mapping[str, str]) -> dict[str, tuple[int, ...]]:
    """The coins that a record names; what cannot be read says nothing."""
    try:
        return parse_coins(tags["coins"]) if "coins" in tags else {}
    except ValueError:
        return {}
