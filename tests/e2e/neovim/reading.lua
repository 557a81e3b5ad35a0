-- A finished request is read: hover over a symbol, and jump to a symbol of the repository from the quickfix list.
local session = dofile(vim.env.CORTEX_E2E_SCENARIOS .. "/session.lua")

local function floating_window()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= "" then return window end
  end
end

local function hover()
  vim.api.nvim_win_set_cursor(0, { 7, 12 })
  vim.lsp.buf.hover()
  session.wait("the hover window", floating_window)
  local buffer = vim.api.nvim_win_get_buf(floating_window())
  return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), "\n")
end

local function jump()
  vim.lsp.buf.workspace_symbol("install")
  session.wait("symbols in the quickfix list", function() return #vim.fn.getqflist() > 0 end)
  vim.cmd("cfirst")
  return { file = vim.fn.expand("%:t"), line = vim.api.nvim_get_current_line() }
end

session.open("reading.plan-request.json")
session.finish({ hover = hover(), jump = jump() })
