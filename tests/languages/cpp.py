"""Writes a C++ program that prints the trees, for C++ has no reflection. Texts are bytes in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.languages.members import Members, lower_camel, upper_camel

_HEAD = r"""
#include <cmath>
#include <cstring>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <stdint.h>

typedef std::map<const void*, size_t> seen_t;
static const int64_t MAX_SAFE = ((int64_t)1 << 53) - 1;

static void hex(std::ostream& out, const std::string& bytes) {
    for (size_t i = 0; i < bytes.size(); i++) {
        char pair[3];
        snprintf(pair, sizeof pair, "%02x", (unsigned char)bytes[i]);
        out << pair;
    }
}
static void dump(std::ostream& out, seen_t&, const std::string& bytes) {
    out << "{\"bytes\":\"";
    hex(out, bytes);
    out << "\"}";
}
static void dump(std::ostream& out, seen_t&, bool value) { out << (value ? "true" : "false"); }
static void dump(std::ostream& out, seen_t&, double value) {
    bool is_minus_zero = value == 0 && std::signbit(value);
    if (std::floor(value) == value && std::fabs(value) <= MAX_SAFE && !is_minus_zero) {
        out << (int64_t)value;
        return;
    }
    uint64_t bits;
    char text[17];
    memcpy(&bits, &value, sizeof bits);
    snprintf(text, sizeof text, "%016llx", (unsigned long long)bits);
    out << "{\"double\":\"" << text << "\"}";
}
static void dump(std::ostream& out, seen_t& seen, float value) { dump(out, seen, (double)value); }
template <typename integer> void dump(std::ostream& out, seen_t&, integer value) {
    int64_t number = (int64_t)value;
    bool is_safe = -MAX_SAFE <= number && number <= MAX_SAFE;
    out << (is_safe ? "" : "{\"integer\":") << number << (is_safe ? "" : "}");
}
static void dump(std::ostream& out, seen_t& seen, kaitai::kstruct* value);
template <typename item> void dump(std::ostream& out, seen_t& seen, item* value) {
    dump(out, seen, (kaitai::kstruct*)value);
}
template <typename item> void dump(std::ostream& out, seen_t& seen, std::vector<item>* items) {
    out << "[";
    for (size_t i = 0; i < items->size(); i++) {
        if (i > 0) out << ",";
        dump(out, seen, items->at(i));
    }
    out << "]";
}
static bool is_known(std::ostream& out, seen_t& seen, const void* value, const char* name) {
    seen_t::iterator found = seen.find(value);
    if (found != seen.end()) {
        out << "{\"same\":" << found->second << "}";
        return true;
    }
    size_t number = seen.size();
    seen[value] = number;
    out << "{\"class\":\"" << name << '"';
    return false;
}
"""

_MAIN = """
int main(int argc, char** argv) {
    for (int i = 1; i < argc; i++) {
        std::ifstream file(argv[i], std::ifstream::binary);
        kaitai::kstream stream(&file);
        std::ostringstream out;
        try {
            mysql_binlog_t* log = new mysql_binlog_t(&stream);
            seen_t seen;
            out << "[";
            dump(out, seen, log->start());
            for (size_t j = 0; j < log->events()->size(); j++) {
                out << ",";
                dump(out, seen, log->events()->at(j));
            }
            std::cout << out.str() << "]\\n";
        } catch (const std::exception& error) {
            std::cout << "{\\"error\\":true}\\n";
        }
    }
}
"""


def program(members: list[Members]) -> str:
    """Return the program's text: it takes the logs, and prints the trees of each in a line."""
    specs = sorted({type_.path[0] for type_ in members})
    includes = "".join(f'#include "{spec}.h"\n' for spec in specs)
    functions = "\n".join("\n".join(_function(type_)) for type_ in members)
    casts = "\n".join(
        f"    if ({name}* found = dynamic_cast<{name}*>(value)) return members(out, seen, found);"
        for name in map(_name, members)
    )
    head = "static void dump(std::ostream& out, seen_t& seen, kaitai::kstruct* value)"
    choose = f"{head} {{\n{casts}\n}}\n"
    return includes + _HEAD + functions + "\n" + choose + _MAIN


def _name(members: Members) -> str:
    return "::".join(f"{part}_t" for part in members.path)


def _function(members: Members) -> Iterator[str]:
    yield f"static void members(std::ostream& out, seen_t& seen, {_name(members)}* value) {{"
    name = upper_camel(members.path[-1])
    yield f'    if (is_known(out, seen, value, "{name}")) return;'
    for field, node in (members.fields | members.instances).items():
        yield from _member(field, node)
    yield '    out << "}";\n}'


def _member(name: str, node: dict[str, Any]) -> Iterator[str]:
    key = rf'out << ",\"{lower_camel(name)}\":"; '
    switch = node["type"] if isinstance(node.get("type"), dict) else {}
    is_open_switch = bool(switch) and "_" not in switch["cases"]
    show = f"{key}dump(out, seen, value->{name}());"
    if "if" not in node and not is_open_switch:
        yield f"    {show}"
        return
    yield f"    if (!value->_is_null_{name}()) {{ {show} }}"
    if is_open_switch and "size" in node:
        raw = f"value->_raw_{name}()"
        condition = f"else if (!{raw}.empty())" if "if" in node else "else"
        yield f"    {condition} {{ {key}dump(out, seen, {raw}); }}"
