"""The formats of ``check``, each known by its name; its module is read only when it is used."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Protocol

from referee.replay import Audit, Finding
from referee.report.machine import Seen
from referee.report.text import Counts
from referee.sources import Source

MACHINE = {
    "json": ("machine", "Json"),
    "jsonl": ("machine", "JsonLines"),
    "sarif": ("sarif", "Sarif"),
    "junit": ("junit", "Junit"),
    "github": ("github", "GitHub"),
}
"""The module and the class of each format for programs."""
FORMATS = ("text", *MACHINE)


class Output(Protocol):
    """A format for programs: it is given game after game, and returns what is to be written."""

    def game(self, source: Source, audit: Audit | None, findings: list[Finding], seen: Seen) -> Iterable[str]: ...

    def end(self, counts: Counts) -> Iterable[str]: ...


def output(form: str) -> Output:
    """A new output in this format."""
    module, name = MACHINE[form]
    made: Output = getattr(import_module(f"referee.report.{module}"), name)()
    return made
