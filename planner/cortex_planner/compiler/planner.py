"""The planner: seed 000's interface to the compiler. It reads an index; it builds and writes nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from cortex_planner.compiler.model import PlanRequest
from cortex_planner.compiler.plan import Plan
from cortex_planner.compiler.preview import Preview, preview_of
from cortex_planner.compiler.semantics import Semantics
from cortex_planner.compiler.shape import check_shape
from cortex_planner.compiler.world import World
from cortex_planner.config.load import find_root_above
from cortex_planner.errors import SectionError, error_for
from cortex_planner.finding import Anchor, Finding
from cortex_planner.substrate.rules import INDEX_MISSING
from cortex_planner.text.pointer import Token, pointer_of, split_pointer
from cortex_planner.text.rules import JSON_ENCODING

_SURROGATE = re.compile(r"[\ud800-\udfff]")
_FIELD_ORDER = (
    "$schema",
    "run_id",
    "request_id",
    "intent",
    "inputs",
    "symbols",
    "files",
    "notes",
    "budgets",
    "max_steps",
    "max_bytes",
    "max_symbols",
)


class Planner:
    """Compiles plan requests against the index of a repository.

    `substrate_db` and `symbols_db` are the paths of the two store files; for sqlite they are one.
    """

    def __init__(
        self,
        repo_root: str | Path | None = None,
        substrate_db: str | Path | None = None,
        symbols_db: str | Path | None = None,
    ) -> None:
        self._root = repo_root
        self._sections = Path(substrate_db) if substrate_db is not None else None
        self._symbols = Path(symbols_db) if symbols_db is not None else None

    def plan_request(
        self, request: dict[str, Any], *, repo_root: str | Path | None = None, substrate: str = "sqlite"
    ) -> dict[str, Any]:
        """Return the plan output of `request`, the same bytes for the same request, index and `cortex.toml`.

        Raises `PlannerError`, or the subclass of the first error's family, with every finding in
        `details["findings"]`.
        """
        world = self._world(repo_root, substrate)
        try:
            return _compiled(request, world).output
        finally:
            _close(world)

    def preview(
        self, request: dict[str, Any], *, repo_root: str | Path | None = None, substrate: str = "sqlite"
    ) -> Preview:
        """Return what `request` compiles to, or why it does not; a user's mistake never raises."""
        world = self._world(repo_root, substrate)
        try:
            semantics, shape = _semantics(request, world)
            return preview_of(semantics, ordered([*shape, *semantics.findings]))
        finally:
            _close(world)

    def _world(self, repo_root: str | Path | None, substrate: str) -> World:
        given = repo_root if repo_root is not None else self._root
        root = Path(given).absolute() if given is not None else default_root()
        return open_world(World.load(root), substrate, self._sections, self._symbols)


@contextmanager
def compiling(request: object, root: Path, substrate: str = "sqlite") -> Iterator[tuple[Plan, Semantics]]:
    """Give the plan of a request and what it was made of, while the index is open; raise where it is refused."""
    world = open_world(World.load(root), substrate)
    try:
        plan = _compiled(request, world)
        yield plan, plan.semantics
    finally:
        _close(world)


def default_root() -> Path:
    """Return the root for a command without a document: found upwards from where we are, else that."""
    working = Path.cwd()
    return find_root_above(working) or working


def open_world(
    world: World, substrate: str = "sqlite", sections: Path | None = None, symbols: Path | None = None
) -> World:
    """Return `world` with the index that is there; where there is none, plans that need one are refused."""
    from cortex_planner.substrate import open_index, stale_files

    try:
        reader = open_index(world.root, substrate, sections=sections, symbols=symbols)
    except SectionError as error:
        missing = error.code == INDEX_MISSING.code
        return world.without_index(muted=False, error=None if missing else error)
    return world.with_index(reader, lambda paths: stale_files(world.root, reader, paths))


def refuse(semantics: Semantics, shape: list[Finding]) -> None:
    """Raise the first error of a request that does not compile, with all findings."""
    if semantics.compiles:
        return
    findings = [*semantics.world.configuration.findings, *ordered([*shape, *semantics.findings])]
    errors = [finding for finding in findings if finding in semantics.refusals]
    first = errors[0]
    raise error_for(first.code, first.message, details={"findings": findings, **first.data})


def ordered(findings: Iterable[Finding]) -> list[Finding]:
    """Return findings in the order of the request's schema, so that the order of its keys does not matter."""
    return sorted(findings, key=_order)


def _order(finding: Finding) -> tuple[Any, ...]:
    tokens = split_pointer(finding.anchor.pointer)
    if finding.code == "field-missing":
        tokens.append(finding.data["field"])
    return tuple(_token_order(token) for token in tokens), finding.code


def _token_order(token: str) -> tuple[int, int, str]:
    if token.isascii() and token.isdigit():
        return 0, int(token), ""
    return (0, _FIELD_ORDER.index(token), "") if token in _FIELD_ORDER else (1, 0, token)


def _compiled(request: object, world: World) -> Plan:
    semantics, shape = _semantics(request, world)
    refuse(semantics, shape)
    return Plan(semantics)


def _semantics(request: object, world: World) -> tuple[Semantics, list[Finding]]:
    shape = check_shape(request, PlanRequest, world.root.as_posix())
    said = {finding.anchor.pointer for finding in shape}
    shape += [finding for finding in _odd_characters(request, ()) if finding.anchor.pointer not in said]
    return Semantics(request, world, shape), shape


def _odd_characters(value: object, tokens: tuple[Token, ...]) -> Iterator[Finding]:
    """Yield the places of characters that no UTF-8 text can hold; in a document, reading it finds them."""
    if isinstance(value, str):
        if not value.isascii() and _SURROGATE.search(value):
            yield JSON_ENCODING.at(
                Anchor(pointer_of(tokens)), problem="half a surrogate pair is not a character"
            )
    elif isinstance(value, dict):
        for key, member in value.items():
            yield from _odd_characters(member, (*tokens, str(key)))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _odd_characters(item, (*tokens, index))


def _close(world: World) -> None:
    if world.index is not None:
        world.index.close()
