"""Links: the files and the schema that a document names, one click away."""

from __future__ import annotations

import os
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from cortex_planner.finding import Span
from cortex_planner.shipped import shipped
from cortex_planner.substrate.presence import is_file_there
from cortex_server.ide.mentions import inside
from cortex_server.ide.subject import SubjectKind
from cortex_server.ide.view import View

_OUR_SCHEMAS = "urn:cortex-plan:schema:"
_MOST_LOOKS = 200
_ADDRESSES = ("https://", "http://", "file://")


class Link(NamedTuple):
    """What a click on `span` opens: a file, or an address as it is written."""

    span: Span
    target: Path | str
    tooltip: str


def links(view: View, document: Path | None) -> list[Link]:
    """Return the links of a document that lies at `document`; a file that is not there has none."""
    analysis = view.analysis
    text, there = analysis.syntax.text, _files_there(view)
    found = [
        Link(inside(mention.span, text), analysis.world.root / mention.text, "Open the file")
        for mention in view.mentions
        if mention.kind is SubjectKind.FILE and mention.text in there
    ]
    return sorted([*found, *_schema_link(view, document)], key=lambda link: link.span)


def _files_there(view: View) -> set[str]:
    """Return which of the named files are there: by the index, and some that it does not have, by looking."""
    world, named = view.analysis.world, view.named(SubjectKind.FILE)
    known = world.index.files(named) if world.index is not None else {}
    there = {name for name in named if known.get(name) is not None}
    if world.rootless:
        return there
    others = islice((name for name in named if name not in there), _MOST_LOOKS)
    return there | {name for name in others if is_file_there(world.root, name)}


def _schema_link(view: View, document: Path | None) -> list[Link]:
    tree = view.analysis.syntax.tree
    number = tree.find("/$schema")
    written = tree.node(number).value if number is not None else None
    target = _schema(written, document) if isinstance(written, str) else None
    if number is None or target is None:
        return []
    return [Link(inside(tree.node(number).span, view.analysis.syntax.text), target, "Open the schema")]


def _schema(written: str, document: Path | None) -> Path | str | None:
    """Return what a `$schema` names: one of ours, an address, or a file beside the document."""
    if written.startswith(_ADDRESSES):
        return written
    name = written.partition("#")[0]
    if name.startswith(_OUR_SCHEMAS):
        path = shipped("schemas") / f"{name.removeprefix(_OUR_SCHEMAS).partition(':')[0]}.schema.json"
    elif document is None or not name or ":" in name or "\0" in name:
        return None
    else:
        path = Path(os.path.normpath(document.parent / name))
    return path if path.is_file() else None
