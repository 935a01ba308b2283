"""The words of the pages, in the language that is spoken when a page is drawn."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from markupsafe import Markup, escape

from referee import language
from referee.game import Result
from referee.language import AND, fact_of, joined, marked, text_of
from referee.report import text


def say(template: str, /, **facts: Any) -> Markup:
    """A text of Referee's own as HTML. Facts are escaped, but for those that are HTML already."""
    said = {name: fact_of(None, fact) for name, fact in facts.items()}
    return Markup(escape(text_of(None, template))).format_map(said)


def counted(n: int, one: str, many: str) -> str:
    """So many of something: ``counted(2, "{n} card", "{n} cards")``."""
    return str(fact_of(None, language.counted(n, one, many)))


def bdi(name: str) -> Markup:
    """A name, which may be written in the other direction than the words around it."""
    return Markup("<bdi>{}</bdi>").format(name)


ALONE = {True: marked("{winners} wins with {points}"), False: marked("{winners} wins")}
TOGETHER = {True: marked("{winners} share the victory with {points}"), False: marked("{winners} share the victory")}
"""Who has won, by whether the points are known."""


def result_words(result: Result) -> str:
    """How a game stands, in a few words."""
    if not result.finished:
        return language.say("Not finished")
    if not result.winners:
        return language.say("Winner undecided")
    score = result.scores.get(result.winners[0])
    templates = ALONE if len(result.winners) == 1 else TOGETHER
    winners = joined(result.winners, AND)
    return language.say(templates[score is not None], winners=winners, points=text.points(score))


def chapter_title(chapter: str) -> str:
    """A chapter of a rulebook, as it stands in the clauses' ids, as a heading; one of the game's texts."""
    return chapter.replace("-", " ").capitalize()


_SAID = re.compile(r'\bsay\("([^"]+)"')


def of_script(script: str) -> Markup:
    """What a script says where that is not English, as data: its ``say("…")`` look it up."""
    texts = {text: text_of(None, text) for text in _SAID.findall(script)}
    return data({text: said for text, said in texts.items() if said != text})


def data(value: Mapping[str, Any]) -> Markup:
    """Data for a page's script, safe inside its element: nothing there can look like a tag's end or a comment."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("</", "<\\/").replace("<!", "\\u003c!"))


GLOBALS = {"say": say, "counted": counted, "bdi": bdi, "text_of": text_of, "language": language.current}
"""What the templates say things with."""
