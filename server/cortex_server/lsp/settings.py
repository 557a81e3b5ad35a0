"""The editor's settings that reach the server; `cortex.toml` wins over them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

SECTION = "cortex"


@dataclass(frozen=True)
class Settings:
    """What the user chose, or the defaults."""

    code_lens: bool = True
    inlay_hints: bool = True
    automatic_index: bool = True
    documents: Mapping[str, str] = field(default_factory=dict)
    rules: Mapping[str, str] = field(default_factory=dict)
    cassette_url: str = ""

    @classmethod
    def of(cls, section: object) -> Settings:
        """Return the settings in the `cortex` section; what is not as it should be counts as not set."""
        tables = section if isinstance(section, Mapping) else {}
        preview, index, cassette = (_table(tables, name) for name in ("preview", "index", "cassette"))
        return cls(
            code_lens=_flag(preview, "codeLens"),
            inlay_hints=_flag(preview, "inlayHints"),
            automatic_index=_flag(index, "automatic"),
            documents=_strings(_table(tables, "documents")),
            rules=_strings(_table(tables, "rules")),
            cassette_url=str(cassette.get("url") or ""),
        )


def _table(tables: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = tables.get(name)
    return value if isinstance(value, Mapping) else {}


def _flag(table: Mapping[str, Any], name: str) -> bool:
    value = table.get(name)
    return value if isinstance(value, bool) else True


def _strings(table: Mapping[str, Any]) -> dict[str, str]:
    return {str(key): value for key, value in table.items() if isinstance(value, str)}
