"""Every JSON Schema that ships, by file name."""

from __future__ import annotations

import json
from typing import Any

from cortex_planner.compiler.schema import schema_of, seed_schemas
from cortex_planner.config.model import Config


def all_schemas() -> dict[str, dict[str, Any]]:
    """Return the schemas of the documents and of `cortex.toml`."""
    return {**seed_schemas(), "cortex_toml.schema.json": schema_of(Config, "cortex_toml")}


def schema_text(schema: dict[str, Any]) -> str:
    """Return a schema as its file holds it."""
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
