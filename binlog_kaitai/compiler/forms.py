"""What specs say of the forms that values read better in, for what reads the classes."""

from __future__ import annotations

from typing import Any

from binlog_kaitai.compiler.kernel import result_name
from binlog_kaitai.compiler.specs import Node, Specs, Type


def head_of(type_: Type) -> list[str]:
    """Return the fields of which the text of a type consists, if it has no others."""
    return list(type_.text.get("head", ())) if isinstance(type_.text, dict) else []


def shown_seq(type_: Type) -> list[Node]:
    """Return the fields that are read where a text is written: up to the end of its head."""
    if not (head := head_of(type_)):
        return type_.seq
    return type_.seq[: [node["id"] for node in type_.seq].index(head[-1]) + 1]


def forms_of(specs: Specs) -> str:
    """Return the source of a module with the forms of types and fields, for what reads classes."""
    forms: dict[str, Any] = {}
    fields: dict[str, dict[str, Any]] = {}
    for type_ in (type_ for spec in specs.specs.values() for type_ in spec.types):
        if type_.text not in (None, False) and not head_of(type_):
            forms[result_name(type_)] = type_.text
        for node in type_.seq:
            form = node.get("-columnar-text")
            item = specs.find_called(type_, node.get("type"))
            if item is not None and "repeat" in node and isinstance(item.text, dict):
                form = "members" if "name" in item.text else form
            if head_of(type_) and node["id"] not in head_of(type_):
                form = False
            if form in ("uuid", "text", "members", False):
                fields.setdefault(result_name(type_), {})[node["id"]] = form
    lines = ['"""How values read better than as their fields, by the names of classes."""', ""]
    for name, of in (("FORMS", forms), ("FIELDS", fields)):
        items = "".join(f"    {key!r}: {value!r},\n" for key, value in of.items())
        lines.append(f"{name} = {{\n{items}}}")
    return "\n".join(lines) + "\n" if forms or fields else ""
