"""Puts what takes the place of the cells of redacted columns into blocks of events."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

import numpy as np
from kaitaistruct import KaitaiStream

from binlog_kaitai.generated.writers.binlog_bitmap import BinlogBitmap
from binlog_kaitai.io.places import pieces_of
from binlog_kaitai.model.cell_masks import CellMask
from binlog_kaitai.model.tables import Table
from binlog_kaitai.read.event_blocks import cell_finder
from binlog_kaitai.rewrite.blocks import Block
from binlog_kaitai.rewrite.edits import Edits

if TYPE_CHECKING:
    from binlog_kaitai.read.event_blocks import CellFinder, FoundCells

MAX_BITS = 2**16
"""More than a bitmap of columns has."""


class NullBits:
    """In which byte of a bitmap each bit is, and what it counts there, by the spec."""

    def __init__(self) -> None:
        self._known: dict[int, list[tuple[int, int]]] = {}

    def of(self, num_bits: int) -> list[tuple[int, int]]:
        """Return, for each bit of a bitmap, the number of its byte, and that byte with it alone."""
        if num_bits not in self._known:
            num_bytes = -(-num_bits // 8)
            slots = [(at, 1 << power) for at in range(num_bytes) for power in range(8)]
            numbers = [0] * num_bits  # of the slots that the bits have
            for digit in range(len(slots).bit_length()):
                data = bytearray(num_bytes)
                for number, (at, value) in enumerate(slots):
                    data[at] += value * (number // 2**digit % 2)
                for bit, one in enumerate(new_bitmap(num_bits, bytes(data)).bits):
                    numbers[bit] += 2**digit * one.is_set
            self._known[num_bits] = [slots[number] for number in numbers]
        return self._known[num_bits]


def new_bitmap(num_bits: int, data: bytes) -> BinlogBitmap:
    """Return a bitmap of so many bits."""
    bitmap = BinlogBitmap(num_bits, KaitaiStream(BytesIO(data)))
    bitmap._read()  # noqa: SLF001 - Kaitai's name
    return bitmap


class Masks:
    """Replaces cells in blocks of events.

    Args:
        log_format: the format of the events.
    """

    def __init__(self, log_format: Any) -> None:
        self._format = log_format
        self._finder: CellFinder | None = None
        self._masks: list[CellMask] = []
        self._null_bits = NullBits()

    def take_table(self, table_map: Any, table: Table) -> int | None:
        """Return the number of a table with masks; None if trees read its rows.

        Raises UnreadableError if a mask does not fit its column.
        """
        columns = [number for number, column in enumerate(table.columns) if column.mask]
        if any(column.mask is not None and column.mask.paths for column in table.columns):
            return None
        masks = [CellMask(table.columns[one], table_map.columns[one]) for one in columns]
        if self._finder is None:
            self._finder = cell_finder(self._format)
        if self._finder is None:
            return None
        number = self._finder.take_table(table_map, table, columns)
        if number is not None:
            self._masks += masks
        return number

    def begin(self) -> None:
        """Begin a transaction: no TABLE_MAP of one before it counts."""
        if self._finder is not None:
            self._finder.begin()

    def cells(self, block: Block, tables: Any) -> FoundCells | None:
        """Return the cells of a block, as far as no transaction takes trees; None for no masks.

        Args:
            block: it.
            tables: the number of the table of each TABLE_MAP; `NO_TABLE` for all other events.
        """
        if self._finder is None or not len(block.starts):
            return None
        bounds = np.append(block.starts, block.ends[-1])
        cells, stop = self._finder.find(np.asarray(memoryview(block.data)), bounds, tables)
        block.cut_at(range(stop, len(block.starts)))
        return cells.before(len(block.starts))

    def put_into(self, edits: Edits, data: bytes, cells: FoundCells | None) -> list[FoundCells]:
        """Put what takes the place of cells, and return those that become NULL.

        Raises UnreadableError as `CellMask.of_all`.
        """
        nulls: list[FoundCells] = []
        if cells is None or not len(cells.asked):
            return nulls
        order = np.argsort(cells.asked, kind="stable")
        ends = np.flatnonzero(np.diff(cells.asked[order])) + 1
        for chosen in np.split(order, ends):
            some, mask = cells.some(chosen), self._masks[cells.asked[chosen[0]]]
            if mask.is_null:
                edits.put(some.start, some.end, b"")
                nulls.append(some)
            elif mask.is_constant:
                edits.put(some.start, some.end, mask.of(data[some.start[0] : some.end[0]]))
            else:
                pieces = mask.of_all(pieces_of(data, some.start, some.end))
                edits.put_each(some.start, some.end, pieces)
        return nulls

    def set_null_bits(self, data: bytearray, edits: Edits, nulls: list[FoundCells]) -> None:
        """Set the null bits of cells that become NULL, behind the edits."""
        if not nulls:
            return
        num_bits, bit, image = (
            np.concatenate([getattr(some, name) for some in nulls])
            for name in ("num_bits", "bit", "image")
        )
        kinds, which = np.unique(num_bits * MAX_BITS + bit, return_inverse=True)
        bits = [self._null_bits.of(kind // MAX_BITS)[kind % MAX_BITS] for kind in kinds.tolist()]
        at, value = np.array(bits, np.int64)[which].T
        array = np.asarray(memoryview(data))
        np.add.at(array, edits.moved(image + at), value.astype(np.uint8))
