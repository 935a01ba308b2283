"""How many can watch: ``python -m tests.live.load [--watchers 50] [--seconds 60]``.

A move a second is handed in while many pages are open; every watcher must get every event.
Some of the watchers drop their connection now and then and come back with the last event they had.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from msgspec import Struct, field

from referee.game import find
from referee.line import show
from referee.simulate import simulate
from tests.live.conftest import ID, new_book
from tests.live.served import Served

AT = f"/g/{ID}"


class Figures(Struct):
    """What a run has shown: for each watcher the events it got, and how long each event took to get there."""

    sent: int = 0
    got: list[set[int]] = field(default_factory=list)
    delays: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    reconnects: int = 0

    @property
    def lost(self) -> int:
        return sum(len(set(range(2, self.sent + 2)) - got) for got in self.got)

    def __str__(self) -> str:
        slow = sorted(self.delays)
        return (
            f"{len(self.got)} watchers, {self.sent} moves, {self.reconnects} reconnects, "
            f"{sum(map(len, self.got))} updates, {self.lost} lost\n"
            f"answer to the scribe: {1000 * statistics.median(self.answers):.0f} ms (median), "
            f"{1000 * max(self.answers):.0f} ms (longest)\n"
            f"until a watcher has it: {1000 * statistics.median(slow):.0f} ms (median), "
            f"{1000 * slow[int(len(slow) * 0.99)]:.0f} ms (99 %), {1000 * slow[-1]:.0f} ms (longest)"
        )


async def run(served: Served, watchers: int, moves: int, pause: float) -> Figures:
    """Log so many moves while so many watch."""
    figures, times = Figures(sent=moves), {}
    record = simulate(find("jade-merchant"), 2, 3)
    texts = [show(find("jade-merchant"), event) for event in record[1:]]
    async with httpx.AsyncClient(
        base_url=served.origin, timeout=30, limits=httpx.Limits(max_connections=None)
    ) as watching:
        await watching.get(served.spectator)
        figures.got = [set() for _ in range(watchers)]
        tasks = [asyncio.create_task(_watch(watching, n, figures, times)) for n in range(watchers)]
        await asyncio.sleep(1)
        await _write(served, texts, moves, pause, figures, times)
        await asyncio.wait_for(asyncio.gather(*tasks), 30)
    return figures


async def _write(
    served: Served, texts: list[str], moves: int, pause: float, figures: Figures, times: dict[int, float]
) -> None:
    """The scribe: the moves of a game, and when it is over the same again, judged as it may be."""
    async with httpx.AsyncClient(base_url=served.origin, headers={"Origin": served.origin}, timeout=30) as scribe:
        await scribe.get(served.scribe)
        for n in range(moves):
            slip = {
                "id": f"{n:016x}",
                "after": n + 1,
                "say": {"do": "line", "text": texts[n % len(texts)]},
                "sure": True,
            }
            begin = times[n + 2] = time.perf_counter()
            answer = await scribe.post(AT, json=slip)
            assert answer.status_code == 201, answer.text
            figures.answers.append(time.perf_counter() - begin)
            await asyncio.sleep(max(0.0, pause - (time.perf_counter() - begin)))


async def _watch(client: httpx.AsyncClient, n: int, figures: Figures, times: dict[int, float]) -> None:
    """A watcher; every fifth goes away after each seventh event."""
    known = 1
    while known < figures.sent + 1:
        known = await _look(client, n, known, figures, times)
        figures.reconnects += known < figures.sent + 1


async def _look(client: httpx.AsyncClient, n: int, known: int, figures: Figures, times: dict[int, float]) -> int:
    headers = {"Last-Event-ID": str(known)}
    params = {"device": f"d{n}", "name": f"n{n}"}
    async with client.stream("GET", f"{AT}/stream", headers=headers, params=params) as answer:
        async for text in answer.aiter_lines():
            if text.startswith('data: {"seq"'):
                known = _note(json.loads(text[6:]), n, figures, times)
                if known == figures.sent + 1 or (n % 5 == 0 and known % 7 == 0):
                    break
    return known


def _note(state: Any, n: int, figures: Figures, times: dict[int, float]) -> int:
    now = time.perf_counter()
    fresh = {int(name[4:]) for name in state["parts"] if name.startswith("row-")} - {1} - figures.got[n]
    figures.got[n] |= fresh
    figures.delays += [now - times[seq] for seq in fresh]
    return int(state["seq"])


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--watchers", type=int, default=50)
    parser.add_argument("--seconds", type=int, default=60)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        served = Served(new_book(Path(place) / "club.db"))
        figures = asyncio.run(run(served, asked.watchers, asked.seconds, 1.0))
        print(figures)
        print("stopped with", *served.stop()[::2])
    raise SystemExit(figures.lost > 0)


if __name__ == "__main__":
    main()
