"""The language server protocol: the only room that imports pygls and lsprotocol.

`session` holds what is open, `methods` has one file per LSP method, `to_lsp` and `from_lsp` stand
at the border. Nothing heavy is imported before the client has its answer to `initialize`.
"""
