from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from cortex_planner.config.model import Config
from cortex_planner.substrate import IndexReport, SectionIndexer

Write = Callable[..., None]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return an empty folder that no repository contains."""
    folder = tmp_path / "root"
    folder.mkdir()
    return folder


@pytest.fixture
def git_root(root: Path) -> Path:
    """Return an empty git repository."""
    subprocess.run(["git", "init", "-q", root], check=True)
    return root


@pytest.fixture
def write(root: Path) -> Write:
    """Return a function that writes a file below the root, making its folders."""

    def write_file(path: str, text: str | bytes) -> None:
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text.encode() if isinstance(text, str) else text)

    return write_file


@pytest.fixture
def build(root: Path) -> Callable[..., IndexReport]:
    """Return a function that builds the index of the root; its argument is the configuration's tables."""

    def build_root(tables: dict[str, object] | None = None, substrate: str = "sqlite") -> IndexReport:
        return SectionIndexer(root, substrate, config=Config.model_validate(tables or {})).build()

    return build_root
