"""Severities as a team wants them: advisory rules can be off, lower or higher; errors stay errors."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from cortex_planner.compiler.world import World
from cortex_planner.finding import Finding, Severity
from cortex_planner.kinds import matches_glob
from cortex_planner.rulebook import all_rules

OFF = "off"


@dataclass(frozen=True)
class Severities:
    """What `[rules]`, `[per-file-ignores]` and an editor's settings make of advisory rules."""

    chosen: dict[str, str]

    @classmethod
    def of(cls, world: World, path: str | None) -> Severities:
        """Return the severities that hold for the document at `path`; `cortex.toml` wins over settings."""
        config = world.configuration.config
        rulebook = all_rules()
        chosen = {
            code: wanted
            for code, wanted in {**world.severities, **config.rules}.items()
            if code in rulebook and rulebook[code].advisory
        }
        for glob, codes in config.per_file_ignores.items():
            if path is not None and matches_glob(glob, path):
                chosen |= dict.fromkeys(codes, OFF)
        return cls(chosen)

    def applied(self, findings: Iterable[Finding]) -> list[Finding]:
        """Return the findings that are not off, each with its severity."""
        if not self.chosen:
            return list(findings)
        wanted = [(finding, self.chosen.get(finding.code, finding.severity)) for finding in findings]
        return [replace(finding, severity=Severity(chosen)) for finding, chosen in wanted if chosen != OFF]
