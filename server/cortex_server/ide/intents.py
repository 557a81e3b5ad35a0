"""Intents that a request may choose from: those that `cortex.toml` declares, or the only ones that it allows."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cortex_planner.config.model import Config


def offered_intents(config: Config) -> dict[str, str]:
    """Return each name with its description, empty where there is none; what the policy would refuse is left out."""
    declared = {name: intent.description for name, intent in config.intents.items()}
    allowed = config.policy.allowed_intents
    return declared if allowed is None else {name: declared.get(name, "") for name in allowed}
