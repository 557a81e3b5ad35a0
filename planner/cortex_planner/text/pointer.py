"""JSON pointers (RFC 6901): the name of a place in a document, as text."""

from __future__ import annotations

from collections.abc import Iterable

Token = str | int


def pointer_of(tokens: Iterable[Token]) -> str:
    """Return the pointer that leads through `tokens`, keys and indexes, from the root."""
    return "".join(f"/{_escape(token)}" for token in tokens)


def join_pointer(pointer: str, token: Token) -> str:
    """Return the pointer of the member or item `token` of the place at `pointer`."""
    return f"{pointer}/{_escape(token)}"


def split_pointer(pointer: str) -> list[str]:
    """Return the tokens of `pointer`, unescaped; the root has none."""
    return [unescape(token) for token in pointer.split("/")[1:]]


def unescape(token: str) -> str:
    """Return a token of a pointer as the key that it stands for."""
    return token.replace("~1", "/").replace("~0", "~") if "~" in token else token


def _escape(token: Token) -> str:
    text = str(token)
    return text.replace("~", "~0").replace("/", "~1") if "~" in text or "/" in text else text
