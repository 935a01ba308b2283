"""Files of many events: what is exported is what was imported, and memory grows with the events and no faster.

`python -m tests.trust.large` does it with a million.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.trust import large

EVENTS = 10_000
BASE, EACH = 90, 0.002
"""What a process may take at most: so many MB, and so many more for each event."""


@pytest.mark.parametrize("name", large.FILES)
def test_every_command_bears_a_long_file(tmp_path: Path, name: str) -> None:
    for command, need in large.tour(tmp_path, EVENTS, [name]):
        assert (need.code, need.errors) == (0, ""), command
        assert need.megabytes < BASE + EACH * EVENTS, command
