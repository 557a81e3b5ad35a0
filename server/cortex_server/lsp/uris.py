"""URIs at the border: the one function that turns what a client calls a document into a path, and back."""

from __future__ import annotations

import os
import re
from functools import lru_cache
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

_DRIVE = re.compile(r"/[A-Za-z]:(?:/|\Z)")


def path_of(uri: str) -> Path | None:
    """Return the file that a URI names, or None where it names none (`untitled:`, `git:`)."""
    if not uri.startswith("file:"):
        return None
    parts = urlsplit(uri)
    path = unquote(parts.path)
    if _DRIVE.match(path):
        path = f"{path[1].upper()}{path[2:]}"
    elif parts.netloc and os.name == "nt":
        path = f"//{parts.netloc}{path}"
    return Path(os.path.normpath(path))


def place_of_untitled(uri: str) -> Path | None:
    """Return where a document that was never saved is going to lie, or None where it does not say.

    VS Code opens a new file under the path that it will have; a plain new buffer is `untitled:Untitled-1`.
    """
    scheme, _, path = uri.partition(":")
    return path_of(f"file:{path}") if scheme == "untitled" and path.startswith("/") else None


@lru_cache(maxsize=1024)
def normal_uri(uri: str) -> str:
    """Return the one spelling of a URI under which a document is kept: clients escape more or less."""
    path = path_of(uri)
    return uri_of(path) if path is not None else uri


def uri_of(path: Path) -> str:
    """Return the URI of a file."""
    posix = path.as_posix()
    drive = f"/{posix[0].lower()}" + posix[1:] if re.match(r"[A-Za-z]:", posix) else posix
    return f"file://{quote(drive, safe='/~')}"
