"""Whole trees as tables, compared field by field with those of Kaitai's classes."""

from __future__ import annotations

from typing import Any, NamedTuple

Members = dict[str, tuple[tuple[str, int, bool, tuple[Any, ...]], ...]]


class Compared(NamedTuple):
    """What was compared: how many fields, how many that neither reads, and those that differ."""

    fields: int
    unreadable: int
    differences: list[str]


def compare(module: Any, root: str, table: Any, parsed: Any) -> Compared:
    """Compare a table of one row with what a class has parsed."""
    comparison = _Comparison(module.MEMBERS)
    comparison.struct(root, parsed, table.to_pylist()[0], root)
    return Compared(comparison.fields, comparison.unreadable, comparison.differences)


class _Comparison:
    def __init__(self, members: Members) -> None:
        self.members = members
        self.fields = self.unreadable = 0
        self.differences: list[str] = []

    def differ(self, path: str, expected: Any, found: Any) -> None:
        self.differences.append(f"{path}: {str(expected)[:60]}, not {str(found)[:60]}")

    def struct(self, shape: str, expected: Any, found: Any, path: str) -> None:
        for name, _, _, cell in self.members[shape]:
            of = f"{path}.{name}"
            try:
                value = getattr(expected, name)
            except AttributeError:
                value = None  # classes set nothing where a condition is false
            except Exception as error:  # noqa: BLE001 - what no class reads
                self.unreadable += 1
                if found[name] is not None:
                    self.differ(of, error, found[name])
                continue
            self.cell(cell, value, found[name], of)

    def cell(self, cell: tuple[Any, ...], expected: Any, found: Any, path: str) -> None:
        kinds = {of for _, (of, *_) in cell[1]} if cell[0] == "switch" else {cell[0]}
        if kinds <= {"int"} or kinds <= {"float"} or kinds <= {"bytes"} or kinds <= {"bool"}:
            self.leaf(getattr(expected, "value", expected), found, path)
        elif expected is None or found is None:
            if expected is not found:
                self.differ(path, expected, found)
        elif cell[0] == "list":
            if len(expected) != len(found):
                self.differ(path, len(expected), len(found))
            for number, (one, other) in enumerate(zip(expected, found, strict=False)):
                self.cell(cell[2], one, other, f"{path}[{number}]")
        elif cell[0] == "switch":
            cases = {name.replace("::", "_") or "bytes": inner for name, inner in cell[1]}
            (name, value), *others = [of for of in found.items() if of[1] is not None]
            if others:
                self.differ(path, name, others)
            self.cell(cases[name], expected, value, path)
        else:
            self.struct(cell[1], expected, found, path)

    def leaf(self, expected: Any, found: Any, path: str) -> None:
        self.fields += 1
        are_nan = expected != expected and found != found  # noqa: PLR0124
        if expected != found and not are_nan:
            self.differ(path, expected, found)
