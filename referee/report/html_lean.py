"""Pages without what only those who write them need: blanks, comments, quotes, rules for what a page does not have.

What is done to markup and pictures is for our own sources, and relies on how they are written: a comment has
lines of its own, an attribute of one word is in double quotes.
"""

from __future__ import annotations

import re
from functools import cache

from jinja2 import Environment
from jinja2.ext import Extension
from rcssmin import cssmin
from rjsmin import jsmin

_JINJA = re.compile(r"(\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\})", re.DOTALL)
_QUOTED = re.compile(r'(?<=[\w-])="(?!piece")([\w-]+)"(?=[\s>])')


class Unquoted(Extension):
    """Takes the quotes from a template's attributes of one word; those that are filled in keep them."""

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        parts = _JINJA.split(source)
        return "".join(part if _JINJA.fullmatch(part) else _QUOTED.sub(r"=\1", part) for part in parts)


def apostrophes(page: str) -> str:
    """HTML with the apostrophes in words as they are, which need no escape: ``Ann's``."""
    return re.sub(r"(?<=\w)&#39;(?=\w)", "'", page)


@cache
def squeezed(*texts: str) -> str:
    """Pictures without indentation, empty lines and lines that are only a comment."""
    lines = (line.strip() for text in texts for line in text.split("\n"))
    return "\n".join(line for line in lines if line and not line.startswith(("//", "/* ")))


@cache
def scripted(*texts: str) -> str:
    """A script without the blanks that only people need; its names stay, so that one can read what runs."""
    return str(jsmin("\n".join(texts)))


@cache
def styled(*texts: str) -> str:
    """A style sheet without the blanks that only people need."""
    return str(cssmin("\n".join(texts)))


_SYMBOL = re.compile(r'<symbol id="k-([\w-]+)"( viewBox="[^"]*")?>(.*)</symbol>\n?')
_TONES = {"#fff": "%23000", "currentColor": "%23fff", '"': "'"}
"""A picture is a mask: what has the colour of the print shows it, what is white shows the card."""


def split_symbols(symbols: str) -> tuple[str, str]:
    """The pictures on cards, ``k-<kind>``, as a style, which a card needs no element for; and all other symbols.

    Where cards lie in a row, those of different kinds stand apart.
    """
    pictures = [match.groups("") for match in _SYMBOL.finditer(symbols)]
    style = "".join(_picture(*picture) for picture in pictures)
    apart = ",".join(f"li:has(.{kind}):has(+li>:not(.{kind}))" for kind, _, _ in pictures)
    return style + f"ul.cards{{{apart}{{margin-inline-end:var(--gap,.7rem)}}}}" * bool(apart), _SYMBOL.sub("", symbols)


def _picture(kind: str, box: str, shapes: str) -> str:
    drawn = f'<svg xmlns="http://www.w3.org/2000/svg"{box} fill="currentColor">{shapes}</svg>'
    return f'.{kind}{{--pic:url("data:image/svg+xml,{re.sub("|".join(_TONES), lambda m: _TONES[m[0]], drawn)}")}}'


_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_WORN = re.compile(r'\b(?:class|id)=(?:"([^"]*)"|([\w-]+))')
_NAMES = re.compile(r"[.#]([A-Za-z][\w-]*)")


def worn(style: str, markup: str, script: str) -> str:
    """A style without the rules for classes and ids that neither the markup has nor the script gives."""
    names = {name for match in _WORN.findall(markup) for name in "".join(match).split()}
    names.update(re.findall(r"(?<![.\w-])[A-Za-z][\w-]*", script))

    def kept(rule: re.Match[str]) -> str:
        selectors = [each for each in re.split(r",(?![^(]*\))", rule[1]) if _fits(each, names)]
        return f"{','.join(selectors)}{{{rule[2]}}}" if selectors else ""

    return re.sub(r"@media[^{}]*\{\}", "", _RULE.sub(kept, style))


def _fits(selector: str, names: set[str]) -> bool:
    return names.issuperset(_NAMES.findall(re.sub(r":not\([^()]*\)", "", selector)))
