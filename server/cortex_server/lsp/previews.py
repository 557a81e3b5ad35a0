"""Previews as LSP carries them: `cortex/preview`, the compiled plan as text, and its command line."""

from __future__ import annotations

import shlex
from typing import Any

from cortex_planner.compiler.plan import Plan
from cortex_planner.compiler.preview import budgets_json, steps_json
from cortex_planner.kinds import Kind
from cortex_planner.substrate.model import Section
from cortex_planner.text.lines import Encoding
from cortex_server.ide.view import View
from cortex_server.lsp.session import Snapshot
from cortex_server.lsp.to_lsp import diagnostic_of, range_of
from cortex_server.lsp.uris import uri_of

SCHEME = "cortex-preview"


def preview(snapshot: Snapshot, encoding: Encoding) -> dict[str, Any]:
    """Return the preview of a document: the plan to show, and budgets and findings of the present text."""
    document, view = snapshot.document, snapshot.view
    plan, semantics = view.plan, view.analysis.semantics
    version = document.version if not view.stale else view.last.version if view.last is not None else None
    findings = view.analysis.findings
    return {
        "uri": document.uri,
        "version": document.version,
        "stale": view.stale,
        "plan": plan.output if plan is not None else None,
        "planVersion": version if plan is not None else None,
        "planHash": plan.hash if plan is not None else None,
        "budgets": budgets_json(semantics) if semantics is not None else {},
        "findings": [diagnostic_of(finding, document.uri, document.lines, encoding) for finding in findings],
        "steps": _steps(plan, snapshot, encoding) if plan is not None else [],
    }


def plan_uri(document_uri: str) -> str:
    """Return the address under which a document's compiled plan is shown."""
    _, _, rest = document_uri.partition(":")
    path = "/" + rest.lstrip("/")
    stem = path.removesuffix(Kind.PLAN_REQUEST.suffix).removesuffix(".json")
    return f"{SCHEME}:{stem}{Kind.PLAN_OUTPUT.suffix}"


def command_line(snapshot: Snapshot) -> str:
    """Return the command that compiles this document in a terminal."""
    path = snapshot.document.path
    name = str(path) if path is not None else "-"
    root = str(snapshot.view.analysis.world.root)
    return f"cortex plan --request-file {shlex.quote(name)} --repo-root {shlex.quote(root)} --explain"


def _steps(plan: Plan, snapshot: Snapshot, encoding: Encoding) -> list[dict[str, Any]]:
    view, lines = snapshot.view, snapshot.document.lines
    rows, tree = steps_json(plan), view.analysis.syntax.tree
    for row, number, draft in zip(rows, view.step_nodes, plan.drafts, strict=True):
        row["range"] = range_of(tree.node(number).span, lines, encoding) if number is not None else None
        if number is not None:
            row["pointer"] = tree.pointer(number)
        row["source"] = _source(view, draft.source) if draft.source is not None else None
    return rows


def _source(view: View, section: Section) -> dict[str, Any]:
    start = {"line": section.line_start, "character": 0}
    end = {"line": section.line_end, "character": 0}
    return {
        "uri": uri_of(view.analysis.world.root / section.file_path),
        "range": {"start": start, "end": end},
    }
