"""Hypothesis profiles: `ci` is fixed and quick, `deep` looks for new things (HYPOTHESIS_PROFILE=deep pytest)."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

_common = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow, HealthCheck.data_too_large]}
settings.register_profile("ci", max_examples=60, derandomize=True, database=None, **_common)
settings.register_profile("deep", max_examples=2_000, **_common)
os.environ["LC_ALL"] = "C.UTF-8"  # whatever the machine's locale, Referee speaks English
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))
