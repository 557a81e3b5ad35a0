"""What does not fit a plan request or a plan: a code, a place, and words for the author."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from planner.compiler_shape.sample_documents import OUTPUTS, REQUESTS

from cortex_planner.compiler.model import PlanOutput, PlanRequest
from cortex_planner.compiler.shape import check_shape
from cortex_planner.finding import Part

GONE = object()


def with_value(document: dict[str, Any], way: tuple[str | int, ...], value: object) -> dict[str, Any]:
    changed: Any = copy.deepcopy(document)
    place = changed
    for token in way[:-1]:
        place = place[token]
    if value is GONE:
        del place[way[-1]]
    else:
        place[way[-1]] = value
    whole: dict[str, Any] = changed
    return whole


@pytest.mark.parametrize(
    ("way", "value", "code", "pointer", "part"),
    [
        (("run_id",), GONE, "field-missing", "", Part.BRACE),
        (("budgets",), GONE, "field-missing", "", Part.BRACE),
        (("budgets", "max_steps"), GONE, "field-missing", "/budgets", Part.KEY),
        (("budgets", "max_step"), 1, "field-unknown", "/budgets/max_step", Part.KEY),
        (("extra",), 1, "field-unknown", "/extra", Part.KEY),
        (("inputs", "extra"), 1, "field-unknown", "/inputs/extra", Part.KEY),
        (("intent",), 3, "field-type", "/intent", Part.VALUE),
        (("inputs",), None, "field-type", "/inputs", Part.VALUE),
        (("inputs", "notes"), "x", "field-type", "/inputs/notes", Part.VALUE),
        (("inputs", "notes"), [1], "field-type", "/inputs/notes/0", Part.VALUE),
        (("budgets", "max_steps"), True, "field-type", "/budgets/max_steps", Part.VALUE),
        (("budgets", "max_steps"), "3", "field-type", "/budgets/max_steps", Part.VALUE),
        (("budgets", "max_steps"), 1.5, "field-type", "/budgets/max_steps", Part.VALUE),
        (("budgets", "max_steps"), 3.0, "integer-as-float", "/budgets/max_steps", Part.VALUE),
        (("budgets", "max_steps"), 0, "value-range", "/budgets/max_steps", Part.VALUE),
        (("budgets", "max_bytes"), -1, "value-range", "/budgets/max_bytes", Part.VALUE),
        (("run_id",), "", "field-blank", "/run_id", Part.VALUE),
        (("request_id",), "\u2003\t", "field-blank", "/request_id", Part.VALUE),
        (("inputs", "symbols"), ["DOC"], "symbol-form", "/inputs/symbols/0", Part.VALUE),
        (("inputs", "symbols"), ["@A", "@ B"], "symbol-form", "/inputs/symbols/1", Part.VALUE),
        (("inputs", "symbols"), [{"symbol_id": "@A", "slice": "ALL"}], "slice-all-forbidden", "/inputs/symbols/0", Part.VALUE),
        (("inputs", "symbols"), [{"symbol_id": "@A", "slice": "aLl"}], "slice-all-forbidden", "/inputs/symbols/0", Part.VALUE),
        (("inputs", "symbols"), [{"symbol_id": "@A", "slice": "head(1)"}], "slice-not-allowed", "/inputs/symbols/0", Part.VALUE),
        (("inputs", "slice"), "ALL", "slice-all-forbidden", "/inputs/slice", Part.VALUE),
        (("inputs", "files"), ["./a"], "file-path-form", "/inputs/files/0", Part.VALUE),
        (("inputs", "files"), ["a\\b"], "file-path-form", "/inputs/files/0", Part.VALUE),
        (("inputs", "files"), ["../a"], "file-outside-root", "/inputs/files/0", Part.VALUE),
        (("inputs", "files"), ["/etc/passwd"], "file-outside-root", "/inputs/files/0", Part.VALUE),
    ],
)  # fmt: skip
def test_a_misfit_in_a_request_has_its_code_and_place(
    way: tuple[str | int, ...], value: object, code: str, pointer: str, part: Part
) -> None:
    [finding] = check_shape(with_value(REQUESTS[1], way, value), PlanRequest, "/root")
    assert (finding.code, finding.anchor.pointer, finding.anchor.part) == (code, pointer, part)


@pytest.mark.parametrize(
    ("way", "value", "code", "pointer"),
    [
        (("plan_hash",), "x", "value-range", "/plan_hash"),
        (("steps", 0, "step_id"), "step_1", "value-range", "/steps/0/step_id"),
        (("steps", 0, "op"), "EXECUTE", "value-range", "/steps/0/op"),
        (("steps", 0, "ordinal"), 0, "value-range", "/steps/0/ordinal"),
        (("steps", 0, "refs"), GONE, "field-missing", "/steps/0"),
        (("steps", 0, "refs", "section_id"), GONE, "field-missing", "/steps/0/refs"),
        (("steps", 3, "refs", "patch_start_line"), GONE, "field-missing", "/steps/3/refs"),
        (("steps", 1, "refs", "slice"), "ALL", "slice-all-forbidden", "/steps/1/refs/slice"),
        (("steps", 1, "refs", "slice"), "head(0)", "slice-form", "/steps/1/refs/slice"),
        (("steps", 4, "constraints", "colour"), 1, "field-unknown", "/steps/4/constraints/colour"),
        (("steps", 0, "refs", "file_path"), None, "field-type", "/steps/0/refs/file_path"),
    ],
)
def test_a_misfit_in_a_plan_has_its_code_and_place(
    way: tuple[str | int, ...], value: object, code: str, pointer: str
) -> None:
    [finding] = check_shape(with_value(OUTPUTS[0], way, value), PlanOutput)
    assert (finding.code, finding.anchor.pointer) == (code, pointer)


def test_expected_outputs_are_open() -> None:
    document = with_value(OUTPUTS[0], ("steps", 5, "expected_outputs"), {"anything": {"goes": [None, 1.5]}})
    assert check_shape(document, PlanOutput) == []


def test_all_misfits_come_at_once() -> None:
    codes = [finding.code for finding in check_shape({"run_id": "r", "intent": 3, "extra": 1}, PlanRequest)]
    assert sorted(codes) == ["field-missing", "field-missing", "field-type", "field-unknown"]


@pytest.mark.parametrize("value", [None, True, 3, 1.5, "x", [], [{}]])
def test_a_document_that_is_no_object_is_one_finding(value: object) -> None:
    [finding] = check_shape(value, PlanRequest)
    assert (finding.code, finding.anchor.pointer) == ("field-type", "")


def test_a_long_value_is_shown_short_and_on_one_line() -> None:
    [finding] = check_shape(with_value(REQUESTS[1], ("inputs", "symbols"), ["x\n" * 500]), PlanRequest)
    assert len(finding.message) < 200
    assert "\n" not in finding.message
