"""The recorded games: canonical, and with exactly the findings that were put into them."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee import replay, transcript
from referee.games.jade_merchant import GAME

FOLDER = Path(__file__).parents[2] / "replays"
FINDINGS: dict[str, dict[int, str]] = {
    "jade-example-1": {},
    "jade-example-2": {},
    "jade-club-night": {},
    "jade-family-game": {
        44: "jade.bid.hard-pass",
        94: "jade.take.no-counterfeit",
        97: "jade.round.opener",
        116: "jade.take.number",
        120: "jade.bid.lower",
        143: "jade.score.jade",
        144: "jade.score.counterfeit",
        145: "jade.end.winner",
    },
    "jade-dispute": {3: "jade.bid.return-needs-card"},
}


def read(name: str) -> transcript.Transcript:
    (game,) = transcript.parse((FOLDER / f"{name}.txt").read_text("utf-8"), name)
    return game


@pytest.mark.parametrize("name", FINDINGS)
def test_a_recorded_game_is_canonical(name: str) -> None:
    game = read(name)
    assert game.mistakes == []
    assert transcript.write(GAME, game.record) == (FOLDER / f"{name}.txt").read_text("utf-8")


@pytest.mark.parametrize("name", FINDINGS)
def test_a_recorded_game_has_its_findings_and_no_others(name: str) -> None:
    audit = replay.audit(GAME, read(name).record)
    assert {finding.seq: finding.clause.id for finding in audit.findings} == FINDINGS[name]
    assert len(audit.findings) == len(FINDINGS[name])


def test_what_was_ruled_stands_with_the_finding() -> None:
    family = replay.audit(GAME, read("jade-family-game").record).findings[0]
    dispute = replay.audit(GAME, read("jade-dispute").record).findings[0]
    assert family.ruling and dispute.ruling
    assert (family.ruling.verdict, family.counts) == ("waived", False)
    assert (dispute.ruling.verdict, dispute.counts) == ("upheld", True)


@pytest.mark.parametrize(("name", "winner"), [("jade-club-night", "Olli"), ("jade-family-game", "Eero")])
def test_a_whole_game_is_finished_and_won(name: str, winner: str) -> None:
    result = replay.audit(GAME, read(name).record).result
    assert (result.finished, result.winners) == (True, (winner,))
