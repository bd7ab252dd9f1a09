"""How many bytes types and fields take that always take the same: `_sizeof` and `sizeof<...>`."""

from __future__ import annotations

from fractions import Fraction

from binlog_kaitai.compiler.specs import Node, Specs, Type, loader_of, num_bits

_BITS = 8


def contents_of(node: Node) -> bytes | None:
    """Return the bytes that the key `contents` says; None if it is something else."""
    parts = node["contents"] if isinstance(node["contents"], list) else [node["contents"]]
    found = bytearray()
    for part in parts:
        if isinstance(part, str):
            found += part.encode()
        elif isinstance(part, int) and not isinstance(part, bool):
            found.append(part)
        else:
            return None
    return bytes(found)


def size_of(specs: Specs, type_: Type, node: Node) -> int | None:
    """Return how many bytes a field takes, if that is fixed."""
    size = _size(specs, type_, node)
    return None if size is None else int(size)


def _size(specs: Specs, type_: Type, node: Node) -> Fraction | None:
    of, size = node.get("type"), node.get("size")
    times = node.get("repeat-expr") if "repeat" in node else 1
    found: Fraction | int | None = None
    if "if" in node or not isinstance(times, int):
        return None
    if "contents" in node:
        found = len(contents_of(node) or b"")
    elif "size" in node:
        found = size if isinstance(size, int) else None
    elif isinstance(of, str):
        loader, bits = loader_of(type_, of, ""), num_bits(node)
        if bits is not None:
            found = Fraction(bits, _BITS)
        elif loader is not None:
            found = loader.size
        else:
            found = _size_of_type(specs, type_, of)
    return None if found is None else Fraction(found) * times


def _size_of_type(specs: Specs, type_: Type, of: str) -> Fraction | None:
    inner = specs.find_called(type_, of)
    if inner is None or inner is type_:
        return None
    parts = [_size(specs, inner, part) for part in inner.seq]
    return None if None in parts else sum((part or Fraction(0) for part in parts), Fraction(0))
