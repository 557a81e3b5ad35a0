"""Extractors: one small file per language, behind one protocol.

`extract(text)` gets the LF text of a file as UTF-8 and returns the headings or definitions in it, in
document order, outer before inner. A new language is one file here and one row in `LANGUAGES`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import Literal, Protocol

from cortex_planner.substrate.sections import Found, OutlineKind

SOURCE_LIMIT = 100_000
"""Source files over this many bytes of text get no definitions: the parsers' error recovery is quadratic."""

MARKDOWN_LIMIT = 1_000_000


class Extractor(Protocol):
    """Finds the headings or definitions in the LF text of one file."""

    def __call__(self, text: bytes, /) -> Sequence[Found]: ...


@dataclass(frozen=True, slots=True)
class Language:
    """One row of the table: which files, which extractor, and which family of symbols they get."""

    name: str
    module: str
    suffixes: tuple[str, ...]
    function: str = "extract"
    kind: OutlineKind = "definition"
    family: Literal["DOC", "CODE"] = "CODE"
    limit: int = SOURCE_LIMIT
    packages: tuple[str, ...] = ()


LANGUAGES: tuple[Language, ...] = (
    Language(
        "markdown",
        "markdown",
        (".md", ".markdown"),
        kind="heading",
        family="DOC",
        limit=MARKDOWN_LIMIT,
        packages=("markdown-it-py",),
    ),
    Language("python", "python", (".py", ".pyi", ".pyw"), packages=("tree-sitter-python",)),
    Language(
        "javascript",
        "javascript",
        (".js", ".mjs", ".cjs", ".jsx"),
        packages=("tree-sitter-javascript",),
    ),
    Language("typescript", "typescript", (".ts", ".mts", ".cts"), packages=("tree-sitter-typescript",)),
    Language("tsx", "typescript", (".tsx",), "extract_tsx", packages=("tree-sitter-typescript",)),
    Language("go", "go", (".go",), packages=("tree-sitter-go",)),
    Language("rust", "rust", (".rs",), packages=("tree-sitter-rust",)),
    Language("java", "java", (".java",), packages=("tree-sitter-java",)),
    Language("c", "c", (".c", ".h"), packages=("tree-sitter-c",)),
    Language(
        "cpp",
        "cpp",
        (".cc", ".cpp", ".cxx", ".c++", ".hh", ".hpp", ".hxx", ".h++", ".ipp", ".tpp"),
        packages=("tree-sitter-cpp",),
    ),
    Language("sql", "sql", (".sql",), packages=("tree-sitter-sql",)),
)

_BY_SUFFIX = {suffix: language for language in LANGUAGES for suffix in language.suffixes}


def language_of(path: str) -> Language | None:
    """Return the language that a file's name says, or None for other text."""
    dot = path.rfind(".")
    return _BY_SUFFIX.get(path[dot:].lower()) if dot > path.rfind("/") else None


@lru_cache(maxsize=len(LANGUAGES))
def extractor_of(language: Language) -> Extractor:
    """Return the extractor of a language, importing its parser now and not before."""
    module = import_module(f"{__name__}.{language.module}")
    extractor: Extractor = getattr(module, language.function)
    return extractor
