"""The effective record: amendments and take-backs, and take-backs of these."""

from __future__ import annotations

from referee import event as ev
from referee import game, replay, transcript
from referee.event import Retracted, effective

HEAD = "game: jade-merchant\nplayers: Ann, Bo, Cy\n\ndeal J J J G5 F3 S4 B X\n"


def numbers(body: str) -> list[int]:
    """The numbers of the events after the deal that are in force."""
    (read,) = transcript.parse(HEAD + body)
    assert read.mistakes == []
    return [n for n, _ in effective(read.record)][2:]


def moves(body: str) -> list[str]:
    (read,) = transcript.parse(HEAD + body)
    return [transcript.show(read.game, e) for _, e in effective(read.record)][2:]


BIDS = "Ann bid 4\nBo bid 3\nCy bid 2\n"  # events 3, 4, 5


def test_one_event_is_taken_back() -> None:
    assert numbers(BIDS + "undo 4\n") == [3, 5]


def test_an_event_and_all_that_follow_are_taken_back() -> None:
    assert numbers(BIDS + "undo 4..\nBo bid 2\n") == [3, 7]


def test_a_take_back_can_be_taken_back() -> None:
    assert numbers(BIDS + "undo 5\nundo 6\n") == [3, 4, 5]


def test_taking_back_all_that_follow_includes_earlier_take_backs() -> None:
    """Event 6 undid 5; undoing 6 and all that follow brings 5 back."""
    assert numbers(BIDS + "undo 5\nundo 6..\n") == [3, 4, 5]


def test_remarks_are_not_taken_back_with_what_follows() -> None:
    (read,) = transcript.parse(HEAD + BIDS + "dispute 3 by Bo: no\nrule 6 waived by Cy: go on\nundo 4..\n")
    assert 6 not in ev.retracted(list(enumerate(read.record, start=1)))
    assert replay.rulings(read.record)


def test_the_last_amendment_in_force_counts() -> None:
    assert moves(BIDS + "amend 5: Cy bid 1\namend 5: Cy pass\n") == ["Ann bid 4", "Bo bid 3", "Cy pass"]
    assert moves(BIDS + "amend 5: Cy bid 1\namend 5: Cy pass\nundo 7\n") == ["Ann bid 4", "Bo bid 3", "Cy bid 1"]


def test_the_start_is_never_taken_back() -> None:
    (read,) = transcript.parse(HEAD)
    assert effective([*read.record, Retracted(1, following=True)])[0][0] == 1


def test_a_ruling_is_laid_over_the_finding() -> None:
    (read,) = transcript.parse(
        HEAD + "Ann bid 4\nBo bid 4\ndispute 4 by Cy: not lower\nrule 5 waived by Ann: it stands\n"
    )
    (finding,) = replay.audit(read.game, read.record).findings
    assert finding.ruling == replay.Decision("waived", "Ann", "it stands", 5)
    assert not finding.counts


def test_a_ruling_on_another_clause_is_not() -> None:
    body = "Ann bid 4\nBo bid 4\ndispute 4 jade.bid.ceiling by Cy: no\nrule 5 waived by Ann: it stands\n"
    (read,) = transcript.parse(HEAD + body)
    (finding,) = replay.audit(read.game, read.record).findings
    assert finding.ruling is None
    assert finding.counts


def test_an_event_of_a_stranger_is_reported_and_not_judged() -> None:
    jade = game.find("jade-merchant")
    bid = jade.events[1]
    (read,) = transcript.parse(HEAD)
    audit = replay.audit(jade, [*read.record, bid("Zed", 3), bid("Ann", 3)])
    assert audit.findings == []
    assert [(s.seq, s.name) for s in audit.strangers] == [(3, "Zed")]
