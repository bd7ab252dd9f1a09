# Prints the trees that the compiled specs make of binary logs, as tests/javascript/tree.py does,
# with enums by their names.
#
# usage: ruby -I RUNTIME -I COMPILED dump.rb MEMBERS LOG ...
#
# MEMBERS is the table of tests/languages/members.py. Of a log that cannot be read, `error` is
# printed.

require "json"
require "mysql_binlog"

MAX_SAFE = 2**53 - 1
MEMBERS = File.readlines(ARGV.shift, chomp: true).to_h do |line|
  name, fields, instances = line.split("\t", -1)
  [name.gsub(".", "::"), fields.split(",") + instances.split(",")]
end

def camel(name)
  first, *words = name.split("_")
  first + words.map(&:capitalize).join
end

def canonical(value, seen)
  case value
  when Kaitai::Struct::Struct then canonical_object(value, seen)
  when Array then value.map { |item| canonical(item, seen) }
  when Symbol then { enum: value }
  when String
    value.encoding == Encoding::BINARY ? { bytes: value.unpack1("H*") } : value
  when Float then canonical_float(value)
  when Integer then value.abs <= MAX_SAFE ? value : { integer: value }
  else value
  end
end

def canonical_float(value)
  if value.finite? && value == value.floor && value.abs <= MAX_SAFE && value.to_s != "-0.0"
    return value.to_i
  end
  { double: [value].pack("G").unpack1("H*") }
end

def canonical_object(object, seen)
  return { same: seen[object] } if seen.key?(object)

  seen[object] = seen.size
  tree = { class: object.class.name.split("::").last }
  MEMBERS.fetch(object.class.name).each do |name|
    value = object.public_send(name)
    tree[camel(name)] = canonical(value, seen) unless value.nil?
  end
  tree
end

def trees_of(path)
  log = MysqlBinlog.from_file(path)
  seen = {}.compare_by_identity
  [log.start, *log.events].map { |tree| canonical(tree, seen) }
rescue Kaitai::Struct::ValidationFailedError, EOFError
  { error: true }
end

ARGV.each { |path| puts JSON.generate(trees_of(path), max_nesting: false) }
