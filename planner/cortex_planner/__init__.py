"""Cortex: a deterministic compiler for agent plans.

The names below are loaded when they are first used, so that importing one room of the house does
not load the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cortex_planner.lazy import lazy_names

if TYPE_CHECKING:
    from cortex_planner.compiler.model import DEFAULT_MAX_BYTES, DEFAULT_MAX_STEPS, DEFAULT_MAX_SYMBOLS
    from cortex_planner.compiler.planner import Planner
    from cortex_planner.compiler.preview import Preview
    from cortex_planner.errors import BudgetError, CassetteError, PlannerError, SectionError, SymbolError
    from cortex_planner.finding import Finding
    from cortex_planner.storing import Verification, post_request_and_plan, verify_plan

__all__ = [
    "DEFAULT_MAX_BYTES",
    "DEFAULT_MAX_STEPS",
    "DEFAULT_MAX_SYMBOLS",
    "BudgetError",
    "CassetteError",
    "Finding",
    "Planner",
    "PlannerError",
    "Preview",
    "SectionError",
    "SymbolError",
    "Verification",
    "post_request_and_plan",
    "verify_plan",
]

__version__ = "0.1.0"

_HOMES = {
    "BudgetError": "errors",
    "CassetteError": "errors",
    "DEFAULT_MAX_BYTES": "compiler.model",
    "DEFAULT_MAX_STEPS": "compiler.model",
    "DEFAULT_MAX_SYMBOLS": "compiler.model",
    "Finding": "finding",
    "Planner": "compiler.planner",
    "PlannerError": "errors",
    "Preview": "compiler.preview",
    "SectionError": "errors",
    "SymbolError": "errors",
    "Verification": "storing",
    "post_request_and_plan": "storing",
    "verify_plan": "storing",
}

__getattr__ = lazy_names(__name__, _HOMES)
