-- What every scenario in Neovim needs: a client on the server under test, waits with a limit, one JSON answer.
-- Works with the built-in client of Neovim 0.7 and later.

local session = {}

local limit = 20000

function session.open(name)
  vim.cmd("edit " .. vim.fn.fnameescape(vim.env.CORTEX_E2E_FOLDER .. "/" .. name))
  local id = vim.lsp.start_client({
    name = "cortex",
    cmd = { vim.env.CORTEX_E2E_SERVER },
    cmd_cwd = "/",
    root_dir = vim.env.CORTEX_E2E_FOLDER,
    get_language_id = function() return "cortex-plan-request" end,
    on_exit = function(code) session.exit_code = code end,
  })
  session.buffer = vim.api.nvim_get_current_buf()
  vim.lsp.buf_attach_client(session.buffer, id)
  session.client = vim.lsp.get_client_by_id(id)
  session.wait("the server to answer initialize", function() return session.client.initialized end)
end

function session.wait(what, condition)
  if not vim.wait(limit, condition, 20) then session.finish({ failure = "waited in vain for " .. what }) end
end

-- Diagnostics with code, message and the text that is underlined.
function session.diagnostics()
  return vim.tbl_map(function(found)
    return { code = found.code, message = found.message, line = found.lnum, column = found.col }
  end, vim.diagnostic.get(session.buffer))
end

function session.codes()
  return vim.tbl_map(function(found) return found.code end, session.diagnostics())
end

function session.lines()
  return vim.api.nvim_buf_get_lines(session.buffer, 0, -1, false)
end

function session.stop()
  session.client.stop()
  session.wait("the server to exit", function() return session.exit_code ~= nil end)
end

function session.finish(answer)
  local file = assert(io.open(vim.env.CORTEX_E2E_ANSWER, "w"))
  file:write(vim.fn.json_encode(answer))
  file:close()
  vim.cmd("qall!")
end

return session
