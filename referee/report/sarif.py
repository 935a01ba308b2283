"""Findings as SARIF 2.1.0, which code hosts and editors show beside the transcript's lines.

A clause is a rule of the tool; a breach is a result of kind *fail*, an undecided finding one of
kind *open*, a clause that held one of kind *pass*. What a table decided is a suppression: waived
and dismissed ones are accepted, upheld ones rejected, open objections under review. An objection
to what the referee finds fine is a result of kind *review*. Lines that cannot be read are
notifications of the run.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path
from typing import Any
from urllib.parse import quote

from referee import line
from referee.dispute import Dispute
from referee.game import Game
from referee.language import current, say, text_of
from referee.replay import BREACH, HOLDS, UNDECIDED, Audit, Finding
from referee.report import rules
from referee.report.machine import Seen
from referee.report.text import Counts, cited, message, strangers
from referee.rulebook import Clause
from referee.sources import Source

Json = dict[str, Any]

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
KINDS = {BREACH: "fail", UNDECIDED: "open", HOLDS: "pass"}
STATUS = {"waived": "accepted", "dismissed": "accepted", "upheld": "rejected"}
"""What a ruling makes of a finding: accepted means that it no longer counts."""
ROOT = "%SRCROOT%"
"""What relative addresses are relative to: the folder that the check was run in."""
OBJECTION = "referee.objection"
"""The id of the rule that objections are results of where they name no clause."""


class Sarif:
    """One run over all games; written at the end."""

    def __init__(self) -> None:
        self.rules: dict[str, Json] = {}
        self.places: dict[str, int] = {}
        self.results: list[Json] = []
        self.notes: list[Json] = []
        self.files: dict[str, Json] = {}

    def game(self, source: Source, audit: Audit | None, findings: list[Finding], seen: Seen) -> Iterable[str]:
        """Take in one game; nothing is written yet."""
        self.files.setdefault(source.file, {"location": _artifact(source), "roles": ["analysisTarget"]})
        self.notes += _notifications(source, audit)
        if audit is not None:
            self._declare(audit.game)
            self.results += [self._result(source, finding, seen.disputes) for finding in findings]
            self.results += self._reviews(source, seen.disputes)
        return ()

    def end(self, counts: Counts) -> Iterable[str]:
        """The whole log."""
        yield rules.as_json({"$schema": SCHEMA, "version": "2.1.0", "runs": [self._run(counts)]})

    def _run(self, counts: Counts) -> Json:
        driver = {"name": "referee", "version": metadata.version("referee"), "rules": list(self.rules.values())}
        return {
            "tool": {"driver": driver | {"language": current()}},
            "language": current(),
            "columnKind": "unicodeCodePoints",
            "artifacts": list(self.files.values()),
            "invocations": [{"executionSuccessful": not counts.errors, "toolExecutionNotifications": self.notes}],
            "results": self.results,
        }

    def _declare(self, game: Game) -> None:
        for clause in game.rules.clauses.values():
            if clause.id not in self.rules:
                self._add(clause.id, _rule(game, clause))

    def _add(self, id: str, rule: Json) -> None:
        if id not in self.rules:
            self.places[id] = len(self.rules)
            self.rules[id] = rule

    def _result(self, source: Source, finding: Finding, objections: Iterable[Dispute]) -> Json:
        found: Json = {
            **self._about(finding.clause.id),
            "kind": KINDS[finding.outcome],
            "level": "error" if finding.outcome == BREACH else "none",
            "message": {"text": message(source.game, finding)},
            "locations": [_location(source, finding.seq, finding.clause.header)],
            "partialFingerprints": {"finding/v1": _fingerprint(source, finding)},
            "properties": _details(source, finding),
        }
        suppressions = list(_suppressions(finding, objections))
        return found | ({"suppressions": suppressions} if suppressions else {})

    def _about(self, clause: str) -> Json:
        return {"ruleId": clause, "ruleIndex": self.places[clause]}

    def _reviews(self, source: Source, objections: list[Dispute]) -> Iterable[Json]:
        """Open objections to what the referee finds nothing wrong with: people must look at them."""
        for dispute in objections:
            if dispute.decision is None and dispute.finding == HOLDS:
                if not dispute.event.clause:
                    self._add(OBJECTION, _objection())
                yield self._about(dispute.event.clause or OBJECTION) | _review(source, dispute)


def _objection() -> Json:
    said = say("A player objects to a move in which the referee finds nothing wrong.")
    return {"id": OBJECTION, "name": "Objection", "shortDescription": {"text": said}}


def _review(source: Source, dispute: Dispute) -> Json:
    event = dispute.event
    said = say("{player} objects: {text}", player=event.by, text=event.text)
    where = {"locations": [_location(source, event.event)]}
    return {"kind": "review", "level": "none", "message": {"text": said}, **where}


def _rule(game: Game, clause: Clause) -> Json:
    said = text_of(game, clause.rule)
    return {
        "id": clause.id,
        "name": "".join(word.capitalize() for word in clause.id.replace(".", "-").split("-")),
        "shortDescription": {"text": _first_sentence(said)},
        "fullDescription": {"text": said},
        "help": {"text": f"{said}\n{cited(clause.cites)}", "markdown": rules.markdown(game, clause)},
        "defaultConfiguration": {"level": "error", "enabled": clause.check is not None},
        "properties": {
            "kind": clause.kind,
            "citations": [str(cite) for cite in clause.cites],
            "readings": list(clause.readings),
            "tags": [game.id, clause.kind],
        },
    }


def _first_sentence(text: str) -> str:
    for stop in (". ", "; ", ": ", "。"):
        text = text.partition(stop)[0]
    return text.rstrip(".。") + ("。" if current() == "ja" else ".")


# Where


def address(name: str) -> str:
    """A file as an address: relative to here where it lies below, as ``file:`` elsewhere."""
    path = Path(name)
    if path.is_absolute():
        here = Path.cwd()
        if not path.is_relative_to(here):
            return path.as_uri()
        path = path.relative_to(here)
    return quote(path.as_posix())


def _artifact(source: Source) -> Json:
    uri = address(source.file)
    return {"uri": uri} if uri.startswith("file:") else {"uri": uri, "uriBaseId": ROOT}


def _location(source: Source, seq: int, header: str = "players") -> Json:
    """The line of an event in its transcript, and its number in its game."""
    number = source.line(seq, header)
    physical: Json = {"artifactLocation": _artifact(source)}
    if number is not None:
        physical["region"] = {"startLine": number}
    logical = {"name": str(seq), "fullyQualifiedName": f"{source.name}#{seq}", "kind": "event"}
    return {"physicalLocation": physical, "logicalLocations": [logical]}


# What


def _details(source: Source, finding: Finding) -> Json:
    assert source.game is not None
    return {
        "game": source.game.id,
        "seq": finding.seq,
        "player": getattr(finding.event, "player", "") or None,
        "move": line.show(source.game, finding.event),
        "facts": {name: str(value) for name, value in finding.facts.items()},
        "readings": list(finding.hangs_on),
        "legal": [line.show(source.game, move) for move in finding.legal],
    }


def _fingerprint(source: Source, finding: Finding) -> str:
    """What stays the same where lines are moved about: the game, the clause, the number and the move."""
    assert source.game is not None
    move = line.show(source.game, finding.event)
    players = ",".join(getattr(source.record[0], "players", ()))
    parts = (source.game.id, players, finding.clause.id, str(finding.seq), move)
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]


def _suppressions(finding: Finding, objections: Iterable[Dispute]) -> Iterable[Json]:
    """What the table decided about a finding, or has still to decide."""
    if finding.outcome == HOLDS:
        return
    ruling = finding.ruling
    if ruling is not None:
        why = f"{ruling.verdict} by {ruling.by}: {ruling.reason}"
        yield {"kind": "external", "status": STATUS[ruling.verdict], "justification": why}
        return
    for dispute in objections:
        event = dispute.event
        if dispute.decision is None and event.event == finding.seq and event.clause in ("", finding.clause.id):
            yield {"kind": "external", "status": "underReview", "justification": f"{event.by}: {event.text}"}


def _notifications(source: Source, audit: Audit | None) -> Iterable[Json]:
    """What could not be read or judged."""
    for mistake in source.mistakes:
        region = {"startLine": max(1, mistake.line), "startColumn": max(1, mistake.column)}
        where = {"physicalLocation": {"artifactLocation": _artifact(source), "region": region}}
        yield {"level": "error", "message": {"text": mistake.message}, "locations": [where]}
    for said in strangers(source, audit) if audit else ():
        yield {"level": "error", "message": {"text": said}}
