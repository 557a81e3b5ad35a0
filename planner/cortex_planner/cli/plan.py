"""`cortex plan`: compile a request; print the plan, explain it, write it to a file, or store it."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from cortex_planner.atomic import write_atomically
from cortex_planner.cassette import Cassette, CompiledPlan, CompilePlan
from cortex_planner.cassette.location import without_passwords
from cortex_planner.cassette.refusal import is_missing
from cortex_planner.cli.checking import FileReport, check_configuration
from cortex_planner.cli.indexing import Indexing, add_index_option
from cortex_planner.cli.report.text import report_text
from cortex_planner.compiler.plan import plan_text
from cortex_planner.compiler.planner import default_root
from cortex_planner.compiler.world import World
from cortex_planner.config import find_root
from cortex_planner.documents.analysis import Analysis, analyse
from cortex_planner.documents.reading import FileText, decode, read_document
from cortex_planner.errors import CassetteError, PlannerError
from cortex_planner.kinds import Kind
from cortex_planner.storing.posting import compiled_plan, open_cassette, open_cassette_to_read

EPILOG = """examples:
  cortex plan --request-file x.plan-request.json --dry-run   print the plan
  cortex plan --request-file x.plan-request.json --explain   a table for people
  cortex plan --request-file x.plan-request.json --out x.plan-output.json
  cortex plan --request-file - --dry-run < draft.json
  cortex plan --request-file x.plan-request.json             store the plan

exit code: 0 compiled, 1 refused or failed, 2 used wrongly
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options of `cortex plan`."""
    parser.add_argument(
        "--request-file", metavar="FILE", required=True, help="the request, or - for standard input"
    )
    parser.add_argument(
        "--stdin-filename", metavar="NAME", help="where standard input would lie: decides its root"
    )
    parser.add_argument("--dry-run", action="store_true", help="print the plan output as JSON; write nothing")
    parser.add_argument("--explain", action="store_true", help="print the plan for people; write nothing")
    parser.add_argument("--out", metavar="FILE", type=Path, help="write the plan output there; store nothing")
    parser.add_argument("--repo-root", metavar="PATH", type=Path, help="the root, instead of the one found")
    parser.add_argument(
        "--substrate", choices=["sqlite", "jsonl"], default="sqlite", help="the kind of index"
    )
    add_index_option(parser)
    parser.add_argument("--cassette", metavar="URL", help="the ledger: a file, or postgresql://...")
    parser.add_argument(
        "--idempotency-key", metavar="KEY", help="store once under this key (default: the request_id)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Compile the request, and do with the plan what was asked for."""
    shown, path, file = _request(arguments)
    leave_no_trace = arguments.dry_run or arguments.explain or arguments.out is not None
    with Indexing(arguments.index, arguments.substrate, leave_no_trace=leave_no_trace) as indexing:
        world = World.load(_root(arguments, path)).without_index(muted=False)
        if not leave_no_trace and file.finding is None:
            stored = _already_stored(arguments, analyse(file.text, Kind.PLAN_REQUEST, world))
            if stored is not None:
                return stored
        analysis = indexing.analysis(file.text, Kind.PLAN_REQUEST, world, path)
        if file.finding is not None or analysis.plan is None:
            return _refused(shown, file, analysis)
        return _deliver(arguments, analysis)


def _request(arguments: argparse.Namespace) -> tuple[str, Path | None, FileText]:
    if arguments.request_file == "-":
        name = arguments.stdin_filename
        path = (Path.cwd() / name) if name is not None else None
        return name or "standard input", path, decode(sys.stdin.buffer.read())
    path = Path(arguments.request_file).absolute()
    return arguments.request_file, path, read_document(path)


def _root(arguments: argparse.Namespace, path: Path | None) -> Path:
    """Return the root: given, or found from where we are, or the request's own where it lies below that."""
    if arguments.repo_root is not None:
        return Path(arguments.repo_root.absolute())
    root = default_root()
    if path is not None and path.is_relative_to(root):
        return find_root(path, root)
    return root


def _refused(shown: str, file: FileText, analysis: Analysis) -> int:
    own = [file.finding] if file.finding is not None else analysis.findings
    reports = [FileReport(shown, file.text, own, analysis.fixes)]
    configuration = check_configuration(analysis.world)
    report_text([*reports, *([configuration] if configuration is not None else [])], sys.stderr)
    return 1


def _write(path: Path, text: str) -> int:
    try:
        write_atomically(path, text.encode())
    except OSError as error:
        print(f"cortex plan: {path} could not be written: {error.strerror}", file=sys.stderr)
        return 1
    return 0


def _deliver(arguments: argparse.Namespace, analysis: Analysis) -> int:
    plan, semantics = analysis.plan, analysis.semantics
    if plan is None or semantics is None:
        return 1
    if arguments.explain:
        from cortex_planner.cli.explain import explain

        explain(plan, semantics, sys.stdout)
    elif arguments.out is not None:
        return _write(arguments.out, plan_text(plan.output))
    elif arguments.dry_run:
        sys.stdout.buffer.write(plan_text(plan.output).encode())
    else:
        return _store(arguments, analysis)
    return 0


def _already_stored(arguments: argparse.Namespace, analysis: Analysis) -> int | None:
    """Answer from the ledger where the request is stored, without compiling; None where it is not."""
    if analysis.syntax.findings or analysis.shape:
        return None  # it is about to be refused, with all that is wrong
    try:
        with open_cassette_to_read(arguments.cassette, analysis.world.root) as ledger:
            return _post(arguments, analysis, ledger, _stop)
    except _NotStoredError:
        return None
    except CassetteError as error:
        # A broken cortex.toml may name no ledger; it is about to refuse the plan, and says where it is broken.
        return None if is_missing(error) or analysis.world.configuration.findings else _failed(error)


def _store(arguments: argparse.Namespace, analysis: Analysis) -> int:
    """Store the plan and print its ids."""
    plan, semantics = analysis.plan, analysis.semantics
    if plan is None or semantics is None:
        return 1
    try:
        with open_cassette(arguments.cassette, analysis.world.root) as ledger:
            return _post(arguments, analysis, ledger, lambda: compiled_plan(plan, semantics))
    except PlannerError as error:
        return _failed(error)


class _NotStoredError(PlannerError):
    """Nothing is stored for the request, and nobody offered a plan to store."""


def _post(
    arguments: argparse.Namespace, analysis: Analysis, ledger: Cassette, compile_plan: CompilePlan
) -> int:
    request = analysis.syntax.value
    posted = ledger.post_plan(request["run_id"], request, compile_plan, arguments.idempotency_key)
    if posted.already_stored:
        verify = f"cassette plan-verify --run-id {request['run_id']} --request-id {request['request_id']}"
        print(
            f"cortex plan: this request is stored already; whether it still holds: {verify}", file=sys.stderr
        )
    ids = {"message_id": posted.message_id, "job_id": posted.job_id, "plan_hash": posted.plan_hash}
    print(json.dumps({**ids, "step_ids": list(posted.step_ids)}, indent=2))
    return 0


def _failed(error: PlannerError) -> int:
    print(f"cortex plan: {without_passwords(str(error))}", file=sys.stderr)
    return 1


def _stop() -> CompiledPlan:
    raise _NotStoredError("plan-not-stored", "nothing is stored for this request")
