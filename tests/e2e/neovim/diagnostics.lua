-- A broken request is underlined; mending it as one would type takes the finding away; the server exits cleanly.
local session = dofile(vim.env.CORTEX_E2E_SCENARIOS .. "/session.lua")

session.open("broken.plan-request.json")
session.wait("a finding", function() return #session.diagnostics() > 0 end)
local before = session.diagnostics()

vim.api.nvim_buf_set_lines(session.buffer, 2, 2, false, { '  "request_id": "request-1",' })
session.wait("the finding to go", function() return not vim.tbl_contains(session.codes(), "field-missing") end)
local after = session.codes()

session.stop()
session.finish({ before = before, after = after, exit_code = session.exit_code })
