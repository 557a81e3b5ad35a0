-- A symbol is half typed, the list is opened and its first entry taken, as a user would; then hover over it.
local session = dofile(vim.env.CORTEX_E2E_SCENARIOS .. "/session.lua")

local offered = {}

local function press(keys)
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(keys, true, true, true), "n", false)
end

local function hover()
  vim.api.nvim_win_set_cursor(0, { 7, 12 })
  local params = vim.lsp.util.make_position_params()
  local answers = vim.lsp.buf_request_sync(session.buffer, "textDocument/hover", params, 20000)
  for _, answer in pairs(answers or {}) do return answer.result.contents.value end
end

-- Runs once the list is open; keys pressed here are read after this function has returned.
local function accept()
  offered = vim.tbl_map(function(item) return item.word end, vim.fn.complete_info({ "items" }).items)
  press("<C-y><Esc>")
end

vim.api.nvim_create_autocmd("CompleteChanged", { once = true, callback = vim.schedule_wrap(accept) })
vim.api.nvim_create_autocmd("InsertLeave", {
  callback = vim.schedule_wrap(function()
    session.finish({ offered = offered, line = session.lines()[7], hover = hover() })
  end),
})

session.open("complete.plan-request.json")
vim.bo.omnifunc = "v:lua.vim.lsp.omnifunc"
vim.o.completeopt = "menuone,noinsert"
vim.api.nvim_win_set_cursor(0, { 7, 0 })
press('A"@DOC/docs/guide.md#ins"<Left><C-x><C-o>')
