"""The TABLE_MAP events that a scan has seen, in arrays that kernels read and add to."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa

from binlog_kaitai.kernels.runtime.jit import kernel
from binlog_kaitai.kernels.runtime.stream import PADDING, copy
from binlog_kaitai.kernels.seek.formats import are_same
from binlog_kaitai.kernels.walk.learning import enter
from binlog_kaitai.kernels.walk.state import Maps, UsedMaps
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
        self.formats: list[tuple[Any, Any]] = []
        self._tables: dict[int, Table] = {}
        self.used = UsedMaps()
        self.arrays = _arrays(self.used, min(MIN_MAPS, max_maps), min(MIN_BYTES, max_bytes))

    def emptied(self) -> SeenMaps:
        """None, with as much room as there is, up to the bounds."""
        empty = SeenMaps(self.max_maps, self.max_bytes)
        arrays = self.arrays
        num_maps, num_bytes = len(arrays.event_ofs), len(arrays.data) - PADDING
        size = min(num_maps, self.max_maps), min(num_bytes, self.max_bytes)
        empty.arrays = _arrays(empty.used, *size)
        return empty

    def __len__(self) -> int:
        return self.used.maps

    def __getitem__(self, number: int) -> tuple[bytes, Any]:
        """Return a map's event, and the format that it is in."""
        arrays = self.arrays
        at = int(arrays.event_ofs[number])
        log_format, _ = self.formats[arrays.log_format[number]]
        return arrays.data[at : at + arrays.event_len[number]].tobytes(), log_format

    @property
    def is_full(self) -> bool:
        return len(self) >= self.max_maps or self.used.bytes >= self.max_bytes

    def take_format(self, log_format: Any, view: Any) -> None:
        """Have the maps that come next be events of a format."""
        formats = self.formats
        if formats and formats[self.used.log_format][0] is log_format:
            return
        numbers = (i for i, (_, known) in enumerate(formats) if are_same(known, view))
        self.used.log_format = number = next(numbers, len(formats))
        if number == len(formats):
            formats.append((log_format, view))

    def make_room(self, size: int) -> bool:
        """See to it that there is room for an event of a size; say whether there was none."""
        arrays = self.arrays
        num_maps, num_bytes = len(arrays.event_ofs), len(arrays.data) - PADDING
        needed_maps, needed_bytes = len(self) + 1, self.used.bytes + size
        if needed_maps <= num_maps and needed_bytes <= num_bytes:
            return False
        grown = _arrays(
            self.used,
            _doubled(num_maps, needed_maps, self.max_maps),
            _doubled(num_bytes, needed_bytes, self.max_bytes),
        )
        for name, array in grown._asdict().items():
            if name not in {"used", "slots"}:
                held = getattr(arrays, name)
                array[: len(held)] = held
        enter(grown, 0, len(self))
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
        return str(self.arrays.data[at : at + length[number]].tobytes().decode())

    def names(self, part: str, numbers: Any) -> pa.Array:
        """Return the names in maps."""
        ofs, length = self._names(part)
        ends = np.zeros(len(numbers) + 1, np.int32)
        np.cumsum(length[numbers], out=ends[1:])
        out = np.empty(int(ends[-1]) + PADDING, np.uint8)
        _gather(self.arrays.data, ofs, length, numbers, out)
        buffers = [None, pa.py_buffer(ends), pa.py_buffer(out[: ends[-1]])]
        return pa.Array.from_buffers(pa.string(), len(numbers), buffers)

    def _names(self, part: str) -> tuple[Any, Any]:
        arrays = self.arrays
        if part == "database":
            return arrays.database_ofs, arrays.database_len
        return arrays.table_ofs, arrays.table_len


def _doubled(size: int, needed: int, bound: int) -> int:
    """Return a size that holds what is needed; beyond the bound only if that is."""
    if needed <= size:
        return size
    return max(needed, min(2 * size, bound) if needed <= bound else 2 * size)


def _arrays(used: UsedMaps, num_maps: int, num_bytes: int) -> Maps:
    """Return room for maps; of the slots, which are a power of two, at most half are taken."""

    def integers() -> Any:
        return np.zeros(num_maps, np.int64)

    return Maps(
        used=used.record,
        slots=np.full(1 << (2 * num_maps - 1).bit_length(), -1, np.int64),
        data=np.zeros(num_bytes + PADDING, np.uint8),
        event_ofs=integers(),
        event_len=integers(),
        log_format=integers(),
        body_ofs=integers(),
        body_len=integers(),
        database_ofs=integers(),
        database_len=integers(),
        table_ofs=integers(),
        table_len=integers(),
        table_id=integers(),
        layout=integers(),
        is_wanted=integers(),
    )


@kernel
def _gather(source: Any, ofs: Any, length: Any, numbers: Any, out: Any) -> None:
    """Put names one behind the other."""
    at = 0
    for number in numbers:
        copy(out, at, source, ofs[number], length[number])
        at += length[number]
