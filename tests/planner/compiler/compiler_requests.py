"""Requests against the small repository of the fixtures, and what comes of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cortex_planner import Planner
from cortex_planner.finding import Finding


def request(**changes: Any) -> dict[str, Any]:
    """Return a request that is fine, with some fields changed."""
    return {
        "run_id": "run-1",
        "request_id": "request-1",
        "intent": "explain",
        "inputs": {},
        "budgets": {"max_steps": 20},
        **changes,
    }


def compiled(root: Path, **changes: Any) -> dict[str, Any]:
    """Return the plan of a request that is fine but for `changes`."""
    return Planner(root).plan_request(request(**changes))


def found(root: Path, **changes: Any) -> list[Finding]:
    """Return what is found in a request that is fine but for `changes`."""
    return Planner(root).preview(request(**changes)).findings


def codes(findings: list[Finding]) -> list[tuple[str, str]]:
    """Return what and where, which is most of what a test wants to know."""
    return [(finding.code, finding.anchor.pointer) for finding in findings]
