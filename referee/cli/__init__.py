"""The command line: one module for a command or a few that belong together.

Each command is imported only when it is called, so that logging a move starts quickly.
"""

from __future__ import annotations

import os
import sys
import threading
from importlib import import_module

import click

from referee import language
from referee.cli import output

COMMANDS = {
    "amend": "corrections",
    "audit": "audit",
    "backup": "trust",
    "check": "check",
    "case": "case",
    "demo": "demo",
    "diff": "diff",
    "dispute": "corrections",
    "doctor": "trust",
    "export": "files",
    "forget": "trust",
    "games": "logbooks",
    "import": "files",
    "log": "log",
    "moves": "look",
    "new": "new",
    "note": "corrections",
    "report": "report",
    "rules": "rules",
    "ruling": "corrections",
    "seal": "trust",
    "serve": "serve",
    "show": "look",
    "simulate": "files",
    "undo": "corrections",
    "verify": "logbooks",
}
"""The module of each command; its function there has the command's name, with ``_`` after keywords."""

EPILOG = """\b
Exit codes: 0 nothing wrong; 1 breaches or faults in the record that no ruling has waived;
2 the input or the command line is wrong; 3 a logbook fails verification; 130 interrupted."""


class Commands(click.Group):
    """The commands, loaded one by one."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            from referee.words import hinted, nearest

            near = nearest(args[0], COMMANDS)
            ctx.fail(hinted(language.say('no command "{command}"', command=args[0]), near))
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        module = import_module(f"referee.cli.{COMMANDS[name]}")
        command = getattr(module, "import_" if name == "import" else name)
        assert isinstance(command, click.Command)
        return command


@click.group(cls=Commands, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="referee")
def cli() -> None:
    """Record games played at a table, move by move; check them against the rulebook; show them.

    Start with `referee demo`.
    """


def main() -> None:
    """Run the command line; whatever goes wrong ends in a line on stderr and an exit code.

    All has been written and closed by then; to take the interpreter apart would be a tenth of what a move takes.
    """
    output.opened()
    code = run(sys.argv[1:])
    if threading.active_count() == 1:
        os._exit(code)
    sys.exit(code)


def run(arguments: list[str]) -> int:
    """Run the command line with these arguments, in the language of the locale. Returns the exit code."""
    with output.cleaned(), language.using(language.of_locale()):
        return _run(arguments)


def _run(arguments: list[str]) -> int:
    try:
        if any("\0" in argument for argument in arguments):
            raise click.UsageError(language.say("the character U+0000 has no place in an argument"))
        code = cli.main(arguments, prog_name="referee", standalone_mode=False, color=_color())
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except click.ClickException as problem:
        output.explain(problem)
        return problem.exit_code if problem.exit_code != 1 else 2
    except (click.Abort, KeyboardInterrupt):
        click.echo(language.say("interrupted"), err=True)
        return 130
    except BrokenPipeError:
        return 0
    except Exception as problem:
        return _explained(problem)


def _explained(problem: Exception) -> int:
    """Say what is wrong with the input; anything else is a fault of ours and is raised again."""
    from referee.game import UnknownGameError
    from referee.logfile import Broken, Damaged, LogbookError
    from referee.sources import MissingError

    if isinstance(problem, OSError):
        where = problem.filename or language.say("standard input or output")
        problem = LogbookError(f"{where}: {problem.strerror or problem}")
    elif isinstance(problem, UnicodeError):
        problem = LogbookError(language.say("not UTF-8: {why}; nothing was recorded", why=problem))
    elif not isinstance(problem, (UnknownGameError, LogbookError, MissingError)):
        raise problem
    click.echo(language.say("Error: {why}", why=problem), err=True)
    return 3 if isinstance(problem, (Broken, Damaged)) else 2


def _color() -> bool | None:
    """Whether to colour the output: never with NO_COLOR, always with FORCE_COLOR, else on terminals."""
    if os.environ.get("NO_COLOR"):
        return False
    return True if os.environ.get("FORCE_COLOR") else None
