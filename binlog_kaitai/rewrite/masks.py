"""What takes the place of the cells of redacted columns, each made once by its spec."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import TYPE_CHECKING, Any

import numpy as np
from kaitaistruct import KaitaiStream

from binlog_kaitai.generated.writers.binlog_bitmap import BinlogBitmap
from binlog_kaitai.generated.writers.binlog_cell import BinlogCell
from binlog_kaitai.io.written import number_like, size_of, written
from binlog_kaitai.model.masking import (
    HASH,
    integer_mask,
    is_null,
    is_text,
    text_mask,
)
from binlog_kaitai.model.tables import Column, Table
from binlog_kaitai.read.event_blocks import cell_finder
from binlog_kaitai.rewrite.blocks import Block, pieces_of
from binlog_kaitai.rewrite.edits import Edits
from binlog_kaitai.rewrite.places import Place, place_of
from binlog_kaitai.tree.rows.values import integer_of

if TYPE_CHECKING:
    from binlog_kaitai.read.event_blocks import CellFinder, FoundCells

MAX_BITS = 2**16
"""More than a bitmap of columns has."""


class CellMask:
    """Replaces cells of a column.

    `is_null` says that NULL takes their place, `is_constant` that the same does for all. A text is
    `start` bytes of its length and then itself: what is in front of the text that takes its place
    is the same for all of them.

    Args:
        column: with its mask, which is of whole values.
        logged: the column in its TABLE_MAP.

    Raises:
        UnreadableError: the mask does not fit the column.
    """

    def __init__(self, column: Column, logged: Any) -> None:
        assert column.mask is not None
        self.is_null = is_null(column)
        self._column = column
        self._logged = logged
        self.is_constant = column.mask.action != HASH
        self._mask_text: Callable[[bytes], bytes] | None = None
        self._mask_integer: Callable[[int], int] | None = None
        if not self.is_null:
            if is_text(column):
                self._mask_text = text_mask(column)
            else:
                self._mask_integer = integer_mask(column)
        self._number: _Number | None = None
        self._start: int | None = None
        self._before = b""

    def of_all(self, cells: list[bytes]) -> list[bytes]:
        """Return what takes the place of cells that are not all the same."""
        if self._number is None and self._start is None:
            self.of(cells[0])
        if self._number is not None:
            return self._number.masked(cells)
        mask, start, before = self._mask_text, self._start, self._before
        assert mask is not None
        made = {cell: before + mask(cell[start:]) for cell in set(cells)}
        return list(map(made.__getitem__, cells))

    def of(self, cell: bytes) -> bytes:
        """Return what takes the place of a cell, by its spec, and learn how others are made."""
        value = self._parsed(cell)
        if self._mask_integer is not None:
            set_integer(value, self._mask_integer(integer_of(self._column, value)))
            made = written(value, len(cell))
            last = self._parsed(b"\xff" * len(cell))
            self._number = _Number(self._mask_integer, last, integer_of(self._column, last))
            return made
        assert self._mask_text is not None
        start, text = len(cell) - len(value.value), self._mask_text(value.value)
        value.value, value.len_value = text, number_like(value.len_value, len(text))
        made = written(value, size_of(value))
        self._start, self._before = start, made[: len(made) - len(text)]
        return made

    def _parsed(self, cell: bytes) -> Any:
        tree = BinlogCell(self._logged.handle, True, False, False, KaitaiStream(BytesIO(cell)))
        tree._read()  # noqa: SLF001 - Kaitai's name
        return tree.value


class _Number:
    """How numbers of a column are read and written without a tree of each.

    Args:
        mask: of the column.
        cell: one of its cells, which is changed.
        last: the number in a cell all of whose bits are set: -1 if there are negative ones.
    """

    def __init__(self, mask: Callable[[int], int], cell: Any, last: int) -> None:
        self._mask = mask
        size = size_of(cell)

        def write(number: int) -> bytes:
            set_integer(cell, number)
            return written(cell, size)

        found = place_of(write)
        assert found is not None
        self._place = Place(0, size, found.order)
        self._less = 256**size - 1 - last
        self._first_negative = 256**size - self._less // 2

    def masked(self, cells: list[bytes]) -> list[bytes]:
        """Return what takes the place of cells."""
        size = self._place.stop
        starts = np.arange(len(cells)) * size
        data = np.asarray(memoryview(bytearray().join(cells)))
        found, which = np.unique(self._place.get_all(data, starts), return_inverse=True)
        made = [self._mask(self._stored(bits)) for bits in found.tolist()]
        self._place.put_all(data, starts, np.array(made, np.int64)[which])
        return pieces_of(data.tobytes(), starts, starts + size)

    def _stored(self, bits: int) -> int:
        """Return the number that a cell holds.

        Args:
            bits: of the cell, read as a number of eight bytes with a sign.
        """
        unsigned: int = bits % 256**self._place.stop
        return unsigned - self._less if unsigned >= self._first_negative else unsigned


def set_integer(cell: Any, value: int) -> None:
    """Set the number in an integer cell. It is not negative."""
    high, low = divmod(value, cell.num_values)
    cell.low = number_like(cell.low, low)
    if hasattr(cell, "high_signed") or hasattr(cell, "high_unsigned"):
        name = "high_unsigned" if hasattr(cell, "high_unsigned") else "high_signed"
        setattr(cell, name, high)


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
