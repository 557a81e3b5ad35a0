"""One file per LSP method: `METHOD`, `OPTIONS` where the capability has some, and `handle`."""
