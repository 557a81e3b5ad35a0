"""Unsaved: an edit of `cortex.toml` that the client got, and may keep in a buffer that we never hear of.

Neovim does that. A further edit would be made for the text on disk, and the user is asked to save first. But
the client may also have wanted the edit only to show it, and nobody tells: who then chooses the same again goes ahead.
"""

from __future__ import annotations

from pathlib import Path

Stamp = tuple[int, int]


class Unsaved:
    """Whether the client may have text of a `cortex.toml` that is neither on disk nor open with us."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._sent: tuple[str, Stamp | None] | None = None
        self._asked_about: str | None = None

    def sent(self, before: str) -> None:
        """Note that the client got an edit of the file, which says `before` on disk and is not open."""
        self._sent = (before, stamp_of(self._path))
        self._asked_about = None

    def forget(self) -> None:
        """Note that the client has shown us what it has."""
        self._sent = self._asked_about = None

    def may_be(self, on_disk: str) -> bool:
        """Return whether an edit that the client got is not on disk yet; one that makes the file may leave it empty."""
        if self._sent is not None:
            before, stamp = self._sent
            if on_disk != before or stamp not in (None, stamp_of(self._path)):
                self.forget()
        return self._sent is not None

    def asks_about(self, choice: str) -> bool:
        """Return whether to ask the user to save first, which is done once about the same choice."""
        again = choice == self._asked_about
        self._asked_about = None if again else choice
        return not again


def stamp_of(path: Path) -> Stamp | None:
    """Return what changes with every change of a file, or None where it is not there."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size
