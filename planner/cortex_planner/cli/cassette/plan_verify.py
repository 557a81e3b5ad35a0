"""`cassette plan-verify`: whether a stored plan is still what its request compiles to, and if not, why."""

from __future__ import annotations

import argparse

from cortex_planner.cli.cassette.opening import print_json
from cortex_planner.cli.roots import root_of
from cortex_planner.compiler.sizes import counted
from cortex_planner.storing import Verification, verify_plan

EPILOG = """example:
  cassette plan-verify --run-id run-42 --request-id fix-login

exit code: 0 the plan still holds, 1 it does not, or nothing is stored
"""
_CAUSES = {
    "stored-rows-altered": "the stored rows were altered",
    "planner-version-changed": "another version of the planner compiled it",
    "configuration-changed": "cortex.toml changed",
    "substrate-moved": "the text that it reads changed",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--run-id", metavar="RUN", required=True, help="the run that it belongs to")
    parser.add_argument("--request-id", metavar="ID", required=True, help="the request whose plan is stored")
    parser.add_argument(
        "--substrate", choices=["sqlite", "jsonl"], default="sqlite", help="the kind of index"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    """Verify, explain, and answer with the exit code."""
    result = verify_plan(
        arguments.run_id,
        arguments.request_id,
        repo_root=root_of(arguments),
        substrate=arguments.substrate,
        cassette=arguments.cassette,
    )
    if arguments.json:
        print_json(result.as_json())
    else:
        _explain(result)
    return 0 if result.ok else 1


def _explain(result: Verification) -> None:
    if result.ok:
        print(
            f"The stored plan holds: the request still compiles to its {counted(len(result.steps), 'step')}."
        )
        return
    print(f"The stored plan no longer holds: {_CAUSES[result.cause or 'substrate-moved']}.")
    for step in result.steps:
        if step["state"] != "same":
            print(f"  {step['ordinal']:>4}  {step['state']:<8}  {step['message']}")
    for finding in result.findings:
        print(f"  {finding.code} {finding.message}")
