"""Checks of `cortex.toml`: what its tables must look like, each mistake a finding with a pointer."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from datetime import date, datetime, time
from difflib import get_close_matches
from pathlib import PurePosixPath
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from cortex_planner import forms
from cortex_planner.config import rules
from cortex_planner.config.model import Config
from cortex_planner.finding import Anchor, Finding, Part, Rule
from cortex_planner.forms import rules as spelling
from cortex_planner.generated import belongs_to_index
from cortex_planner.kinds import KIND_NAMES
from cortex_planner.text.pointer import pointer_of, split_pointer

Tokens = tuple[str | int, ...]

_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
_ENTRY_DEPTH = {"documents": 2, "rules": 2, "per-file-ignores": 3, "symbols": 3, "cassette": 2, "tools": 2}
_WANTED = {
    "string_type": "a string",
    "int_type": "an integer",
    "bool_type": "true or false",
    "tuple_type": "a list",
    "list_type": "a list",
    "dict_type": "a table",
    "model_type": "a table",
    "model_attributes_type": "a table",
    "too_short": "a list that is not empty",
    "string_too_short": "a text that is not empty",
}
_PLACEHOLDERS = frozenset({"path", "dir", "stem", "heading", "definition"})


def check_tables(tables: dict[str, Any], known_rules: Mapping[str, Rule]) -> tuple[Config, list[Finding]]:
    """Return the configuration as far as it is sound, and what is wrong with the rest."""
    sound = deepcopy(tables)
    findings = list(_not_json(tables.get("intents", {}), ("intents",)))
    _drop_all(sound, findings)
    config, misfits = _validate(sound)
    unfit = [
        *_check_rule_names(config, known_rules),
        *_check_documents(config),
        *_check_symbols(config),
        *_check_inside_root(config),
    ]
    if unfit:
        _drop_all(sound, unfit)
        config, _ = _validate(sound)
    return config, [*findings, *misfits, *unfit]


def _validate(tables: dict[str, Any]) -> tuple[Config, list[Finding]]:
    """Return the model and its misfits; what does not fit is taken out of `tables`."""
    findings: list[Finding] = []
    while True:
        try:
            return Config.model_validate(tables), findings
        except ValidationError as error:
            details = error.errors(include_url=False)
            findings = findings or [_misfit(detail) for detail in details]
            _drop(tables, [detail["loc"] for detail in details])


def _drop_all(tables: dict[str, Any], findings: list[Finding]) -> None:
    """Remove the entries that findings are about: a whole pin, rule or glob, or a value of an intent."""
    entries: set[Tokens] = set()
    for finding in findings:
        tokens = tuple(split_pointer(finding.anchor.pointer))
        depth = len(tokens) if tokens[0] == "intents" else _ENTRY_DEPTH[tokens[0]]
        entries.add(tokens[:depth])
    _drop(tables, entries)


def _drop(tables: dict[str, Any], places: Iterable[Tokens]) -> None:
    """Remove what stands at `places`; a missing key takes the table that lacks it with it.

    The places are looked up before any of them is removed, and removed from the end, so that no index shifts.
    """
    ways = {way for place in places if (way := _written(tables, place))}
    for way in sorted(ways, key=lambda way: [(str(type(token)), token) for token in way], reverse=True):
        container: Any = tables
        for token in way[:-1]:
            container = container[token]
        del container[way[-1]]


def _written(tables: Any, place: Tokens) -> Tokens:
    """Return the way to a place, as far as it is written."""
    way: list[str | int] = []
    for token in place:
        key: Any = int(token) if isinstance(tables, list) else token
        if not isinstance(tables, dict | list) or (isinstance(tables, dict) and key not in tables):
            break
        way.append(key)
        tables = tables[key]
    return tuple(way)


def _misfit(detail: ErrorDetails) -> Finding:
    tokens = detail["loc"]
    if detail["type"] == "extra_forbidden":
        return _unknown_key(tokens, _field_names(tokens[:-1]))
    if detail["type"] == "missing":
        has_key = bool(tokens[:-1]) and isinstance(tokens[-2], str)
        anchor = Anchor(pointer_of(tokens[:-1]), Part.KEY if has_key else Part.BRACE)
        return rules.CONFIG_VALUE.at(anchor, problem=f"`{tokens[-1]}` is missing in {_place(tokens[:-1])}")
    words = _WANTED.get(detail["type"]) or detail["msg"].removeprefix("Input should be ").replace("'", "`")
    return _bad_value(tokens, f"`{_dotted(tokens)}` must be {words}")


def _unknown_key(tokens: Tokens, known: list[str]) -> Finding:
    key = str(tokens[-1])
    close = get_close_matches(key, known, n=1)
    hint = f"; did you mean `{close[0]}`?" if close else ""
    data = {"key": key, "suggestion": close[0]} if close else {"key": key}
    anchor = Anchor(pointer_of(tokens), Part.KEY)
    return rules.CONFIG_UNKNOWN_KEY.at(anchor, key=key, place=_place(tokens[:-1]), hint=hint, data=data)


def _bad_value(tokens: Tokens, problem: str) -> Finding:
    return rules.CONFIG_VALUE.at(Anchor(pointer_of(tokens)), problem=problem)


def _dotted(tokens: Tokens) -> str:
    return ".".join(str(token) for token in tokens)


def _place(tokens: Tokens) -> str:
    names = [token for token in tokens if isinstance(token, str)]
    return f"[{'.'.join(names)}]" if names else "cortex.toml"


def _field_names(tokens: Tokens) -> list[str]:
    """Return the keys of the table at `tokens`."""
    schema = whole = Config.model_json_schema(by_alias=True)
    for token in tokens:
        inner = schema.get("items") if isinstance(token, int) else schema.get("properties", {}).get(token)
        if inner is None:
            inner = schema.get("additionalProperties") or {}
        schema = whole["$defs"][inner["$ref"].rpartition("/")[2]] if "$ref" in inner else inner
    return list(schema.get("properties", {}))


def _not_json(value: object, tokens: Tokens) -> Iterator[Finding]:
    """Yield the places in an intent whose value JSON, and so a step, cannot hold."""
    if isinstance(value, dict):
        for key, member in value.items():
            yield from _not_json(member, (*tokens, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _not_json(item, (*tokens, index))
    elif isinstance(value, date | datetime | time) or (isinstance(value, float) and not math.isfinite(value)):
        problem = f"`{value}` cannot stand in a step; write it as a string"
        anchor = Anchor(pointer_of(tokens))
        yield rules.CONFIG_VALUE.at(anchor, problem=problem)


def _check_rule_names(config: Config, known_rules: Mapping[str, Rule]) -> Iterator[Finding]:
    named: list[Tokens] = [("rules", code) for code in config.rules]
    for glob, codes in config.per_file_ignores.items():
        named += [("per-file-ignores", glob, index) for index in range(len(codes))]
    for tokens in named:
        code = (
            str(tokens[-1])
            if tokens[0] == "rules"
            else config.per_file_ignores[str(tokens[1])][int(tokens[2])]
        )
        part = Part.KEY if tokens[0] == "rules" else Part.VALUE
        anchor = Anchor(pointer_of(tokens), part)
        if code not in known_rules:
            close = get_close_matches(code, known_rules, n=1)
            hint = f"; did you mean `{close[0]}`?" if close else ""
            data = {"key": code, "suggestion": close[0]} if close else {"key": code}
            place = _place(tokens[:1])
            yield rules.CONFIG_UNKNOWN_KEY.at(anchor, key=code, place=place, hint=hint, data=data)
        elif not known_rules[code].advisory:
            yield rules.RULE_LOCKED.at(anchor, code=code, data={"code": code})


def _check_documents(config: Config) -> Iterator[Finding]:
    for glob, kind in config.documents.items():
        if kind not in KIND_NAMES:
            yield _bad_value(("documents", glob), f"`{kind}` is not a kind: {', '.join(KIND_NAMES)}")


def _check_symbols(config: Config) -> Iterator[Finding]:
    for index, rule in enumerate(config.symbols.rules):
        tokens: Tokens = ("symbols", "rules", index)
        names = _PLACEHOLDER.findall(rule.name)
        unknown = [name for name in names if name not in _PLACEHOLDERS]
        if unknown:
            yield _bad_value((*tokens, "name"), f"`{{{unknown[0]}}}` is not a placeholder of a symbol name")
        if "heading" in names and "definition" in names:
            yield _bad_value((*tokens, "name"), "a name has `{heading}` or `{definition}`, not both")
        if not forms.is_symbol_id(_PLACEHOLDER.sub("x", rule.name)):
            yield spelling.SYMBOL_FORM.at(Anchor(pointer_of((*tokens, "name"))), given=rule.name)
        yield from _check_slice(rule.slice, (*tokens, "slice"))
    for name, pin in config.symbols.pins.items():
        tokens = ("symbols", "pins", name)
        if not forms.is_symbol_id(name):
            yield spelling.SYMBOL_FORM.at(Anchor(pointer_of(tokens), Part.KEY), given=name)
        if pin.heading is not None and pin.definition is not None:
            yield _bad_value((*tokens, "definition"), "a pin names a heading or a definition, not both")
        if not forms.is_relative_path(pin.file):
            yield spelling.FILE_PATH_FORM.at(Anchor(pointer_of((*tokens, "file"))), given=pin.file)
        yield from _check_slice(pin.slice, (*tokens, "slice"))


def _check_slice(written: str | None, tokens: Tokens) -> Iterator[Finding]:
    anchor = Anchor(pointer_of(tokens))
    if written is None:
        return
    if forms.forbids_slice(written):
        yield spelling.SLICE_ALL_FORBIDDEN.at(anchor)
    elif forms.parse_slice(written) is None:
        yield spelling.SLICE_FORM.at(anchor, given=written)


def _check_inside_root(config: Config) -> Iterator[Finding]:
    for tokens, path in (
        (("cassette", "path"), config.cassette.path),
        (("tools", "manifest"), config.tools.manifest),
    ):
        if path is not None and not forms.is_relative_path(path):
            problem = f"`{_dotted(tokens)}` must be a path inside the root"
            if "://" in path:
                problem += "; a database URL comes from `--cassette`, `CORTEX_CASSETTE` or an editor setting"
            yield _bad_value(tokens, problem)
        elif path is not None and belongs_to_index(PurePosixPath(path)):
            yield _bad_value(
                tokens, f"`{_dotted(tokens)}` names a file of the index, which is made anew at will"
            )
