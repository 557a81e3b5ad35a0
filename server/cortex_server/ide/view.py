"""A view: one version of a document as the editor shows it, with the last plan that compiled.

While the text is half typed, or names something that is not there yet, there is no plan for it; the
last good one stays on the page, marked stale.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from cortex_planner.compiler.plan import Plan
from cortex_planner.documents.analysis import Analysis
from cortex_planner.finding import Span
from cortex_server.ide.mentions import Mention, mentions
from cortex_server.ide.subject import SubjectKind

_NO_INPUTS = frozenset({"run_id", "request_id", "intent", "$schema"})


@dataclass(frozen=True)
class GoodPlan:
    """A plan that compiled, and the version of the text that it was compiled from."""

    plan: Plan
    version: int


@dataclass(frozen=True)
class View:
    """A document's analysis, and the last good plan where the present text has none."""

    analysis: Analysis
    last: GoodPlan | None = None

    @property
    def plan(self) -> Plan | None:
        """Return the plan to show: the present one, or the last good one."""
        if self.analysis.plan is not None:
            return self.analysis.plan
        return self.last.plan if self.last is not None else None

    @property
    def stale(self) -> bool:
        """Return whether the plan to show is not of the present text."""
        return self.analysis.plan is None and self.last is not None

    @cached_property
    def mentions(self) -> list[Mention]:
        """Return what the present text names, in document order."""
        return mentions(self.analysis.syntax.tree)

    def named(self, kind: SubjectKind) -> list[str]:
        """Return the names of one kind that the present text mentions, each once."""
        return list(dict.fromkeys(each.text for each in self.mentions if each.kind is kind))

    @cached_property
    def step_spans(self) -> list[Span | None]:
        """Return where each step's input stands in the present text; None where it is gone."""
        tree = self.analysis.syntax.tree
        return [tree.node(number).span if number is not None else None for number in self.step_nodes]

    @cached_property
    def step_nodes(self) -> list[int | None]:
        """Return the node of each step's input in the present text; None where it is gone.

        Steps of a stale plan are found by what they name, not by where they were.
        """
        plan, tree = self.plan, self.analysis.syntax.tree
        if plan is None:
            return []
        if not self.stale:
            return [tree.find(draft.pointer) for draft in plan.drafts]
        by_value: dict[str, list[int]] = {}
        for number in range(len(tree) - 1, -1, -1):
            node = tree.node(number)
            if isinstance(node.value, str) and node.token not in _NO_INPUTS:
                by_value.setdefault(node.value, []).append(number)
        intent = tree.find("/intent")
        if intent is not None:
            by_value["/intent"] = [intent] * len(plan.drafts)
        named = ("/intent" if draft.pointer == "/intent" else draft.target for draft in plan.drafts)
        return [numbers.pop() if (numbers := by_value.get(name)) else None for name in named]
