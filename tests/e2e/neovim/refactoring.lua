-- The action whose title starts with the test's argument is picked with a symbol under the cursor.
local session = dofile(vim.env.CORTEX_E2E_SCENARIOS .. "/session.lua")

local titles = {}

vim.ui.select = function(items, options, on_choice)
  titles = vim.tbl_map(options.format_item, items)
  for place, title in ipairs(titles) do
    if vim.startswith(title, session.argument) then return on_choice(items[place], place) end
  end
  session.finish({ failure = "not among " .. table.concat(titles, ", ") })
end

local function configuration()
  local buffer = vim.fn.bufnr(vim.env.CORTEX_E2E_FOLDER .. "/cortex.toml")
  return buffer > 0 and table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), "\n") .. "\n" or ""
end

session.open("unsorted.plan-request.json")
local before = table.concat(session.lines(), "\n")
vim.api.nvim_win_set_cursor(0, { 7, 12 })
vim.lsp.buf.code_action()
session.wait("a change", function()
  return table.concat(session.lines(), "\n") ~= before or configuration():find("@", 1, true) ~= nil
end)
session.finish({ titles = titles, text = table.concat(session.lines(), "\n") .. "\n", configuration = configuration() })
