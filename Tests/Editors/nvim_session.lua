-- nvim_session.lua: does in Neovim what the file VAULT_SCENARIO lists, with `vault lsp` beside it, and writes what came of it
-- into the file VAULT_REPORT. For Neovim 0.7, which has no vim.lsp.start, and for newer ones. Keys are typed as by a person:
-- steps run in a coroutine that timers wake, while the editor waits for input.

local decode = vim.json and vim.json.decode or vim.fn.json_decode
local scenario = decode(table.concat(vim.fn.readfile(vim.env.VAULT_SCENARIO), '\n'))
local report = { steps = {}, errors = {}, messages = {} }
local client_id, chosen_titles, offered_titles
local handled = {}

vim.o.swapfile = false
vim.o.completeopt = 'menuone,noinsert'
-- A note that ends without a line end keeps that, since the files are compared.
vim.o.fixendofline = false
vim.o.shortmess = vim.o.shortmess .. 'AcI'
vim.o.more = false

local function finish()
  vim.fn.writefile({ vim.fn.json_encode(report) }, vim.env.VAULT_REPORT)
  vim.cmd('qall!')
end

vim.notify = function(words, level)
  local is_error = level == vim.log.levels.ERROR
  table.insert(is_error and report.errors or report.messages, tostring(words))
end

-- Waits in a step until something is so.
local function await(what, ready, milliseconds)
  local running, deadline = coroutine.running(), vim.loop.now() + (milliseconds or 20000)
  while true do
    vim.loop.update_time()
    local value = ready()
    if value then return value end
    if vim.loop.now() > deadline then error(what .. ' was waited for', 0) end
    vim.defer_fn(function()
      local ok, problem = coroutine.resume(running)
      if not ok then
        table.insert(report.errors, tostring(problem))
        finish()
      end
    end, 20)
    coroutine.yield()
  end
end

local function pause(milliseconds)
  local over = vim.loop.now() + milliseconds
  await('a pause', function() return vim.loop.now() >= over end, milliseconds + 5000)
end

local function client() return vim.lsp.get_client_by_id(client_id) end

-- What the server was asked is answered, and nothing new was asked for a moment.
local function settle()
  await('the end of all requests', function()
    for _, request in pairs(client().requests or {}) do
      if request.type == 'pending' then return false end
    end
    return true
  end)
  pause(150)
end

local function noting(method)
  local usual = vim.lsp.handlers[method]
  return function(problem, result, context, config)
    handled[method] = (handled[method] or 0) + 1
    if problem then table.insert(report.errors, method .. ': ' .. tostring(problem.message)) end
    if usual then return usual(problem, result, context, config) end
  end
end

local handlers = vim.lsp.handlers
handlers['textDocument/rename'] = noting('textDocument/rename')
-- The first of the answers is given, as somebody who agrees does.
handlers['window/showMessageRequest'] = function(_, asked)
  table.insert(report.messages, asked.message)
  return asked.actions and asked.actions[1] or vim.NIL
end
handlers['window/showMessage'] = function(_, told)
  table.insert(told.type == 1 and report.errors or report.messages, told.message)
end

local config = {
  name = 'vault',
  cmd = { scenario.program, 'lsp' },
  root_dir = scenario.vault,
  workspace_folders = { { uri = vim.uri_from_fname(scenario.vault), name = 'vault' } },
  on_attach = function(_, buffer) vim.api.nvim_buf_set_option(buffer, 'omnifunc', 'v:lua.vim.lsp.omnifunc') end,
}

local function attach(buffer)
  if vim.bo[buffer].buftype ~= '' then return end
  if vim.lsp.start then
    client_id = vim.api.nvim_buf_call(buffer, function() return vim.lsp.start(config) end)
  else
    client_id = client_id or vim.lsp.start_client(config)
    vim.lsp.buf_attach_client(buffer, client_id)
  end
end

vim.api.nvim_create_autocmd({ 'BufReadPost', 'BufNewFile' }, {
  pattern = '*.md',
  callback = function(event)
    vim.bo[event.buf].filetype = 'markdown'
    if not scenario.setup then attach(event.buf) end
  end,
})

if scenario.setup then
  -- What users load does it all.
  vim.g.vault = { program = scenario.program }
  dofile(scenario.setup)
end

-- The client of this buffer that is about vaults.
local function find_client()
  for _, one in pairs(vim.lsp.get_clients and vim.lsp.get_clients({ bufnr = 0 }) or vim.lsp.buf_get_clients(0)) do
    if one.name == 'vault' then client_id = one.id end
  end
  return client_id
end

vim.ui.select = function(items, options, choose)
  offered_titles = {}
  for index, item in ipairs(items) do offered_titles[index] = (options.format_item or tostring)(item) end
  for _, words in ipairs(chosen_titles or {}) do
    for index, title in ipairs(offered_titles) do
      if title:lower():find(words, 1, true) then return choose(items[index], index) end
    end
  end
  choose(nil, nil)
end

local function file_of(buffer)
  local name = vim.api.nvim_buf_get_name(buffer)
  return name:sub(1, #scenario.vault + 1) == scenario.vault .. '/' and name:sub(#scenario.vault + 2) or name
end

local function line_at(number) return vim.api.nvim_buf_get_lines(0, number, number + 1, false)[1] or '' end

local function put_cursor(step)
  local column = 0
  if step.on then
    column = line_at(step.line):find(step.on, 1, true)
    if not column then error('no ' .. step.on .. ' in line ' .. step.line .. ': ' .. line_at(step.line), 0) end
    column = column - 1
  end
  vim.api.nvim_win_set_cursor(0, { (step.line or 0) + 1, column })
end

local function open(step)
  if file_of(0) ~= step.file then vim.cmd('silent edit ' .. vim.fn.fnameescape(scenario.vault .. '/' .. step.file)) end
  await('the server', function()
    local able = (client_id or find_client()) and client() and client().server_capabilities
    return able and next(able) and vim.lsp.buf_is_attached(0, client_id)
  end)
  local able = client()
  report.client = { version = tostring(vim.version().major) .. '.' .. vim.version().minor .. '.' .. vim.version().patch,
    encoding = able.offset_encoding, root = able.config.root_dir }
  if step.line then put_cursor(step) end
end

local function type_keys(keys) vim.api.nvim_input(keys) end
local function typed(words) return (words:gsub('<', '<lt>')) end

local doing = {}

function doing.open() end

function doing.text(_, result)
  result.text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
end

function doing.insert(step, result)
  type_keys('A' .. typed(step.text) .. '<Esc>')
  await('what was typed', function() return vim.fn.mode() == 'n' and line_at(step.line):find(step.text, 1, true) end)
  result.text = line_at(step.line)
end

-- `enable` is whether newer Neovims may do more than 'omnifunc' does, which they do where somebody asks for it.
function doing.complete(step, result)
  if vim.lsp.completion and vim.lsp.completion.enable then
    vim.lsp.completion.enable(step.enable ~= false, client_id, 0, { autotrigger = false })
  end
  type_keys('A' .. typed(step.text) .. typed(step.after or '') .. ('<Left>'):rep(vim.fn.strchars(step.after or '')))
  await('what was typed', function()
    return vim.fn.mode() == 'i' and line_at(step.line):sub(-#(step.text .. (step.after or ''))) == step.text .. (step.after or '')
  end)
  pause(50)
  type_keys('<C-x><C-o>')
  local ok, problem = pcall(await, 'the menu', function() return vim.fn.pumvisible() == 1 end, step.wait or 10000)
  if not ok then
    type_keys('<Esc>')
    error(problem, 0)
  end
  local items, place = vim.fn.complete_info({ 'items' }).items, nil
  result.offered = {}
  for index, item in ipairs(items) do
    local label = vim.trim((item.abbr or '') ~= '' and item.abbr or item.word)
    result.offered[index] = label
    if label == step.label and not place then place = index end
  end
  if place then
    vim.api.nvim_select_popupmenu_item(place - 1, true, true, {})
    await('the end of the menu', function() return vim.fn.pumvisible() == 0 end)
    pause(100)
  end
  type_keys('<Esc>')
  await('the end of typing', function() return vim.fn.mode() == 'n' end)
  result.text = line_at(step.line)
  if not place then error(step.label .. ' is not offered', 0) end
end

function doing.definition(_, result)
  local function here()
    local cursor = vim.api.nvim_win_get_cursor(0)
    return vim.api.nvim_get_current_buf() .. ' ' .. cursor[1] .. ' ' .. cursor[2]
  end
  local before = here()
  vim.lsp.buf.definition()
  await('the definition', function() return here() ~= before end)
  result.file, result.line = file_of(0), vim.api.nvim_win_get_cursor(0)[1] - 1
end

function doing.rename(step)
  local before, told = handled['textDocument/rename'] or 0, #report.messages
  vim.lsp.buf.rename(step.to)
  await('the renaming', function()
    for index = told + 1, #report.messages do
      if report.messages[index]:lower():find('nothing to rename', 1, true) then return true end
    end
    return (handled['textDocument/rename'] or 0) > before
  end)
  settle()
end

function doing.action(step, result)
  chosen_titles, offered_titles = step.titles, nil
  local told = #report.messages
  vim.lsp.buf.code_action()
  await('the code actions', function() return offered_titles or #report.messages > told end)
  result.offered = offered_titles or {}
  settle()
  local is_there = false
  for _, words in ipairs(step.titles) do
    for _, title in ipairs(result.offered) do is_there = is_there or title:lower():find(words, 1, true) ~= nil end
  end
  if not is_there then error('no such code action is offered', 0) end
end

function doing.command(step, result)
  local answered
  client().request('workspace/executeCommand', { command = step.command, arguments = step.arguments }, function(problem, value)
    answered = { problem = problem, value = value }
  end, 0)
  await('the command', function() return answered end)
  if answered.problem then error(answered.problem.message, 0) end
  result.value = answered.value
  settle()
end

-- Keys of the users' set-up; `<Leader>` is a backslash. What has come of them when all is quiet is told.
function doing.keys(step, result)
  type_keys(step.keys)
  pause(300)
  settle()
  result.file, result.text = file_of(0), line_at(vim.api.nvim_win_get_cursor(0)[1] - 1)
  result.listed = {}
  for index, item in ipairs(vim.fn.getqflist()) do result.listed[index] = file_of(item.bufnr) .. ':' .. item.lnum end
  result.watched = (vim.lsp.get_client_by_id(client_id).config.capabilities.workspace.didChangeWatchedFiles or {}).dynamicRegistration
end

function doing.undo() vim.cmd('silent undo') end

function doing.save(_, result)
  vim.cmd('silent wall')
  settle()
  result.open = {}
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buffer) and vim.api.nvim_buf_get_name(buffer) ~= '' then
      table.insert(result.open, file_of(buffer))
      if vim.bo[buffer].modified then error(file_of(buffer) .. ' is not saved', 0) end
    end
  end
end

local function run_all()
  for _, step in ipairs(scenario.steps) do
    local result = { ['do'] = step['do'], titles = step.titles }
    local ok, problem = pcall(function()
      if step.file then open(step) end
      doing[step['do']](step, result)
    end)
    result.ok = ok
    result.error = not ok and tostring(problem) or nil
    table.insert(report.steps, result)
    -- Without a server the other steps would wait in vain.
    if not report.client then break end
  end
  if client_id then
    vim.lsp.stop_client(client_id)
    pcall(await, 'the end of the server', function() return vim.lsp.client_is_stopped(client_id) end, 5000)
  end
  finish()
end

vim.defer_fn(function()
  local ok, problem = coroutine.resume(coroutine.create(run_all))
  if not ok then
    table.insert(report.errors, tostring(problem))
    finish()
  end
end, 50)
