-- The test's keys are typed in the empty list of symbols, the completion list is opened and its first entry taken.
local session = dofile(vim.env.CORTEX_E2E_SCENARIOS .. "/session.lua")

local offered = {}

-- Runs once the list is open; keys pressed here are read after this function has returned.
local function accept()
  offered = vim.tbl_map(function(item) return item.word end, vim.fn.complete_info({ "items" }).items)
  session.press("<C-y><Esc>")
end

vim.api.nvim_create_autocmd("CompleteChanged", { once = true, callback = vim.schedule_wrap(accept) })
vim.api.nvim_create_autocmd("InsertLeave", {
  callback = vim.schedule_wrap(function()
    session.finish({ offered = offered, line = session.lines()[7], filetype = vim.bo.filetype })
  end),
})

session.open("complete.plan-request.json")
vim.api.nvim_win_set_cursor(0, { 7, 0 })
session.press("A" .. session.argument .. "<C-x><C-o>")
