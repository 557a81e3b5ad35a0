"""What holds for every test."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# A loaded machine is no reason to fail: the examples are the point, not how long each takes.
settings.register_profile("steady", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")
