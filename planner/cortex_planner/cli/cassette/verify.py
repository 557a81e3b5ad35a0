"""`cassette verify`: whether the ledger is whole: its triggers, its hashes, its states."""

from __future__ import annotations

import argparse

from cortex_planner.cli.cassette.opening import opened_to_read, print_json
from cortex_planner.compiler.sizes import counted

EPILOG = """example:
  cassette verify --run-id run-42
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--run-id", metavar="RUN", help="only this run (default: all)")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    """Print what is wrong; nothing wrong is exit code 0."""
    with opened_to_read(arguments) as ledger:
        findings = ledger.verify(arguments.run_id)
    if arguments.json:
        rows = [{"code": each.code, "message": each.message, "data": dict(each.data)} for each in findings]
        print_json({"ok": not findings, "findings": rows})
    else:
        for finding in findings:
            print(f"{finding.code} {finding.message}")
        print(_summary(len(findings)))
    return 1 if findings else 0


def _summary(wrong: int) -> str:
    if wrong == 0:
        return "The ledger is whole."
    return f"{counted(wrong, 'thing')} {'is' if wrong == 1 else 'are'} wrong with the ledger."
