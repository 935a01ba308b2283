"""Hypothesis profiles: `ci` is fixed and quick, `deep` looks for new things (HYPOTHESIS_PROFILE=deep pytest)."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

_common = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow, HealthCheck.data_too_large]}
settings.register_profile("ci", max_examples=60, derandomize=True, database=None, **_common)
settings.register_profile("deep", max_examples=2_000, **_common)
os.environ["LC_ALL"] = "C.UTF-8"  # whatever the machine's locale, Referee speaks English
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium, once for all tests of pages. Without one they are skipped, but in CI they fail."""
    api = pytest.importorskip("playwright.sync_api")
    path = os.environ.get("REFEREE_CHROMIUM") or shutil.which("chromium")
    if not path:
        if os.environ.get("CI"):
            pytest.fail("no chromium in CI")
        pytest.skip("no chromium: the pages are not tested in a browser")
    from tests.report.conftest import FLAGS

    with api.sync_playwright() as engine:
        found = engine.chromium.launch(executable_path=path, args=FLAGS)
        yield found
        found.close()
