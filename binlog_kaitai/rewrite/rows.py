"""Redacts the values in rows events."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any

from kaitaistruct import KaitaiStream

from binlog_kaitai.generated.binlog_bitmap import BinlogBitmap
from binlog_kaitai.generated.writers.rows_event import RowsEvent
from binlog_kaitai.model.definitions import Definition, described
from binlog_kaitai.model.redaction import (
    Redaction,
    is_null,
    is_text,
    masked_integer,
    masked_text,
    refuse_changes,
)
from binlog_kaitai.model.tables import Column, Table
from binlog_kaitai.rewrite.numbers import number_like, size_of, written
from binlog_kaitai.rewrite.writing import Draft
from binlog_kaitai.tree.log.events import LoggedEvent
from binlog_kaitai.tree.rows.images import is_of_no_table, row_data
from binlog_kaitai.tree.rows.values import integer_of


class Redactor:
    """Redacts rows events.

    Args:
        redaction: of the columns.
        definition_of: gives the definition of a table whose column names are not in the log.
    """

    def __init__(
        self, redaction: Redaction, definition_of: Callable[[str], Definition | None]
    ) -> None:
        self.redaction = redaction
        self._num_values = 0
        self._definition_of = definition_of
        self._null_bits: dict[int, list[bytes]] = {}

    def taken_count(self) -> int:
        """Return how many values were redacted since the last call."""
        count, self._num_values = self._num_values, 0
        return count

    def redacted_rows(self, event: LoggedEvent, draft: Callable[[], Draft]) -> Draft | None:
        """Return a rows event with other values; None if it has no redacted columns.

        Args:
            event: the rows event.
            draft: makes it to be changed.

        Raises:
            UnreadableError: a value cannot be redacted as asked.
        """
        rows = event.tree.body
        if is_of_no_table(rows) or not self.redaction.may_be_of(
            rows.table_map.database, rows.table_map.table
        ):
            return None
        table = described(rows.table_map, self._definition_of, event.tree.header.timestamp)
        table = self.redaction.masked(table, rows.table_map)
        if not any(column.mask for column in table.columns):
            return None
        data = row_data(rows)
        changed = draft()
        content = self._redacted(changed.tree.body, data, table)
        if rows.is_compressed:
            changed.compress("body.compressed_rows", content)
        else:
            changed.set("body.row_data.data", content)
        return changed

    def _redacted(self, body: Any, data: bytes, table: Table) -> bytes:
        """Return the bytes of rows with other values."""
        rows = RowsEvent.RowList(KaitaiStream(BytesIO(data)), body, body._root)  # noqa: SLF001 - Kaitai's names, as below
        rows._read()  # noqa: SLF001
        grown = 0
        for row in rows.items:
            for image in (getattr(row, "before", None), getattr(row, "after", None)):
                if image is None:
                    continue
                for column, cell in zip(table.columns, image.cells, strict=True):
                    if column.mask and cell.is_present and not cell.is_null:
                        grown += self._redact(image, cell, column)
                        self._num_values += 1
        return written(rows, len(data) + grown)

    def _redact(self, image: Any, cell: Any, column: Column) -> int:
        """Redact a value; return by how many bytes it grew."""
        if cell.is_partial:
            refuse_changes(column)
        before = size_of(cell.value)
        if is_null(column):
            self._set_null(image, cell)
            return -before
        if is_text(column):
            text = masked_text(column, cell.value.value)
            cell.value.value = text
            cell.value.len_value = number_like(cell.value.len_value, len(text))
        else:
            _set_integer(cell.value, masked_integer(column, integer_of(column, cell.value)))
        return size_of(cell.value) - before

    def _set_null(self, image: Any, cell: Any) -> None:
        present = image.columns_present._parent  # noqa: SLF001
        number = present.bits[image.cells.index(cell)].num_set_before
        bit = self._bits(present.num_set)[number]
        both = zip(image.null_bitmap, bit, strict=True)
        image.null_bitmap = bytes(one | other for one, other in both)
        cell.is_null = True

    def _bits(self, count: int) -> list[bytes]:
        """Return, for each bit of a bitmap, the bytes in which it alone is set."""
        if count not in self._null_bits:
            empty = bytearray(-(-count // 8))
            found: dict[int, bytes] = {}
            for at in range(len(empty)):
                for power in range(8):
                    one = bytearray(empty)
                    one[at] = 1 << power
                    bitmap = BinlogBitmap(count, KaitaiStream(BytesIO(bytes(one))))
                    found.update({n: bytes(one) for n, bit in enumerate(bitmap.bits) if bit.is_set})
            self._null_bits[count] = [found[number] for number in range(count)]
        return self._null_bits[count]


def _set_integer(cell: Any, value: int) -> None:
    high, low = divmod(value, cell.num_values)
    cell.low = number_like(cell.low, low)
    if hasattr(cell, "high_signed") or hasattr(cell, "high_unsigned"):
        name = "high_unsigned" if hasattr(cell, "high_unsigned") else "high_signed"
        setattr(cell, name, high)
