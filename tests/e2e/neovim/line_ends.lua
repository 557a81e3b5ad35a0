-- A request with CRLF is laid out, given the line ends of Unix as the documentation says, and saved.
local session = dofile(vim.env.CORTEX_E2E_SCENARIOS .. "/session.lua")

session.open(session.argument)
local before = vim.bo.fileformat
if vim.lsp.buf.format then
  vim.lsp.buf.format({ timeout_ms = 20000 })
else
  vim.lsp.buf.formatting_sync(nil, 20000)
end
vim.cmd("set ff=unix")
vim.cmd("write")
session.finish({ before = before })
