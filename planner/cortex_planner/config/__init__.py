"""`cortex.toml`: how a repository is indexed, what its intents mean, and what its plans may do."""

from __future__ import annotations

from cortex_planner.config.load import CONFIG_NAME, Configuration, find_root, load_configuration

__all__ = ["CONFIG_NAME", "Configuration", "find_root", "load_configuration"]
