"""Rules in our own words: a clause or reading in full, as data, as text and as Markdown."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import msgspec

from referee import casebook
from referee.casebook import Case
from referee.game import Game
from referee.language import counted, marked, say, text_of
from referee.report.text import cited
from referee.rulebook import Clause, Reading

HOW = {
    "checked": marked("the referee checks every event that it constrains"),
    "derived": marked("the referee does it itself, and checks what players claim"),
    "advisory": marked("no record can show it"),
}
"""How a clause of each kind is looked after."""
KINDS = {"checked": marked("checked"), "derived": marked("derived"), "advisory": marked("advisory")}


def kind_words(kind: str) -> str:
    """How a clause is looked after, in a word."""
    return say(KINDS[kind])


_cases = cache(casebook.cases)
"""The case book of a game, read once."""


def cases(game: Game, id: str) -> list[Case]:
    """The cases under a clause's or reading's heading, and others that show a clause broken."""
    return [case for case in _cases(game.id) if case.heading == id or case.breaks(id)]


def example(game: Game, id: str, broken: bool) -> Case | None:
    """The first case under a clause's heading in which it is broken or undecided, or in which it is not."""
    mine = (case for case in _cases(game.id) if case.heading == id)
    return next((case for case in mine if case.breaks(id) == broken), None)


def users(game: Game, reading: Reading) -> list[str]:
    """The ids of the clauses that consult a reading."""
    return [clause.id for clause in game.rules.clauses.values() if reading.id in clause.readings]


# As data, for --format json


def game_data(game: Game, chapter: str = "") -> dict[str, Any]:
    """A whole rulebook, or what in it has ids that begin so."""
    clauses, readings = _within(game, chapter)
    return {
        "game": game.id,
        "title": game.title,
        "clauses": [clause_data(game, clause) for clause in clauses],
        "readings": [reading_data(game, reading) for reading in readings],
    }


def _within(game: Game, chapter: str) -> tuple[list[Clause], list[Reading]]:
    """The clauses and readings whose ids begin so."""
    clauses = [clause for id, clause in game.rules.clauses.items() if id.startswith(chapter)]
    return clauses, [reading for id, reading in game.rules.readings.items() if id.startswith(chapter)]


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


def headline(game: Game) -> str:
    """A game in one line."""
    clauses = counted(len(game.rules.clauses), "{n} clause", "{n} clauses")
    return say("{game}  {title}, {clauses}", game=game.id, title=game.title, clauses=clauses)


def listing(game: Game) -> Iterable[str]:
    """All rules of a game, one line each."""
    yield game.title
    yield from chapter(game, game.rules.prefix)


def chapter(game: Game, name: str) -> Iterable[str]:
    """The rules whose ids begin so, one line each, the readings last."""
    clauses, readings = _within(game, f"{name}.")
    for clause in clauses:
        yield f"  {clause.id}  ({kind_words(clause.kind)})  {text_of(game, clause.rule)}"
    if readings:
        yield say("Readings")
    for reading in readings:
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
            yield from _indented(case)


def _indented(case: Case) -> Iterable[str]:
    return (f"      {text}".rstrip() for text in case.marked.splitlines())


def reading_text(game: Game, reading: Reading) -> Iterable[str]:
    """One reading in full."""
    yield reading.id
    yield f"  {text_of(game, reading.question)}"
    for option in reading.options:
        words = marked("{option} (the default): {text}") if option.id == reading.default else marked("{option}: {text}")
        yield "  " + say(words, option=option.id, text=text_of(game, option.text))
    yield "  " + say("why: {why}", why=text_of(game, reading.why))
    yield "  " + say("consulted by: {clauses}", clauses=", ".join(users(game, reading)))
    for case in cases(game, reading.id)[:1]:
        yield "  " + say("for example: {why}", why=case.why)
        yield from _indented(case)


# As Markdown, for tools that show help


def markdown(game: Game, clause: Clause) -> str:
    """A clause with its examples, for a tool that shows a rule's help."""
    parts = [text_of(game, clause.rule), f"*{cited(clause.cites)}*", say(HOW[clause.kind]) + "."]
    for broken, words in _EXAMPLES.items():
        case = example(game, clause.id, broken)
        if case:
            parts += [say(words, why=case.why), f"```text\n{case.marked.rstrip()}\n```"]
    return "\n\n".join(parts)
