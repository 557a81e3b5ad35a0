"""The rulebook: every rule of every room, and the page that explains it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from cortex_planner.cassette.rules import RULES as CASSETTE_RULES
from cortex_planner.compiler.rules import RULES as COMPILER_RULES
from cortex_planner.config.rules import RULES as CONFIG_RULES
from cortex_planner.documents.rules import RULES as DOCUMENT_RULES
from cortex_planner.finding import Rule
from cortex_planner.forms.rules import RULES as FORM_RULES
from cortex_planner.shipped import shipped
from cortex_planner.substrate.rules import RULES as SUBSTRATE_RULES
from cortex_planner.text.rules import RULES as TEXT_RULES


@cache
def all_rules() -> dict[str, Rule]:
    """Return every rule by its code, in the order in which the rooms stand."""
    rooms = (
        DOCUMENT_RULES,
        TEXT_RULES,
        FORM_RULES,
        COMPILER_RULES,
        SUBSTRATE_RULES,
        CONFIG_RULES,
        CASSETTE_RULES,
    )
    return {rule.code: rule for room in rooms for rule in room}


def page_path(code: str) -> Path:
    """Return where the page of a rule is."""
    return shipped("rules") / f"{code}.md"
