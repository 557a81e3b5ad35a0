-- "Compile plan" is picked from the code actions; the message names a file, which is opened.
local session = dofile(vim.env.CORTEX_E2E_SCENARIOS .. "/session.lua")

local titles = {}

vim.ui.select = function(items, options, on_choice)
  titles = vim.tbl_map(options.format_item, items)
  for place, title in ipairs(titles) do
    if title == "Compile plan" then return on_choice(items[place], place) end
  end
  session.finish({ failure = "no Compile plan among " .. table.concat(titles, ", ") })
end

local function message()
  return vim.fn.execute("messages"):match("LSP%[cortex%][^\n]*[Pp]lan[^\n]*")
end

session.open(session.argument)
vim.lsp.buf.code_action()
session.wait("a message", message)
local said = message()
local path = said:match("%S+%.plan%-output%.json")
if path then vim.cmd("view " .. vim.fn.fnameescape(path)) end
local shown = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
session.finish({ titles = titles, said = said, shown = shown, name = vim.fn.expand("%:t"), readonly = vim.bo.readonly })
