"""The rules of written forms: how a symbol, a slice or a path must be spelled, wherever it stands."""

from __future__ import annotations

from cortex_planner.finding import Rule, Severity

SYMBOL_FORM = Rule(
    "symbol-form",
    Severity.ERROR,
    "`{given}` is not a symbol: `@` and a name without white space, quotes or backslashes",
    "Write {replacement}",
)
SLICE_FORM = Rule(
    "slice-form",
    Severity.ERROR,
    "`{given}` is not a slice: lines[a:b], chars[a:b], head(n) or tail(n)",
)
SLICE_ALL_FORBIDDEN = Rule(
    "slice-all-forbidden",
    Severity.ERROR,
    "a slice of everything (`ALL`) is never allowed; a symbol is read with its own bounded slice",
    "Write the symbol alone",
)
FILE_PATH_FORM = Rule(
    "file-path-form",
    Severity.ERROR,
    "`{given}` is not written as a path from the root: forward slashes, no `.`, `..`, `//` or final `/`",
    "Write it as {replacement}",
)

RULES = (SYMBOL_FORM, SLICE_FORM, SLICE_ALL_FORBIDDEN, FILE_PATH_FORM)
