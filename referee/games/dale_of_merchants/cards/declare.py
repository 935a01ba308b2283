"""How a card is declared: into the register of cards, and into the rulebook as a clause."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from types import FunctionType
from typing import Any, TypeVar

from referee.games.dale_of_merchants.codes import UNKNOWN
from referee.games.dale_of_merchants.events import Draw, Play, Step
from referee.games.dale_of_merchants.registry import CHAMELEONS, Card, Route, add, slug
from referee.games.dale_of_merchants.resolving import Resolving, resolving
from referee.games.dale_of_merchants.rules import RULES, printed_on
from referee.rulebook import SILENT, Check, Verdict

C = TypeVar("C", bound=Check)
Judge = Callable[[Resolving], Verdict]

IMPOSSIBLE = (
    "dale.record.event-order",
    "dale.end.eighth",
    "dale.record.card",
    "dale.record.hand",
    "dale.record.market",
    "dale.record.pile",
    "dale.stall.locked",
)
"""Broken by what cannot have happened as logged, so that nothing more need be said of it."""
BADLY_PLAYED = (*IMPOSSIBLE, "dale.play.technique", "dale.play.order", "dale.play.other-player")
UNLOGGED = "whether {card} did what it says: not all of it was logged"


def technique(
    code: str,
    name: str,
    steps: Mapping[type[Step], Route],
    breach: str,
    icon: bool = True,
    readings: Iterable[str] = (),
    **data: Any,
) -> Callable[[Judge], Judge]:
    """Declare a technique card; the decorated function judges a play of it, its docstring is the effect."""

    def register(judge: Judge) -> Judge:
        check = _with_constants(_judged, CODE=code, JUDGE=judge)
        text, example = _text(judge)
        check.__doc__ = text
        add(Card(code, name, text, example, technique=True, icon=icon, steps=dict(steps), **data))
        RULES.clause(
            f"dale.card.{slug(name)}",
            printed_on(name),
            breach="{card}: " + breach,
            undecided=UNLOGGED,
            facts=lambda t, e: resolving(t, e).numbers(),
            readings=tuple(readings),
            yields_to=BADLY_PLAYED,
        )(check)
        return judge

    return register


def _judged(t: Any, e: Play) -> Verdict:
    """The check of a technique, of which ``CODE`` is the card and ``JUDGE`` what judges it."""
    if (e.card.copies or e.card.card) != CODE and e.card.card not in CHAMELEONS:
        return SILENT
    c = resolving(t, e)
    return JUDGE(c) if c.code == CODE else SILENT


CODE: str = ""
JUDGE: Judge = bool


def _with_constants(function: Check, **constants: Any) -> Check:
    """A function with some global names of its own; other than one with a closure it can be fused with others."""
    assert isinstance(function, FunctionType)
    made = FunctionType(function.__code__, function.__globals__ | constants)
    made.__annotations__ = function.__annotations__
    return made


def passive(
    code: str,
    name: str,
    breach: str,
    facts: Callable[[Any, Any], dict[str, Any]],
    undecided: str = "",
    readings: Iterable[str] = (),
    yields_to: Iterable[str] = IMPOSSIBLE,
    **data: Any,
) -> Callable[[C], C]:
    """Declare a passive card; the decorated function is the check of its clause."""

    def register(check: C) -> C:
        check.__doc__, example = _text(check)
        add(Card(code, name, check.__doc__, example=example, **data))
        clause = RULES.clause(
            f"dale.card.{slug(name)}",
            printed_on(name),
            breach=breach,
            undecided=undecided or "whether {card} was used rightly: not all of it was logged",
            facts=lambda t, e: {"card": f"{code} {name}"} | facts(t, e),
            readings=tuple(readings),
            yields_to=yields_to,
        )
        return clause(check)

    return register


def _text(function: Callable[..., Any]) -> tuple[str, str]:
    """The effect, which is the first paragraph of a docstring, and the example of its notation."""
    text, _, example = (inspect.getdoc(function) or "").partition("\n\n")
    return " ".join(text.split()), " ".join(example.split())


def hidden(count: int) -> tuple[Any, ...]:
    """So many unlogged cards."""
    return (UNKNOWN,) * max(0, count)


def and_draws(count: Callable[[Resolving], int]) -> Callable[[Resolving], tuple[Step, ...]]:
    """Steps in which a draw that was not logged, and could only be of so many cards, is added."""

    def implied(c: Resolving) -> tuple[Step, ...]:
        n = count(c) if not c.has(Draw) else 0
        return (*c.logged, Draw(hidden(n))) if n else c.logged

    return implied
