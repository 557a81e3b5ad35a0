"""Features: every message and command that the server answers, as a table for people."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cortex_server.lsp.commands import COMMANDS
from cortex_server.lsp.methods import METHODS
from cortex_server.lsp.protocol import CortexProtocol

if TYPE_CHECKING:
    from cortex_server.lsp.server import CortexServer

HEADER = "| message | what it does | proved by |\n| --- | --- | --- |\n"


@dataclass(frozen=True, slots=True)
class Feature:
    """Something that a client may send; `summary` is the first line of what the code says about it."""

    name: str
    summary: str


def features(server: CortexServer) -> list[Feature]:
    """Return what the server has registered, messages before commands, each in order of its name."""
    summaries = dict([*_of_files(), *_of_protocol()])
    registered = {*server.protocol.fm.features, *(name for name, _ in _of_protocol())}
    commands = [Feature(name, _first_line(COMMANDS[name])) for name in sorted(server.protocol.fm.commands)]
    return [Feature(name, summaries[name]) for name in sorted(registered)] + commands


def matrix(rows: list[Feature], proofs: Mapping[str, str]) -> str:
    """Return the rows as a table, each with the test that proves it."""
    lines = (f"| `{row.name}` | {row.summary} | `{proofs.get(row.name, '')}` |\n" for row in rows)
    return HEADER + "".join(lines)


def _of_files() -> Iterator[tuple[str, str]]:
    for method in METHODS:
        name: str = method.METHOD
        yield name, _first_line(method).partition(": ")[2]


def _of_protocol() -> Iterator[tuple[str, str]]:
    """Return what the protocol class answers itself rather than pygls."""
    for handler in vars(CortexProtocol).values():
        name = getattr(handler, "method_name", None)
        if name is not None:
            yield name, _first_line(handler)


def _first_line(documented: object) -> str:
    return (inspect.getdoc(documented) or "").partition("\n")[0].removesuffix(".")
