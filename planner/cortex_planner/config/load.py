"""Finding a root, and reading its `cortex.toml` into a value, mistakes and all.

What is wrong becomes a finding; what is right still holds: one bad entry does not switch off the
rest of the file.
"""

from __future__ import annotations

import os
import re
import tomllib
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from cortex_planner.canonical import content_hash
from cortex_planner.config import rules
from cortex_planner.finding import Anchor, Finding, Part

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cortex_planner.config.model import Config
    from cortex_planner.finding import Rule

CONFIG_NAME = "cortex.toml"
MAX_CONFIG_BYTES = 1_000_000
_AT_LINE = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)")


@dataclass(frozen=True)
class Configuration:
    """A root and what its `cortex.toml` says; without one, the defaults."""

    root: Path
    text: str
    config: Config
    findings: tuple[Finding, ...] = ()

    @property
    def path(self) -> Path:
        """Return where the file is, or would be."""
        return self.root / CONFIG_NAME

    @cached_property
    def hash(self) -> str:
        """Return the hash of what the file means; comments and order of keys aside."""
        return content_hash(self.config.model_dump(mode="json", by_alias=True))


def find_root(document: Path, fallback: Path | None = None) -> Path:
    """Return the root that governs a document.

    The nearest folder above it with `cortex.toml`, else with `.git`, else `fallback` (a workspace
    folder or the working directory) if it contains the document, else the document's own folder.
    """
    return find_root_above(document.parent) or _containing(fallback, document) or document.parent


def find_root_above(folder: Path) -> Path | None:
    """Return the nearest folder, from `folder` upwards, with `cortex.toml`, else with `.git`, else None."""
    chain = (folder, *folder.parents)
    for mark in (CONFIG_NAME, ".git"):
        for candidate in chain:
            if os.path.lexists(candidate / mark):
                return candidate
    return None


def is_too_wide(root: Path) -> bool:
    """Return whether a root is the whole disk or a whole home folder, which nobody means to index."""
    home = os.path.expanduser("~")  # noqa: PTH111 - without a home `Path.home` raises
    return str(root) in (root.anchor, home, os.path.realpath(home))


def _containing(folder: Path | None, document: Path) -> Path | None:
    return folder if folder is not None and document.is_relative_to(folder) else None


def load_configuration(root: Path, known_rules: Mapping[str, Rule]) -> Configuration:
    """Return the configuration of `root`, read from disk."""
    path = root / CONFIG_NAME
    try:
        with path.open("rb") as file:
            data = file.read(MAX_CONFIG_BYTES + 1)
    except FileNotFoundError:
        return default_configuration(root)
    except OSError as error:
        return _unreadable(root, f"it cannot be read: {error.strerror}")
    if len(data) > MAX_CONFIG_BYTES:
        return _unreadable(root, f"it is larger than {MAX_CONFIG_BYTES:,} bytes")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return _unreadable(root, f"byte {error.start} is not UTF-8")
    return parse_configuration(root, text, known_rules)


def default_configuration(root: Path) -> Configuration:
    """Return the configuration of a root without `cortex.toml`."""
    return Configuration(root, "", _empty_config())


def parse_configuration(root: Path, text: str, known_rules: Mapping[str, Rule]) -> Configuration:
    """Return the configuration that `text` gives to `root`."""
    from cortex_planner.config.checks import check_tables

    try:
        tables = tomllib.loads(text.replace("\r\n", "\n"))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        return Configuration(root, text, _empty_config(), (_syntax_finding(str(error), text),))
    config, findings = check_tables(tables, known_rules)
    return Configuration(root, text, config, placed(text, findings))


def placed(text: str, findings: list[Finding]) -> tuple[Finding, ...]:
    """Return findings about a `cortex.toml` with their spans, by line; positions cost only then."""
    if not findings:
        return ()
    from cortex_planner.config.positions import Positions

    positions = Positions(text)
    located = [
        replace(finding, anchor=replace(finding.anchor, span=positions.span(finding.anchor)))
        for finding in findings
    ]
    return tuple(sorted(located, key=lambda finding: (finding.anchor.span or (0, 0), finding.code)))


def _empty_config() -> Config:
    from cortex_planner.config.model import Config

    return Config.model_construct()  # the defaults need no validator, which takes a while to build


def _unreadable(root: Path, problem: str) -> Configuration:
    finding = rules.CONFIG_SYNTAX.at(Anchor("", Part.WHOLE, (0, 0)), problem=problem)
    return Configuration(root, "", _empty_config(), (finding,))


def _syntax_finding(message: str, text: str) -> Finding:
    """Return the finding for an error of `tomllib`, which says where it is in words."""
    match = _AT_LINE.search(message)
    offset = len(text)
    if match is not None and match[1] is not None:
        lines = text.replace("\r\n", "\n").split("\n")
        before = sum(len(line) + 1 for line in lines[: int(match[1]) - 1])
        offset = before + int(match[2]) - 1
        offset += text.count("\r\n", 0, offset)
    start = min(offset, max(0, len(text) - 1))
    anchor = Anchor("", Part.WHOLE, (start, min(start + 1, len(text))))
    return rules.CONFIG_SYNTAX.at(anchor, problem=_AT_LINE.sub("", message))
