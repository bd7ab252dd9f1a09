"""The TABLE_MAP events that a scan has seen, in arrays that kernels read and add to."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from binlog_kaitai.kernels.handoff import meaning_of
from binlog_kaitai.kernels.runtime.jit import kernel
from binlog_kaitai.kernels.runtime.stream import PADDING, copy
from binlog_kaitai.kernels.walk.lookup import FREE, enter
from binlog_kaitai.kernels.walk.state import MAP, Maps, UsedMaps
from binlog_kaitai.model.names import full_name
from binlog_kaitai.model.tables import Table

MIN_MAPS = 256
MIN_BYTES = 2**15


class SeenMaps:
    """Table maps by their numbers: the events, the tables' ids and names, their layouts' numbers.

    Kernels add what there is room for, which `make_room` makes more of, a map at a time where that
    is beyond the bounds.
    """

    def __init__(self, max_maps: int, max_bytes: int) -> None:
        self.max_maps, self.max_bytes = max_maps, max_bytes
        self.formats: list[Any] = []
        self._format_numbers: dict[Any, int] = {}
        self._tables: dict[int, Table] = {}
        self.used = UsedMaps()
        self.arrays = _arrays(self.used, min(MIN_MAPS, max_maps), min(MIN_BYTES, max_bytes))

    def emptied(self) -> SeenMaps:
        """None, with as much room as there is, up to the bounds, and the same formats."""
        empty = SeenMaps(self.max_maps, self.max_bytes)
        empty.formats = self.formats.copy()
        empty._format_numbers = self._format_numbers.copy()
        empty.used.log_format = self.used.log_format
        arrays = self.arrays
        num_maps, num_bytes = len(arrays.entries), len(arrays.data) - PADDING
        size = min(num_maps, self.max_maps), min(num_bytes, self.max_bytes)
        empty.arrays = _arrays(empty.used, *size)
        return empty

    def __len__(self) -> int:
        return self.used.maps

    def __getitem__(self, number: int) -> tuple[bytes, Any]:
        """Return a map's event, and the format that it is in."""
        entry = self.arrays.entries[number]
        at = int(entry["event_ofs"])
        log_format = self.formats[entry["log_format"]]
        return self.arrays.data[at : at + int(entry["event_len"])].tobytes(), log_format

    def layout(self, number: int) -> int:
        """Return the number of a map's layout."""
        return int(self.arrays.entries[number]["layout"])

    def is_wanted(self, number: int) -> bool:
        """Return whether rows of a map's table are wanted."""
        return bool(self.arrays.entries[number]["is_wanted"])

    @property
    def is_full(self) -> bool:
        """Whether it is time for other maps; before there is no room, as rows are handed over.

        Rows that are handed over early, and maps that are seen anew, both cost.
        """
        is_soon_full = len(self) >= self.max_maps - self.max_maps // 256
        return is_soon_full or self.used.bytes >= self.max_bytes

    def take_format(self, log_format: Any, view: Any) -> None:
        """Have the maps that come next be events of a format."""
        formats = self.formats
        if formats and formats[self.used.log_format] is log_format:
            return
        number = self._format_numbers.setdefault(meaning_of(log_format), len(formats))
        # of those that mean the same the last one, which is asked for again
        formats[number : number + 1] = [log_format]
        self.used.log_format = number

    def make_room(self, size: int) -> bool:
        """See to it that there is room for an event of a size; say whether there was none."""
        arrays = self.arrays
        num_maps, num_bytes = len(arrays.entries), len(arrays.data) - PADDING
        needed_maps, needed_bytes = len(self) + 1, self.used.bytes + size
        if needed_maps <= num_maps and needed_bytes <= num_bytes:
            return False
        grown = _arrays(
            self.used,
            _grown(num_maps, needed_maps, self.max_maps),
            _grown(num_bytes, needed_bytes, self.max_bytes),
        )
        grown.data[: self.used.bytes] = arrays.data[: self.used.bytes]
        # as bytes, since numpy copies records by their fields
        held = arrays.entries[: len(self)].view(np.uint8)
        grown.entries.view(np.uint8)[: len(held)] = held
        enter(grown.slots, grown.entries, 0, len(self))
        self.arrays = grown
        return True

    def table(self, number: int, layout: Table) -> Table:
        """Return the table of a map, whose layout is known."""
        if number not in self._tables:
            database, name = (self.name(part, number) for part in ("database", "table"))
            self._tables[number] = replace(layout, database=database, name=name)
        return self._tables[number]

    def name(self, part: str, number: int) -> str:
        """Return the name in a map: of the `table`, or its `database`."""
        ofs, length = self._names(part)
        at = int(ofs[number])
        return str(self.arrays.data[at : at + int(length[number])].tobytes().decode())

    def names(self, part: str, numbers: Any) -> pa.Array:
        """Return the names in maps."""
        ofs, length = self._names(part)
        ends = np.zeros(len(numbers) + 1, np.int32)
        _measure(length, numbers, ends)
        out = np.empty(int(ends[-1]) + PADDING, np.uint8)
        _gather(self.arrays.data, ofs, numbers, ends, out)
        buffers = [None, pa.py_buffer(ends), pa.py_buffer(out[: ends[-1]])]
        return pa.Array.from_buffers(pa.string(), len(numbers), buffers)

    def full_names(self, numbers: Any) -> list[str]:
        """Return the full names of the tables of maps."""
        parts = [self.names(part, numbers) for part in ("database", "table")]
        if any(map(_has_odd, parts)):
            return list(map(full_name, *(part.to_pylist() for part in parts)))
        names: list[str] = pc.binary_join_element_wise(*parts, ".").to_pylist()
        return names

    def _names(self, part: str) -> tuple[Any, Any]:
        entries = self.arrays.entries
        return entries[f"{part}_ofs"], entries[f"{part}_len"]


def _has_odd(names: pa.Array) -> bool:
    """Return whether any name stands in backticks in a full name."""
    _, ends, text = names.buffers()
    held = text.to_pybytes()
    is_empty = np.diff(np.frombuffer(ends, np.int32)) == 0
    return b"." in held or b"`" in held or bool(is_empty.any())


def _grown(size: int, needed: int, bound: int) -> int:
    """Return a size that holds what is needed; beyond the bound only if that is."""
    if needed <= size:
        return size
    return max(needed, min(4 * size, bound) if needed <= bound else 2 * size)


def _arrays(used: UsedMaps, num_maps: int, num_bytes: int) -> Maps:
    """Return room for maps; of the slots, which are a power of two, at most half are taken."""
    return Maps(
        used=used.record,
        slots=np.full(1 << (2 * num_maps - 1).bit_length(), FREE, np.int64),
        data=np.empty(num_bytes + PADDING, np.uint8),
        entries=np.empty(num_maps, MAP),
    )


@kernel
def _measure(length: Any, numbers: Any, ends: Any) -> None:
    """Say where each name ends, when they are put one behind the other."""
    end = 0
    for i in range(len(numbers)):
        end += int(length[numbers[i]])
        ends[i + 1] = end


@kernel
def _gather(source: Any, ofs: Any, numbers: Any, ends: Any, out: Any) -> None:
    """Put names one behind the other."""
    for i in range(len(numbers)):
        copy(out, ends[i], source, ofs[numbers[i]], ends[i + 1] - ends[i])
