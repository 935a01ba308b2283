"""A short version of the load test."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.live.conftest import aside

pytest.importorskip("httpx")
pytest.importorskip("uvicorn")


def test_every_watcher_gets_every_event(own: Any) -> None:
    from tests.live import load

    figures = aside(lambda: asyncio.run(load.run(own, watchers=12, moves=25, pause=0.02)))
    assert figures.lost == 0
    assert figures.reconnects
    assert sum(map(len, figures.got)) == 12 * 25
