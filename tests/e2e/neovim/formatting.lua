-- A request on one line is laid out.
local session = dofile(vim.env.CORTEX_E2E_SCENARIOS .. "/session.lua")

session.open("squeezed.plan-request.json")
if vim.lsp.buf.format then
  vim.lsp.buf.format({ timeout_ms = 20000 })
else
  vim.lsp.buf.formatting_sync(nil, 20000)
end
session.finish({ text = table.concat(session.lines(), "\n") .. "\n" })
