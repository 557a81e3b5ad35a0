"""The reference page of `cortex.toml`, made from the model: every table, every key, what it means."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

from cortex_planner.config.model import Config

_INTRODUCTION = """# `cortex.toml`

It lies at the root of a repository, and everything in it may be left out. Every mistake in it is reported at its
line, by `cortex check` and in the editor; an unknown key is a mistake. Its JSON Schema is
`schemas/cortex_toml.schema.json`.

This page is generated from the model; `python -m cortex_planner.config.reference` prints it, and a test keeps it
current.
"""
_TABLES_OF_LISTS = {"symbols.rules": "[[symbols.rules]]", "intents.NAME.steps": "[[intents.NAME.steps]]"}


def reference_page() -> str:
    """Return the page as Markdown."""
    schema = Config.model_json_schema(by_alias=True)
    parts = [
        part for name in schema["properties"] for part in _table(name, schema["properties"][name], schema)
    ]
    return "\n".join([_INTRODUCTION, *parts]).rstrip() + "\n"


def _table(name: str, field: dict[str, Any], whole: dict[str, Any]) -> Iterator[str]:
    """Yield the section of a table, then those of the tables inside it."""
    table = _target(field, whole)
    yield f"## `{_TABLES_OF_LISTS.get(name, f'[{name}]')}`\n"
    yield f"{field.get('description') or table.get('description', '')}\n"
    yield from _examples(name, field)
    rows = [
        (key, member)
        for key, member in table.get("properties", {}).items()
        if not _holds_tables(member, whole)
    ]
    if rows:
        yield "| key | value | default | meaning |\n| --- | --- | --- | --- |"
        yield "\n".join(_row(key, member, key in table.get("required", [])) for key, member in rows) + "\n"
    for key, member in table.get("properties", {}).items():
        if _holds_tables(member, whole):
            yield from _table(f"{name}.{key}", member, whole)
    inner = field.get("additionalProperties")
    if isinstance(inner, dict) and "$ref" in inner:
        yield from _table(f"{name}.NAME", inner, whole)


def _examples(name: str, field: dict[str, Any]) -> Iterator[str]:
    for example in field.get("examples", []):
        lines = "\n".join(f"{json.dumps(key)} = {json.dumps(value)}" for key, value in example.items())
        yield f"```toml\n[{name}]\n{lines}\n```\n"


def _row(key: str, field: dict[str, Any], required: bool) -> str:
    default = "required" if required else _code(field.get("default"))
    examples = "".join(f" Example: {_code(example)}." for example in field.get("examples", []))
    meaning = f"{field.get('description', '')}{examples}".replace("|", "\\|")
    return f"| `{key}` | {_kind(field)} | {default} | {meaning} |"


def _code(value: object) -> str:
    return "" if value is None else f"`{json.dumps(value)}`"


def _kind(field: dict[str, Any]) -> str:
    """Return the type of a value in words."""
    options = [option for option in field.get("anyOf", [field]) if option.get("type") != "null"]
    option = options[0]
    if "enum" in option:
        return " or ".join(f"`{choice}`" for choice in option["enum"])
    if "const" in option:
        return f"`{option['const']}`"
    names = {"string": "text", "integer": "integer", "array": "list of texts", "object": "table"}
    least = f", at least {option['minimum']}" if "minimum" in option else ""
    return f"{names[option['type']]}{least}"


def _holds_tables(field: dict[str, Any], whole: dict[str, Any]) -> bool:
    inner = field.get("items") or field.get("additionalProperties")
    return "$ref" in field or (isinstance(inner, dict) and "$ref" in inner and bool(_target(inner, whole)))


def _target(field: dict[str, Any], whole: dict[str, Any]) -> dict[str, Any]:
    """Return the table that a field, or the items of a list of tables, stand for."""
    reference = field.get("$ref") or field.get("items", {}).get("$ref")
    target: dict[str, Any] = whole["$defs"][reference.rpartition("/")[2]] if reference else field
    return target


if __name__ == "__main__":
    sys.stdout.write(reference_page())
