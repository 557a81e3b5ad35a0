"""The public way to sections: build the index of a repository, look sections up, read their text."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cortex_planner.errors import SectionError, SymbolError
from cortex_planner.substrate.lines import LineTable, sha256_hex
from cortex_planner.substrate.reader import IndexReader
from cortex_planner.substrate.rules import SECTION_STALE, SECTION_UNKNOWN, SLICE_OUT_OF_RANGE
from cortex_planner.substrate.slices import apply_slice, require_slice
from cortex_planner.substrate.staleness import current_text
from cortex_planner.substrate.store import store_location

if TYPE_CHECKING:
    from cortex_planner.config.model import Config
    from cortex_planner.substrate.model import IndexReport, Section
    from cortex_planner.substrate.refresh import Progress


class SectionIndexer:
    """The sections of one repository."""

    def __init__(
        self, repo_root: Path | str, substrate: str = "sqlite", *, config: Config | None = None
    ) -> None:
        self.root = Path(repo_root).resolve()
        self.location = store_location(self.root, substrate)
        self._config = config

    def build(self, *, progress: Progress | None = None) -> IndexReport:
        """Build or refresh the index, as `cortex.toml` says, and return what it holds."""
        from cortex_planner.substrate.build import build_index

        return build_index(
            self.root, self._config or _configured(self.root), self.location, progress=progress
        )

    def get(self, section_id: str) -> Section:
        """Return a section by its id; raise `SectionError` where there is none."""
        with IndexReader(self.location) as reader:
            return require_section(reader, section_id)

    def content(self, section_id: str, slice: str) -> str:  # noqa: A002 - the word of the contract
        """Return the bounded text of a section; raise where it is unknown or stale or the slice is wrong."""
        wanted = require_slice(slice)
        with IndexReader(self.location) as reader:
            section = require_section(reader, section_id)
            text = section_text(self.root, reader, section)
        bounded = apply_slice(text, wanted)
        if bounded is None:
            message = SLICE_OUT_OF_RANGE.message.format(slice=slice, target=section.file_path)
            raise SymbolError(SLICE_OUT_OF_RANGE.code, message, details={"slice": slice})
        return bounded.decode()


def require_section(reader: IndexReader, section_id: str) -> Section:
    """Return a section by its id; raise `SectionError` where there is none."""
    section = reader.sections([section_id])[section_id]
    if section is None:
        message = SECTION_UNKNOWN.message.format(section=section_id)
        raise SectionError(SECTION_UNKNOWN.code, message, details={"section_id": section_id})
    return section


def section_text(root: Path, reader: IndexReader, section: Section) -> bytes:
    """Return the LF text of a section from disk; a file that changed since it was indexed is refused."""
    text = current_text(root, section.file_path)
    whole = reader.files([section.file_path])[section.file_path]
    if text is None or whole is None or sha256_hex(text) != whole.content_hash:
        message = SECTION_STALE.message.format(file=section.file_path)
        raise SectionError(SECTION_STALE.code, message, details={"file": section.file_path})
    return LineTable(text).slice(section.line_start, section.line_end)


def _configured(root: Path) -> Config:
    from cortex_planner.config.load import load_configuration

    return load_configuration(root, {}).config
