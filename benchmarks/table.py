"""One line of the table for each thing measured, with what is asked of it."""

from __future__ import annotations

from typing import NamedTuple


class Asked(NamedTuple):
    """The gate under which a build fails, the goal, and the limit that somebody measured; None where there is none."""

    gate: float | None
    goal: float | None
    limit: float | None
    least: bool = True
    """Whether more is better."""


ASKED: dict[str, Asked] = {
    "check from the file, chain verified / D": Asked(0.08, 0.10, 0.21),
    "in memory / D": Asked(0.14, 0.18, 0.41),
    "check / eventsourcing get": Asked(8, 10, None),
    "chess from the log, push_uci being the rule / push_uci": Asked(0.65, 0.75, 0.80),
    "chess from the log / chess.pgn.read_game": Asked(1.0, 1.2, 1.3),
    "check / python-chess push_uci (another game)": Asked(3.5, 4.5, None),
    "a player's move, from the file / boardgame.io at its best": Asked(12, 15, None),
    "in memory / OpenSpiel hearts, checked (another game, C++)": Asked(0.30, 0.40, None),
    "validated bulk append / raw executemany": Asked(0.35, 0.45, 1.0),
    "validated bulk append / eventsourcing batch": Asked(3, 4, None),
    "durable append / raw SQLite in the same mode": Asked(0.80, 0.95, 1.0),
    "durable append / write and fsync": Asked(0.6, 0.75, 1.0),
    "referee log in a game of 1,000 / bare python": Asked(7, 6, 3.8, least=False),
    "referee log in a game of 1,000 / minimal click program": Asked(1.8, 1.5, 1.2, least=False),
    "referee log, ms more in a game of 10,000 than in one of 10": Asked(40, 25, 2, least=False),
    "import what judges and what records / bare python": Asked(4.5, 3.5, 3.1, least=False),
    "archive: two processes / one": Asked(1.3, 1.6, 2.0),
    "archive: two processes / one, once started": Asked(1.6, 1.8, 2.0),
    "replay page of 500 steps, KB": Asked(80, 50, None, least=False),
    "the same page, gzip, KB": Asked(16, 10, None, least=False),
    "the same page, made in ms": Asked(15, 6, None, least=False),
}


class Measured(NamedTuple):
    """A figure, of which game or case, and what it is made of."""

    name: str
    case: str
    value: float
    detail: str = ""

    @property
    def verdict(self) -> str:
        """Whether the goal is met, or the gate at least."""
        asked = ASKED.get(self.name)
        if asked is None or asked.goal is None or asked.gate is None:
            return ""
        sign = 1 if asked.least else -1
        value = sign * self.value
        return "goal" if value >= sign * asked.goal else "gate" if value >= sign * asked.gate else "below"


def lines(rows: list[Measured]) -> list[str]:
    """The table as Markdown."""
    out = ["| measure | case | measured | gate | goal | limit | |", "| --- | --- | ---: | ---: | ---: | ---: | --- |"]
    for row in rows:
        asked = ASKED.get(row.name, Asked(None, None, None))
        marks = " | ".join("" if mark is None else f"{mark:g}" for mark in asked[:3])
        out.append(f"| {row.name} | {row.case} | {row.value:.3g} | {marks} | {row.verdict} {row.detail} |")
    return out
