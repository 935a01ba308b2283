"""What the wheel holds besides the package: the case book and the sample games, inside it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDERS = {"rulebook_tests": ("book", ".md"), "replays": ("samples", ".txt")}
"""Where each folder of the project goes, and what in it is for readers."""


class Carry(BuildHookInterface):
    """Files taken along; an editable installation finds them where they are."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        for folder, (inside, suffix) in FOLDERS.items():
            base = Path(self.root, folder)
            for path in sorted(base.rglob(f"*{suffix}")):
                build_data["force_include"][str(path)] = f"referee/{inside}/{path.relative_to(base).as_posix()}"
