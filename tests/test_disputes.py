"""Objections and whether they matter; verdicts side by side; cases cut down."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given

from referee import cli, compare, dispute, line, reduce, replay, transcript, worlds
from referee import event as ev
from referee.game import Game
from referee.report import disputes as words
from tests.strategies import played

REPLAYS = Path(__file__).parents[1] / "replays"
HEAD = "game: jade-merchant\nplayers: Ann, Bo, Cy\n\n"
DEAL = "deal J J J G5 F3 S4 B X\n"
END = """game: jade-merchant
players: Ann, Bo
given scoring
given Ann holds G1 A B C X
given Bo holds G8

"""


def audit(text: str) -> replay.Audit:
    (read,) = transcript.parse(text)
    assert read.mistakes == []
    return replay.audit(read.game, read.record)


def said(text: str, seq: int) -> list[str]:
    return words.sentences(dispute.matter(audit(text), seq))


def test_a_move_whose_taking_back_changes_the_winner() -> None:
    """As A, X is worth 1 point more than no book; as D it would make a set of four."""
    text = END + "Ann declare X=A\nAnn scores 25\nend Bo\ndispute 3 by Ann: I meant D\n"
    found = audit(text)
    (about,) = dispute.disputes(found)
    assert about.finding == "holds"
    assert about.matter is not None
    assert about.matter.matters is True
    assert words.sentences(about.matter) == [
        "taken back with what depends on it (2 later events): it matters: Ann won: Ann 29, Bo 26 "
        "(as it stands, Bo won: Ann 25, Bo 26)",
        "another legal move instead (5 of 5 can be judged): it matters with 3 of them: Ann won: Ann 29, Bo 26 with "
        "Ann declare X=D, Ann declare X=E and 1 more (as it stands, Bo won: Ann 25, Bo 26)",
    ]


def test_a_breach_that_makes_no_difference() -> None:
    text = HEAD + DEAL + "Ann bid 3\nBo pass\nBo bid 1\nCy pass\n"
    found = audit(text)
    assert [f.clause.id for f in found.findings] == ["jade.bid.hard-pass"]
    assert said(text, 5) == ["taken back: the same, not finished: Ann 14, Bo 14, Cy 14"]


AUCTION = HEAD + DEAL + "Ann bid 4\nBo bid 4\nCy bid 2\nAnn pass\nBo pass\nCy take J J\n"


def test_a_move_without_which_others_would_be_out_of_turn_is_replaced_by_legal_ones() -> None:
    """Without Bo's bid Cy would not be due, but Bo might have bid 3 or passed, and the rest is as it was."""
    assert said(AUCTION, 4) == [
        "another legal move instead (2 of 4 can be judged): the same, not finished: Ann 14, Bo 14, Cy 17"
    ]
    found = dispute.matter(audit(AUCTION), 4)
    assert found.matters is False
    assert found.instead is not None
    moves = [line.show(found.game, world.move) for world in found.instead.judged if world.move]
    assert moves == ["Bo bid 3", "Bo pass"]


def test_a_move_with_nothing_in_its_place_cannot_be_judged() -> None:
    text = HEAD + DEAL + "Ann bid 4\nBo pass\nCy bid 3\nBo bid 2\nAnn pass\nCy pass\nBo take J J\nAnn bid 1\nCy pass\n"
    assert said(text, 6) == ["the later play cannot be judged without the move, so whether it matters cannot be said"]
    assert dispute.matter(audit(text), 6).matters is None


def test_a_move_of_many_is_replaced_by_those_most_like_it() -> None:
    """Two of eight may be taken in many ways; some are tried, and it is said how many."""
    text = (
        HEAD
        + "deal C D E G5 F3 S4 B X\nAnn bid 3\nBo pass\nCy pass\nAnn take C D\nBo bid 1\nCy pass\nBo take E\nCy take rest\n"
    )
    found = dispute.matter(audit(text), 6)
    assert found.instead is not None
    assert (found.instead.legal, found.instead.tried) == (56, 24)
    (sentence,) = words.sentences(found)
    assert sentence.startswith("another legal move instead (24 of the 24 most like it can be judged; 56 are legal): ")
    assert sentence.endswith("; 8 other results (as it stands, not finished: Ann 11, Bo 10, Cy 34)")


def test_the_longer_the_game_the_fewer_moves_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worlds, "EVENTS", 10)
    found = dispute.matter(audit(AUCTION), 4)
    assert found.instead is not None
    assert (found.instead.legal, found.instead.tried) == (4, 2)


def test_a_last_move_without_which_the_game_is_not_over() -> None:
    text = HEAD + DEAL + "Ann bid 4\n"
    found = audit(text)
    assert words.sentences(dispute.matter(found, 3)) == ["taken back: the same, not finished: Ann 14, Bo 14, Cy 14"]
    (read,) = transcript.parse((REPLAYS / "castle-two-players.txt").read_text("utf-8"))
    assert read.game is not None
    last = dispute.matter(replay.audit(read.game, read.record, legal=False), 425)
    assert last.matters is True
    assert words.sentences(last)[0] == (
        "taken back with what depends on it (1 later event): it matters: not finished: Yellow 17, Red 17 "
        "(as it stands, Yellow won: Yellow 18, Red 17)"
    )


def test_a_dispute_from_objection_to_ruling_in_the_shell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whether Sanna took S3 or A decides who won."""
    monkeypatch.chdir(tmp_path)

    def said(*arguments: str) -> str:
        assert cli.run(list(arguments)) == 0, arguments
        return capsys.readouterr().out

    said("import", str(REPLAYS / "jade-club-night.txt"))
    assert said("dispute", "167", "--by", "Kenta", "she meant to take A") == (
        "jade-club-night#175: dispute 167 by Kenta: she meant to take A\n  fine\n"
    )
    before = said("check")
    assert (
        "  open: no ruling yet\n  another legal move instead (6 of 6 can be judged): it matters with 6 of them: "
        in before
    )
    assert "Kenta won: Mio 56, Kenta 60, Sanna 25, Olli 58 with Sanna take A" in before
    assert "(as it stands, Olli won: Mio 45, Kenta 60, Sanna 33, Olli 61)" in before
    said("ruling", "175", "upheld", "--by", "Olli", "true, she said so")
    after = said("check")
    assert "ruled: upheld by Olli: true, she said so; the move was taken back\n  another legal move instead" in after
    said("undo", "176")
    said("ruling", "175", "dismissed", "--by", "Olli", "she did not")
    assert "another legal move" not in said("check")


@given(played(flaws=2))
def test_another_move_is_judged_as_if_it_had_been_played(case: tuple[Game, ev.Record]) -> None:
    """Where the record with the other move in it has no new fault, the world is exactly that game."""
    game, record = case
    found = replay.audit(game, record, legal=False)
    faults = {(f.seq, f.clause.id) for f in found.findings}
    for seq in sorted({f.seq for f in found.findings if f.outcome == "breach" and f.seq > 1})[:2]:
        matter = dispute.matter(found, seq)
        for world in matter.instead.worlds[:6] if matter.instead else ():
            assert world.move is not None
            other = replay.audit(game, [*record[: seq - 1], world.move, *record[seq:]], legal=False)
            assert not [f for f in other.findings if f.seq == seq]
            if faults.issuperset((f.seq, f.clause.id) for f in other.findings):
                assert (world.dropped, world.result) == ((), other.result)


def test_a_finding_that_hangs_on_a_reading_says_what_comes_of_it() -> None:
    text = HEAD + DEAL + "Ann bid 8\n"
    found = said(text, 3)
    assert found[0].startswith("taken back: the same")
    assert any("ceiling=none, under which the move is fine" in sentence for sentence in found)


def test_disputes_are_shown_with_what_the_referee_finds_and_what_was_decided() -> None:
    text = (
        HEAD
        + DEAL
        + (
            "Ann bid 4\nBo bid 4\nCy bid 2\n"
            "dispute 4 by Cy: not lower\ndispute 4 jade.bid.turn by Ann: not his turn\ndispute 3 by Bo: too many\n"
            "rule 7 dismissed by Cy: it was\n"
        )
    )
    first, second, third = dispute.disputes(audit(text))
    assert [first.finding, second.finding, third.finding] == ["breach", "holds", "holds"]
    assert second.decision is not None
    assert second.matter is None  # settled
    assert first.matter is not None
    assert third.matter is not None
    rulings = {f.clause.id: f.ruling for f in audit(text).findings}
    assert rulings == {"jade.bid.lower": None}  # the ruling was on another clause


def test_a_ruling_on_a_whole_move_lies_on_its_faults_not_on_what_holds() -> None:
    text = HEAD + DEAL + "Ann bid 4\nBo bid 4\ndispute 4 by Cy: not lower\nrule 5 waived by Ann: it stands\n"
    text += "dispute 4 jade.bid.turn by Cy: not his turn\nrule 7 dismissed by Ann: it was\n"
    (read,) = transcript.parse(text)
    assert read.game is not None
    findings = replay.audit(read.game, read.record, explain=True).findings
    ruled = {f.clause.id: f.ruling.verdict for f in findings if f.ruling}
    assert ruled == {"jade.bid.lower": "waived", "jade.bid.turn": "dismissed"}
    assert [f.outcome for f in findings if f.clause.id == "jade.bid.turn" and f.ruling] == ["holds"]


def test_a_dispute_that_was_taken_back_is_gone() -> None:
    text = HEAD + DEAL + "Ann bid 4\ndispute 3 by Bo: no\nundo 4\n"
    assert dispute.disputes(audit(text)) == []


@given(played(flaws=2))
def test_every_breach_can_be_looked_at_both_ways(case: tuple[Game, ev.Record]) -> None:
    game, record = case
    found = replay.audit(game, record)
    before = replay.digest(found.table)
    for matter in dispute.of_findings(found, found.findings).values():
        assert words.sentences(matter) == words.sentences(dispute.matter(found, matter.seq)) != []
        for world in (*matter.worlds, *(matter.instead.worlds if matter.instead else ())):
            assert all(n > matter.seq for n in world.dropped)
    assert replay.digest(found.table) == before


def test_all_readings_lists_what_hangs_on_each() -> None:
    found = audit(HEAD + DEAL + "Ann bid 8\nBo bid 7-1\n")
    rows = compare.under_all_readings(found.game, found.record)
    assert next((r.seq, r.reading, r.outcomes) for r in rows if r.clause.id == "jade.bid.ceiling") == (
        3,
        "jade.reading.ceiling",
        {"leave-one": "breach", "plain": "breach", "none": "holds"},
    )


@given(played(flaws=2))
def test_all_readings_agree_with_single_checks(case: tuple[Game, ev.Record]) -> None:
    game, record = case
    for row in compare.under_all_readings(game, record)[:5]:
        for option, outcome in row.outcomes.items():
            findings = replay.audit(game, record, {row.reading: option}, legal=False).findings
            mine = [f.outcome for f in findings if (f.seq, f.clause.id) == (row.seq, row.clause.id)]
            assert (mine or ["holds"]) == [outcome]


@given(played(flaws=2))
def test_a_case_shows_the_finding_and_no_other(case: tuple[Game, ev.Record]) -> None:
    game, record = case
    findings = replay.audit(game, record, legal=False).findings
    for seq in sorted({f.seq for f in findings})[:2]:
        try:
            small = reduce.case(game, record, seq)
        except reduce.NothingToShow:
            continue
        text = transcript.write(game, small)
        (read,) = transcript.parse(text)
        assert read.mistakes == []
        assert read.record == small
        again = replay.audit(game, read.record, legal=False).findings
        assert [(f.seq, f.clause.id) for f in again] == [(len(small), f.clause.id) for f in findings if f.seq == seq]
        assert not set(replay.started_of(small).players) & set(replay.started_of(record).players)


def test_a_case_is_small_and_nameless() -> None:
    found = audit(HEAD + DEAL + "Ann bid 4\nBo bid 4\nCy bid 2\n")
    text = transcript.write(found.game, reduce.case(found.game, found.record, 4))
    assert text == "game: jade-merchant\nplayers: A, B\n\ngiven standing 4 by A\nB bid 4\n"


def test_nothing_found_is_nothing_to_show() -> None:
    found = audit(HEAD + DEAL + "Ann bid 4\n")
    with pytest.raises(reduce.NothingToShow, match="nothing was found at event 3"):
        reduce.case(found.game, found.record, 3)


def test_diff_between_readings_and_against_an_earlier_check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("t.txt").write_text(HEAD + DEAL + "Ann bid 8\nBo bid 8\n")
    assert cli.run(["diff", "t.txt", "--reading", "ceiling=none"]) == 1
    assert capsys.readouterr().out == (
        "jade.bid.ceiling\n  gone  t.txt:5: Ann bid 8  (breach -> holds)\n1 game: 0 new, 1 gone, 0 changed\n"
    )
    assert cli.run(["check", "t.txt", "--format", "json", "--explain"]) == 1
    old = json.loads(capsys.readouterr().out)
    Path("old.json").write_text(json.dumps(old))
    assert cli.run(["diff", "t.txt", "--against", "old.json"]) == 0
    assert capsys.readouterr().out == "1 game: 0 new, 0 gone, 0 changed\n"
    for finding in old["games"][0]["findings"]:
        finding["outcome"] = "undecided" if finding["clause"] == "jade.bid.lower" else finding["outcome"]
    Path("old.json").write_text(json.dumps(old))
    assert cli.run(["diff", "t.txt", "--against", "old.json"]) == 1
    assert "changed  t.txt:6: Bo bid 8  (undecided -> breach)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["diff", "t.txt"], "say either"),
        (["diff", "t.txt", "--against", "t.txt"], "not the JSON of"),
        (["diff", "t.txt", "--against", "nix.json"], "cannot be read"),
        (["case", "t.txt"], "--at"),
        (["case", "t.txt", "--at", "3"], "nothing was found at event 3"),
        (["case", "t.txt", "--at", "99"], "there is no event 99"),
    ],
)
def test_bad_input(
    arguments: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("t.txt").write_text(HEAD + DEAL + "Ann bid 4\n")
    assert cli.run(arguments) == 2
    assert message in capsys.readouterr().err
