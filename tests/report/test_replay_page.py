"""The replay page in a real browser: every key and control does what it says."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.report.conftest import Open

END = 33
"""The last event of the story."""


def here(page: Any) -> int:
    """The event that the page shows; everything on it agrees."""
    at = int(page.locator("#list [aria-current]").get_attribute("data-n"))
    assert page.locator("#slider").input_value() == str(at)
    assert page.locator("#now h2").get_attribute("data-n") == str(at)
    assert page.locator("#live").inner_text().startswith(f"{at} of ")
    return at


def at(page: Any) -> str:
    return str(page.evaluate("location.hash"))


def press(page: Any, *keys: str) -> int:
    for key in keys:
        page.keyboard.press(key)
    return here(page)


def test_the_page_opens_at_the_end(told: Any) -> None:
    assert here(told) == END
    assert at(told) == ""


@pytest.mark.parametrize(
    ("keys", "event"),
    [
        (("Home",), 1),
        (("Home", "End"), END),
        (("Home", "ArrowRight"), 2),
        (("Home", "ArrowRight", "ArrowRight", "ArrowLeft"), 2),
        (("Home", "ArrowLeft"), 1),
        (("ArrowRight",), END),
        (("Home", "j", "j", "k"), 2),
        (("1", "7", "Enter"), 17),
        (("9", "9", "9", "9", "Enter"), END),
        (("0", "Enter"), 1),
        (("1", "7", "Backspace", "2", "Enter"), 12),
        (("1", "7", "Escape", "Enter"), END),
        (("1", "7", "x", "Enter"), END),
        (("Home", "n"), 13),
        (("Home", "n", "n"), 19),
        (("p",), 19),
        (("p", "p"), 13),
        (("p", "p", "p"), 13),
        (("n",), END),
        (("1", "6", "Enter", "Shift+ArrowRight"), 17),
        (("1", "7", "Enter", "Shift+ArrowLeft"), 16),
        (("Home", "]"), 25),
        (("[",), 25),
        (("[", "["), 1),
        (("Home", "Control+ArrowRight"), 25),
        (("Control+ArrowLeft", "Control+ArrowLeft"), 1),
    ],
)
def test_keys(told: Any, keys: tuple[str, ...], event: int) -> None:
    assert press(told, *keys) == event


def test_a_turn_ends_where_another_player_acts(told: Any) -> None:
    assert press(told, "9", "Enter", "Shift+ArrowRight") == 10
    assert press(told, "2", "2", "Enter", "Shift+ArrowRight") == 24
    assert press(told, "2", "4", "Enter", "Shift+ArrowLeft") == 23


@pytest.mark.parametrize(
    ("button", "event"),
    [
        ("first", 1),
        ("back", 16),
        ("next", 18),
        ("last", END),
        ("turn", 18),
        ("turn-back", 16),
        ("finding", 19),
        ("finding-back", 13),
    ],
)
def test_buttons(told: Any, button: str, event: int) -> None:
    press(told, "1", "7", "Enter")
    told.click(f"#{button}")
    assert here(told) == event


def test_buttons_at_the_edge_are_dimmed_and_keep_the_focus(told: Any) -> None:
    told.click("#back")
    told.click("#next")
    assert told.locator("#next").get_attribute("aria-disabled") == "true"
    assert told.evaluate("document.activeElement.id") == "next"
    assert press(told, "Enter") == END
    assert told.locator("#first").get_attribute("aria-disabled") == "false"


def test_the_slider(told: Any) -> None:
    told.locator("#slider").fill("12")
    assert here(told) == 12
    assert "Ann bid 3" in told.locator("#slider").get_attribute("aria-valuetext")
    told.focus("#slider")
    assert press(told, "ArrowLeft") == 11
    assert press(told, "Home") == 1


def test_the_chart_is_a_way_to_a_step(told: Any) -> None:
    box = told.locator("#chart").bounding_box()
    told.mouse.click(box["x"] + box["width"] / 2, box["y"] + 20)
    assert here(told) == 17


def test_a_click_on_a_move_goes_there(told: Any) -> None:
    told.click("#list > [data-n='13'] > a")
    assert here(told) == 13
    told.click("#list > [data-n='13'] .aside a")
    assert here(told) == 14
    told.click("#list > [data-n='15'] .notes")
    assert here(told) == 15


def test_space_plays_and_any_step_stops(told: Any) -> None:
    told.select_option("#speed", "150")
    told.locator("body").click(position={"x": 2, "y": 2})
    told.keyboard.press("Space")
    assert told.locator("#play").get_attribute("aria-pressed") == "true"
    told.wait_for_function("() => document.querySelector('#slider').value > 2")
    told.keyboard.press("ArrowLeft")
    assert told.locator("#play").get_attribute("aria-pressed") == "false"


def test_playing_stops_at_the_end(told: Any) -> None:
    told.select_option("#speed", "150")
    press(told, "3", "1", "Enter")
    told.click("#play")
    told.wait_for_function("() => document.querySelector('#play').getAttribute('aria-pressed') === 'false'")
    assert here(told) == END


def test_speed_by_keys(told: Any) -> None:
    press(told, ">", ">", ">", ">")
    assert told.locator("#speed").input_value() == "150"
    press(told, "<")
    assert told.locator("#speed").input_value() == "600"
    assert "fast" in told.locator("#toast").inner_text()


def test_help_opens_and_closes_and_has_the_keys_to_itself(told: Any) -> None:
    press(told, "?")
    assert told.locator("#help").is_visible()
    assert press(told, "Home") == END
    told.keyboard.press("Escape")
    assert not told.locator("#help").is_visible()
    told.click("#help-open")
    told.click("#help button")
    assert not told.locator("#help").is_visible()


def test_a_link_to_the_event_is_copied(open_page: Open, story: str) -> None:
    page = open_page(story, "#13", permissions=["clipboard-read", "clipboard-write"])
    press(page, "c")
    page.wait_for_selector("#toast:visible")
    assert page.evaluate("navigator.clipboard.readText()").endswith(".html#13")


@pytest.mark.parametrize("key", ["Control+Shift+ArrowLeft", "Alt+Home", "Meta+n", "Control+p"])
def test_keys_with_others_held_down_are_the_browsers(told: Any, key: str) -> None:
    told.evaluate("addEventListener('keydown', e => e.preventDefault())")
    assert press(told, key) == END


def test_keys_in_a_field_are_the_fields(told: Any) -> None:
    told.focus("#filters select")
    for key in ("p", "Home", "1", "Enter", "Escape"):
        told.keyboard.press(key)
    assert here(told) == END


# Addresses


@pytest.mark.parametrize(
    ("hash", "event"),
    [("#17", 17), ("#1", 1), ("#99999", END), ("#0", 1), ("#NaN", END), ("#-3", END), ("#1e1", END), ("#", END)],
)
def test_deep_links(open_page: Open, story: str, hash: str, event: int) -> None:
    page = open_page(story, hash)
    assert here(page) == event
    assert page.evaluate("scrollY") == 0


@pytest.mark.parametrize(
    "hash", ["#<img src=x onerror=alert(1)>", "#%3Cscript%3Ealert(1)", "#'\"><b>", "#javascript:0"]
)
def test_hostile_addresses(open_page: Open, story: str, hash: str) -> None:
    assert here(open_page(story, hash)) == END


def test_an_address_typed_over(told: Any) -> None:
    told.evaluate("location.hash = '#12'")
    told.wait_for_selector("#list > [data-n='12'][aria-current]")


def test_steps_replace_the_address_and_jumps_add_to_the_history(told: Any) -> None:
    press(told, "5", "Enter", "ArrowRight", "ArrowRight")
    assert at(told) == "#7"
    press(told, "n")
    assert at(told) == "#13"
    told.go_back()
    assert here(told) == 7
    told.go_back()
    assert here(told) == END and at(told) == ""
    told.go_forward()
    assert here(told) == 7


# What is shown


STEPPING = """() => {
  const seen = [];
  do {
    seen.push(look());
    document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight", bubbles: true}));
  } while (seen.length < slider.max);
  return seen;
}"""
JUMPING = """async (order) => {
  const seen = [];
  for (const n of order) {
    await new Promise((done) => { addEventListener("popstate", done, {once: true}); location.hash = "#" + n; });
    seen.push(look());
  }
  return seen;
}"""
LOOK = "() => { window.look = () => [document.querySelector('.table'), now, live].map((e) => e.innerHTML).join(); }"


def test_jumps_in_any_order_show_what_stepping_shows(open_page: Open, long_game: str) -> None:
    page = open_page(long_game, "#1")
    page.evaluate(LOOK)
    stepped = page.evaluate(STEPPING)
    order = random.Random(7).sample(range(1, len(stepped)), 60)
    assert page.evaluate(JUMPING, order) == [stepped[n - 1] for n in order]
    assert len(set(stepped)) == len(stepped)


def test_the_table_at_a_step(told: Any) -> None:
    press(told, "1", "1", "Enter")
    di = told.locator(".zone.player", has_text="Di")
    assert di.get_by_role("img", name="2 × jade").is_visible()
    assert di.locator(".score").inner_text().endswith("13½")
    assert "rests" in di.inner_text()
    assert told.locator(".caption").inner_text() == "Round 1, auction 2"


def test_what_is_new_is_pointed_out(told: Any) -> None:
    press(told, "1", "1", "Enter")
    assert told.locator(".zone.changed h3").all_inner_texts() == ["Centre", "Di"]
    assert told.locator(".piece.new").count() == 2  # the jade that Di took, and the one jade left
    press(told, "ArrowRight")
    assert told.locator(".zone.changed").count() == 0


def test_a_finding_says_all(told: Any) -> None:
    press(told, "1", "9", "Enter")
    said = told.locator("#now").inner_text()
    for words in (
        "jade.bid.opens",
        "nobody has named a number yet",
        "The player who opens an auction names how many cards they want.",
        "Jade Merchant rulebook, Bidding 1",
        "jade.reading.opener-pass: no",
        "Ann bid 2, Ann bid 1",
        "Disputed by Bo in 20, not ruled on",
        "story.txt, line 25",
    ):
        assert words in said


def test_the_rule_of_a_finding_stands_once_in_the_file(told: Any, story: str) -> None:
    assert story.count("The player who opens an auction names how many cards they want.") == 1
    told.click("#list > [data-n='19'] .f code a")
    assert at(told) == "#jade.bid.opens"
    assert told.locator("[id='jade.bid.opens']").is_visible()
    assert here(told) == END


def test_signs_along_the_chart(told: Any) -> None:
    assert told.locator(".signs text").all_text_contents() == ["✕", "≠", "○"]
    assert told.locator(".legend li").all_text_contents()[4:] == [
        "✕breach",
        "≠in the record",
        "○waived or dismissed",
        "╷scores change",
    ]
    words = told.locator(".curves").get_attribute("aria-label")
    assert words.startswith("Scores over the game. Findings at 13, 19, 33. Disputes at 13, 19. Scores change at 11, ")


def test_what_an_event_did_to_the_scores(told: Any) -> None:
    press(told, "1", "1", "Enter")
    assert told.locator("#now .gains").inner_text() == "Di 13½ (+3)"
    assert "Di 13½ (+3)" in told.locator("#live").inner_text()
    press(told, "ArrowRight")
    assert told.locator("#now .gains").count() == 0


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        ("10½", "13½", " (+3)"),
        ("13½", "3", " (−10½)"),
        ("8.4", "4½", " (−3 9/10)"),
        ("31 1/3", "32", " (+2/3)"),
        ("½", "1", " (+½)"),
        ("?", "5", ""),
        ("5", "5", ""),
    ],
)
def test_by_how_much_a_score_changed(told: Any, was: str, now: str, said: str) -> None:
    assert told.evaluate(f"by(worth('{now}') - worth('{was}'))") == said


def test_a_waived_finding_shows_its_ruling(told: Any) -> None:
    press(told, "1", "3", "Enter")
    assert told.locator("#now .ruling").inner_text() == "Waived by Cy (dispute 14): we let it stand"


def test_what_was_taken_back_is_struck_through_and_leaves_the_table_alone(told: Any) -> None:
    press(told, "6", "Enter")
    before = told.locator(".zones").inner_text()
    press(told, "ArrowRight")
    assert told.locator("#now s").inner_text() == "Ann bid 1"
    assert "Taken back in 8" in told.locator("#now").inner_text()
    assert told.locator(".zones").inner_text() == before


def test_amendments_notes_and_remarks_are_shown(told: Any) -> None:
    text = told.locator("#list").inner_text()
    for words in ("it had read deal J J A A B B C C", "too early, she says later", "The first game with the new deck"):
        assert words in text
    assert "Note 21: Cy wants it on record" in text


def test_the_list_follows_and_the_page_stays(told: Any) -> None:
    for n in ("1", "19", "33", "2"):
        press(told, *n, "Enter")
        row = told.locator("#list [aria-current]").bounding_box()
        box = told.locator("#list").bounding_box()
        assert box["y"] <= row["y"] and row["y"] < box["y"] + box["height"]
        assert told.evaluate("scrollY") == 0


def test_the_live_region_says_each_step(told: Any) -> None:
    press(told, "1", "9", "Enter")
    said = told.locator("#live").inner_text()
    assert said.startswith("19 of 33. Ann pass. Breach jade.bid.opens Ann passes, but nobody has named")
    assert said.endswith("Round 1, auction 3")
    assert told.locator("#live").get_attribute("aria-live") == "polite"


def test_the_summary(told: Any) -> None:
    text = told.locator("footer").inner_text()
    for words in ("H6ND 7GR7 TI7Z UP42", "story.txt", "Referee 0.", "wild: best (not the usual one)", "Not finished"):
        assert words in text
    assert told.locator("header .counts").inner_text().split("\n") == [
        "1 breach",
        "1 in the record",
        "1 waived or dismissed",
    ]


# Filters


def shown(page: Any) -> list[int]:
    return [int(n) for n in page.eval_on_selector_all("#list > [data-n]:not([hidden])", "a => a.map(e => e.dataset.n)")]


@pytest.mark.parametrize(
    ("name", "value", "events"),
    [
        ("player", "3", [6, 11, 30]),
        ("outcome", "finding", [13, 19, 33]),
        ("outcome", "breach", [19]),
        ("outcome", "record", [33]),
        ("outcome", "settled", [13]),
        ("outcome", "undecided", []),
        ("clause", "jade.bid.lower", [13]),
        ("outcome", "remark", [1, 4, 5, 7, 8, 13, 14, 15, 19, 20, 21, 25, 26]),
    ],
)
def test_filters(told: Any, name: str, value: str, events: list[int]) -> None:
    told.select_option(f"#filters [name={name}]", value)
    assert shown(told) == events
    assert told.locator("#hidden-rows").inner_text() == f"{END - len(events)} of {END} hidden"
    told.click("#show-all")
    told.wait_for_selector("#show-all", state="hidden")
    assert shown(told) == list(range(1, END + 1))


def test_filters_together_and_empty_chapters(told: Any) -> None:
    told.select_option("#filters [name=player]", "0")
    told.select_option("#filters [name=outcome]", "finding")
    assert shown(told) == [19]
    assert told.locator("#list .chapter:not([hidden])").all_inner_texts() == ["ROUND 1"]


# Other ways to look at it


def test_without_script_it_is_an_annotated_list(open_page: Open, story: str) -> None:
    page = open_page(story, "#13", java_script_enabled=False)
    assert page.locator("#list > li:not(.chapter)").count() == END
    assert page.get_by_text("The table at the end").is_visible()
    assert page.locator("#list .more").first.is_visible()
    assert not page.locator(".controls").is_visible()
    assert page.locator("#z-1 .piece").count() == 5


@pytest.mark.parametrize("spoilt", ["an old browser", "a file cut short"])
def test_where_the_data_cannot_be_read_it_is_that_list(browser: Any, story: str, tmp_path: Any, spoilt: str) -> None:
    page = browser.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    if spoilt == "an old browser":
        page.add_init_script("delete Array.prototype.flatMap")
    path = tmp_path / "page.html"
    path.write_text(story if spoilt == "an old browser" else story.replace("id=data>", "id=data>!"), "utf-8")
    page.goto(path.as_uri() + "#13")
    page.wait_for_selector("html:not(.has-js)")
    assert page.locator("[id='13']").inner_text().startswith("Bo bid 3")
    assert page.locator("#list .more").first.is_visible()
    assert not page.locator(".controls").is_visible()
    assert errors == []
    page.close()


def test_the_table_at_the_end_is_the_same_with_and_without_script(open_page: Open, story: str) -> None:
    pages = [open_page(story, java_script_enabled=enabled) for enabled in (True, False)]
    with_script, without = (page.locator(".zones").inner_text() for page in pages)
    assert with_script == without


@pytest.mark.parametrize("hash", ["#13", ""])
@pytest.mark.parametrize("script", [True, False])
def test_a_phone_needs_no_sideways_scroll(open_page: Open, story: str, script: bool, hash: str) -> None:
    size = {"width": 390, "height": 844}
    page = open_page(story, hash, viewport=size, is_mobile=True, has_touch=True, java_script_enabled=script)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    if script:
        page.tap("#back")
        assert here(page) == (12 if hash else END - 1)


def test_on_a_phone_a_move_in_the_list_leads_back_to_the_table(open_page: Open, story: str) -> None:
    page = open_page(story, viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    page.locator("#list > [data-n='30'] > a").tap()
    assert here(page) == 30
    box = page.locator("#now").bounding_box()
    assert 0 <= box["y"] < 844


@pytest.mark.parametrize("width", [320, 768, 1366, 1920])
def test_other_widths(open_page: Open, long_game: str, width: int) -> None:
    page = open_page(long_game, viewport={"width": width, "height": 768})
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_swipe_turns_a_step(open_page: Open, story: str) -> None:
    page = open_page(story, "#13", viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    for dx, dy, event in ((-100, 10, 14), (100, 0, 13), (-100, 80, 13), (-20, 0, 13)):
        page.evaluate(SWIPE, [dx, dy])
        assert here(page) == event


SWIPE = """([dx, dy]) => {
  const target = document.querySelector(".zones");
  const touch = (x, y) => new Touch({identifier: 1, target, clientX: x, clientY: y});
  target.dispatchEvent(new TouchEvent("touchstart", {changedTouches: [touch(200, 400)]}));
  target.dispatchEvent(new TouchEvent("touchend", {changedTouches: [touch(200 + dx, 400 + dy)]}));
}"""


def test_dark_is_dark(open_page: Open, story: str) -> None:
    script = "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)"
    assert max(open_page(story, color_scheme="dark").evaluate(script)) < 60
    assert min(open_page(story, color_scheme="light").evaluate(script)) > 200


def test_print_shows_all(told: Any) -> None:
    press(told, "1", "3", "Enter")
    told.emulate_media(media="print", color_scheme="dark")
    assert not told.locator(".controls").is_visible() and not told.locator("#now").is_visible()
    assert told.locator("#list .more").first.is_visible()
    assert told.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    told.evaluate("window.printed = []; addEventListener('beforeprint', () => printed.push(z1()))")
    told.evaluate("window.z1 = () => document.querySelector('#z-1').innerText")
    assert told.pdf().startswith(b"%PDF")
    assert "D" in told.evaluate("printed[0]") and "lowest bid" not in told.evaluate("printed[0]")
    told.emulate_media(media="screen")
    told.wait_for_function("() => z1().includes('lowest bid 3 by Bo')")


def test_reduced_motion_moves_nothing(open_page: Open, story: str) -> None:
    page = open_page(story, reduced_motion="reduce")
    durations = page.eval_on_selector_all("*", "all => all.map(e => getComputedStyle(e).transitionDuration)")
    assert set(durations) == {"0s"}


def test_all_can_be_reached_by_keyboard(told: Any) -> None:
    reached = set()
    for _ in range(25):
        told.keyboard.press("Tab")
        reached.add(told.evaluate("document.activeElement.id || document.activeElement.name || ''"))
    assert reached >= {"help-open", "slider", "first", "play", "finding", "speed", "now", "player", "outcome", "clause"}
