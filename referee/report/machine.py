"""Findings for programs: the JSON of ``check``. Its keys never change."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import msgspec
from msgspec import Struct

from referee import line
from referee.compare import Row
from referee.dispute import Dispute, Matter
from referee.game import Game, Result
from referee.replay import Audit, Finding
from referee.report.disputes import sentences
from referee.report.text import Counts, message
from referee.sources import Source
from referee.worlds import Instead, World


class Seen(Struct):
    """What is known of one game besides its findings."""

    clauses: frozenset[str] = frozenset()
    """The clauses that were asked for."""

    matters: dict[int, Matter] = {}
    disputes: list[Dispute] = []
    rows: list[Row] | None = None
    """What hangs on readings, if that was asked for."""


class Json:
    """All games as one JSON object, at the end."""

    def __init__(self) -> None:
        self.games: list[dict[str, Any]] = []

    def game(self, source: Source, audit: Audit | None, findings: list[Finding], seen: Seen) -> Iterable[str]:
        """Take in one game; nothing is written yet."""
        self.games.append(game(source, audit, findings, seen))
        return ()

    def end(self, counts: Counts) -> Iterable[str]:
        """The object."""
        found = {"games": self.games, "summary": msgspec.to_builtins(counts)}
        yield msgspec.json.format(msgspec.json.encode(found), indent=2).decode()


class JsonLines:
    """One JSON object a line: what could not be read, the findings as they come, in the end the summary."""

    def game(self, source: Source, audit: Audit | None, findings: list[Finding], seen: Seen) -> Iterable[str]:
        """The lines of one game."""
        found = game(source, audit, findings, seen)
        whose = {"source": found["source"], "game": found["game"]}
        yield from (_line({"type": "error", **whose, **error}) for error in found["errors"])
        yield from (_line({"type": "finding", **whose, **finding}) for finding in found["findings"])

    def end(self, counts: Counts) -> Iterable[str]:
        """The last line."""
        yield _line({"type": "summary", **msgspec.to_builtins(counts)})


def _line(found: dict[str, Any]) -> str:
    return msgspec.json.encode(found).decode()


def game(source: Source, audit: Audit | None, findings: list[Finding], seen: Seen) -> dict[str, Any]:
    """One game; ``audit`` is None where nothing could be read of it."""
    errors = [{"line": m.line, "column": m.column, "message": m.message} for m in source.mistakes]
    if audit is None or source.game is None:
        return _unread(source, errors)
    errors += [_stranger(source, seq=s.seq, name=s.name) for s in audit.strangers]
    return {
        "source": source.name,
        "game": source.game.id,
        "players": list(audit.table.players),
        "events": len(source.record),
        "head": source.head,
        "findings": [_finding(source, finding) | _hangs(finding, seen) for finding in findings],
        "errors": errors,
        "result": _result(audit.result),
        "disputes": [_dispute(dispute) for dispute in seen.disputes],
    }


def _unread(source: Source, errors: list[dict[str, Any]]) -> dict[str, Any]:
    id = source.game.id if source.game else None
    empty = {"players": [], "events": 0, "head": source.head, "findings": []}
    return {"source": source.name, "game": id, **empty, "errors": errors, "result": None}


def _stranger(source: Source, seq: int, name: str) -> dict[str, Any]:
    return {"line": source.line(seq), "column": 1, "message": f'event {seq}: nobody called "{name}" plays here'}


def _finding(source: Source, finding: Finding) -> dict[str, Any]:
    assert source.game is not None
    clause, show = finding.clause, source.game
    return {
        "seq": finding.seq,
        "line": source.line(finding.seq, clause.header),
        "player": getattr(finding.event, "player", "") or None,
        "move": line.show(show, finding.event),
        "clause": clause.id,
        "outcome": finding.outcome,
        "message": message(source.game, finding),
        "facts": {name: str(value) for name, value in finding.facts.items()},
        "cites": msgspec.to_builtins(clause.cites[0]) | {"item": clause.cites[0].item},
        "readings": list(finding.hangs_on),
        "ruling": msgspec.to_builtins(finding.ruling),
        "legal": [line.show(show, move) for move in finding.legal],
    }


def _hangs(finding: Finding, seen: Seen) -> dict[str, Any]:
    """What hangs on a finding: whether it matters, and its outcome under each option of a reading."""
    found = {"matter": _matter(seen.matters.get(finding.seq))}
    if seen.rows is None:
        return found
    mine = [row for row in seen.rows if (row.seq, row.clause.id) == (finding.seq, finding.clause.id)]
    return found | {"under": {row.reading: row.outcomes for row in mine}}


def _matter(matter: Matter | None) -> dict[str, Any] | None:
    if matter is None:
        return None
    worlds = [_world(world) for world in matter.worlds]
    instead = _instead(matter.game, matter.instead)
    return {"matters": matter.matters, "worlds": worlds, "sentences": sentences(matter), "instead": instead}


def _instead(game: Game, instead: Instead | None) -> dict[str, Any] | None:
    if instead is None:
        return None
    worlds = [_replaced(game, world) for world in instead.worlds]
    return {"legal": instead.legal, "tried": instead.tried, "worlds": worlds}


def _replaced(game: Game, world: World) -> dict[str, Any]:
    return {"move": line.show(game, world.move) if world.move else None} | _world(world)


def _world(world: World) -> dict[str, Any]:
    change, dropped = str(world.change) or ("played instead" if world.move else "taken back"), list(world.dropped)
    return {"change": change, "dropped": dropped, "judged": world.judged, "result": _result(world.result)}


def _dispute(dispute: Dispute) -> dict[str, Any]:
    event = dispute.event
    return {
        "seq": dispute.seq,
        "event": event.event,
        "by": event.by,
        "clause": event.clause or None,
        "text": event.text,
        "finding": dispute.finding,
        "ruling": msgspec.to_builtins(dispute.decision),
        "matter": _matter(dispute.matter),
    }


def _result(result: Result) -> dict[str, Any]:
    scores = {player: _number(score) for player, score in result.scores.items()}
    return {"finished": result.finished, "winners": list(result.winners), "scores": scores}


def _number(score: Fraction | None) -> int | float | None:
    if score is None:
        return None
    return int(score) if score.denominator == 1 else float(score)
