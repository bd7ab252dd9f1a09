"""The cells of one column, and what their arrays are made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from binlog_kaitai.kernels.runtime.jit import kernel
from binlog_kaitai.kernels.walk.state import NULL
from binlog_kaitai.kernels.walk.table_map_cache import Plan
from binlog_kaitai.model.tables import Column

ROOM = 64  # bytes behind what is copied, which is copied in larger pieces
MAX_BYTES = 2**31 - 1

BLOCK = 64
"""Rows whose cells are taken together, so that they stay in the nearest cache."""

MAX_TOGETHER = 2**26
"""Bytes of the values that are taken together; or of one."""


class FaultError(Exception):
    """The kernels do not read these rows: the tree engine does, and says what is wrong."""


class TooLargeError(Exception):
    """The values of a column do not fit into one array."""


@dataclass(frozen=True, slots=True)
class Selection:
    """Rows of one layout: a buffer, and where in it each cell lies, a row of `cells` a column.

    `noted` are the places of all cells that were found, `starts` where in it those of each row are,
    `lowest` is the lowest number of a place.
    """

    buffer: Any
    cells: Any
    noted: Any
    starts: Any
    lowest: int

    def __len__(self) -> int:
        return int(self.cells.shape[1])

    @property
    def is_whole(self) -> bool:
        """Whether the images hold all columns, and whole documents."""
        return self.lowest >= NULL

    def before(self, index: int) -> Any:
        """Return a column's places in the row before each: of an after image, its before image."""
        return self.noted[np.maximum(self.starts - len(self.cells) + index, 0)]


@kernel
def _by_columns(cells: Any, at: Any, out: Any) -> int:
    """Write the cells of rows, each row's one behind the other, a column to a row of `out`.

    Returns the lowest.
    """
    lowest = 0
    for first in range(0, len(at), BLOCK):
        for column in range(len(out)):
            for i in range(first, min(first + BLOCK, len(at))):
                place = cells[at[i] + column]
                out[column, i] = place
                lowest = min(lowest, place)
    return lowest


def selected(buffer: Any, noted: Any, starts: Any, num_columns: int) -> Selection:
    """Return the rows whose cells are noted from each of some places on."""
    cells = np.empty((num_columns, len(starts)), np.int64)
    return Selection(buffer, cells, noted, starts, _by_columns(noted, starts, cells))


@dataclass(frozen=True, slots=True)
class ColumnCells:
    """The cells of one column in a selection of rows: `places` in a `buffer`, read by a `plan`."""

    selection: Selection
    index: int
    column: Column
    plan: Plan

    @property
    def buffer(self) -> Any:
        """The bytes that the cells lie in."""
        return self.selection.buffer

    @property
    def places(self) -> Any:
        """Where in the buffer each cell lies; negative where there is none."""
        return self.selection.cells[self.index]

    @property
    def arguments(self) -> tuple[int, int]:
        """What the spec takes, 0 where it takes less."""
        return arguments_of(self.plan)


@dataclass(frozen=True, slots=True)
class Located:
    """Bytes of values: where they begin in a buffer, their lengths and total, and if there are."""

    buffer: Any
    ofs: Any
    length: Any
    is_valid: Any
    total: int

    def __len__(self) -> int:
        return len(self.ofs)

    def values(self) -> list[bytes | None]:
        """Return the bytes of each, for what no kernel does."""
        view = memoryview(self.buffer)
        return [
            bytes(view[start : start + length]) if is_valid else None
            for start, length, is_valid in zip(
                self.ofs.tolist(), self.length.tolist(), self.is_valid.tolist(), strict=True
            )
        ]


def arguments_of(plan: Plan) -> tuple[int, int]:
    """Return what a column's spec takes, 0 where it takes less."""
    first, second = (*plan.arguments, 0, 0)[:2]
    return int(first), int(second)


def checked(count: int) -> int:
    """Return what a kernel returned, unless it was a fault."""
    if count < 0:
        raise FaultError
    return count


def check_size(total: int, count: int) -> None:
    """Raise TooLargeError where several values are too many bytes to be taken together."""
    if total > MAX_TOGETHER and count > 1:
        raise TooLargeError


def validity(is_valid: Any, count: int) -> pa.Buffer | None:
    """Return the bits that tell which of some values there are; None where all are."""
    if count == len(is_valid):
        return None
    return pa.py_buffer(np.packbits(is_valid, bitorder="little"))


def array_from(data_type: pa.DataType, is_valid: Any, count: int, *buffers: Any) -> pa.Array:
    """Return an array whose values lie in buffers, of which `count` are valid."""
    nulls = len(is_valid) - count
    views = [pa.py_buffer(buffer) for buffer in buffers]
    return pa.Array.from_buffers(
        data_type, len(is_valid), [validity(is_valid, count), *views], nulls
    )
