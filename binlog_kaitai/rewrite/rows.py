"""Redacts the values in rows events."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any

from kaitaistruct import KaitaiStream

from binlog_kaitai.generated.writers.rows_event import RowsEvent
from binlog_kaitai.io.written import number_like, size_of, written
from binlog_kaitai.model.cell_masks import set_integer
from binlog_kaitai.model.definitions import Definition, described
from binlog_kaitai.model.masking import (
    codec_of,
    integer_of,
    is_null,
    is_text,
    masked_integer,
    masked_text,
    refuse_changes,
)
from binlog_kaitai.model.redaction import Redaction
from binlog_kaitai.model.tables import Column, ColumnType, MetadataType, Table
from binlog_kaitai.model.values import JsonDiff
from binlog_kaitai.rewrite.masks import NullBits, new_bitmap
from binlog_kaitai.rewrite.writing import Draft
from binlog_kaitai.tree.log.events import LoggedEvent
from binlog_kaitai.tree.rows.images import is_of_no_table, row_data
from binlog_kaitai.tree.rows.json_masks import Masks, document_of, stored_scalar
from binlog_kaitai.tree.rows.json_values import diff_of
from binlog_kaitai.tree.rows.json_writing import encoded_document

_LABELS = {
    MetadataType.enum_str_value: ColumnType.enum,
    MetadataType.set_str_value: ColumnType.set,
}


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
        self._bits = NullBits()

    def count(self, num_values: int) -> None:
        """Count values that were redacted."""
        self._num_values += num_values

    def taken_count(self) -> int:
        """Return how many values were redacted since the last call."""
        count, self._num_values = self._num_values, 0
        return count

    def redacted_map(self, event: LoggedEvent, draft: Callable[[], Draft]) -> Draft | None:
        """Return a TABLE_MAP without the labels of redacted columns; None if it has none.

        Args:
            event: the TABLE_MAP.
            draft: makes it to be changed.

        Raises:
            UnreadableError: the columns to redact are not known.
        """
        found = event.tree.body
        table = self.masked_table(found, event.tree.header.timestamp)
        if table is None or not found.has_metadata:
            return None
        changed = None
        for index, one in enumerate(found.optional_metadata.fields):
            if one.type not in _LABELS:
                continue
            columns = [column for column in table.columns if column.type == _LABELS[one.type]]
            for number, column in enumerate(columns):
                if column.mask is None or column.mask.paths:
                    continue
                changed = changed or draft()
                for at, label in enumerate(column.labels or ()):
                    path = (
                        f"body.optional_metadata.fields.{index}.value.columns.{number}.labels.{at}"
                    )
                    changed.set(f"{path}.value", label.encode(codec_of(column)))
        return changed

    def redacted_rows(self, event: LoggedEvent, draft: Callable[[], Draft]) -> Draft | None:
        """Return a rows event with other values; None if it has no redacted columns.

        Args:
            event: the rows event.
            draft: makes it to be changed.

        Raises:
            UnreadableError: a value cannot be redacted as asked.
        """
        rows = event.tree.body
        if is_of_no_table(rows):
            return None
        table = self.masked_table(rows.table_map, event.tree.header.timestamp)
        if table is None:
            return None
        data = row_data(rows)
        changed = draft()
        content = self._redacted(changed.tree.body, data, table)
        if rows.is_compressed:
            changed.compress("body.compressed_rows", content)
        else:
            changed.set("body.row_data.data", content)
        return changed

    def masked_table(self, table_map: Any, time: int) -> Table | None:
        """Return a table with its masks; None if it has none.

        Args:
            table_map: its `TableMapEvent`.
            time: of the event, in seconds since 1970.

        Raises:
            UnreadableError: the columns to redact are not known.
        """
        if not self.redaction.may_be_of(table_map.database, table_map.table):
            return None
        table = described(table_map, self._definition_of, time)
        table = self.redaction.masked(table, table_map)
        return table if any(column.mask for column in table.columns) else None

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
        return written(rows, len(data) + grown)

    def _redact(self, image: Any, cell: Any, column: Column) -> int:
        """Redact a value; return by how many bytes it grew."""
        assert column.mask is not None
        before = size_of(cell.value)
        if column.mask.paths:
            self._num_values += _redact_members(cell, column)
            return size_of(cell.value) - before
        self._num_values += 1
        if is_null(column):
            self._set_null(image, cell)
            return -before
        if cell.is_partial:
            refuse_changes(column)
        if is_text(column):
            text = masked_text(column, cell.value.value)
            cell.value.value = text
            cell.value.len_value = number_like(cell.value.len_value, len(text))
        else:
            set_integer(cell.value, masked_integer(column, integer_of(column, cell.value)))
        return size_of(cell.value) - before

    def _set_null(self, image: Any, cell: Any) -> None:
        number = image.cells.index(cell)
        if cell.is_partial:
            before, columns = image.partial_columns, image.table_map._parent.columns  # noqa: SLF001
            at, value = self._bits.of(before.num_bits)[columns[number].num_json_before]
            rest = bytearray(before.bytes)
            rest[at] -= value
            image.partial_columns = new_bitmap(before.num_bits, bytes(rest))
            cell.is_partial = False
        present = image.columns_present._parent  # noqa: SLF001
        at, value = self._bits.of(present.num_set)[present.bits[number].num_set_before]
        bitmap = bytearray(image.null_bitmap)
        bitmap[at] += value
        image.null_bitmap = bytes(bitmap)
        cell.is_null = True


def _redact_members(cell: Any, column: Column) -> int:
    """Redact members of a document, or of changes to one; return how many."""
    masks, value = Masks(column), cell.value
    if column.type != ColumnType.json:
        value.value = data = masks.text(value.value)
        value.len_value = number_like(value.len_value, len(data))
    elif cell.is_partial:
        changes = value.diffs
        changes.diffs = [other for one in changes.diffs for other in _changes(one, masks)]
        value.len_value = number_like(value.len_value, size_of(changes.diffs))
    elif value.len_value.value:
        data = masks.document(written(value.document, value.len_value.value))
        value.document = document_of(data)
        value.len_value = number_like(value.len_value, len(data))
    return masks.num_values


def _changes(change: Any, masks: Masks) -> list[Any]:
    """Return a change to a document as changes to the redacted document."""
    if hasattr(change, "value"):  # as it was before anything was written
        change.value = document_of(written(change.value, change.len_value.value))
    diff = diff_of(change, stored_scalar)
    found = masks.diffs(diff)
    if found == [diff]:
        return [change]
    return [_changed(change, one) for one in found]


def _changed(change: Any, diff: JsonDiff) -> Any:
    """Return another change to the same member of a document."""
    changed = type(change)(None, change._parent, change._root)  # noqa: SLF001
    changed.operation = getattr(type(change.operation), diff.operation)
    changed.len_path, changed.path = change.len_path, change.path
    if diff.value is not None:
        data = encoded_document(diff.value)
        changed.value = document_of(data)
        changed.len_value = number_like(change.len_value, len(data))
    return changed
