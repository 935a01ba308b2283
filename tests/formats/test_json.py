"""JSON lines beside JSON."""

from __future__ import annotations

import json

from tests.formats.conftest import Check

FINDING = [
    "seq", "line", "player", "move", "clause", "outcome", "message", "facts", "cites", "readings", "ruling", "legal",
]  # fmt: skip
"""The keys that other people's scripts read; more may follow."""


def test_json_keeps_its_keys(check: Check) -> None:
    found = json.loads(check("breach.txt", "disputed.txt", "--format", "json"))
    assert list(found) == ["games", "summary"]
    game = found["games"][0]
    assert list(game)[:8] == ["source", "game", "players", "events", "head", "findings", "errors", "result"]
    assert all(list(finding)[: len(FINDING)] == FINDING for game in found["games"] for finding in game["findings"])


def test_json_lines_say_the_same(check: Check) -> None:
    targets = ("breach.txt", "disputed.txt", "unreadable.txt")
    whole = json.loads(check(*targets, "--format", "json", code=2))
    lines = [json.loads(line) for line in check(*targets, "--format", "jsonl", code=2).splitlines()]
    assert [line.pop("type") for line in lines] == [
        *(kind for game in whole["games"] for kind in ["error"] * len(game["errors"]) + ["finding"] * len(game["findings"])),
        "summary",
    ]  # fmt: skip
    assert lines.pop() == whole["summary"]
    whose = [{"source": game["source"], "game": game["game"]} for game in whole["games"]]
    assert lines == [
        {**who, **each}
        for who, game in zip(whose, whole["games"], strict=True)
        for each in game["errors"] + game["findings"]
    ]
