-- neovim.lua: `vault lsp` in Neovim 0.7 and newer, without any plugin. Load it from your init.lua:
--
--     dofile('PATH/TO/neovim.lua')
--
-- or, with another program and other keys (false leaves a key alone):
--
--     vim.g.vault = { program = '/opt/bin/vault', keys = { toggle = '<Leader>x', backlinks = false } }
--     dofile('PATH/TO/neovim.lua')

local given = vim.g.vault or {}
local program = given.program or 'vault'
local keys = vim.tbl_extend('force', {
  toggle = '<Leader>vx', -- marks the task in this line done, or open again
  backlinks = '<Leader>vb', -- lists what links to this note
  today = '<Leader>vt', -- opens today's note
}, given.keys or {})
-- A folder that has one of these is a vault; the first of them that is found above a note counts.
local markers = { '.vault', '.obsidian', '.zk' }

-- What is sent with each command of the server, and which file its answer names, if any. Nothing else knows their shapes.
local arguments = {
  toggle = function(buffer, line) return { vim.uri_from_bufnr(buffer), line } end,
  today = function() return {} end,
}
local function file_in(answer) return type(answer) == 'table' and answer.uri or nil end

local function root_of(path)
  local function parent(folder) return vim.fn.fnamemodify(folder, ':h') end
  for _, marker in ipairs(markers) do
    local folder = parent(path)
    while true do
      if vim.fn.isdirectory(folder .. '/' .. marker) == 1 then return folder end
      if parent(folder) == folder then break end
      folder = parent(folder)
    end
  end
end

-- Asks the server of this buffer, and no other that is beside it.
local function ask(method, parameters, answered)
  local clients = vim.lsp.get_clients and vim.lsp.get_clients({ bufnr = 0 }) or vim.lsp.buf_get_clients(0)
  for _, client in pairs(clients) do
    if client.name == 'vault' then
      local function handle(problem, answer)
        if problem then return vim.notify(problem.message, vim.log.levels.ERROR) end
        answered(answer, client)
      end
      if vim.fn.has('nvim-0.11') == 1 then
        client:request(method, parameters, handle, 0)
      else
        client.request(method, parameters, handle, 0)
      end
      return
    end
  end
  vim.notify('vault is not running for this file.', vim.log.levels.WARN)
end

local function run(command, given_arguments)
  ask('workspace/executeCommand', { command = command, arguments = given_arguments }, function(answer)
    local uri = file_in(answer)
    if uri then vim.cmd('edit ' .. vim.fn.fnameescape(vim.uri_to_fname(uri))) end
  end)
end

local function toggle()
  run('vault.toggleTask', arguments.toggle(0, vim.api.nvim_win_get_cursor(0)[1] - 1))
end

local function today() run('vault.today', arguments.today()) end

-- Asked on its first line, the server names what links to the whole note.
local function backlinks()
  ask('textDocument/references', {
    textDocument = { uri = vim.uri_from_bufnr(0) },
    position = { line = 0, character = 0 },
    context = { includeDeclaration = false },
  }, function(found, client)
    if not found or vim.tbl_isempty(found) then return vim.notify('Nothing links here.') end
    vim.fn.setqflist({}, ' ', {
      title = 'What links here',
      items = vim.lsp.util.locations_to_items(found, client.offset_encoding or 'utf-16'),
    })
    vim.cmd('botright copen')
  end)
end

local function capabilities()
  local all = vim.lsp.protocol.make_client_capabilities()
  all.workspace = all.workspace or {}
  -- The server sees by itself what changes on disk.
  all.workspace.didChangeWatchedFiles = { dynamicRegistration = false }
  return all
end

local function attached(client, buffer)
  local function map(key, run_it, words)
    if key then vim.keymap.set('n', key, run_it, { buffer = buffer, silent = true, desc = words }) end
  end
  map(keys.toggle, toggle, 'Toggle the task')
  map(keys.backlinks, backlinks, 'What links here')
  map(keys.today, today, "Today's note")
  if vim.lsp.completion and vim.lsp.completion.enable then
    -- Names of notes have blanks, which 'omnifunc' alone does not put in.
    vim.lsp.completion.enable(true, client.id, buffer, { autotrigger = true })
  else
    vim.api.nvim_buf_set_option(buffer, 'omnifunc', 'v:lua.vim.lsp.omnifunc')
    vim.api.nvim_buf_set_option(buffer, 'tagfunc', 'v:lua.vim.lsp.tagfunc')
  end
end

local started = {} -- Clients by their root, for Neovim 0.7.

local function start(buffer)
  local path = vim.api.nvim_buf_get_name(buffer)
  if path == '' or path:find('^%a[%w+.-]*://') or vim.fn.executable(program) == 0 then return end
  local root = root_of(path)
  if not root then return end
  local config = {
    name = 'vault',
    cmd = { program, 'lsp' },
    root_dir = root,
    workspace_folders = { { uri = vim.uri_from_fname(root), name = vim.fn.fnamemodify(root, ':t') } },
    capabilities = capabilities(),
    on_attach = attached,
  }
  if vim.lsp.start then
    vim.lsp.start(config, { bufnr = buffer })
    return
  end
  local client = started[root]
  if not client or vim.lsp.client_is_stopped(client) then
    client = vim.lsp.start_client(config)
    started[root] = client
  end
  if client then vim.lsp.buf_attach_client(buffer, client) end
end

vim.api.nvim_create_autocmd('FileType', {
  group = vim.api.nvim_create_augroup('vault', { clear = true }),
  pattern = 'markdown',
  callback = function(event) start(event.buf) end,
})
