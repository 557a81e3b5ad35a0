"""Writing a pin into `cortex.toml`, with everything else in the file left as it is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cortex_planner.atomic import write_atomically
from cortex_planner.config.load import CONFIG_NAME
from cortex_planner.config.writing import with_pin
from cortex_planner.errors import PlannerError, SectionError, SymbolError, error_for
from cortex_planner.forms import is_relative_path, is_symbol_id
from cortex_planner.forms.rules import FILE_PATH_FORM, SYMBOL_FORM
from cortex_planner.substrate.slices import require_slice

if TYPE_CHECKING:
    from cortex_planner.substrate.settings import PinSetting


def add_pin(root: Path, pin: PinSetting) -> None:
    """Write a pin, or replace the one of that name; raise where it is not well formed.

    Whether its target is there is for the next index to say.
    """
    write_atomically(root / CONFIG_NAME, text_with_pin(root, pin).encode())


def text_with_pin(root: Path, pin: PinSetting) -> str:
    """Return what `cortex.toml` says once it has the pin; raise where the pin is not well formed."""
    return pinned(_read(root / CONFIG_NAME), pin)


def pinned(text: str, pin: PinSetting, *, apart: bool = False) -> str:
    """Return the text of a `cortex.toml` once it has the pin; raise where either is not well formed."""
    require_pin(pin)
    members = {key: getattr(pin, key) for key in ("file", "heading", "definition", "slice")}
    said = {key: value for key, value in members.items() if value is not None}
    return with_pin(text, pin.symbol_id, said, apart=apart)


def require_pin(pin: PinSetting) -> None:
    """Raise the error of the first part of a pin that is not well formed."""
    if not is_symbol_id(pin.symbol_id):
        raise SymbolError(SYMBOL_FORM.code, SYMBOL_FORM.message.format(given=pin.symbol_id))
    if not is_relative_path(pin.file):
        raise SectionError(FILE_PATH_FORM.code, FILE_PATH_FORM.message.format(given=pin.file))
    if pin.heading is not None and pin.definition is not None:
        raise PlannerError("config-value", "a pin names a heading or a definition, not both")
    if pin.slice is not None:
        require_slice(pin.slice)


def _read(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        return ""
    except UnicodeDecodeError as error:
        msg = f"{path} cannot be read, so nothing was written: {error}"
        raise error_for("config-syntax", msg) from error
