"""Lines that no game with these headers can have: cards of other sets, steps that a card does not have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.event import Amended, Event, Position, Started
from referee.games.dale_of_merchants.codes import FACES, SETS, UNKNOWN, playable
from referee.games.dale_of_merchants.events import Draw, Play, Reshuffle, Take, step_word
from referee.games.dale_of_merchants.notation import read_card
from referee.games.dale_of_merchants.registry import CARDS, named, slug
from referee.games.dale_of_merchants.table import sets_named
from referee.language import Phrase
from referee.words import Line, Token, Unreadable, nearest


def refuse(started: Started, event: Event, line: Line) -> None:
    """Raise Unreadable at the first card of a set not in play, or the first step foreign to its card."""
    if isinstance(event, Amended):
        event = event.to
    sets = sets_named(started)
    if sets:
        for token in line.tokens if cards_in(event) - playable(sets) else ():
            _check_card(token, sets)
    if isinstance(event, Play):
        _check_steps(event, line.tokens)


def cards_in(value: Any) -> set[str]:
    """All cards that an event, a step or a statement names."""
    if isinstance(value, str):
        return {value} & CARDS.keys()
    if isinstance(value, Position):
        return cards_in(value.given)
    if isinstance(value, tuple):
        return {card for one in value for card in cards_in(one)}
    fields = getattr(value, "__struct_fields__", ())
    return {card for name in fields if name not in _WORDS for card in cards_in(getattr(value, name))}


_WORDS = ("player", "note", "lead")
"""Fields that hold no cards, whatever they look like."""


def _check_card(token: Token, sets: tuple[str, ...]) -> None:
    """Raise Unreadable if a word names a card of another set."""
    for part in token.text.split("="):
        try:
            card = read_card(part)
        except ValueError:
            continue
        if card not in playable(sets):
            spellings = playable(sets) | {slug(CARDS[face].name) for face in playable(sets) if face in FACES}
            raise Unreadable(token.column, _expected(sets), token.text, nearest(token.text, sorted(spellings)))


def _expected(sets: Sequence[str]) -> str:
    return Phrase("a card of the sets in play ({sets}), j or ?", sets=", ".join(SETS[letter] for letter in sets))


def _check_steps(e: Play, tokens: Sequence[Token]) -> None:
    """Raise Unreadable at a step that the card does not have. What a chameleon is, the line alone may not tell."""
    card = CARDS[e.card.copies or e.card.card]
    if card.copies is not None or card.code == UNKNOWN:
        return
    due: list[Any] = [*card.steps, *([Reshuffle] if {Draw, Take} & card.steps.keys() else [])]
    for step, token in zip(e.steps, _step_tokens(tokens), strict=False):
        if type(step) not in due:
            words = [step_word(kind) for kind in due]
            expected = _step_of(card.code, words)
            raise Unreadable(token.column, expected, token.text, nearest(token.text, words))


def _step_of(code: str, words: Sequence[str]) -> str:
    if not words:
        return Phrase("no step, since {card} has none", card=named(code))
    return Phrase("a step of {card} ({steps})", card=named(code), steps=", ".join(words))


def _step_tokens(tokens: Sequence[Token]) -> list[Token]:
    """The first word of each step of a line ``... play CARD: step; step``."""
    play = next(i for i, token in enumerate(tokens) if token.is_word("play"))
    marks = [i for i, token in enumerate(tokens) if i > play and token.text in (":", ";") and not token.quoted]
    return [tokens[i + 1] for i in marks if i + 1 < len(tokens)]
