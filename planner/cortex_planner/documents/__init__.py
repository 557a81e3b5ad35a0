"""Documents: a text and its kind, in a world, analysed. The editor, the CLI and CI all ask here."""

from __future__ import annotations

from cortex_planner.documents.analysis import Analysis, analyse
from cortex_planner.documents.reading import FileText, decode, read_document
from cortex_planner.documents.world import World

__all__ = ["Analysis", "FileText", "World", "analyse", "decode", "read_document"]
