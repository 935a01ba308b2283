"""The splitting of a rulebook into sentences, and its comparison with a game's list."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee import coverage
from referee import game as games
from referee.coverage import Sentence

TEXT = """A Game Rulebook

• Setup
• Play

Setup

• Take two cards. Keep 1 of them (in secret).
1. Shuffle!
• A. Lettered, too.
1A/2B. Yes - really,
[ In brackets. ]

Play

Books:

Points: as follows:

Cards\t1\t2
Points\t3\t6

Note: nothing else. "Odd" ones  count, too.
"""
SPLIT = [
    "Take two cards.",
    "Keep 1 of them (in secret).",
    "Shuffle!",
    "Lettered, too.",
    "Yes - really,",
    "[ In brackets. ]",
    "Points: as follows: Cards 1 2 Points 3 6",
    "Note: nothing else.",
    '"Odd" ones count, too.',
]


def listed() -> list[Sentence]:
    return [Sentence("S", 1, n, coverage.digest(s), "checked", ("a.b.c",)) for n, s in enumerate(SPLIT, 1)]


def test_lines_are_split_into_sentences_and_headings_are_none() -> None:
    assert coverage.split(TEXT) == SPLIT


def test_blanks_do_not_matter_to_a_digest() -> None:
    assert coverage.digest(" a  b\n") == coverage.digest("a b")
    assert coverage.digest("a b") != coverage.digest("A b")
    assert len(coverage.digest("")) == 16


def test_a_list_that_fits_its_text_has_no_differences() -> None:
    assert coverage.compare(listed(), TEXT) == []


def test_what_is_missing_or_strange_is_named() -> None:
    assert coverage.compare(listed()[1:], TEXT) == ["not accounted for: Take two cards."]
    assert coverage.compare(listed(), TEXT.replace("Shuffle!", "Deal!")) == [
        "not accounted for: Deal!",
        "not in this text: S 1, sentence 3",
    ]
    assert coverage.compare(listed()[::-1], TEXT) == ["the same sentences, in another order"]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('fate = "ignored"', "a fate is one of"),
        ('fate = "checked"', "everything else its clauses"),
        ('fate = "flavour"', "flavour and superseded need a reason"),
        ('fate = "flavour"\ntext = "x"', "unknown field"),
    ],
)
def test_a_list_that_is_none_is_refused(line: str, why: str) -> None:
    text = f'[[sentence]]\nsection = "S"\nitem = 1\nn = 1\ndigest = "0"\n{line}\n'
    with pytest.raises(ValueError, match=why):
        coverage.parse(text)


def test_the_command_says_what_it_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "rules.txt"
    file.write_text("Nothing of the kind.")
    game = next(id for id in games.ids() if coverage.load(games.find(id)))
    assert coverage.main([game, str(file)]) == 1
    assert "not accounted for: Nothing of the kind." in capsys.readouterr().out
    assert coverage.main(["no-such-game", str(file)]) == 2
    assert coverage.main([game, str(tmp_path / "none.txt")]) == 2
    assert coverage.main([]) == 2
    assert "usage" in capsys.readouterr().err


def test_the_command_counts_the_fates(capsys: pytest.CaptureFixture[str]) -> None:
    assert coverage.report(listed(), []) == 0
    assert (
        capsys.readouterr().out
        == "all 9 sentences are accounted for: 9 checked, 0 derived, 0 advisory, 0 flavour, 0 superseded\n"
    )
