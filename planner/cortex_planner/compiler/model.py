"""Plan requests and plans (seed 000), as models. The descriptions are what hover shows.

The models are strict: no value is turned into another type. What they refuse, `shape` turns into
findings; what they accept, the JSON Schemas accept too, and the other way round.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from cortex_planner import forms

DEFAULT_MAX_STEPS = 100
DEFAULT_MAX_BYTES = 10_000_000
DEFAULT_MAX_SYMBOLS = 100
PLANNER_VERSION = "1.0"

OPERATIONS = ("READ_SECTION", "READ_SYMBOL", "WRITE_FILE", "PATCH_FILE", "RUN_TEST", "NOTE")
Operation = Literal["READ_SECTION", "READ_SYMBOL", "WRITE_FILE", "PATCH_FILE", "RUN_TEST", "NOTE"]
REQUIRED_REFS: dict[str, tuple[str, ...]] = {
    "READ_SECTION": ("section_id",),
    "READ_SYMBOL": ("symbol_id",),
    "WRITE_FILE": ("file_path", "content"),
    "PATCH_FILE": ("file_path", "patch_start_line", "patch_end_line", "content"),
    "RUN_TEST": ("test_name",),
    "NOTE": ("message",),
}
REFS_MISSING = "refs_missing"


def _written(pattern: str) -> Any:
    return Field(pattern=pattern, json_schema_extra={"pattern": forms.schema_pattern(pattern)})


NotBlank = Annotated[str, _written(forms.NOT_BLANK_PATTERN)]
SymbolId = Annotated[str, _written(forms.SYMBOL_PATTERN)]
RelativePath = Annotated[str, _written(forms.PATH_PATTERN)]
SliceText = Annotated[str, _written(forms.SLICE_PATTERN)]
StepId = Annotated[str, _written(forms.STEP_ID_PATTERN)]
Hash = Annotated[str, _written(forms.HASH_PATTERN)]


def _absent(**described: Any) -> Any:
    """A field that may be left out; it is None then, but `null` in a document is refused."""
    return Field(default=None, **described)


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


class _Document(_Model):
    schema_address: str = _absent(
        alias="$schema",
        description="Address of the JSON Schema, for editors without Cortex. Ignored.",
    )


class Inputs(_Model):
    """What the plan reads, and what its workers should know."""

    symbols: list[SymbolId] = Field(
        default=[],
        description="@Symbols to read, each expanded to its bounded text.",
        examples=[["@DOC/README.md", "@CODE/src/app.py#main"]],
    )
    files: list[RelativePath] = Field(
        default=[],
        description="Files to read whole: POSIX paths, relative to the root.",
        examples=[["src/app.py"]],
    )
    notes: list[str] = Field(
        default=[],
        description="Advice or constraints for the workers; each becomes a NOTE step.",
        examples=[["Keep the public names stable."]],
    )


class Budgets(_Model):
    """Hard limits: a plan that would exceed one of them is refused whole."""

    max_steps: int = Field(
        ge=1, description="The most steps that the plan may have.", examples=[DEFAULT_MAX_STEPS]
    )
    max_bytes: int = Field(
        default=DEFAULT_MAX_BYTES,
        ge=0,
        description="The most bytes that the plan may read: files and expanded symbols, each counted once.",
    )
    max_symbols: int = Field(
        default=DEFAULT_MAX_SYMBOLS, ge=0, description="The most distinct @Symbols that the plan may name."
    )


class PlanRequest(_Document):
    """What a governed agent should do: an intent, what it reads, and how much it may use."""

    model_config = ConfigDict(
        title="Cortex plan request",
        json_schema_extra={
            "examples": [
                {
                    "run_id": "run-42",
                    "request_id": "fix-login",
                    "intent": "debug_function",
                    "inputs": {
                        "symbols": ["@CODE/src/login.py#authenticate"],
                        "notes": ["Do not log passwords."],
                    },
                    "budgets": {"max_steps": 20},
                }
            ]
        },
    )

    run_id: NotBlank = Field(description="The run that groups requests.", examples=["run-42"])
    request_id: NotBlank = Field(
        description="The name of this request, unique within its run.", examples=["fix-login"]
    )
    intent: NotBlank = Field(
        description="What the plan is for. If `cortex.toml` declares it, its steps follow the request's own.",
        examples=["debug_function", "implement_feature"],
    )
    inputs: Inputs = Field(default=Inputs.model_construct(), description="What the plan reads.")
    budgets: Budgets = Field(description="Hard limits of the plan.")


class Refs(_Model):
    """What a step works on; which of these it needs depends on its operation."""

    section_id: NotBlank = _absent(description="READ_SECTION: the section to read.")
    symbol_id: SymbolId = _absent(description="READ_SYMBOL: the @Symbol to expand.")
    slice: SliceText = _absent(
        description="READ_SYMBOL: the part of the section that is read; never everything."
    )
    content_hash: Hash = _absent(
        description="READ_SYMBOL: SHA-256 of the bounded text, so that a change of it is noticed."
    )
    file_path: RelativePath = _absent(
        description="WRITE_FILE, PATCH_FILE: the file to change. READ_SECTION: its file."
    )
    file_hash: Hash = _absent(
        description="PATCH_FILE: SHA-256 of the whole file as LF text without a byte order mark, so that "
        "machines with other line endings agree.",
    )
    content: str = _absent(description="WRITE_FILE, PATCH_FILE: the new text.")
    patch_start_line: int = _absent(
        ge=1, description="PATCH_FILE: the first line to replace, counted from 1."
    )
    patch_end_line: int = _absent(ge=1, description="PATCH_FILE: the last line to replace, included.")
    test_name: NotBlank = _absent(description="RUN_TEST: the test to run.")
    message: str = _absent(description="NOTE: what to note.")


class Constraints(_Model):
    """Limits on one step."""

    timeout_seconds: int = _absent(ge=1, description="The most seconds that the step may take.")
    required_outputs: list[str] = _absent(description="Outputs that the step must produce.")


class PlanStep(_Model):
    """One step of a plan."""

    model_config = ConfigDict(
        title="Cortex plan step",
        json_schema_extra={
            "allOf": [
                {
                    "if": {"properties": {"op": {"const": op}}, "required": ["op"]},
                    "then": {"properties": {"refs": {"required": list(names)}}, "required": ["refs"]},
                }
                for op, names in REQUIRED_REFS.items()
            ]
        },
    )

    step_id: StepId = Field(
        description="`step_` and 16 hex digits of the SHA-256 of the step's canonical JSON.",
        examples=["step_3fa9c1d2e4b5a697"],
    )
    ordinal: int = Field(ge=1, description="The step's place in the plan, counted from 1.")
    op: Operation = Field(description="What a worker does in this step.")
    refs: Refs = _absent(description="What the step works on.")
    constraints: Constraints = _absent(description="Limits on this step.")
    expected_outputs: dict[str, Any] = _absent(description="What the step should leave behind.")

    @model_validator(mode="after")
    def _require_refs(self) -> PlanStep:
        """Refuse a step that lacks what its operation works on."""
        given = self.refs.model_fields_set if "refs" in self.model_fields_set else set()
        missing = [name for name in REQUIRED_REFS[self.op] if name not in given]
        if missing:
            names = missing if "refs" in self.model_fields_set else ["refs"]
            raise PydanticCustomError(REFS_MISSING, "refs are missing", {"names": names})
        return self


class PlanOutput(_Document):
    """A compiled plan: steps in order, each with an id that follows from its content."""

    model_config = ConfigDict(title="Cortex plan output")

    run_id: NotBlank = Field(description="The run of the request.")
    request_id: NotBlank = Field(description="The request that was compiled.")
    planner_version: NotBlank = Field(
        description="The version of the planner that compiled it.", examples=["1.0"]
    )
    steps: list[PlanStep] = Field(description="The steps, in order.")
    plan_hash: Hash = Field(description="SHA-256 of the canonical JSON of run, request and steps.")
