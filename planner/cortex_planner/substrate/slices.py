"""Slices at work: cutting the bounded part out of a section's text."""

from __future__ import annotations

from cortex_planner.errors import SymbolError
from cortex_planner.forms import Slice, forbids_slice, parse_slice
from cortex_planner.forms.rules import SLICE_ALL_FORBIDDEN, SLICE_FORM

_LONGEST_CHARACTER = 4


def require_slice(text: str) -> Slice:
    """Return the slice that `text` spells; raise `SymbolError` where it asks for all or spells none."""
    if forbids_slice(text):
        raise SymbolError(SLICE_ALL_FORBIDDEN.code, SLICE_ALL_FORBIDDEN.message, details={"slice": text})
    parsed = parse_slice(text)
    if parsed is None:
        message = SLICE_FORM.message.format(given=text)
        raise SymbolError(SLICE_FORM.code, message, details={"slice": text})
    return parsed


def apply_slice(text: bytes, wanted: Slice) -> bytes | None:
    """Return the part of an LF text that `wanted` names, or None where it reaches beyond the text."""
    match wanted.unit:
        case "head":
            return _head(text, wanted.end)
        case "tail":
            return text if len(text) <= wanted.end else text.decode()[-wanted.end :].encode()
        case "chars":
            characters = text.decode()
            inside = wanted.end <= len(characters)
            return characters[wanted.start : wanted.end].encode() if inside else None
        case "lines":
            lines = text.split(b"\n")
            count = len(lines) - 1 if lines[-1] == b"" else len(lines)
            if wanted.end > count:
                return None
            chosen = b"\n".join(lines[wanted.start : wanted.end])
            return chosen + b"\n" if wanted.end < len(lines) else chosen


def _head(text: bytes, count: int) -> bytes:
    """Return the first `count` characters, decoding no more of a large text than they can take."""
    if len(text) <= count:
        return text
    return text[: count * _LONGEST_CHARACTER].decode(errors="ignore")[:count].encode()
