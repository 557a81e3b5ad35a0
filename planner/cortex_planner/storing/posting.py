"""Posting: a request and the plan that it compiles to, stored together or not at all."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from cortex_planner.cassette import Cassette, CompiledPlan
from cortex_planner.compiler.plan import Plan
from cortex_planner.compiler.planner import compiling, default_root
from cortex_planner.compiler.semantics import Semantics
from cortex_planner.compiler.world import World
from cortex_planner.config import load_configuration
from cortex_planner.errors import CassetteError
from cortex_planner.rulebook import all_rules
from cortex_planner.substrate.model import Section

ENVIRONMENT = "CORTEX_CASSETTE"
DEFAULT_PATH = Path("CORTEX", "_generated", "system3.db")

Place = str | os.PathLike[str] | Cassette | None


def post_request_and_plan(
    run_id: str,
    request_payload: dict[str, Any],
    idempotency_key: str | None = None,
    *,
    repo_root: str | Path | None = None,
    substrate: str = "sqlite",
    cassette: Place = None,
) -> tuple[str, str]:
    """Store a request with its compiled plan and return `(message_id, job_id)`.

    What is stored already, under the same key or the same `(run_id, request_id)`, is returned without
    compiling; another payload is refused (`idempotency-conflict`). A request that does not compile
    leaves nothing behind.
    """
    root = Path(repo_root).absolute() if repo_root is not None else default_root()

    def compile_plan() -> CompiledPlan:
        with compiling(request_payload, root, substrate) as (plan, semantics):
            return compiled_plan(plan, semantics)

    with open_cassette(cassette, root) as ledger:
        posted = ledger.post_plan(run_id, request_payload, compile_plan, idempotency_key)
    return posted.message_id, posted.job_id


@contextmanager
def open_cassette(place: Place, root: Path, *, make: bool = True) -> Iterator[Cassette]:
    """Open a ledger for a while, making it where `make` says so; one that is open already is left open."""
    if isinstance(place, Cassette):
        yield place
        return
    with Cassette.open(place if place is not None else cassette_place(root), make=make) as ledger:
        yield ledger


@contextmanager
def open_cassette_to_read(place: Place, root: Path) -> Iterator[Cassette]:
    """Open a ledger that is there for a while; a missing one is an error, not made."""
    if isinstance(place, Cassette):
        yield place
        return
    with Cassette.open_to_read(place if place is not None else cassette_place(root)) as ledger:
        yield ledger


def cassette_place(root: Path) -> str | Path:
    """Return where the ledger of a root is: by the environment, by `cortex.toml`, or where it is by default."""
    given = os.environ.get(ENVIRONMENT)
    if given:
        return given
    configuration = load_configuration(root, all_rules())
    pointers = [finding.anchor.pointer for finding in configuration.findings]
    if any(not pointer or pointer.startswith("/cassette") for pointer in pointers):
        msg = "cortex.toml does not say which ledger to use; see: cortex check cortex.toml"
        raise CassetteError("cassette-value", msg)
    configured = configuration.config.cassette.path
    return root / (configured if configured is not None else DEFAULT_PATH)


def compiled_plan(plan: Plan, semantics: Semantics) -> CompiledPlan:
    """Return a plan with what is recorded beside it, so that drift can be explained later."""
    steps = plan.steps
    blob_of = cache(lambda path: git_blob(semantics.world.root / path))
    facts = {
        step["step_id"]: _facts(draft.source, blob_of(draft.source.file_path))
        for step, draft in zip(steps, plan.drafts, strict=True)
        if draft.source is not None
    }
    return CompiledPlan(plan.output, world_hashes(semantics.world), facts, plan.step_texts)


def world_hashes(world: World) -> dict[str, str | None]:
    """Return the hashes of everything beside the request that a plan depends on."""
    index = world.index
    return {
        "section_index_hash": index.section_index_hash if index is not None else None,
        "symbols_hash": index.symbols_hash if index is not None else None,
        "configuration_hash": world.configuration.hash,
    }


def _facts(section: Section, blob: str | None) -> dict[str, Any]:
    return {
        "path": section.file_path,
        "lines": section.line_end - section.line_start,
        "bytes": section.bytes,
        "git_blob": blob,
        "content_hash": section.content_hash,
        "heading_path": list(section.heading_path),
    }


def git_blob(path: Path) -> str | None:
    """Return the id that git gives to a file's raw content, or None where it cannot be read."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()
