"""Budgets: how many steps, bytes and symbols a plan uses, of how many, and what uses them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cortex_planner.compiler import rules
from cortex_planner.compiler.policy import ceiling
from cortex_planner.compiler.request import DEFAULT_LIMITS, Request
from cortex_planner.compiler.sizes import counted, human_bytes
from cortex_planner.config.model import Policy
from cortex_planner.finding import Anchor, Finding, Part, Related, Rule

_RULES: dict[str, Rule] = {
    "steps": rules.BUDGET_STEPS,
    "bytes": rules.BUDGET_BYTES,
    "symbols": rules.BUDGET_SYMBOLS,
}
_MOST_CONTRIBUTORS = 3
_LONGEST_TARGET = 40


@dataclass(frozen=True, slots=True)
class Usage:
    """The use of one budget."""

    name: str
    used: int
    limit: int

    @property
    def exceeded(self) -> bool:
        """Return whether the plan would use more than it may."""
        return self.used > self.limit


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one input uses of a budget: where it stands, what people call it, how much."""

    pointer: str
    target: str
    used: int


def usage(name: str, used: int, request: Request, policy: Policy) -> Usage:
    """Return the use of a budget: its limit is the request's or the default, never above the ceiling."""
    limit = request.limits.get(name, DEFAULT_LIMITS[name])
    highest = ceiling(policy, name)
    return Usage(name, used, limit if highest is None else min(limit, highest))


def policy_findings(request: Request, policy: Policy) -> Iterator[Finding]:
    """Yield a finding for every written budget above its ceiling."""
    for name, limit in request.limits.items():
        highest = ceiling(policy, name)
        if highest is not None and limit > highest:
            field = f"max_{name}"
            data = {"field": field, "ceiling": highest}
            anchor = Anchor(f"/budgets/{field}")
            yield rules.POLICY_BUDGET.at(anchor, field=field, given=limit, ceiling=highest, data=data)


def budget_finding(use: Usage, request: Request, contributions: list[Contribution]) -> Finding:
    """Return the finding for an exceeded budget: used, limit, and what uses most of it."""
    written = use.name in request.limits
    anchor = Anchor(f"/budgets/max_{use.name}") if written else Anchor("/budgets", Part.KEY)
    using = [each for each in contributions if each.used]
    largest = sorted(using, key=lambda each: -each.used)[:_MOST_CONTRIBUTORS]
    related = tuple(
        Related(f"{each.target}: {amount(use.name, each.used)}", Anchor(each.pointer)) for each in largest[:1]
    )
    return _RULES[use.name].at(
        anchor,
        used=amount(use.name, use.used),
        limit=_allowed(use),
        contributors=_contributors(use.name, largest),
        related=related,
        data={"used": use.used, "limit": use.limit, "field": f"max_{use.name}"},
    )


def amount(name: str, used: int) -> str:
    """Return an amount of a budget as people read it."""
    return human_bytes(used) if name == "bytes" else counted(used, name.removesuffix("s"))


def _allowed(use: Usage) -> str:
    shown = human_bytes(use.limit) if use.name == "bytes" else f"{use.limit:,}"
    if use.name == "bytes" and shown == human_bytes(use.used):
        shown = f"{use.limit:,} B"
    return f"{shown} {'is' if use.limit == 1 else 'are'}"


def _contributors(name: str, largest: list[Contribution]) -> str:
    if not largest:
        return "name fewer, or raise the budget"
    named = ", ".join(f"{_short(each.target)} ({amount(name, each.used)})" for each in largest)
    return f"the most go to {named}"


def _short(target: str) -> str:
    line = " ".join(target.split())
    return line if len(line) <= _LONGEST_TARGET else f"{line[: _LONGEST_TARGET - 1]}…"
