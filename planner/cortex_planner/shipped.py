"""What ships beside the code: the rules' pages and the JSON Schemas.

In a wheel they lie inside the package; in a checkout, where they are written, at its top.
"""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parent
_IN_CHECKOUT = {"rules": "docs/rules", "schemas": "schemas"}


def shipped(name: str) -> Path:
    """Return the folder of the `rules` pages or of the `schemas`."""
    inside = _PACKAGE / "_shipped" / name
    return inside if inside.is_dir() else _PACKAGE.parents[1] / _IN_CHECKOUT[name]
