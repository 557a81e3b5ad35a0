"""The JSON Schemas and the models accept and refuse the same documents."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from planner.compiler_shape.sample_documents import ANYTHING, MODELS, ODD_STRINGS, VALID, changed

from cortex_planner.compiler.schema import seed_schemas
from cortex_planner.compiler.shape import check_shape

VALIDATORS = {
    name: Draft202012Validator(seed_schemas()[f"{name}.schema.json"])
    for name in ("plan_request", "plan_step", "plan_output")
}


def agree(name: str, document: Any) -> bool:
    """Return whether both accept a document, after asserting that they agree."""
    findings = check_shape(document, MODELS[name])
    errors = [error.message for error in VALIDATORS[name].iter_errors(document)]
    assert bool(findings) is bool(errors), (document, findings, errors)
    return not findings


@pytest.mark.parametrize("name", VALID)
def test_valid_documents_are_valid_to_both(name: str) -> None:
    assert all(agree(name, document) for document in VALID[name])


@pytest.mark.parametrize("name", VALID)
@given(data=st.data())
@settings(max_examples=300)
def test_a_changed_document_is_the_same_to_both(name: str, data: st.DataObject) -> None:
    agree(name, data.draw(changed(name)))


@pytest.mark.parametrize("name", VALID)
@given(document=ANYTHING)
def test_any_value_is_the_same_to_both(name: str, document: Any) -> None:
    agree(name, document)


@pytest.mark.parametrize("text", ODD_STRINGS)
@pytest.mark.parametrize(
    ("name", "way"),
    [
        ("plan_request", ("run_id",)),
        ("plan_request", ("inputs", "symbols", 0)),
        ("plan_request", ("inputs", "files", 0)),
        ("plan_output", ("steps", 1, "refs", "slice")),
        ("plan_output", ("steps", 1, "step_id")),
        ("plan_output", ("plan_hash",)),
        ("plan_output", ("steps", 0, "op")),
    ],
)
def test_odd_spellings_are_the_same_to_both(name: str, way: tuple[str | int, ...], text: str) -> None:

    document: Any = copy.deepcopy(VALID[name][1] if name == "plan_request" else VALID[name][0])
    place = document
    for token in way[:-1]:
        place = place[token]
    place[way[-1]] = text
    agree(name, document)
