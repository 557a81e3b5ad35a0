"""The fingerprint: what, besides the files, decides the content of an index.

It covers this program's own sources, the parsers and their grammars, the Unicode tables that slugs
depend on, and the index configuration. An index with another fingerprint is extracted anew.
"""

from __future__ import annotations

import hashlib
import sys
import unicodedata
from functools import lru_cache
from pathlib import Path

from cortex_planner.canonical import content_hash
from cortex_planner.substrate.extract import LANGUAGES
from cortex_planner.substrate.settings import IndexSettings
from cortex_planner.substrate.store.schema import SCHEMA_VERSION

_SHARED_PACKAGES = ("tree-sitter", "pathspec")
_SOURCES = ("*.py", "extract/*.py", "store/*.py", "../forms/*.py", "../kinds.py")


def fingerprint(settings: IndexSettings) -> str:
    """Return the fingerprint under which an index with these settings is built."""
    return content_hash(
        {
            "schema": SCHEMA_VERSION,
            "program": _program_hash(),
            "packages": _package_versions(),
            "unicode": unicodedata.unidata_version,
            "python": sys.version_info[0],
            "configuration": settings.digest,
        }
    )


@lru_cache(maxsize=1)
def _program_hash() -> str:
    """Return a hash of the sources that make an index, so that no version number can be forgotten."""
    folder = Path(__file__).parent
    digest = hashlib.sha256()
    for path in sorted(path for pattern in _SOURCES for path in folder.glob(pattern)):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


@lru_cache(maxsize=1)
def _package_versions() -> dict[str, str]:
    from importlib.metadata import PackageNotFoundError, version

    names = {package for language in LANGUAGES for package in language.packages}
    versions = {}
    for name in sorted(names.union(_SHARED_PACKAGES)):
        try:
            versions[name] = version(name)
        except PackageNotFoundError:
            versions[name] = ""
    return versions
