"""Findings as GitHub workflow commands, which the runner shows beside the transcript's lines.

``::error file=F,line=N,title=T::message``. In the message ``%``, carriage return and line feed
are escaped, in a property also ``:`` and ``,``, so that no note or name can make a command.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from referee import line
from referee.language import say
from referee.replay import HOLDS, UNDECIDED, Audit, Finding
from referee.report.machine import Seen
from referee.report.text import Counts, message, strangers, summary
from referee.sources import Source

_DATA = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_PROPERTY = _DATA | {":": "%3A", ",": "%2C"}
Properties = dict[str, str | int | None]


class GitHub:
    """Findings as commands, at once; in the end a notice with the summary."""

    def game(self, source: Source, audit: Audit | None, findings: list[Finding], seen: Seen) -> Iterable[str]:
        """The commands of one game."""
        for mistake in source.mistakes:
            where: Properties = {"file": _relative(source.file), "line": mistake.line, "col": mistake.column}
            yield command("error", mistake.message, **where, title=say("cannot be read"))
        for said in strangers(source, audit) if audit else ():
            yield command("error", said, file=_relative(source.file))
        yield from (_finding(source, finding) for finding in findings if finding.outcome != HOLDS)

    def end(self, counts: Counts) -> Iterable[str]:
        """The summary."""
        yield command("notice", summary(counts), title="referee")


def _finding(source: Source, finding: Finding) -> str:
    assert source.game is not None
    move = line.show(source.game, finding.event)
    said = f"{move}: {message(source.game, finding)}"
    if finding.ruling:
        said += f" ({finding.ruling.verdict} by {finding.ruling.by})"
    number = source.line(finding.seq, finding.clause.header)
    where = {"file": _relative(source.file), "line": number, "title": finding.clause.id}
    return command(_level(finding), said, **where)


def _level(finding: Finding) -> str:
    if finding.counts:
        return "error"
    return "warning" if finding.outcome == UNDECIDED else "notice"


def _relative(name: str) -> str:
    """A file as the runner wants it: relative to here where it lies below."""
    path, here = Path(name), Path.cwd()
    return path.relative_to(here).as_posix() if path.is_relative_to(here) else path.as_posix()


def command(name: str, data: str, **properties: str | int | None) -> str:
    """One workflow command on one line; properties without a value are left out."""
    given = ",".join(f"{key}={_escape(str(value), _PROPERTY)}" for key, value in properties.items() if value)
    return f"::{name}{' ' if given else ''}{given}::{_escape(data, _DATA)}"


def _escape(text: str, table: dict[str, str]) -> str:
    return "".join(table.get(sign, sign) for sign in text)
