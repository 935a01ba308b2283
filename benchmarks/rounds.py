"""Cases timed in turn, round by round, so that a slow moment of the machine hits all of them."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable
from typing import NamedTuple


class Case(NamedTuple):
    """``run`` does ``units`` of work; ``cpu`` counts processor time, which other programs do not stretch."""

    name: str
    run: Callable[[], object]
    units: int = 1
    cpu: bool = True


class Timed(NamedTuple):
    """Seconds for one unit in each round."""

    name: str
    seconds: list[float]

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)


def interleaved(cases: list[Case], rounds: int) -> dict[str, Timed]:
    """Every case once a round, after one round to warm up."""
    times: dict[str, list[float]] = {case.name: [] for case in cases}
    for case in cases:
        case.run()
    for _ in range(rounds):
        for case in cases:
            times[case.name].append(_once(case))
    return {name: Timed(name, seconds) for name, seconds in times.items()}


def _once(case: Case) -> float:
    gc.collect()
    clock = time.process_time if case.cpu else time.perf_counter
    begin = clock()
    case.run()
    return (clock() - begin) / case.units


def ratio(of: Timed, to: Timed) -> float:
    """How much longer ``of`` takes than ``to``: the median of the ratios of each round."""
    return statistics.median(a / b for a, b in zip(of.seconds, to.seconds, strict=True))


def more(of: Timed, than: Timed) -> Timed:
    """How much more ``of`` takes in each round."""
    return Timed(of.name, [a - b for a, b in zip(of.seconds, than.seconds, strict=True)])
