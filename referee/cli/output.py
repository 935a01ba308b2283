"""What reaches the screen: never a control character out of a name, a file name or a damaged log.

Such a character could clear the terminal, change its title, or make a line look like another. It
is shown as ``\\u001b`` instead, wherever it comes from. Off a terminal output is UTF-8, whatever
the locale, so that the same game gives the same bytes on every machine.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from referee.language import say
from referee.words import spelt_out

_PAINTED = r"(\x1b\[3\dm)(.*)(\x1b\[0m\n?)"
"""A whole piece of output in colour, as ``paint`` makes it."""


def clean(text: str) -> str:
    """The text with whatever is no writing spelt out; a colour around all of it stays."""
    painted = re.fullmatch(_PAINTED, text, re.DOTALL) if text.startswith("\x1b") else None
    if painted:
        return painted[1] + spelt_out(painted[2]) + painted[3]
    return spelt_out(text)


class _Clean(io.TextIOWrapper):
    def write(self, text: str) -> int:
        super().write(clean(text))
        return len(text)


def explain(problem: click.ClickException) -> None:
    """Say what is wrong with a command line, and how it is used."""
    context = getattr(problem, "ctx", None)
    if context is not None:
        command = f"{context.command_path} --help"
        hint = say("Try `{command}` for help.", command=command)
        click.echo(f"{context.get_usage()}\n{hint}\n", err=True)
    click.echo(say("Error: {why}", why=problem.format_message()), err=True)


def opened() -> None:
    """Give whoever closed a standard stream an empty one instead, for nobody here expects there to be none."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode))  # noqa: SIM115 (until the process ends)


@contextlib.contextmanager
def cleaned() -> Iterator[None]:
    """Let standard output and standard error show nothing but writing."""
    with _replaced("stdout"), _replaced("stderr"):
        yield


@contextlib.contextmanager
def _replaced(name: str) -> Iterator[None]:
    stream = getattr(sys, name)
    if not hasattr(stream, "buffer"):  # somebody has put something of their own there
        yield
        return
    stream.flush()
    safe = _Clean(stream.buffer, _encoding(stream), "backslashreplace", line_buffering=stream.line_buffering)
    setattr(sys, name, safe)
    try:
        yield
    finally:
        setattr(sys, name, stream)
        _release(safe)


def _encoding(stream: io.TextIOWrapper) -> str:
    return stream.encoding if stream.isatty() else "utf-8"


def _release(safe: _Clean) -> None:
    """Give the stream back; what can no longer be written is dropped."""
    try:
        safe.flush()
    except OSError:
        drop(safe)
    safe.detach()


def drop(stream: io.TextIOBase) -> None:
    """Send what is still to be written to nowhere: nobody reads on, or there is no room for it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
