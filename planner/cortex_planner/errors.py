"""What can go wrong, for callers of the library.

An error is for a program that called us; a finding (`cortex_planner.finding`) is for the person
who wrote the document. An error that stems from findings carries them in `details["findings"]`.

    PlannerError            code, message, retryable, details
    ├── SymbolError         symbol-*, slice-*
    ├── SectionError        section-*, file-*, index-*
    ├── BudgetError         budget-*
    └── CassetteError       the ledger's codes
"""

from __future__ import annotations

from typing import Any


class PlannerError(Exception):
    """A plan could not be made, read or stored."""

    def __init__(
        self,
        code: str,
        message: str,
        *,
        retryable: bool = False,
        details: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message
        self.retryable = retryable
        self.details: dict[str, Any] = details if details is not None else {}

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


class SymbolError(PlannerError):
    """An @Symbol does not exist, or its slice cannot be served."""


class SectionError(PlannerError):
    """A section, its file, or the index that lists it is missing or out of date."""


class BudgetError(PlannerError):
    """A plan would use more than its budget allows."""


class CassetteError(PlannerError):
    """The ledger refused: a lease, a key, a value, or the database itself."""


_FAMILIES: tuple[tuple[str, type[PlannerError]], ...] = (
    ("symbol-", SymbolError),
    ("slice-", SymbolError),
    ("section-", SectionError),
    ("file-", SectionError),
    ("index-", SectionError),
    ("budget-", BudgetError),
)


def error_for(
    code: str, message: str, *, retryable: bool = False, details: dict[str, Any] | None = None
) -> PlannerError:
    """Return the error of the family that `code` belongs to."""
    for prefix, family in _FAMILIES:
        if code.startswith(prefix):
            return family(code, message, retryable=retryable, details=details)
    return PlannerError(code, message, retryable=retryable, details=details)
