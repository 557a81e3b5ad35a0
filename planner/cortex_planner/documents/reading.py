"""Reading a document from disk: its text, or the finding that says why there is none."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path

from cortex_planner.documents import rules
from cortex_planner.finding import Anchor, Finding, Part

MAX_FILE_BYTES = 200_000_000
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True, slots=True)
class FileText:
    """The text of a file; where it could not be read, nothing and the finding that says why.

    Bytes that are not UTF-8 are kept as lone surrogates: the reader reports them where they stand,
    and writing the text back gives the same bytes.
    """

    text: str
    finding: Finding | None = None


def read_document(path: Path) -> FileText:
    """Return the text of the file at `path`."""
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except OSError as error:
        return _unreadable(error.strerror or str(error))
    except ValueError:
        return _unreadable("its name is not a file name")
    problem = _problem_of(os.fstat(descriptor))
    if problem is not None:
        os.close(descriptor)
        return _unreadable(problem)
    with os.fdopen(descriptor, "rb") as file:
        try:
            return decode(file.read())
        except OSError as error:
            return _unreadable(error.strerror or str(error))


def _problem_of(status: os.stat_result) -> str | None:
    """Return why what was opened is not read, or None; a folder cannot even become a file object."""
    if stat.S_ISDIR(status.st_mode):
        return "it is a folder"
    if not stat.S_ISREG(status.st_mode):
        return "it is not a regular file"
    return f"it has {status.st_size:,} bytes" if status.st_size > MAX_FILE_BYTES else None


def decode(data: bytes) -> FileText:
    """Return the text that `data` holds."""
    if data.startswith(_UTF16_MARKS):
        return _unreadable("it is UTF-16; plan documents are UTF-8")
    return FileText(data.decode("utf-8", "surrogateescape"))


def encode(text: str) -> bytes:
    """Return the bytes that `decode` makes `text` of."""
    return text.encode("utf-8", "surrogateescape")


def _unreadable(problem: str) -> FileText:
    anchor = Anchor("", Part.WHOLE, (0, 0))
    return FileText("", rules.DOCUMENT_UNREADABLE.at(anchor, problem=problem))
