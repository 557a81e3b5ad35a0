"""Links: the files and the schema that a document names, one click away."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from cortex_planner.finding import Span
from cortex_planner.shipped import shipped
from cortex_server.ide.mentions import inside
from cortex_server.ide.subject import SubjectKind
from cortex_server.ide.view import View

_OUR_SCHEMAS = "urn:cortex-plan:schema:"
_ADDRESSES = ("https://", "http://", "file://")


class Link(NamedTuple):
    """What a click on `span` opens: a file, or an address as it is written."""

    span: Span
    target: Path | str
    tooltip: str


def links(view: View, document: Path | None) -> list[Link]:
    """Return the links of a document that lies at `document`; a file that is not in the index has none."""
    analysis = view.analysis
    index, text = analysis.world.index, analysis.syntax.text
    there = index.files(view.named(SubjectKind.FILE)) if index is not None else {}
    found = [
        Link(inside(mention.span, text), analysis.world.root / mention.text, "Open the file")
        for mention in view.mentions
        if mention.kind is SubjectKind.FILE and there.get(mention.text) is not None
    ]
    return sorted([*found, *_schema_link(view, document)], key=lambda link: link.span)


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
    if written.startswith(_OUR_SCHEMAS):
        path = shipped("schemas") / f"{written.removeprefix(_OUR_SCHEMAS).partition(':')[0]}.schema.json"
        return path if path.is_file() else None
    if written.startswith(_ADDRESSES):
        return written
    if document is None or not written or ":" in written or "\0" in written:
        return None
    return document.parent / written
