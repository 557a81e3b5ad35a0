"""A small repository with an index, and requests against it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cortex_planner.substrate import SectionIndexer

GUIDE = "# Guide\n\nHello.\n\n## Install\n\nRun it.\n\n## Use\n\nUse it.\n"
APP = "def main():\n    return 1\n\n\nclass Login:\n    def check(self):\n        return True\n"

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write files below the repository: `write(**{"path": text})`; returns the root."""

    def write_files(files: dict[str, str]) -> Path:
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="")
        return tmp_path

    return write_files


@pytest.fixture
def repository(write: Write) -> Path:
    """Return a repository with a guide, some code and an index."""
    root = write({"docs/guide.md": GUIDE, "src/app.py": APP, "cortex.toml": ""})
    SectionIndexer(root).build()
    return root


@pytest.fixture
def configured(repository: Path, write: Write) -> Callable[[str], Path]:
    """Give the repository a `cortex.toml`, and index it anew."""

    def configure(text: str) -> Path:
        write({"cortex.toml": text})
        SectionIndexer(repository).build()
        return repository

    return configure
