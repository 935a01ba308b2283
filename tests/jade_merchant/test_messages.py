"""What the referee says: with the numbers, and as one would say it."""

from __future__ import annotations

import pytest

from referee import casebook, replay, transcript
from referee.replay import Finding

DEAL = "deal J J J S1 S1 A B C"
SECOND = "given round 2\ngiven opener Ann\ngiven centre J J J S1 S1 A B C\n"
END = "given scoring\ngiven Ann holds G5 F7 J J S4\ngiven Bo holds G1 A B X\n"

MESSAGES = [
    (f"{DEAL}\nAnn bid 8", "8 is too high: it leaves 0 of 8 cards, and Bo must still take"),
    (f"{DEAL}\nAnn bid 3\nBo bid 3", "3 does not undercut 3"),
    (f"{DEAL}\nAnn bid 1\nBo bid 0", "0 is no bid: the lowest is 1-1, take one and return one"),
    (f"{DEAL}\nAnn bid 3\nAnn bid 2", "Ann acts out of turn: it is Bo who is to bid or pass"),
    (
        f"{DEAL}\nAnn bid 2\nBo pass\nAnn pass",
        "Ann acts out of turn: all others are out, and Ann takes what was bid, 2",
    ),
    (f"{DEAL}\nBo bid 3", "Bo opens the round, but that is for Ann"),
    (f"{DEAL}\nAnn bid 3\nBo bid 2\nBo take J J", "Bo takes, but Ann could still bid"),
    (f"{DEAL}\nAnn bid 2\nBo pass\nAnn take J J J", "Ann had bid 2 and takes 3 cards"),
    (f"{DEAL}\nAnn bid 2\nBo pass\nAnn take J S2", "J S2 cannot be taken: the centre holds J J J S1 S1 A B C"),
    (
        f"{DEAL}\nAnn bid 5\nBo pass\nAnn take J J J A B\nBo take C",
        "Bo is the last in the round and takes all 3 left (S1 S1 C), without a bid or a return",
    ),
    (
        f"{SECOND}given Ann holds F3\nAnn bid 1-1",
        "1-1 returns a card, and Ann has none that may be returned (holds F3)",
    ),
    (
        f"{SECOND}Ann bid 1-1",
        "whether Ann has a card that may be returned: not all cards were logged (known: no cards)",
    ),
    (f"{END}Ann scores counterfeit 7", "Ann claims 7 for counterfeit; it is 0 (F7, against gold 5)"),
    (f"{END}Bo scores spice 18", "Bo claims 18 for spice; it is 12 (values: Ann 4, Bo 0)"),
    (f"{END}Bo declare X=A\nBo scores books 5", "Bo claims 5 for books; it is 3 (A B X, X as A)"),
    (
        f"{END}Ann scores 31.5",
        "Ann claims 31½ in all; the cards are worth 32 (gold 5, counterfeit 0, jade 3, spice 24, books 0)",
    ),
    (f"{END}end Bo", "the claimed winner is Bo; by the cards it is Ann (Ann 32, Bo 18)"),
]


def findings(text: str) -> list[Finding]:
    (game,) = transcript.parse(text)
    assert game.mistakes == []
    return replay.audit(game.game, game.record).findings  # type: ignore[arg-type]


@pytest.mark.parametrize(("lines", "message"), MESSAGES)
def test_a_finding_says_what_is_wrong_with_the_numbers(lines: str, message: str) -> None:
    found = findings(f"game: jade-merchant\nplayers: Ann, Bo\n\n{lines}\n")
    assert [finding.message for finding in found] == [message]


def test_every_message_of_the_case_book_is_a_sentence_without_gaps() -> None:
    messages = [f.message for case in casebook.cases("jade-merchant") for f in findings(case.text)]
    assert len(messages) > 100
    assert [m for m in messages if not 10 < len(m) < 160 or "{" in m or "None" in m or "  " in m] == []
