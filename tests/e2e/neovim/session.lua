-- What every scenario in Neovim needs: a document opened, waits with a limit, one JSON answer.
-- The client comes from the documented configuration, which Neovim has read as its init file.

local session = { argument = vim.env.CORTEX_E2E_ARGUMENT }

local limit = 60000

function session.open(name)
  vim.cmd("edit " .. vim.fn.fnameescape(vim.env.CORTEX_E2E_FOLDER .. "/" .. name))
  session.buffer = vim.api.nvim_get_current_buf()
  session.wait("a client", function() return #vim.lsp.get_active_clients() > 0 end)
  session.client = vim.lsp.get_active_clients()[1]
  session.client.config.on_exit = function(code) session.exit_code = code end
  session.wait("the server to answer initialize", function() return session.client.initialized end)
end

function session.wait(what, condition)
  if not vim.wait(limit, condition, 20) then session.finish({ failure = "waited in vain for " .. what .. "; " .. vim.fn.execute("messages") }) end
end

-- Keys as a user presses them; they are read once the script has returned.
function session.press(keys)
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(keys, true, true, true), "n", false)
end

-- Diagnostics with code, message and the text that is underlined.
function session.diagnostics()
  return vim.tbl_map(function(found)
    local line = session.lines()[found.lnum + 1]
    local last = found.end_lnum == found.lnum and found.end_col or #line
    return { code = found.code, message = found.message, line = found.lnum, text = line:sub(found.col + 1, last) }
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
