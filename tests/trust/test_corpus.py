"""Every input that the fuzzer has kept, once more; `python -m tests.trust.fuzz` finds new ones."""

from __future__ import annotations

import pytest

from tests.trust import fuzz


@pytest.mark.parametrize("target", fuzz.TARGETS)
def test_what_the_fuzzer_has_kept(target: str) -> None:
    kept = [path.read_bytes() for path in sorted((fuzz.CORPUS / target).glob("*"))]
    for data in [*kept, *fuzz.seeds(target)]:
        fuzz.TARGETS[target](data)
    assert kept
