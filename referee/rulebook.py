"""How a rule is declared: clauses, readings, and where they come from.

A clause is one atomic rule of a rulebook: a short function whose docstring is the rule in
our own words. It looks at the table before an event and at the event, and says whether the
rule holds; the numbers it looked at are gathered only when somebody wants to read them.
"""

from __future__ import annotations

import functools
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeVar

from msgspec import Struct

Verdict = bool | int | None
"""What a check returns: True (holds), False (breach), None (undecided) or SILENT."""
SILENT: Final = 2
"""The clause has nothing to say of this event: neither held nor broken."""

Check = Callable[[Any, Any], Verdict]
Apply = Callable[[Any, Any], None]
Facts = Callable[[Any, Any], dict[str, Any]]
C = TypeVar("C", bound=Check)

MANY = 20_000
"""So many events of a game in one process are an archive, for which its checks are fused."""
CHECKED, DERIVED, ADVISORY = "checked", "derived", "advisory"


class Cite(Struct, frozen=True, omit_defaults=True):
    """Where a rule stands: the section and, from 1, the paragraph or bullet in it."""

    source: str
    section: str
    item: int | str | None = None

    @property
    def place(self) -> str:
        """Section and item in words: Bidding 2, Example 1 (note)."""
        if self.item is None:
            return self.section
        plain = isinstance(self.item, int) and not self.section[-1:].isdigit()
        return f"{self.section} {self.item}" if plain else f"{self.section} ({self.item})"

    def __str__(self) -> str:
        return f"{self.source}, {self.place}"


class Option(Struct, frozen=True):
    """One way to read an unclear rule."""

    id: str
    text: str


class Reading(Struct, frozen=True):
    """A named choice where the rulebook is silent or unclear. The first option is the default."""

    id: str
    question: str
    options: tuple[Option, ...]
    why: str

    @property
    def name(self) -> str:
        """The last word of the id, which headers and the command line use."""
        return self.id.rpartition(".")[2]

    @property
    def default(self) -> str:
        return self.options[0].id

    @property
    def choices(self) -> tuple[str, ...]:
        return tuple(option.id for option in self.options)


class Clause(Struct, frozen=True, eq=False):
    """One atomic rule.

    ``breach`` and ``undecided`` are message templates over the facts. ``readings`` are the
    ids of the readings it consults, ``yields_to`` the ids of the particular clauses that
    cover the same fault, so that this one is silent where one of them is broken.
    """

    id: str
    kind: str
    rule: str
    cites: tuple[Cite, ...]
    on: tuple[type, ...] = ()
    check: Check | None = None
    facts: Facts | None = None
    breach: str = ""
    undecided: str = ""
    readings: tuple[str, ...] = ()
    yields_to: tuple[str, ...] = ()
    header: str = "players"
    """The header of a transcript that a finding on ``Started`` is about."""

    @property
    def is_record(self) -> bool:
        """Whether a fault means that the record contradicts itself, not that play was wrong."""
        return self.id.split(".")[1] == "record"


class Rulebook:
    """A game's clauses and readings, each known by its id."""

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix
        self.clauses: dict[str, Clause] = {}
        self.readings: dict[str, Reading] = {}
        self._plans: dict[type, tuple[tuple[Check, Clause], ...]] = {}
        self._judged = 0
        self._defaults: dict[str, str] = {}

    def clause(
        self,
        id: str,
        *cites: Cite,
        breach: str,
        undecided: str = "",
        facts: Facts | None = None,
        readings: Iterable[str] = (),
        yields_to: Iterable[str] = (),
        header: str = "players",
    ) -> Callable[[C], C]:
        """Declare the decorated function as the check of a clause.

        The annotation of its second parameter says which events the clause constrains, its
        docstring is the rule. Raises ValueError if the id is taken or not of this rulebook.
        """

        def register(check: C) -> C:
            rule, on = _docstring(check), _constrained(check)
            options = (facts, breach, undecided, tuple(readings), tuple(yields_to), header)
            self._add(Clause(id, CHECKED, rule, cites, on, check, *options))
            return check

        return register

    def derived(self, id: str, rule: str, *cites: Cite) -> None:
        """Declare a rule that the referee carries out itself."""
        self._add(Clause(id, DERIVED, rule, cites))

    def advisory(self, id: str, rule: str, *cites: Cite) -> None:
        """Declare a rule that no log can show."""
        self._add(Clause(id, ADVISORY, rule, cites))

    def reading(self, id: str, question: str, options: Mapping[str, str], why: str) -> str:
        """Declare a reading; the first option is the default. Returns the id."""
        self._own(id)
        self._defaults = {}
        self.readings[id] = Reading(id, question, tuple(Option(*o) for o in options.items()), why)
        return id

    def plan(self, event: type) -> tuple[tuple[Check, Clause], ...]:
        """The checks that constrain this type of event, in the order of declaration."""
        found = self._plans.get(event)
        if found is None:
            found = self._plans[event] = tuple(
                (clause.check, clause)
                for clause in self.clauses.values()
                if clause.check is not None and event in clause.on
            )
        return found

    def step(self, event: type, acts: bool, readings: Mapping[str, str], apply: Apply) -> Check:
        """One function in place of all checks of this type of event, at tables with these readings.

        It says whether every check holds, where somebody must act also whether that is one of the
        players, and if so carries out the event.
        """
        checks = [*([_is_player] if acts else []), *(check for check, _ in self.plan(event))]
        if self._judged < MANY:
            return _chained(checks, apply)
        from referee.fuse import fused  # not needed to log a move

        return fused(checks, apply, event, readings)

    def judged(self, events: int) -> bool:
        """Count events that were judged; True once they are so many that fusing the checks pays."""
        before, self._judged = self._judged, self._judged + events
        return before < MANY <= self._judged

    def defaults(self) -> dict[str, str]:
        """Every reading at its default option."""
        if not self._defaults:
            self._defaults = {reading.id: reading.default for reading in self.readings.values()}
        return self._defaults.copy()

    def chosen(self, wanted: Mapping[str, str]) -> dict[str, str]:
        """Every reading at the option that is wanted; at its default where there is no such option."""
        known = {id: option for id, option in wanted.items() if id in self.readings}
        return self.defaults() | {id: option for id, option in known.items() if option in self.readings[id].choices}

    def _add(self, clause: Clause) -> None:
        self._own(clause.id)
        self.clauses[clause.id] = clause
        self._plans.clear()

    def _own(self, id: str) -> None:
        if not id.startswith(self.prefix + ".") or id in self.clauses or id in self.readings:
            raise ValueError(f"{id}: not a new id of the rulebook {self.prefix}")


def _chained(checks: Iterable[Check], apply: Apply) -> Check:
    """Carry out an event if all checks hold, and say whether they do: a function that calls them one by one."""
    names: dict[str, Any] = {f"c{i}": check for i, check in enumerate(checks)}
    calls = " and ".join(f"{name}(t, e)" for name in [*names, "apply"])
    return typing.cast(Check, eval(f"lambda t, e: {calls} is None", names | {"apply": apply}))


def _is_player(t: Any, e: Any) -> bool:
    return e.player in t.players


def _docstring(check: Check) -> str:
    if not check.__doc__:
        raise ValueError(f"{check.__name__}: a clause's docstring is the rule in plain words")
    return " ".join(check.__doc__.split())


def _constrained(check: Check) -> tuple[type, ...]:
    """The event types in the annotation of a check's second parameter."""
    assert isinstance(check, types.FunctionType)
    annotation: Any = check.__annotations__[check.__code__.co_varnames[1]]
    parts = _meant(annotation, check.__globals__) if isinstance(annotation, str) else [annotation]
    return tuple(typing.get_origin(member) or member for part in parts for member in _members(part))


def _meant(annotation: str, known: dict[str, Any]) -> Iterable[Any]:
    """What an annotation says; names are looked up, for to evaluate all of them takes longer than all else."""
    if "[" in annotation:
        return [eval(annotation, known)]
    names = (name.strip().split(".") for name in annotation.split("|"))
    return [functools.reduce(getattr, rest, known[first]) for first, *rest in names]


def _members(annotation: Any) -> tuple[Any, ...]:
    is_union = typing.get_origin(annotation) in (typing.Union, types.UnionType)
    return typing.get_args(annotation) if is_union else (annotation,)
