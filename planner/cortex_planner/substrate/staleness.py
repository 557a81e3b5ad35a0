"""Staleness: which files have changed since the index was built.

A file whose state on disk is the one that the build saw has not changed; of any other the content
decides. A file that is gone, or cannot be read any more, has changed.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from cortex_planner.substrate.lines import lf_bytes, sha256_hex
from cortex_planner.substrate.reading import read_file, state_of

if TYPE_CHECKING:
    from cortex_planner.substrate.reader import IndexReader

_ANY_SIZE = 1 << 40


def stale_files(root: Path, reader: IndexReader, paths: Iterable[str]) -> set[str]:
    """Return those of the indexed files among `paths` whose content is no longer the indexed one."""
    return {
        path
        for path, (state, fresh, digest) in reader.file_states(paths).items()
        if _changed(root / path, state, fresh=fresh, digest=digest)
    }


def text_hash(path: Path | str) -> str:
    """Return the `content_hash` of a file: of its text with LF line ends and without a byte order mark."""
    return sha256_hex(lf_bytes(Path(path).read_bytes()))


def current_text(root: Path, path: str) -> bytes | None:
    """Return the LF text that a file has now, or None where it has none."""
    read = read_file(os.fspath(root / path), _ANY_SIZE)
    return read.text if read else None


def _changed(location: Path, state: tuple[int, int, int, int], *, fresh: bool, digest: str) -> bool:
    try:
        if not fresh and state_of(os.lstat(location)) == state:
            return False
    except OSError:
        return True
    read = read_file(os.fspath(location), _ANY_SIZE)
    return read is None or read.text is None or sha256_hex(read.text) != digest
