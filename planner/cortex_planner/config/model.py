"""The tables of `cortex.toml`, as values. Every field's description is what the reference page shows."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Strings = Annotated[tuple[str, ...], Field(strict=False)]
Operation = Literal["READ_SECTION", "READ_SYMBOL", "WRITE_FILE", "PATCH_FILE", "RUN_TEST", "NOTE"]


class Table(BaseModel):
    """A table of `cortex.toml`: closed, and as strict about types as TOML is."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


class IndexTable(Table):
    """Which files the index covers, beyond what git tracks or would track."""

    include: Strings = Field(
        default=(),
        description="Gitignore patterns of files to add: ignored files, plan documents.",
        examples=[["build/reports/*.md"]],
    )
    exclude: Strings = Field(
        default=(),
        description="Gitignore patterns of files to leave out; they win over `include`.",
        examples=[["vendor/**"]],
    )
    max_file_bytes: int = Field(
        default=10_000_000, ge=1, description="Files over this size are skipped, and listed as skipped."
    )


class SymbolRule(Table):
    """Gives symbols to every file that matches."""

    files: Strings = Field(
        min_length=1,
        description="Gitignore patterns of the files that the rule names.",
        examples=[["LAW/**/*.md"]],
    )
    name: str = Field(
        min_length=1,
        description="Template of the symbol: `@`, text, and `{path}`, `{dir}`, `{stem}`, and one of "
        "`{heading}` or `{definition}`.",
        examples=["@CANON/{stem}"],
    )
    slice: str | None = Field(
        default=None,
        description="The default slice: `lines[a:b]`, `chars[a:b]`, `head(n)` or `tail(n)`. Without one "
        "the symbols are unbounded, and using them is refused.",
        examples=["head(4000)"],
    )


class Pin(Table):
    """Names one place in one file, and keeps naming it when the text above it moves."""

    file: str = Field(description="The file, relative to the root.", examples=["LAW/CANON/AGREEMENT.md"])
    heading: str | None = Field(
        default=None, description="A heading: its slug, or its exact text where that is unique."
    )
    definition: str | None = Field(default=None, description="The qualified name of a definition.")
    slice: str | None = Field(default=None, description="The default slice, as in `[[symbols.rules]]`.")


class SymbolsTable(Table):
    """Symbols of your own, beside the default ones."""

    rules: Annotated[tuple[SymbolRule, ...], Field(strict=False)] = Field(
        default=(), description="Rules that give symbols to files, by pattern."
    )
    pins: dict[str, Pin] = Field(
        default_factory=dict, description='Single symbols: `"@NAME" = { file = ..., heading = ... }`.'
    )


class IntentStep(Table):
    """One step that an intent adds to a plan."""

    name: str = Field(min_length=1, description="The step's name within the intent; `needs` refers to it.")
    op: Operation = Field(description="The operation.")
    refs: dict[str, Any] = Field(default_factory=dict, description="What the operation works on.")
    constraints: dict[str, Any] = Field(
        default_factory=dict, description="`timeout_seconds`, `required_outputs`."
    )
    expected_outputs: dict[str, Any] = Field(
        default_factory=dict, description="What the step should leave behind."
    )
    needs: Strings = Field(default=(), description="Names of the steps that come before this one.")
    for_each: Literal["files", "symbols", "notes"] | None = Field(
        default=None,
        description="Repeat the step for each item of that input; `{file}`, `{symbol}`, `{note}` name it.",
    )


class Intent(Table):
    """What a request with this intent does, beside reading its inputs."""

    description: str = Field(default="", description="What the intent is for; completion shows it.")
    steps: Annotated[tuple[IntentStep, ...], Field(strict=False)] = Field(
        default=(), description="The steps that follow the request's own."
    )


class Policy(Table):
    """Limits that no request can exceed."""

    writable: Strings | None = Field(
        default=None,
        description="Patterns of the files that `WRITE_FILE` and `PATCH_FILE` may touch. Default: everything "
        "inside the root but `.git/**`, `CORTEX/_generated/**` and `cortex.toml`.",
    )
    max_steps: int | None = Field(default=None, ge=1, description="Ceiling of `budgets.max_steps`.")
    max_bytes: int | None = Field(default=None, ge=0, description="Ceiling of `budgets.max_bytes`.")
    max_symbols: int | None = Field(default=None, ge=0, description="Ceiling of `budgets.max_symbols`.")
    forbidden_symbols: Strings = Field(
        default=(), description="Prefixes of symbols that no request may name."
    )
    allowed_intents: Strings | None = Field(
        default=None, description="The only intents that requests may have. Default: any."
    )


class ToolsTable(Table):
    """The tools that plans may name."""

    manifest: str | None = Field(default=None, description="Path of a tool manifest inside the root.")


class CassetteTable(Table):
    """Where plans are stored."""

    path: str | None = Field(
        default=None,
        description="Path of the ledger inside the root. A database URL never stands here: it comes from "
        "`--cassette`, `CORTEX_CASSETTE` or the editor's machine-level setting.",
    )


class Config(Table):
    """A whole `cortex.toml`."""

    index: IndexTable = Field(default_factory=IndexTable.model_construct, description=IndexTable.__doc__)
    symbols: SymbolsTable = Field(
        default_factory=SymbolsTable.model_construct, description=SymbolsTable.__doc__
    )
    intents: dict[str, Intent] = Field(
        default_factory=dict, description="Intents, by name: the steps that they add to a plan."
    )
    documents: dict[str, str] = Field(
        default_factory=dict,
        description="Kinds of files by gitignore pattern; the last match wins, `off` is a kind.",
        examples=[{"plans/*.json": "plan-request"}],
    )
    rules: dict[str, Literal["error", "warning", "hint", "off"]] = Field(
        default_factory=dict, description="Severities of advisory rules, by code."
    )
    per_file_ignores: dict[str, Strings] = Field(
        default_factory=dict,
        alias="per-file-ignores",
        description="Advisory rules that are off for files, by gitignore pattern.",
    )
    policy: Policy = Field(default_factory=Policy.model_construct, description=Policy.__doc__)
    tools: ToolsTable = Field(default_factory=ToolsTable.model_construct, description=ToolsTable.__doc__)
    cassette: CassetteTable = Field(
        default_factory=CassetteTable.model_construct, description=CassetteTable.__doc__
    )
