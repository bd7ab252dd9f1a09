-- Prints the trees that the compiled specs make of binary logs, as tests/javascript/tree.py does,
-- with all texts as bytes, since Lua does not tell them apart.
--
-- usage: lua dump.lua RUNTIME COMPILED MEMBERS LOG ...
--
-- MEMBERS is the table of tests/languages/members.py. Of a log that cannot be read, `error` is
-- printed.

local runtime, compiled, table_of_members = arg[1], arg[2], arg[3]
package.path = runtime .. "/?.lua;" .. runtime .. "/zzlib/?.lua;" .. compiled .. "/?.lua"
require("mysql_binlog")

local MAX_SAFE = 2 ^ 53 - 1

local function camel(name)
  return (name:gsub("_(%w)", string.upper))
end

local classes = {}
for line in io.lines(table_of_members) do
  local path, fields, instances = line:match("^(.-)\t(.-)\t(.-)$")
  local class = _G
  for part in path:gmatch("[^.]+") do
    class = class and class[part]
  end
  if class then
    local names = {}
    for name in (fields .. "," .. instances):gmatch("[^,]+") do
      names[#names + 1] = name
    end
    classes[class] = { name = path:match("[^.]+$"), members = names }
  end
end

local canonical

local function bytes(text)
  return '{"bytes":"' .. text:gsub(".", function(byte) return ("%02x"):format(byte:byte()) end) .. '"}'
end

local function number(value)
  if math.type(value) == "integer" then
    local is_safe = value >= -MAX_SAFE and value <= MAX_SAFE
    return is_safe and ("%d"):format(value) or ('{"integer":%d}'):format(value)
  end
  local is_integer = value == math.floor(value) and math.abs(value) <= MAX_SAFE
  if is_integer and not (value == 0 and 1 / value < 0) then
    return ("%d"):format(math.tointeger(value))
  end
  local double = string.pack(">d", value):gsub(".", function(byte) return ("%02x"):format(byte:byte()) end)
  return '{"double":"' .. double .. '"}'
end

local function object(value, kind, seen)
  if seen[value] then
    return ('{"same":%d}'):format(seen[value])
  end
  seen[value], seen.count = seen.count, seen.count + 1
  local parts = { '"class":"' .. kind.name .. '"' }
  for _, name in ipairs(kind.members) do
    local member = value[name]
    if member ~= nil then
      parts[#parts + 1] = '"' .. camel(name) .. '":' .. canonical(member, seen)
    end
  end
  return "{" .. table.concat(parts, ",") .. "}"
end

function canonical(value, seen)
  local kind = type(value)
  if kind == "string" then
    return bytes(value)
  elseif kind == "number" then
    return number(value)
  elseif kind ~= "table" then
    return tostring(value)
  elseif classes[getmetatable(value)] then
    return object(value, classes[getmetatable(value)], seen)
  elseif value.label then
    return number(value.value)
  end
  local items = {}
  for index, item in ipairs(value) do
    items[index] = canonical(item, seen)
  end
  return "[" .. table.concat(items, ",") .. "]"
end

local function trees_of(path)
  local log = MysqlBinlog:from_file(path)
  local seen = { count = 0 }
  local trees = { canonical(log.start, seen) }
  for _, event in ipairs(log.events) do
    trees[#trees + 1] = canonical(event, seen)
  end
  return "[" .. table.concat(trees, ",") .. "]"
end

for index = 4, #arg do
  local is_read, found = pcall(trees_of, arg[index])
  if not is_read and os.getenv("TELL") then
    io.stderr:write(tostring(found), "\n")
  end
  print(is_read and found or '{"error":true}')
end
