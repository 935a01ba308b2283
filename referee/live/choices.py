"""The legal moves as words, to choose from."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec import Struct

from referee import line, words
from referee.event import Event, Move
from referee.game import Game


class Choice(Struct, frozen=True):
    """A legal move: who acts ("" for nobody), the verb, and what stands after it, word by word."""

    text: str
    player: str
    verb: str
    rest: tuple[str, ...]

    @property
    def words(self) -> tuple[str, ...]:
        return (*([self.player] if self.player else []), self.verb, *self.rest)

    @property
    def label(self) -> str:
        """The move without who acts and without the verb; the verb where nothing follows it."""
        return re.sub(r" (?=[,;:](\s|$))", "", " ".join(self.rest)) or self.verb


def choices(game: Game, table: Any) -> list[Choice]:
    """All legal moves, in the game's own order."""
    return [choice(game, event) for event in game.legal(table)]


def choice(game: Game, event: Event) -> Choice:
    """A move as words."""
    text = line.show(game, event)
    player = event.player if isinstance(event, Move) else ""
    tokens = [token.text for token in words.split(text).tokens]
    verb, *rest = tokens[1:] if player else tokens
    return Choice(text, player, verb, tuple(rest))


def acting(found: Iterable[Choice]) -> list[str]:
    """Who may act, each once."""
    return list(dict.fromkeys(choice.player for choice in found if choice.player))


class Group(Struct):
    """The legal moves of one player that begin with the same verb."""

    player: str
    verb: str
    moves: list[Choice]

    def extras(self) -> list[tuple[str, int]]:
        """The words in which these moves differ, each with how often it stands in one move at most.

        Those that are in most of them come first, roughly, so that the others keep their order.
        """
        shared = set.intersection(*(set(move.rest) for move in self.moves)) if len(self.moves) > 1 else set()
        most: dict[str, int] = {}
        ways: Counter[str] = Counter()
        for move in self.moves:
            ways.update(set(move.rest))
            for word in move.rest:
                most[word] = max(most.get(word, 0), move.rest.count(word))
        differing = [(word, n) for word, n in most.items() if n > 1 or word not in shared]
        return sorted(differing, key=lambda each: -ways[each[0]].bit_length())


def groups(found: Iterable[Choice]) -> list[Group]:
    """The moves by player and verb, in the order of first appearance."""
    by: dict[tuple[str, str], Group] = {}
    for each in found:
        by.setdefault((each.player, each.verb), Group(each.player, each.verb, [])).moves.append(each)
    return list(by.values())


# Short forms


def matching(found: Iterable[Choice], typed: str) -> list[Choice]:
    """The moves that a short form fits: its words begin words of the move, in the same order."""
    wanted = [token.text.casefold() for token in words.split(typed).tokens]
    return [each for each in found if _fits(wanted, each.words, str.startswith)]


def meant(found: Sequence[Choice], typed: str) -> Choice | None:
    """The one move that a short form means: the only one with these words, else the only one that it fits."""
    wanted = [token.text.casefold() for token in words.split(typed).tokens]
    if not wanted:
        return None
    for compare in (str.__eq__, str.startswith):
        fitting = [each for each in found if _fits(wanted, each.words, compare)]
        if fitting:
            return fitting[0] if len(fitting) == 1 else None
    return None


def _fits(wanted: Sequence[str], words: Iterable[str], compare: Callable[[str, str], bool]) -> bool:
    """Whether each wanted word is found, one after the other."""
    left = iter(words)
    return all(any(compare(word.casefold(), want) for word in left) for want in wanted)
