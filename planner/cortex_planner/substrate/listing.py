"""Which files there are: those that git tracks or would track, or without git a walk with the same rules.

Then `[index]` adds and removes, and plan documents are left out. What git is told is the same on every
machine: no configuration of the user's, no global ignore file, no `GIT_*` variable. Nor may git fetch what a
repository lacks: its configuration could name any program for that.
"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from cortex_planner.kinds import kind_of_name, kind_of_path
from cortex_planner.substrate.lines import sha256_hex
from cortex_planner.substrate.model import Skipped
from cortex_planner.substrate.naming import patterns
from cortex_planner.substrate.reading import FOLDER, PATH_NOT_UTF8, UNREADABLE
from cortex_planner.substrate.settings import IndexSettings

GENERATED_FOLDER = "CORTEX/_generated"

_GIT = ("git", "-c", "safe.directory=*", "-c", "core.fsmonitor=false", "ls-files", "-z")
_GIT_ENVIRONMENT = {"LC_ALL": "C", "GIT_ALLOW_PROTOCOL": "none", "GIT_NO_LAZY_FETCH": "1"}
_TRACKABLE = ("--cached", "--others", "--exclude-per-directory=.gitignore")
_EVERYTHING = ("--others",)
_CLOSED_FOLDER = re.compile(rb"could not open directory '(.*?)/?': ", re.DOTALL)


@dataclass(frozen=True, slots=True)
class RawListing:
    """What git or the walk said, before any choice: names that each end with a NUL."""

    output: bytes
    ignored_output: bytes
    closed: tuple[bytes, ...]

    @property
    def digest(self) -> str:
        """Return what tells whether the same was said last time."""
        parts = (self.output, self.ignored_output, b"\0".join(self.closed))
        return sha256_hex(b"".join(hashlib.sha256(part).digest() for part in parts))

    @property
    def names(self) -> list[bytes]:
        """Return the files to track."""
        return self.output.split(b"\0")[:-1]

    @property
    def ignored(self) -> list[bytes]:
        """Return further files that are there, where they were asked for."""
        return self.ignored_output.split(b"\0")[:-1]

    @property
    def skipped(self) -> tuple[Skipped, ...]:
        """Return what cannot be a file of the index: closed folders, other repositories, unreadable names."""
        names = self.names
        found = {Skipped(_shown(name), UNREADABLE) for name in self.closed}
        found |= {Skipped(_shown(name[:-1]), FOLDER) for name in names if name.endswith(b"/")}
        found |= {Skipped(_shown(name), PATH_NOT_UTF8) for name in names if _text(name) is None}
        return tuple(sorted(found, key=lambda item: item.file))


@dataclass(frozen=True, slots=True)
class Listing:
    """The files to look at, sorted, and what could not even be listed."""

    paths: list[str]
    skipped: tuple[Skipped, ...]


class ListingProcess:
    """The listing, under way: git works while the caller looks at the files it already knows."""

    def __init__(self, root: Path, settings: IndexSettings) -> None:
        self._root = root
        self._enter_ignored = bool(settings.include)
        wanted = (_TRACKABLE, _EVERYTHING) if settings.include else (_TRACKABLE,)
        self._calls = [_GitCall(root, options) for options in wanted]

    def result(self) -> RawListing:
        """Wait for git and return what it said; where it cannot say, walk."""
        outputs = [call.finish() for call in self._calls]
        said = [output for output in outputs if output is not None]
        if len(said) < len(outputs):
            from cortex_planner.substrate.walk import walk_listing

            return RawListing(*walk_listing(self._root, enter_ignored=self._enter_ignored))
        closed = tuple(match[1] for match in _CLOSED_FOLDER.finditer(said[0][1]))
        return RawListing(said[0][0], said[1][0] if len(said) > 1 else b"", closed)

    def abandon(self) -> None:
        """End git, where the caller cannot go on."""
        for call in self._calls:
            call.end()


def trackable_files(folder: Path) -> list[str]:
    """Return the files below a folder that git tracks or would track, those of repositories in it included.

    Of a folder that is no repository's, or that git ignores as a whole, a walk finds them.
    """
    said = _GitCall(folder, _TRACKABLE).finish()
    if said is not None and said[0]:
        names = said[0].split(b"\0")[:-1]
    else:
        from cortex_planner.substrate.walk import walk_listing

        names = walk_listing(folder, enter_ignored=False)[0].split(b"\0")[:-1]
    found = [os.fsdecode(name) for name in names]
    inner = [name for name in found if name.endswith("/")]
    nested = [f"{name}{path}" for name in inner for path in trackable_files(folder / name)]
    return sorted([name for name in found if not name.endswith("/")] + nested)


def choose_files(raw: RawListing, settings: IndexSettings) -> Listing:
    """Return the files that the index covers, out of those there are."""
    listed = {path for path in map(_text, raw.names) if path is not None}
    if settings.documents or any(path.endswith(".json") for path in listed):
        documents = dict(settings.documents)
        chosen = {path for path in listed if not _is_document(path, documents)}
    else:
        chosen = set(listed)
    if settings.include:
        ignored = {path for path in map(_text, raw.ignored) if path is not None}
        chosen |= _matching(listed | ignored, settings.include)
    chosen -= _matching(chosen, settings.exclude)
    return Listing(sorted(filter(_allowed, chosen)), raw.skipped)


def _is_document(path: str, documents: dict[str, str]) -> bool:
    if documents:
        return kind_of_path(path, documents) is not None
    return path.endswith(".json") and kind_of_name(path.rpartition("/")[2]) is not None


def _matching(paths: Iterable[str], lines: Sequence[str]) -> set[str]:
    """Return the paths that gitignore patterns name."""
    if not lines:
        return set()
    spec = patterns(tuple(lines))
    return {path for path in paths if spec.match_file(path)}


def _allowed(path: str) -> bool:
    """Return whether a path may be indexed whatever `include` says."""
    return not (path.startswith((f"{GENERATED_FOLDER}/", ".git/")) or "/.git/" in path or path.endswith("/"))


def _text(name: bytes) -> str | None:
    try:
        return name.decode()
    except UnicodeDecodeError:
        return None


def _shown(name: bytes) -> str:
    return name.decode(errors="backslashreplace")


class _GitCall:
    """One call of git. It writes to a file rather than a pipe, so that it never waits for its reader."""

    def __init__(self, root: Path, options: Sequence[str]) -> None:
        self._output = tempfile.TemporaryFile()  # noqa: SIM115 - closed by `finish` or `end`
        self._words = tempfile.TemporaryFile()  # noqa: SIM115
        environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        try:
            self._process: subprocess.Popen[bytes] | None = subprocess.Popen(
                [*_GIT, *options],
                cwd=root,
                env=environment | _GIT_ENVIRONMENT,
                stdin=subprocess.DEVNULL,
                stdout=self._output,
                stderr=self._words,
            )
        except OSError:
            self._process = None

    def finish(self) -> tuple[bytes, bytes] | None:
        """Return what git said on both streams, or None where there is no git or no repository."""
        with self._output as output, self._words as words:
            if self._process is None or self._process.wait() != 0:
                return None
            output.seek(0)
            words.seek(0)
            return output.read(), words.read()

    def end(self) -> None:
        """End git where it still runs."""
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        self._output.close()
        self._words.close()
