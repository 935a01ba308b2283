"""Coverage-guided fuzzing: `python -m tests.trust.fuzz transcript --seconds 60`, after `pip install atheris`.

Three targets: any text as a transcript, any bytes as a stored event, any bytes as a seal. Whatever
comes in is refused in the way that is meant for it, or judged, printed and read back the same. Inputs
that reach new code are kept in tests/trust/corpus/, and every one of them is tried in the suite;
`--shrink` then drops those that the others make needless.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

CORPUS = Path(__file__).parent / "corpus"
MODULES = ("referee.transcript", "referee.line", "referee.notation", "referee.words", "referee.event", "referee.game",
           "referee.replay", "referee.report.text", "referee.report.machine", "referee.seal", "referee.games.jade_merchant",
           "referee.games.castle_merchants", "referee.games.dale_of_merchants")  # fmt: skip


def transcript(data: bytes) -> None:
    """A text is a list of mistakes, or games that are judged, printed, and read back the same."""
    from referee import transcript as reader

    try:
        text = reader.decode(data)
    except reader.NotTextError:
        return
    for read in reader.parse(text):
        assert read.mistakes or read.record
        if read.game is not None and read.record:
            _judged(read.game, read.record)
            if not read.mistakes:
                _same(reader, read.game, read.record)


def _same(reader: Any, game: Any, record: Any) -> None:
    (again,) = reader.parse(reader.write(game, record))
    assert again.mistakes == [], again.mistakes
    assert again.record == record


def _judged(game: Any, record: Any) -> None:
    from referee import replay
    from referee.report import text

    audit = replay.audit(game, record)
    for finding in audit.findings:
        assert finding.message
        text.verdict(game, finding)
    text.table(game.scene(audit.table))


def event(data: bytes) -> None:
    """Lines of bytes are stored events: refused by their decoder, or judged after a start, in any order."""
    import msgspec

    from referee import game as games
    from referee.event import Started

    for id in games.ids():
        game = games.find(id)
        record: list[Any] = [Started(id, ("Ann", "Bo", "Cy"))]
        for line in data.split(b"\n")[:20]:
            with contextlib.suppress(msgspec.MsgspecError, RecursionError):
                record.append(game.decoder.decode(line))
        if len(record) > 1:
            _judged(game, record)


def seal(data: bytes) -> None:
    """Bytes are no seal, or one that is printed the same."""
    from referee import seal as seals
    from referee.logbook import LogbookError

    try:
        read = seals.read(data, "x")
    except LogbookError:
        return
    assert seals.read(str(read).encode(), "x") == read


TARGETS: dict[str, Callable[[bytes], None]] = {"transcript": transcript, "event": event, "seal": seal}


def seeds(target: str) -> list[bytes]:
    """What to begin with: random games of every kind, as text or as stored events; a seal."""
    from referee import game as games
    from referee import simulate
    from referee import transcript as writer
    from referee.event import encode
    from referee.seal import Leaf, Seal

    if target == "seal":
        return [str(Seal("referee-logbook/x", [Leaf("a", 1, "0" * 64)])).encode(), b"referee-logbook/x\n0\n"]
    found = []
    for game in map(games.find, games.ids()):
        record = simulate.simulate(game, game.players.start, 1, flaws=1)[:25]
        text = writer.write(game, record).encode()
        found.append(text if target == "transcript" else b"\n".join(map(encode, record[1:21])))
    return found


LIMITS = ["-max_len=4000", "-timeout=20", "-print_final_stats=1"]
SHRINK = ["-set_cover_merge=1", "-use_counters=0"]


def _instrumented() -> Any:
    import atheris

    with atheris.instrument_imports(include=["referee"]):
        for module in MODULES:
            importlib.import_module(module)
    return atheris


def fuzz(target: str, seconds: int) -> None:
    """Look for new inputs for so long, in the folder of those that are kept."""
    atheris, folder = _instrumented(), CORPUS / target
    folder.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(seeds(target)):
        (folder / f"seed-{number}").write_bytes(data)
    atheris.Setup([sys.argv[0], str(folder), f"-max_total_time={seconds}", *LIMITS], TARGETS[target])
    atheris.Fuzz()


def shrink(target: str) -> None:
    """Keep as few inputs as reach all the code that the kept ones reach."""
    folder, few = CORPUS / target, CORPUS / f"{target}-few"
    few.mkdir()
    with tempfile.TemporaryDirectory() as place:
        again = Path(place) / "again"  # libFuzzer calls the program anew, by its first argument
        again.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m tests.trust.fuzz {target} --libfuzzer "$0" "$@"\n')
        again.chmod(0o755)
        subprocess.run([again, *SHRINK, few, folder], check=True, cwd=Path(__file__).parents[2])
    shutil.rmtree(folder)
    few.rename(folder)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("target", choices=TARGETS)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--shrink", action="store_true", help="drop the inputs that reach nothing new, instead")
    parser.add_argument("--libfuzzer", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.libfuzzer:
        atheris = _instrumented()
        atheris.Setup(options.libfuzzer, TARGETS[options.target])
        atheris.Fuzz()
    elif options.shrink:
        shrink(options.target)
    else:
        fuzz(options.target, options.seconds)


if __name__ == "__main__":
    main()
