"""The rules of plan requests and plans: their shape, and what they mean."""

from __future__ import annotations

from cortex_planner.finding import Rule, Severity

FIELD_MISSING = Rule("field-missing", Severity.ERROR, "`{field}` is missing", "Add `{field}`")
FIELD_UNKNOWN = Rule("field-unknown", Severity.ERROR, "`{field}` is not a field here", "Write `{field}`")
FIELD_TYPE = Rule("field-type", Severity.ERROR, "`{field}` must be {wanted}, not {given}", "Write {wanted}")
FIELD_BLANK = Rule("field-blank", Severity.ERROR, "`{field}` must not be blank")
VALUE_RANGE = Rule("value-range", Severity.ERROR, "`{field}` must be {wanted}, not {given}")
INTEGER_AS_FLOAT = Rule(
    "integer-as-float", Severity.ERROR, "`{field}` must be written as an integer", "Write {replacement}"
)
FILE_OUTSIDE_ROOT = Rule("file-outside-root", Severity.ERROR, "`{given}` leads out of the root")
SLICE_NOT_ALLOWED = Rule(
    "slice-not-allowed",
    Severity.ERROR,
    "a request does not choose a slice; a symbol is read with its own",
    "Write the symbol alone",
)

RULES = (
    FIELD_MISSING,
    FIELD_UNKNOWN,
    FIELD_TYPE,
    FIELD_BLANK,
    VALUE_RANGE,
    INTEGER_AS_FLOAT,
    FILE_OUTSIDE_ROOT,
    SLICE_NOT_ALLOWED,
)
