"""What the substrate can find wrong: symbols, sections, files, the index, and the names in `cortex.toml`."""

from __future__ import annotations

from cortex_planner.finding import Rule, Severity

SYMBOL_UNKNOWN = Rule(
    "symbol-unknown", Severity.ERROR, "{symbol} is not in the index", "Replace it by {suggestion}"
)
SYMBOL_UNBOUNDED = Rule(
    "symbol-unbounded",
    Severity.ERROR,
    "{symbol} has no default slice, so what it expands to has no bound",
    'Give it slice = "head(4000)" in cortex.toml',
)
SYMBOL_AMBIGUOUS = Rule(
    "symbol-ambiguous",
    Severity.HINT,
    "{symbol} is one of several places of that name in {file}; its number changes when they move",
    "Pin it in cortex.toml",
)
SYMBOL_CUT = Rule(
    "symbol-cut", Severity.HINT, "{symbol} is cut: {slice} keeps {bytes} of {total} of its section"
)
SLICE_OUT_OF_RANGE = Rule("slice-out-of-range", Severity.ERROR, "{slice} reaches beyond the text of {target}")
SECTION_STALE = Rule(
    "section-stale",
    Severity.ERROR,
    "{file} has changed since it was indexed",
    "Refresh the index (cortex index)",
)
SECTION_UNKNOWN = Rule("section-unknown", Severity.ERROR, "there is no section {section} in the index")
INDEX_MISSING = Rule(
    "index-missing", Severity.ERROR, "there is no index at {path}", "Build the index (cortex index)"
)
INDEX_NEWER = Rule(
    "index-newer",
    Severity.ERROR,
    "the index at {path} was written by a newer version (schema {found}, this program knows {known})",
)
FILE_MISSING = Rule("file-missing", Severity.ERROR, "{file} does not exist", "Replace it by {suggestion}")
FILE_OUTSIDE_ROOT = Rule("file-outside-root", Severity.ERROR, "{file} lies outside the root")
FILE_NOT_INDEXED = Rule("file-not-indexed", Severity.ERROR, "{file} is not in the index: {reason}")
FILE_IS_FOLDER = Rule("file-is-folder", Severity.ERROR, "{file} is a folder; name the files in it")
PIN_TARGET_MISSING = Rule(
    "pin-target-missing", Severity.ERROR, "{symbol} pins {target}, which is not there", "Remove the pin"
)
SYMBOL_COLLISION = Rule(
    "symbol-collision",
    Severity.ERROR,
    "{symbol} would name {count} files ({files}), so no file has it",
    "Pin {symbol} to one of them",
)

RULES: tuple[Rule, ...] = tuple(value for value in dict(globals()).values() if isinstance(value, Rule))
