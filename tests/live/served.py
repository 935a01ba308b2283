"""A server of its own for a test: the real command in a process, on loopback, at a free port."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx


class Served:
    """`referee serve` on a logbook. ``origin`` is its address, ``scribe`` and ``spectator`` are the secret links."""

    def __init__(self, book: Path, port: int = 0, options: tuple[str, ...] = ()) -> None:
        command = [
            sys.executable,
            "-u",
            "-m",
            "referee",
            "serve",
            "--port",
            str(port),
            "--logbook",
            str(book),
            *options,
        ]
        env = os.environ | {"PYTHONWARNINGS": "error"}
        self.book = book
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env)
        said = self._read_until("Ctrl-C")
        self.scribe, self.spectator = re.findall(r"http://\S+", said)
        self.origin = self.scribe.partition("/s/")[0]

    def _read_until(self, words: str) -> str:
        assert self.process.stdout is not None and self.process.stderr is not None
        said = ""
        while words not in said:
            line = self.process.stdout.readline()
            if not line:
                raise AssertionError(said + self.process.stderr.read())
            said += line
        return said

    @contextmanager
    def client(self, link: str | None = None) -> Iterator[httpx.Client]:
        """A client that came by a link, or by none."""
        with httpx.Client(base_url=self.origin, headers={"Origin": self.origin}, timeout=20) as client:
            if link:
                assert client.get(link).status_code == 303
            yield client

    def stop(self) -> tuple[int, str, str]:
        """Press Ctrl-C. Returns the exit code and what was said."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        out, err = self.process.communicate(timeout=30)
        return self.process.returncode, out, err
