"""Findings as JUnit XML, which every CI system shows as tests.

A suite is a game, a case a clause: passed if nothing was found, else one case for each finding.
Breaches are failures, undecided and waived findings are skipped, unreadable lines are errors.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from referee.language import say, text_of
from referee.replay import HOLDS, Audit, Finding
from referee.report.machine import Seen
from referee.report.text import Counts, block, message, strangers
from referee.rulebook import CHECKED, Clause
from referee.sources import Source

_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""The characters that XML 1.0 cannot hold."""
TALLIES = {"tests": "testcase", "failures": "failure", "errors": "error", "skipped": "skipped"}
"""The counts of a suite, and the elements that they count."""


class Junit:
    """All games as one document, at the end."""

    def __init__(self) -> None:
        self.suites = Element("testsuites", name="referee")

    def game(self, source: Source, audit: Audit | None, findings: list[Finding], seen: Seen) -> Iterable[str]:
        """Take in one game; nothing is written yet."""
        suite = SubElement(self.suites, "testsuite", name=_plain(source.name))
        _properties(suite, source, audit)
        for said, number in _unreadable(source, audit):
            SubElement(_case(suite, source, say("cannot be read"), number), "error", message=_plain(said))
        if audit is not None:
            _clauses(suite, source, audit, findings, seen)
        return ()

    def end(self, counts: Counts) -> Iterable[str]:
        """The document."""
        for element in (*self.suites, self.suites):
            _tally(element)
        ElementTree.indent(self.suites)
        yield '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(self.suites, "unicode")


def _tally(element: Element) -> None:
    for name, tag in TALLIES.items():
        element.set(name, str(sum(1 for _ in element.iter(tag))))


def _properties(suite: Element, source: Source, audit: Audit | None) -> None:
    known = {"head": source.head}
    if audit is not None:
        known |= {"game": audit.game.id, "players": ", ".join(audit.table.players), "events": str(len(source.record))}
    box = SubElement(suite, "properties")
    for name, value in known.items():
        SubElement(box, "property", name=name, value=_plain(value))


def _unreadable(source: Source, audit: Audit | None) -> Iterable[tuple[str, int | None]]:
    yield from ((f"{m.line}:{m.column}: {m.message}", m.line) for m in source.mistakes)
    yield from ((said, None) for said in (strangers(source, audit) if audit else ()))


def _clauses(suite: Element, source: Source, audit: Audit, findings: list[Finding], seen: Seen) -> None:
    """A case for each finding; one for each checked clause without any."""
    by_clause: dict[str, list[Finding]] = {id: [] for id, clause in audit.game.rules.clauses.items()}
    for finding in findings:
        by_clause[finding.clause.id].append(finding)
    for id, found in by_clause.items():
        for finding in found:
            _found(suite, source, finding)
        if not found and id in seen.clauses and audit.game.rules.clauses[id].kind == CHECKED:
            _held(suite, source, audit.game.rules.clauses[id])


def _held(suite: Element, source: Source, clause: Clause) -> None:
    case = _case(suite, source, clause.id, None)
    SubElement(case, "system-out").text = _plain(text_of(source.game, clause.rule))


def _found(suite: Element, source: Source, finding: Finding) -> None:
    name = say("{clause}, event {seq}", clause=finding.clause.id, seq=finding.seq)
    case = _case(suite, source, name, source.line(finding.seq, finding.clause.header))
    if finding.outcome == HOLDS:
        return
    said, whole = _plain(message(source.game, finding)), _plain(block(source, finding))
    if finding.counts:
        SubElement(case, "failure", message=said, type=finding.clause.id).text = whole
    else:
        SubElement(case, "skipped", message=said)
        SubElement(case, "system-out").text = whole


def _case(suite: Element, source: Source, name: str, number: int | None) -> Element:
    id = source.game.id if source.game else "referee"
    case = SubElement(suite, "testcase", classname=id, name=_plain(name), file=_plain(source.file))
    if number is not None:
        case.set("line", str(number))
    return case


def _plain(text: str) -> str:
    """A text without what XML cannot hold."""
    return _NO_XML.sub("\ufffd", text)
