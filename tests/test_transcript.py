"""Transcripts: everything readable is read, everything else is listed with its place."""

from __future__ import annotations

import pytest

from referee import event as ev
from referee import transcript
from referee.event import Amended, Disputed, Noted, Retracted, Ruled, Started

HEAD = "game: jade-merchant\nplayers: Ann, Bo, Cy\n\n"
CARDS = "J, G1 to G8, F2 to F7, S1 to S4, A to E, X or ?"
DEAL = "deal J J J G5 F3 S4 B X\n"


def read(text: str) -> transcript.Transcript:
    (found,) = transcript.parse(text)
    return found


def mistakes(text: str) -> list[tuple[int, int, str]]:
    return [(m.line, m.column, m.message) for m in read(text).mistakes]


def body(text: str) -> list[ev.Event]:
    found = read(HEAD + DEAL + text)
    assert found.mistakes == []
    return found.record[2:]


def test_names_verbs_and_cards_in_any_case_and_names_by_their_beginning() -> None:
    shouted = body("ANN BID 3\nb pass\ncy Pass\na take j g5 x\n")
    assert shouted == body("Ann bid 3\nBo pass\nCy pass\nAnn take J G5 X\n")


def test_blanks_mean_nothing() -> None:
    assert body("  Ann \t bid   3  \n\n\nBo pass") == body("Ann bid 3\nBo pass\n")


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_any_line_ending_and_a_byte_order_mark(ending: str) -> None:
    text = (HEAD + DEAL + "Ann bid 3\n").replace("\n", ending)
    data = b"\xef\xbb\xbf" + text.encode()
    assert read(transcript.decode(data)).record == read(HEAD + DEAL + "Ann bid 3\n").record


def test_names_with_blanks_are_quoted() -> None:
    found = read('game: jade-merchant\nplayers: Ann Lee, "Bo, Jr."\n\n' + DEAL + '"Ann Lee" bid 3\n"bo, j" pass\n')
    assert found.mistakes == []
    assert [e.player for e in found.record[2:]] == ["Ann Lee", "Bo, Jr."]
    assert '"Bo, Jr." pass' in transcript.write(found.game, found.record)


@pytest.mark.parametrize(
    "name", ["deal", "end", "given", "note", "Ann#1", 'the "Fox"', "Zoë", "אבי", "scoring", "a\\b", "A , B"]
)
def test_a_name_that_looks_like_something_else_is_written_so_that_it_is_not(name: str) -> None:
    record = [
        Started("jade-merchant", (name, "Bo")),
        read(HEAD + DEAL).record[1],
        ev.Noted(1, f"{name} # smiles"),
        ev.Disputed(2, name, '"quoted"'),
        ev.Ended((name, "Bo")),
    ]
    game = read(HEAD).game
    bid = game.events[1]
    record.insert(2, bid(name, 3))
    again = read(transcript.write(game, record))
    assert again.mistakes == []
    assert again.record == record


@pytest.mark.parametrize("text", ["a : b", "first ; then , perhaps", ":", "hm :", " , "])
def test_the_blanks_of_a_text_are_kept(text: str) -> None:
    record = [*read(HEAD + DEAL).record, Noted(2, text), Disputed(2, "Bo", text)]
    assert read(transcript.write(read(HEAD).game, record)).record == record


def test_remarks_stay_with_their_events() -> None:
    found = read(
        "# a club night\ngame: jade-merchant # new edition\nplayers: Ann, Bo\n\n# cut by Di\n"
        + DEAL
        + "Ann bid 3 # at once\n# the end"
    )
    started, deal, bid, noted = found.record
    assert started.lead == ("a club night", "new edition")
    assert deal.lead == ("cut by Di",)
    assert bid.note == "at once"
    assert noted == Noted(3, "the end")


def test_events_about_other_events() -> None:
    found = body(
        "Ann bid 3\nundo 3\nundo 3..\namend 3: Ann bid 4\ndispute 3 by Bo: too high\n"
        "dispute 3 jade.bid.ceiling by Bo: far too high\nrule 7 waived by Cy: never mind: go on\nnote 3: hm\n"
    )
    kinds = [type(e) for e in found[1:]]
    assert kinds == [Retracted, Retracted, Amended, Disputed, Disputed, Ruled, Noted]
    assert found[2].following
    assert found[5].clause == "jade.bid.ceiling"
    assert found[6].text == "never mind: go on"


def test_all_mistakes_of_a_file_are_listed_with_their_places() -> None:
    text = HEAD + DEAL + "Ann bit 3\nZed bid 2\nBo take G9\nBo bid\nBo pass now\nAnn bid 3\n"
    assert mistakes(text) == [
        (5, 5, 'expected one of bid, pass, take, declare, scores, found "bit"; did you mean "bid"?'),
        (6, 1, 'expected a player (Ann, Bo, Cy), found "Zed"; did you mean "end"?'),
        (7, 9, f'expected "rest" or a card ({CARDS}), found "G9"; did you mean "G8"?'),
        (8, 7, 'expected a bid, such as "3" or "3-1", the line ends here'),
        (9, 9, 'expected the end of the line, found "now"'),
    ]
    assert len(read(text).record) == 2  # what comes after a mistake is not judged


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "expected headers"),
        ("\n\n# only a remark\n", "expected headers"),
        ("players: Ann, Bo\n", 'the header "game: ..." is missing'),
        ("game: jade-merchant\n", 'the header "players: ..." is missing'),
        ("game: jade-merchent\nplayers: Ann, Bo\n", 'did you mean "jade-merchant"?'),
        ("game: jade-merchant\nplayers: Ann, ann\n", 'two players are called "ann"'),
        ("game: jade-merchant\nplayers: Ann,, Bo\n", "1 to 60 characters"),
        ("game: jade-merchant\ngame: x\nplayers: Ann, Bo\n", "stands twice"),
        ("game: jade-merchant\nplayers: Ann, Bo\nreading.cieling: none\n", 'did you mean "ceiling"?'),
        ("game: jade-merchant\nplayers: Ann, Bo\nreading.ceiling: nono\n", 'did you mean "none"?'),
        (HEAD + "note 9: hm\n", "there is no event 9 yet; the last is 1"),
        (HEAD + DEAL + "undo 1\n", "cannot be taken back"),
        (HEAD + DEAL + "amend 1: Ann bid 3\n", "not a move"),
        (HEAD + DEAL + "amend 2: note 1: hm\n", "expected a move"),
        (HEAD + DEAL + "dispute 2 jade.bid.lowr by Ann: no\n", 'did you mean "jade.bid.lower"?'),
        (HEAD + DEAL + "rule 2 upheld by Ann: yes\n", "event 2 is no dispute"),
        (HEAD + DEAL + "dispute 2 by Ann: no\nrule 3 waived by Bo: so\nrule 3 upheld by Bo: so\n", "has been ruled on"),
        (HEAD + DEAL + "given round 2\n", "right after the headers"),
        (HEAD + "given round 2\ngiven round 3\n", "twice"),
        (HEAD + DEAL + "place: here\n", "a header stands before the first move"),
        (HEAD + DEAL + "Ann \x1b[2Jbid 3\n", "U+001B"),
        (HEAD + DEAL + "\u202eAnn bid 3\n", "U+202E"),
        (HEAD + DEAL + "note 2: " + "x" * 10_001, "at most 10,000 characters"),
    ],
)
def test_what_cannot_be_read_says_why(text: str, said: str) -> None:
    messages = [message for _, _, message in mistakes(text)]
    assert len(messages) == 1
    assert said in messages[0]


def test_an_ambiguous_beginning_of_a_name_names_the_players() -> None:
    text = "game: jade-merchant\nplayers: Anna, Anton\n\n" + DEAL + "An bid 3\n"
    assert "it could be Anna or Anton" in mistakes(text)[0][2]


def test_bytes_that_are_not_utf8_say_which() -> None:
    with pytest.raises(transcript.NotTextError, match=r"not UTF-8: byte 3 \(0xff\)"):
        transcript.decode(b"ga\xff")


def test_a_text_may_hold_several_games() -> None:
    one, two = transcript.parse(HEAD + DEAL + "\n# the second\n" + HEAD + "deal J\n")
    assert len(one.record) == len(two.record) == 2
    assert two.record[0].lead == ("the second",)
    assert two.lines == [8, 10]


def test_a_position_is_one_event_with_all_its_statements() -> None:
    found = read(
        "game: jade-merchant\nplayers: Ann, Bo\ngiven round 2 # so we think\ngiven centre J J\ngiven opener Bo\n\nBo bid 1\n"
    )
    assert found.mistakes == []
    position = found.record[1]
    assert len(position.given) == 3
    assert position.lead == ("so we think",)
    assert read(transcript.write(found.game, found.record)).record == found.record
