"""`cortex-lsp`: starts the language server, on standard input and output unless told otherwise."""

from __future__ import annotations

import argparse

from cortex_planner import __version__
from cortex_server.logs import configure_logging
from cortex_server.lsp.garbage import collect_new_garbage_only

EPILOG = """examples:
  cortex-lsp                 for editors: LSP on standard input and output
  cortex-lsp --tcp 9257      waits for one editor on this machine's port 9257
  cortex-lsp --log-file cortex.log --log-level debug

It reads files below the folders that the editor opens, and nothing else.
"""
LOOPBACK = "127.0.0.1"


def main() -> None:
    """Run as a program."""
    arguments = _parser().parse_args()
    configure_logging(arguments.log_file, arguments.log_level)
    collect_new_garbage_only()
    from cortex_server.lsp.server import create_server
    from cortex_server.lsp.transport import serve_stdio, serve_tcp

    server = create_server()
    if arguments.tcp is not None:
        serve_tcp(server, LOOPBACK, arguments.tcp)
    else:
        serve_stdio(server)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="cortex-lsp",
        description="The language server for Cortex plan documents.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"cortex-lsp {__version__}")
    parser.add_argument(
        "--stdio", action="store_true", help="speak on standard input and output (the default)"
    )
    parser.add_argument("--tcp", metavar="PORT", type=int, help="listen on this port of this machine instead")
    parser.add_argument("--log-file", metavar="FILE", help="write the log there instead of standard error")
    parser.add_argument(
        "--log-level",
        choices=["debug", "info", "warning", "error"],
        default="warning",
        help="default: warning",
    )
    return parser


if __name__ == "__main__":
    main()
