"""The JSON Schemas that ship: current, described, and with a version that means something."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from planner.compiler_shape.sample_documents import VALID

from cortex_planner.canonical import content_hash
from cortex_planner.compiler.model import DEFAULT_MAX_BYTES, DEFAULT_MAX_STEPS, DEFAULT_MAX_SYMBOLS
from cortex_planner.documents.schemas import all_schemas, schema_text
from cortex_planner.shipped import shipped

WORDS = {"$schema", "$id", "title", "description", "examples", "default"}

# What each version of a schema accepts and refuses. A change here needs a new version, and a new row.
KNOWN_VERSIONS: dict[str, str] = {
    "urn:cortex-plan:schema:plan_request:1.0": "953d8c9cb96595c0",
    "urn:cortex-plan:schema:plan_step:1.0": "87f47f24a1438ed6",
    "urn:cortex-plan:schema:plan_output:1.0": "4edc63f1c939db64",
}


@pytest.mark.parametrize("name", all_schemas())
def test_the_file_is_what_the_models_say(name: str) -> None:
    assert (shipped("schemas") / name).read_text(encoding="utf-8") == schema_text(all_schemas()[name])


def test_there_is_no_file_without_a_model() -> None:
    assert {path.name for path in shipped("schemas").iterdir()} == set(all_schemas())


@pytest.mark.parametrize("schema", all_schemas().values(), ids=list(all_schemas()))
def test_a_schema_is_one_and_has_an_identity(schema: dict[str, Any]) -> None:
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["$id"].startswith("urn:cortex-plan:schema:")
    assert schema["title"]


@pytest.mark.parametrize("schema", all_schemas().values(), ids=list(all_schemas()))
def test_every_field_is_described(schema: dict[str, Any]) -> None:
    objects = [schema, *schema.get("$defs", {}).values()]
    fields = [(name, field) for item in objects for name, field in item.get("properties", {}).items()]
    assert [name for name, field in fields if not described(field, schema)] == []


def described(field: dict[str, Any], schema: dict[str, Any]) -> bool:
    target = schema["$defs"][field["$ref"].rpartition("/")[2]] if "$ref" in field else {}
    return bool(field.get("description") or target.get("description"))


@pytest.mark.parametrize("schema", all_schemas().values(), ids=list(all_schemas()))
def test_patterns_read_alike_in_every_engine(schema: dict[str, Any]) -> None:
    """No class whose meaning depends on the engine, and no bare `$`, which may stop before a newline."""
    patterns = [value for key, value in pairs(schema) if key == "pattern"]
    assert [
        pattern for pattern in patterns if "\\s" in pattern or "\\w" in pattern or pattern.endswith("$")
    ] == []


def test_defaults_are_those_that_the_planner_uses() -> None:
    budgets = all_schemas()["plan_request.schema.json"]["$defs"]["Budgets"]["properties"]
    assert budgets["max_bytes"]["default"] == DEFAULT_MAX_BYTES == 10_000_000
    assert budgets["max_symbols"]["default"] == DEFAULT_MAX_SYMBOLS == 100
    assert DEFAULT_MAX_STEPS in budgets["max_steps"]["examples"]
    assert "default" not in budgets["max_steps"]


def test_examples_in_the_request_schema_are_valid() -> None:
    schema = all_schemas()["plan_request.schema.json"]
    assert schema["examples"]
    assert all(Draft202012Validator(schema).is_valid(example) for example in schema["examples"])


@pytest.mark.parametrize("name", VALID)
def test_what_a_schema_accepts_changes_only_with_its_version(name: str) -> None:
    """Where this fails: raise the version of the schema and add the new row; old rows stay."""
    schema = all_schemas()[f"{name}.schema.json"]
    assert KNOWN_VERSIONS.get(schema["$id"]) == content_hash(without_words(schema))[:16]


def without_words(value: Any, *, names: bool = False) -> Any:
    """Return a schema without what only people read; under `properties` every key is a name."""
    if isinstance(value, dict):
        return {
            key: without_words(member, names=key in {"properties", "$defs"} and not names)
            for key, member in value.items()
            if names or key not in WORDS
        }
    return [without_words(item) for item in value] if isinstance(value, list) else value


def pairs(value: Any) -> list[tuple[str, Any]]:
    if isinstance(value, dict):
        return [pair for key, member in value.items() for pair in ((key, member), *pairs(member))]
    return [pair for item in value for pair in pairs(item)] if isinstance(value, list) else []


def test_files_are_json_with_a_final_newline() -> None:
    for path in Path(shipped("schemas")).iterdir():
        text = path.read_text(encoding="utf-8")
        assert text.endswith("}\n")
        json.loads(text)
