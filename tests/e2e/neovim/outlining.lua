-- A request is looked at: its outline, what is marked with the cursor on a symbol, the whole preview on its first brace,
-- and, through Neovim's client, what this version has no window for: folds, a growing selection, colours, links.
local session = dofile(vim.env.CORTEX_E2E_SCENARIOS .. "/session.lua")

local symbol_line = 7

local function outline()
  vim.lsp.buf.document_symbol()
  local listed
  session.wait("the outline", function()
    listed = vim.fn.getloclist(0)
    if #listed == 0 then listed = vim.fn.getqflist() end
    return #listed > 0
  end)
  vim.cmd("silent! lclose | silent! cclose")
  vim.api.nvim_set_current_buf(session.buffer)
  return vim.tbl_map(function(item) return item.lnum .. ": " .. item.text end, listed)
end

local function marked()
  vim.api.nvim_win_set_cursor(0, { symbol_line, 12 })
  vim.lsp.buf.document_highlight()
  local space = vim.api.nvim_create_namespace("vim_lsp_references")
  local marks = {}
  session.wait("marks", function()
    marks = vim.api.nvim_buf_get_extmarks(session.buffer, space, 0, -1, { details = true })
    return #marks > 0
  end)
  return vim.tbl_map(function(mark)
    local line = session.lines()[mark[2] + 1]
    return (mark[2] + 1) .. ": " .. line:sub(mark[3] + 1, mark[4].end_col)
  end, marks)
end

local function hover()
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  vim.lsp.buf.hover()
  local window
  session.wait("the hover window", function()
    for _, each in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(each).relative ~= "" then window = each end
    end
    return window
  end)
  return table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), "\n")
end

local function asked(method, more)
  local params = vim.tbl_extend("force", { textDocument = { uri = vim.uri_from_bufnr(session.buffer) } }, more or {})
  local reply = session.client.request_sync("textDocument/" .. method, params, 8000, session.buffer)
  return reply and reply.result
end

session.open("unsorted.plan-request.json")
local position = { line = symbol_line - 1, character = 12 }
session.finish({
  outline = outline(),
  marked = marked(),
  hover = hover(),
  legend = session.client.server_capabilities.semanticTokensProvider.legend,
  tokens = asked("semanticTokens/full").data,
  folds = asked("foldingRange"),
  selections = asked("selectionRange", { positions = { position } }),
  links = asked("documentLink"),
})
