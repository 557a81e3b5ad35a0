"""Valid documents of each model, and ways to make them something else."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import strategies as st
from pydantic import BaseModel

from cortex_planner.compiler.model import PlanOutput, PlanRequest, PlanStep

STEPS: list[dict[str, Any]] = [
    {"op": "READ_SECTION", "refs": {"section_id": "a" * 64, "file_path": "src/app.py"}},
    {
        "op": "READ_SYMBOL",
        "refs": {"symbol_id": "@DOC/README.md", "slice": "head(4000)", "content_hash": "0" * 64},
    },
    {"op": "WRITE_FILE", "refs": {"file_path": "out.md", "content": ""}},
    {
        "op": "PATCH_FILE",
        "refs": {
            "file_path": "a/b.c",
            "patch_start_line": 1,
            "patch_end_line": 2,
            "content": "x",
            "file_hash": "f" * 64,
        },
    },
    {
        "op": "RUN_TEST",
        "refs": {"test_name": "all"},
        "constraints": {"timeout_seconds": 9, "required_outputs": ["log"]},
    },
    {"op": "NOTE", "refs": {"message": ""}, "constraints": {}, "expected_outputs": {"any": [1, None]}},
]
STEPS = [
    {"step_id": f"step_{number:016x}", "ordinal": number, **step} for number, step in enumerate(STEPS, 1)
]
REQUESTS: list[dict[str, Any]] = [
    {"run_id": "r", "request_id": "q", "intent": "i", "budgets": {"max_steps": 1}},
    {
        "$schema": "x",
        "run_id": "run-42",
        "request_id": "fix-login",
        "intent": "debug_function",
        "inputs": {"symbols": ["@A", "@B/c#d"], "files": ["a", ".b/c..d"], "notes": ["", "n"]},
        "budgets": {"max_steps": 20, "max_bytes": 0, "max_symbols": 0},
    },
]
OUTPUTS: list[dict[str, Any]] = [
    {"run_id": "r", "request_id": "q", "planner_version": "1.0", "steps": STEPS, "plan_hash": "0" * 64},
    {"run_id": "r", "request_id": "q", "planner_version": "1.0", "steps": [], "plan_hash": "0" * 64},
]
VALID = {"plan_request": REQUESTS, "plan_step": STEPS, "plan_output": OUTPUTS}
MODELS: dict[str, type[BaseModel]] = {
    "plan_request": PlanRequest,
    "plan_step": PlanStep,
    "plan_output": PlanOutput,
}

ODD_STRINGS = [
    "", " ", "\u00a0", "\u2028", "@", "@a", "@a b", "@a\n", "@a\u2028", '@"', "@\\", "@é", "@\x7f", "a", "a/b", "a/", "/a", "./a", "a/./b",
    "a/../b", "..", ".", "...", "..a", "a//b", "a\\b", "a\n", "a\x00", "ALL", "all", "head(1)", "head(0)", "head(01)", "tail(5)\n",
    "lines[0:1]", "lines[1:0]", "lines[2:2]", "chars[0:10]", "lines[ 0:1]", "step_0123456789abcdef", "step_0123456789abcdeF", "0" * 64, "0" * 63,
    "0" * 64 + "\n", "NOTE", "note", "READ_SYMBOL", "1",
]  # fmt: skip
KNOWN_KEYS = [
    "$schema", "run_id", "inputs", "symbols", "files", "notes", "budgets", "max_steps", "max_bytes", "refs", "slice", "op", "steps",
    "constraints", "message", "content", "heading", "extra", "",
]  # fmt: skip
ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 3)
    | st.just(0.5)
    | st.sampled_from(ODD_STRINGS)
    | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KNOWN_KEYS), inner, max_size=3)
    ),
    max_leaves=6,
)


@st.composite
def changed(draw: st.DrawFn, name: str) -> Any:
    """Return a valid document in which one to three places were replaced, removed or added."""
    document = copy.deepcopy(draw(st.sampled_from(VALID[name])))
    for _ in range(draw(st.integers(1, 3))):
        containers = [item for item in _containers(document) if item]
        if not containers:
            return draw(ANYTHING)
        container = draw(st.sampled_from(containers))
        where = draw(st.sampled_from(sorted(container))) if isinstance(container, dict) else 0
        action = draw(st.sampled_from(["replace", "remove", "add"]))
        if action == "replace":
            container[where] = draw(ANYTHING)
        elif action == "remove":
            del container[where]
        elif isinstance(container, dict):
            container[draw(st.sampled_from(KNOWN_KEYS))] = draw(ANYTHING)
        else:
            container.append(draw(ANYTHING))
    return document


def _containers(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [value, *(found for member in value.values() for found in _containers(member))]
    if isinstance(value, list):
        return [value, *(found for member in value for found in _containers(member))]
    return []
