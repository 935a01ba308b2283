"""Rules in our own words: a clause or reading in full, as data, as text and as Markdown."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import msgspec

from referee import casebook
from referee.casebook import Case
from referee.game import Game
from referee.language import marked, say, text_of
from referee.report.text import cited
from referee.rulebook import Clause, Reading

HOW = {
    "checked": marked("the referee checks every event that it constrains"),
    "derived": marked("the referee does it itself, and checks what players claim"),
    "advisory": marked("no record can show it"),
}
"""How a clause of each kind is looked after."""
KINDS = {"checked": marked("checked"), "derived": marked("derived"), "advisory": marked("advisory")}


@cache
def _cases(game: str) -> dict[str, list[Case]]:
    """The case book by heading."""
    found: dict[str, list[Case]] = {}
    for case in casebook.cases(game):
        found.setdefault(case.heading, []).append(case)
    return found


def cases(game: Game, id: str) -> list[Case]:
    """The cases under a clause's or reading's heading."""
    return _cases(game.id).get(id, [])


def example(game: Game, id: str, broken: bool) -> Case | None:
    """The first case in which a clause is broken (or left undecided), or in which it is not."""
    return next((case for case in cases(game, id) if case.breaks(id) == broken), None)


def users(game: Game, reading: Reading) -> list[str]:
    """The ids of the clauses that consult a reading."""
    return [clause.id for clause in game.rules.clauses.values() if reading.id in clause.readings]


# As data, for --format json


def game_data(game: Game) -> dict[str, Any]:
    """A whole rulebook."""
    return {
        "game": game.id,
        "title": game.title,
        "clauses": [clause_data(game, clause) for clause in game.rules.clauses.values()],
        "readings": [reading_data(game, reading) for reading in game.rules.readings.values()],
    }


def clause_data(game: Game, clause: Clause) -> dict[str, Any]:
    """One clause in full."""
    return {
        "id": clause.id,
        "game": game.id,
        "kind": clause.kind,
        "rule": text_of(game, clause.rule),
        "cites": [{"source": c.source, "section": c.section, "item": c.item} for c in clause.cites],
        "how": say(HOW[clause.kind]),
        "events": [event.__name__.lower() for event in clause.on],
        "messages": {
            "breach": text_of(game, clause.breach) or None,
            "undecided": text_of(game, clause.undecided) or None,
        },
        "readings": list(clause.readings),
        "yields_to": list(clause.yields_to),
        "cases": len(cases(game, clause.id)),
        "examples": {
            "legal": _case_data(example(game, clause.id, False)),
            "illegal": _case_data(example(game, clause.id, True)),
        },
    }


def _case_data(case: Case | None) -> dict[str, Any] | None:
    if case is None:
        return None
    expected = [{"line": line, "findings": marks} for line, marks in sorted(case.marks.items())]
    return {"why": case.why, "transcript": case.text, "expected": expected}


def reading_data(game: Game, reading: Reading) -> dict[str, Any]:
    """One reading in full."""
    return {
        "id": reading.id,
        "game": game.id,
        "question": text_of(game, reading.question),
        "options": [{"id": option.id, "text": text_of(game, option.text)} for option in reading.options],
        "default": reading.default,
        "why": text_of(game, reading.why),
        "clauses": users(game, reading),
        "cases": len(cases(game, reading.id)),
    }


def as_json(data: Any) -> str:
    """Data as people can read it, too."""
    return msgspec.json.format(msgspec.json.encode(data), indent=2).decode()


# As text


def listing(game: Game) -> Iterable[str]:
    """All rules of a game, one line each."""
    yield game.title
    for clause in game.rules.clauses.values():
        yield f"  {clause.id}  ({say(KINDS[clause.kind])})  {text_of(game, clause.rule)}"
    yield say("Readings")
    for reading in game.rules.readings.values():
        yield f"  {reading.id}  {text_of(game, reading.question)} {' | '.join(reading.choices)}"


def clause_text(game: Game, clause: Clause) -> Iterable[str]:
    """One clause in full."""
    yield clause.id
    yield f"  {text_of(game, clause.rule)}"
    yield "  " + say("source: {source}", source=cited(clause.cites))
    yield "  " + say("how: {how}", how=say(HOW[clause.kind]))
    if clause.readings:
        yield "  " + say("depends on: {readings}", readings=", ".join(clause.readings))
    if clause.yields_to:
        yield "  " + say("silent where one of these is broken: {clauses}", clauses=", ".join(clause.yields_to))
    yield from _examples(game, clause.id)


_EXAMPLES = {False: marked("legal: {why}"), True: marked("not legal: {why}")}


def _examples(game: Game, id: str) -> Iterable[str]:
    """The first legal and the first illegal case of the case book."""
    for broken, words in _EXAMPLES.items():
        case = example(game, id, broken)
        if case:
            yield "  " + say(words, why=case.why)
            yield from (f"      {text}" for text in case.marked.splitlines())


def reading_text(game: Game, reading: Reading) -> Iterable[str]:
    """One reading in full."""
    yield reading.id
    yield f"  {text_of(game, reading.question)}"
    for option in reading.options:
        words = marked("{option} (the default): {text}") if option.id == reading.default else "{option}: {text}"
        yield "  " + say(words, option=option.id, text=text_of(game, option.text))
    yield "  " + say("why: {why}", why=text_of(game, reading.why))
    yield "  " + say("consulted by: {clauses}", clauses=", ".join(users(game, reading)))


# As Markdown, for tools that show help


def markdown(game: Game, clause: Clause) -> str:
    """A clause with its examples, for a tool that shows a rule's help."""
    parts = [text_of(game, clause.rule), f"*{cited(clause.cites)}*", say(HOW[clause.kind]) + "."]
    for broken, words in _EXAMPLES.items():
        case = example(game, clause.id, broken)
        if case:
            parts += [say(words, why=case.why), f"```text\n{case.marked.rstrip()}\n```"]
    return "\n\n".join(parts)
