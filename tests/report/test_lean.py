"""What is left out of pages is missed by nobody."""

from __future__ import annotations

from typing import Any

import pytest
from jinja2 import Environment

from referee.report import html, html_lean
from referee.report.html_lean import Unquoted, scripted, split_symbols, styled, worn
from tests.report import records
from tests.report.conftest import HEAD, Open
from tests.report.test_every_game import document
from tests.report.test_replay_page import LOOK, STEPPING

BOXES = """() => [...document.querySelectorAll("body *")].map((e) => {
  const box = e.getBoundingClientRect(), look = getComputedStyle(e);
  return [e.tagName, box.x, box.y, box.width, box.height, look.color, look.backgroundColor, look.borderColor,
    look.font, look.fill, look.stroke, look.cursor, getComputedStyle(e, "::before").content].join();
})"""


def as_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages with their style and script as they were written."""
    monkeypatch.setattr(html, "scripted", lambda *texts: "\n".join(texts))
    monkeypatch.setattr(html, "styled", lambda *texts: "\n".join(texts))
    monkeypatch.setattr(html, "worn", lambda style, markup, script: style)
    html.look_of.cache_clear()


def story() -> str:
    record, lines = records.story()
    return html.page(records.jade(), record, source="story.txt", head=HEAD, lines=lines)


@pytest.mark.parametrize("id", ["story", "jade-merchant", "castle-merchants", "dale-of-merchants"])
@pytest.mark.parametrize("width", [390, 1280])
def test_a_page_looks_and_behaves_as_it_was_written(
    open_page: Open, monkeypatch: pytest.MonkeyPatch, id: str, width: int
) -> None:
    make: Any = story if id == "story" else lambda: document.__wrapped__(id)
    lean = make()
    as_written(monkeypatch)
    written = make()
    html.look_of.cache_clear()
    assert len(written) > len(lean) + 5_000
    assert seen(open_page, lean, width) == seen(open_page, written, width)


def seen(open_page: Open, page: str, width: int) -> list[Any]:
    """How a page looks at some events, on the screen and on paper, and what it shows at all of them."""
    shown = open_page(page, viewport={"width": width, "height": 800}, reduced_motion="reduce")
    found = []
    for n in (1, 13, 19, 33):
        shown.evaluate(f"go({n}, '')")
        found.append(shown.evaluate(BOXES))
    shown.emulate_media(media="print")
    found.append(shown.evaluate(BOXES))
    shown.evaluate(LOOK)
    shown.evaluate("go(1, '')")
    return [*found, shown.evaluate(STEPPING)]


@pytest.mark.parametrize(
    ("written", "lean"),
    [
        ("const a = 1;\n// a comment\n\nconst b = a + -1;\n", "const a=1;const b=a+-1;"),
        ('say("a  +  b", `c   //  ${d}`);', 'say("a  +  b",`c   //  ${d}`);'),
        ("x.replace(/ (?: ?) [/ ] = \\/ /g, y);", "x.replace(/ (?: ?) [/ ] = \\/ /g,y);"),
    ],
)
def test_scripts(written: str, lean: str) -> None:
    assert scripted(written) == lean


def test_styles() -> None:
    assert styled("/* all */\na > b, c {\n  color: red;\n  margin: -1px calc(1px + 2%);\n}\n") == (
        "a>b,c{color:red;margin:-1px calc(1px + 2%)}"
    )


def test_rules_for_what_is_not_there_are_left_out() -> None:
    style = ".a,.b{c:d}.b .a{e:f}#x:not(.b){g:h}@media print{.b{i:j}}@media screen{.k{l:m}p{n:o}}"
    page = '<p class="a z" id=x><option value=b>b'
    assert worn(style, page, "list.querySelector('.b')") == ".a{c:d}#x:not(.b){g:h}@media screen{p{n:o}}"
    assert worn(".b{c:d}", page, 'x.className = "b"') == ".b{c:d}"


def test_only_attributes_of_one_word_lose_their_quotes() -> None:
    environment = Environment(extensions=[Unquoted])
    source = """<a id="x" class="a b" href="#{{ y }}" title="" data-a="{{ "z" }}"><b class="c"/>{{ say(a="b") }}</a>"""
    wanted = """<a id=x class="a b" href="#Y" title="" data-a="z"><b class="c"/>b</a>"""
    assert environment.from_string(source).render(y="Y", say=lambda a: a) == wanted
    assert environment.from_string('<b class="piece">').render() == '<b class="piece">'


def test_pictures_are_masks_of_their_cards() -> None:
    style, others = split_symbols(
        '<symbol id="k-fox" viewBox="0 0 9 9"><path d="M0 0" stroke="#fff"/></symbol>\n<path id="p"/>\n'
    )
    assert others == '<path id="p"/>\n'
    assert style.startswith(""".fox{--pic:url("data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox""")
    assert "stroke='%23000'" in style and "fill='%23fff'" in style
    assert html_lean.split_symbols("") == ("", "")
