"""JSON Schemas (2020-12) of plan requests, steps and plans, generated from the models."""

from __future__ import annotations

from functools import cache
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from cortex_planner.compiler.model import PlanOutput, PlanRequest, PlanStep
from cortex_planner.kinds import Kind
from cortex_planner.text.pointer import split_pointer

DIALECT = "https://json-schema.org/draft/2020-12/schema"
MODELS: dict[Kind, type[BaseModel]] = {Kind.PLAN_REQUEST: PlanRequest, Kind.PLAN_OUTPUT: PlanOutput}


class TidySchema(GenerateJsonSchema):
    """Leaves out what says nothing: titles made from field names, and defaults of absent fields."""

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ARG002 - the base class decides by it
        """Return False: a field's name is its title."""
        return False

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        """Return the schema of a field with a default, without the default where that means absent."""
        described = super().default_schema(schema)
        if described.get("default", 0) is None:
            del described["default"]
        return described


def schema_of(model: type[BaseModel], name: str, version: str = "1.0") -> dict[str, Any]:
    """Return the JSON Schema of a model; `name` and `version` make its identity."""
    body = model.model_json_schema(schema_generator=TidySchema)
    return {"$schema": DIALECT, "$id": f"urn:cortex-plan:schema:{name}:{version}", **body}


def seed_schemas() -> dict[str, dict[str, Any]]:
    """Return the schemas of seed 000 by file name."""
    models: dict[str, type[BaseModel]] = {
        "plan_request": PlanRequest,
        "plan_step": PlanStep,
        "plan_output": PlanOutput,
    }
    return {f"{name}.schema.json": schema_of(model, name) for name, model in models.items()}


@cache
def kind_schema(kind: Kind) -> dict[str, Any]:
    """Return the schema of a kind of document, or {} where it has none yet."""
    model = MODELS.get(kind)
    return schema_of(model, kind.value.replace("-", "_")) if model is not None else {}


def subschema(kind: Kind, pointer: str) -> dict[str, Any]:
    """Return the schema of the place at `pointer` in a document of `kind`, or {} where anything goes."""
    schema = whole = kind_schema(kind)
    for token in split_pointer(pointer):
        schema = _resolved(schema, whole)
        fields = schema.get("properties", {})
        inner = fields.get(token, {}) if token in fields or not token.isdigit() else schema.get("items", {})
        schema = inner if isinstance(inner, dict) else {}
    return _resolved(schema, whole)


def field_names(kind: Kind, pointer: str) -> list[str]:
    """Return the names of the fields of the object at `pointer`, in the schema's order."""
    return list(subschema(kind, pointer).get("properties", {}))


def _resolved(schema: dict[str, Any], whole: dict[str, Any]) -> dict[str, Any]:
    reference = schema.get("$ref")
    if reference is None:
        return schema
    target: dict[str, Any] = whole["$defs"][reference.rpartition("/")[2]]
    return {**target, **{key: value for key, value in schema.items() if key != "$ref"}}
