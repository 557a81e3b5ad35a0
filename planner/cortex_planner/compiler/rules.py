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
SLICE_NOT_ALLOWED = Rule(
    "slice-not-allowed",
    Severity.ERROR,
    "a request does not choose a slice; a symbol is read with its own",
    "Write the symbol alone",
)
PATCH_OUT_OF_RANGE = Rule(
    "patch-out-of-range",
    Severity.ERROR,
    "the intent patches lines {first} to {last} of {file}, which has {lines}",
)
INPUT_REPEATED = Rule(
    "input-repeated", Severity.WARNING, "{given} is named already; it is read once", "Remove the repeat"
)
PLAN_EMPTY = Rule("plan-empty", Severity.WARNING, "the plan has no steps: nothing is read, noted or done")
INTENT_UNDECLARED = Rule(
    "intent-undeclared", Severity.HINT, "cortex.toml declares no intent `{intent}`, so it adds no steps"
)
BUDGET_STEPS = Rule(
    "budget-steps",
    Severity.ERROR,
    "the plan has {used}, {limit} allowed; {contributors}",
    "Raise max_steps to {needed}",
)
BUDGET_BYTES = Rule(
    "budget-bytes",
    Severity.ERROR,
    "the plan reads {used}, {limit} allowed; {contributors}",
    "Raise max_bytes to {needed}",
)
BUDGET_SYMBOLS = Rule(
    "budget-symbols",
    Severity.ERROR,
    "the plan names {used}, {limit} allowed; {contributors}",
    "Raise max_symbols to {needed}",
)
POLICY_BUDGET = Rule(
    "policy-budget",
    Severity.ERROR,
    "`{field}` is {given}, above the ceiling of {ceiling} that cortex.toml sets",
    "Lower it to {ceiling}",
)
POLICY_WRITABLE = Rule(
    "policy-writable", Severity.ERROR, "the intent would change {file}, which cortex.toml does not allow"
)
POLICY_SYMBOL = Rule("policy-symbol", Severity.ERROR, "{symbol} is forbidden by cortex.toml ({prefix})")
POLICY_INTENT = Rule(
    "policy-intent", Severity.ERROR, "the intent `{intent}` is not one that cortex.toml allows"
)
ORDINAL_SEQUENCE = Rule("ordinal-sequence", Severity.ERROR, "the ordinal should be {expected}, not {given}")
STEP_ID_MISMATCH = Rule(
    "step-id-mismatch",
    Severity.ERROR,
    "the step was changed after it was compiled: its id would be {expected}",
)
PLAN_HASH_MISMATCH = Rule(
    "plan-hash-mismatch",
    Severity.ERROR,
    "the plan was changed after it was compiled: its hash would be {expected}",
)
INTENT_CYCLE = Rule("intent-cycle", Severity.ERROR, "the steps need each other in a circle: {circle}")
INTENT_PLACEHOLDER = Rule(
    "intent-placeholder",
    Severity.ERROR,
    '`{{{name}}}` stands for nothing here; it needs for_each = "{wanted}"',
)

RULES: tuple[Rule, ...] = tuple(value for value in dict(globals()).values() if isinstance(value, Rule))
