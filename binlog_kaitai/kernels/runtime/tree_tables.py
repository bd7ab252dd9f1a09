"""Arrow from whole trees: `table` of each module that is compiled of a spec without hints.

Structs, lists and absent values stay what they are. A switch is a number or bytes if all its cases
are; else it is a struct with a field for each type, of which one is there at most.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from binlog_kaitai.kernels.runtime.arrays import Ints
from binlog_kaitai.kernels.runtime.stream import PADDING
from binlog_kaitai.kernels.runtime.tables import bytes_array
from binlog_kaitai.kernels.runtime.trees import FULL, LENGTH, NO_ROOM, PLACE, SITE

Cell: TypeAlias = tuple[Any, ...]
"""What lies at a place in memory, as the compiler describes it: its kind and what that has."""

Members: TypeAlias = dict[str, tuple[tuple[str, int, bool, Cell], ...]]
"""Of each shape its members: name, offset, whether a word before it tells that it is there."""

Compiled: TypeAlias = tuple[
    Callable[..., int], str, int, int, Sequence[tuple[int, int]], Sequence[str], Members
]
"""What a module has: the kernel, the root's shape and place, the words before all regions, of each
region its word and the width of its items, the places of the spec, and what shapes have.
"""

_FIRST_ROOM = 64
_SMALL = 2**26  # words of memory: as long as it takes fewer, it grows fast
_MOST_PER_BYTE = 8
_FAILED = 2
_NUMBERS = {"int": "int64", "bool": "bool", "float": "float64"}
_AS_THEY_ARE = {"", "UTF-8", "ASCII"}
_ASCII = bytes(range(128))


def read_tree(
    file: str | os.PathLike[str] | bytes, compiled: Compiled, rows: str | None = None
) -> pa.Table:
    """Read a file, which is in memory as a whole, into a table.

    The table's metadata has, as `unreadable`, the paths of instances that could not be read, and
    how many of each: they are null.

    Args:
        file: its path, or the bytes themselves.
        compiled: what the module has.
        rows: the path of a repeated field, whose items are the rows; without one, there is one row.

    Raises:
        ValueError: The bytes are not what the spec says, or the path is none of a repeated field.
        OSError: The file cannot be read.
    """
    data = file if isinstance(file, bytes) else Path(file).read_bytes()
    buffer = np.empty(len(data) + PADDING, np.uint8)
    buffer[: len(data)] = np.frombuffer(data, np.uint8)
    buffer[len(data) :] = 0
    where = "its bytes" if isinstance(file, bytes) else os.fspath(file)
    mem = _filled(buffer, len(data), compiled, where)
    _, root, place, *_, members = compiled
    found = _Tree(buffer, mem, members)
    struct = found.struct(root, np.array([place]), root)
    if rows is not None:
        for name in rows.split("."):
            struct = _field(struct, name, rows)
    flat = struct.flatten() if isinstance(struct, pa.StructArray) else [struct]
    names = [of.name for of in struct.type] if isinstance(struct, pa.StructArray) else ["value"]
    table = pa.Table.from_arrays(flat, names=names)
    unreadable = " ".join(f"{path}:{count}" for path, count in found.failed.items())
    return table.replace_schema_metadata({"unreadable": unreadable} if unreadable else None)


def _field(array: Any, name: str, rows: str) -> Any:
    if not isinstance(array, pa.StructArray) or array.type.get_field_index(name) < 0:
        raise ValueError(f"{rows}: no path of a repeated field")
    found = pc.struct_field(array, name)
    return found.flatten() if isinstance(found, pa.ListArray) else found


def _filled(buffer: Any, length: int, compiled: Compiled, where: str) -> Any:
    """Return the memory of a file: with more room as long as there is too little."""
    fill, _, _, fixed, regions, sites, _ = compiled
    rooms = [_FIRST_ROOM for _ in regions]
    while True:
        starts = np.cumsum([fixed, *(r * w for r, (_, w) in zip(rooms, regions, strict=True))])
        mem = np.empty(int(starts[-1]) + PADDING, np.int64)
        mem[:fixed] = 0
        mem[LENGTH] = length
        for i, (at, _) in enumerate(regions):
            mem[at : at + 2] = starts[i], starts[i + 1]
        end = fill(buffer, length, mem)
        if end != NO_ROOM:
            break
        full, times = int(mem[FULL]), 8 if len(mem) < _SMALL else 2
        for i, (at, width) in enumerate(regions):
            used = (int(mem[at]) - int(starts[i])) // max(width, 1)
            rooms[i] = max(rooms[i] * (times if at == full else 1), used * 2)
            if used > length * _MOST_PER_BYTE + _FIRST_ROOM:
                raise ValueError(f"{where}: a list without an end")
    if end < 0:
        site = sites[int(mem[SITE])]
        raise ValueError(f"{where}: byte {int(mem[PLACE])} is not what {site} says")
    return mem


class _Tree:
    """A tree in memory."""

    def __init__(self, buffer: Any, mem: Any, members: Members) -> None:
        self.buffer = buffer
        self.mem = mem
        self.members = members
        self.failed: dict[str, int] = {}
        self.last: tuple[Any, int] = None, 0  # places, and how far they lie apart if all do

    def words(self, places: Ints, offset: int) -> Any:
        """Return a word of each place, by its offset."""
        if places is not self.last[0]:
            steps = np.diff(places)
            is_even = len(steps) and steps[0] > 0 and bool((steps == steps[0]).all())
            self.last = places, int(steps[0]) if is_even else 0
        step = self.last[1]
        if step:
            first = int(places[0]) + offset
            return self.mem[first : first + step * (len(places) - 1) + 1 : step]
        return self.mem[places + offset]

    def struct(self, shape: str, places: Ints, path: str) -> Any:
        """Return the structs of a shape at places."""
        arrays, names = [], []
        for name, offset, is_optional, cell in self.members[shape]:
            names.append(name)
            of = f"{path}.{name}"
            if not is_optional:
                arrays.append(self.array(cell, places, offset, of))
                continue
            state = self.words(places, offset)
            is_there = state == 1
            failed = int(np.count_nonzero(state == _FAILED))
            if failed:
                self.failed[of] = self.failed.get(of, 0) + failed
            arrays.append(self.chosen(cell, places, offset + 1, is_there, of))
        if not arrays:
            return pa.array([{}] * len(places), pa.struct([]))
        return pa.StructArray.from_arrays(arrays, names=names)

    def chosen(self, cell: Cell, places: Ints, offset: int, is_there: Any, path: str) -> Any:
        """Return what is at some of the places, and nulls for the others."""
        if bool(is_there.all()):
            return self.array(cell, places, offset, path)
        if cell[0] in _NUMBERS:
            return self.numbers(cell[0], cell[1], self.words(places, offset), ~is_there)
        found = self.array(cell, places[is_there], offset, path)
        indexes = np.cumsum(is_there) - 1
        return found.take(pa.array(indexes, mask=~is_there))

    def array(self, cell: Cell, places: Ints, offset: int, path: str) -> Any:
        """Return what is at an offset from each place."""
        kind, *more = cell
        if kind in _NUMBERS:
            return self.numbers(kind, more[0], self.words(places, offset))
        if kind == "bytes":
            first, lengths = self.words(places, offset), self.words(places, offset + 1)
            return self.bytes(more[0], first, lengths)
        if kind == "struct":
            return self.struct(more[0], places + offset, path)
        if kind == "ref":
            found = self.words(places, offset)
            return self.struct(more[0], found, path) if len(found) else pa.nulls(0)
        if kind == "list":
            return self.list(more, places, offset, path)
        return self.switch(more[0], places, offset, path)

    def numbers(self, kind: str, of: str, words: Any, mask: Any = None) -> Any:
        if kind == "bool":
            return pa.array(words != 0, mask=mask)
        words = np.ascontiguousarray(words)
        if kind == "float":
            words = words.view(np.float64)
        return pa.array(words.astype(of) if of else words, mask=mask)

    def bytes(self, encoding: str, first: Any, lengths: Any) -> Any:
        first, lengths = np.ascontiguousarray(first), np.ascontiguousarray(lengths)
        if encoding in _AS_THEY_ARE:
            return bytes_array(self.buffer, "string" if encoding else "binary", first, lengths)
        found = bytes_array(self.buffer, "binary", first, lengths)
        data = np.frombuffer(found.buffers()[2], np.uint8, int(lengths.sum()))
        has_ascii = _ASCII.decode(encoding, "replace").encode() == _ASCII
        if has_ascii and data.max(initial=0) < len(_ASCII):
            return found.cast(pa.string())
        return pa.array([value.decode(encoding) for value in found.to_pylist()], pa.string())

    def list(self, of: Sequence[Any], places: Ints, offset: int, path: str) -> Any:
        width, item, is_deep = of
        first, counts = self.words(places, offset), self.words(places, offset + 1)
        offsets = np.zeros(len(places) + 1, np.int64)
        np.cumsum(counts, out=offsets[1:])
        total = int(offsets[-1])
        if is_deep and total == 0:  # else types that contain themselves would have no end
            return pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), pa.nulls(0))
        items = np.repeat(first - offsets[:-1] * width, counts) + np.arange(total) * width
        values = self.array(item, items, 0, path)
        return pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), values)

    def switch(
        self, cases: Sequence[tuple[str, Cell]], places: Ints, offset: int, path: str
    ) -> Any:
        number = self.words(places, offset)
        kinds = {cell[0] for _, cell in cases}
        if kinds <= {"int"} or kinds <= {"float"}:
            cell = (*kinds, "")
            if kinds == {"int"}:
                cell = ("int", _common([of for _, (_, of) in cases]))
            return self.chosen(cell, places, offset + 1, number > 0, path)
        if kinds == {"bytes"} and len({cell for _, cell in cases}) == 1:
            return self.chosen(cases[0][1], places, offset + 1, number > 0, path)
        alike: dict[tuple[str, Cell], list[int]] = {}
        for case, (name, cell) in enumerate(cases, 1):
            alike.setdefault((name.replace("::", "_") or "bytes", cell), []).append(case)
        arrays, names = [], [name for name, _ in alike]
        for (name, cell), of in alike.items():
            is_one = np.isin(number, of)
            arrays.append(self.chosen(cell, places, offset + 1, is_one, f"{path}.{name}"))
        mask = pa.array(number == 0)
        return pa.StructArray.from_arrays(arrays, names=names, mask=mask)


def _common(names: Sequence[str]) -> str:
    """Return the integer type that holds those of all cases."""
    return str(np.result_type(*(np.dtype(name or "int64") for name in names)))
