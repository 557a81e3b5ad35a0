"""The rules of `cortex.toml`."""

from __future__ import annotations

from cortex_planner.finding import Rule, Severity

CONFIG_SYNTAX = Rule("config-syntax", Severity.ERROR, "not TOML: {problem}")
CONFIG_UNKNOWN_KEY = Rule("config-unknown-key", Severity.ERROR, "`{key}` is not a key of {place}{hint}")
CONFIG_VALUE = Rule("config-value", Severity.ERROR, "{problem}")
RULE_LOCKED = Rule(
    "rule-locked",
    Severity.ERROR,
    "`{code}` cannot be changed: only warnings and hints can be switched off or changed",
)

RULES = (CONFIG_SYNTAX, CONFIG_UNKNOWN_KEY, CONFIG_VALUE, RULE_LOCKED)
