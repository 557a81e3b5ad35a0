"""`cortex rules`: what every rule is called, how grave it is, and what it means."""

from __future__ import annotations

import argparse
import json
import sys
from difflib import get_close_matches

from cortex_planner.finding import Rule
from cortex_planner.rulebook import all_rules, page_path

EPILOG = """examples:
  cortex rules                  a line per rule
  cortex rules field-missing    the page of one rule
  cortex rules --json           for programs
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `cortex rules`."""
    parser.add_argument("code", nargs="?", help="print the page of this rule")
    parser.add_argument("--json", action="store_true", help="print the rules as JSON")


def run(arguments: argparse.Namespace) -> int:
    """List the rules, or print one page."""
    rules = all_rules()
    if arguments.code is not None:
        return _print_page(arguments.code, rules)
    if arguments.json:
        print(json.dumps([_described(rule) for rule in rules.values()], indent=2))
        return 0
    width = max(map(len, rules)) + 2
    for rule in rules.values():
        print(f"{rule.code:{width}}{rule.severity.value:9}{_first_sentence(rule)}")
    return 0


def _print_page(code: str, rules: dict[str, Rule]) -> int:
    if code not in rules:
        close = get_close_matches(code, rules, n=1)
        hint = f"; did you mean `{close[0]}`?" if close else "; `cortex rules` lists them"
        print(f"cortex: there is no rule `{code}`{hint}", file=sys.stderr)
        return 1
    print(page_path(code).read_text(encoding="utf-8"), end="")
    return 0


def _described(rule: Rule) -> dict[str, object]:
    return {
        "code": rule.code,
        "severity": rule.severity.value,
        "advisory": rule.advisory,
        "fixable": rule.fix is not None,
        "summary": _first_sentence(rule),
    }


def _first_sentence(rule: Rule) -> str:
    """Return what a rule's page says first: its line under the title."""
    lines = page_path(rule.code).read_text(encoding="utf-8").splitlines()
    return next(line for line in lines[1:] if line.strip())
