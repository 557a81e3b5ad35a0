"""The server's log: whatever is written there, a database's password is not.

At its most talkative the log quotes every message, and with them the editor's settings.
"""

from __future__ import annotations

import logging
import sys


def configure_logging(file: str | None, level: str) -> None:
    """Send the log to a file or to standard error, or end where the file cannot be written."""
    try:
        handler: logging.Handler = (
            logging.FileHandler(file, encoding="utf-8") if file else logging.StreamHandler()
        )
    except OSError as error:
        sys.exit(f"cortex-lsp: the log file {file} cannot be written: {error.strerror}")
    if level != "debug":
        logging.getLogger("pygls").setLevel(
            logging.CRITICAL
        )  # what it has to say, our own log says with more sense
    handler.setFormatter(_Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(handlers=[handler], level=level.upper())


class _Formatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        text = super().format(record)
        if "postgres" not in text:
            return text
        from cortex_planner.cassette.location import without_passwords

        return without_passwords(text)
