"""What takes the place of the cells of redacted columns, each made once by its spec."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any

import numpy as np
from kaitaistruct import KaitaiStream

from binlog_kaitai.generated.writers.binlog_cell import BinlogCell
from binlog_kaitai.io.places import Place, pieces_of, place_of
from binlog_kaitai.io.written import number_like, size_of, written
from binlog_kaitai.model.masking import HASH, integer_mask, integer_of, is_null, is_text, text_mask
from binlog_kaitai.model.tables import Column


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
