-- A document is opened: what its lenses say, and what the user was asked.
local session = dofile(vim.env.CORTEX_E2E_SCENARIOS .. "/session.lua")

local asked = {}
vim.lsp.handlers["window/showMessageRequest"] = function(_, params)
  table.insert(asked, params.message)
  return vim.NIL
end

local function request(method, params)
  local reply = session.client.request_sync(method, params, 8000, session.buffer)
  return reply and reply.result
end

session.open(session.argument)
local document = { textDocument = { uri = vim.uri_from_bufnr(session.buffer) } }
local lenses = vim.tbl_map(function(lens)
  return (lens.command or request("codeLens/resolve", lens).command).title
end, request("textDocument/codeLens", document))
if vim.tbl_contains(lenses, "no index · Build index") then
  session.wait("the question about the index", function() return #asked > 0 end)
end
session.finish({ lenses = lenses, asked = asked })
