"""Redacts the values in rows events."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any

from kaitaistruct import KaitaiStream

from binlog_kaitai.catalog.charsets import Charset
from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.generated.binlog_bitmap import BinlogBitmap
from binlog_kaitai.generated.writers.blob_cell import BlobCell
from binlog_kaitai.generated.writers.integer_cell import IntegerCell
from binlog_kaitai.generated.writers.rows_event import RowsEvent
from binlog_kaitai.generated.writers.string_cell import StringCell
from binlog_kaitai.model.charsets import BINARY, CODECS, decoder
from binlog_kaitai.model.definitions import Definition, described
from binlog_kaitai.model.tables import Column, Table
from binlog_kaitai.rewrite.numbers import number_like, size_of, written
from binlog_kaitai.rewrite.redaction import HASH, MAX_DIGITS, NULL, Redaction
from binlog_kaitai.rewrite.writing import Draft
from binlog_kaitai.tree.log.events import LoggedEvent
from binlog_kaitai.tree.rows.images import is_of_no_table, row_data

_WIDEST = 4  # bytes of a character, if the log does not tell the charset


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
        self.num_values = 0
        self._definition_of = definition_of
        self._null_bits: dict[int, list[bytes]] = {}

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
        actions = self.redaction.actions(table)
        if not actions:
            return None
        data = row_data(rows)
        changed = draft()
        content = self._redacted(changed.tree.body, data, table, actions)
        if rows.is_compressed:
            changed.compress("body.compressed_rows", content)
        else:
            changed.set("body.row_data.data", content)
        return changed

    def _redacted(self, body: Any, data: bytes, table: Table, actions: dict[int, str]) -> bytes:
        """Return the bytes of rows with other values."""
        rows = RowsEvent.RowList(KaitaiStream(BytesIO(data)), body, body._root)  # noqa: SLF001 - Kaitai's names, as below
        rows._read()  # noqa: SLF001
        grown = 0
        for row in rows.items:
            for image in (getattr(row, "before", None), getattr(row, "after", None)):
                if image is None:
                    continue
                for number, action in actions.items():
                    cell = image.cells[number]
                    if cell.is_present and not cell.is_null:
                        grown += self._redact(image, cell, table.columns[number], action)
                        self.num_values += 1
        return written(rows, len(data) + grown)

    def _redact(self, image: Any, cell: Any, column: Column, action: str) -> int:
        """Redact a value; return by how many bytes it grew."""
        if cell.is_partial:
            raise UnreadableError(
                f"whole documents in {column.name}, which is redacted",
                "changes to a document (binlog_row_value_options=PARTIAL_JSON)",
            )
        before = size_of(cell.value)
        if action == NULL:
            self._set_null(image, cell, column)
            return -before
        match cell.value:
            case StringCell() | BlobCell():
                text = self._text(cell.value, column, action)
                cell.value.value = text
                cell.value.len_value = number_like(cell.value.len_value, len(text))
            case IntegerCell():
                self._set_integer(cell.value, column, action)
            case _:
                raise UnreadableError(
                    f"a text or an integer in {column.name} to redact by {action!r}",
                    f"{column.type.name}; use null",
                )
        return size_of(cell.value) - before

    def _text(self, cell: Any, column: Column, action: str) -> bytes:
        charset = column.charset
        limit = getattr(cell, "max_length", 256**cell.len_value.num_bytes - 1)
        width = 1 if charset == BINARY else Charset(charset).width or _WIDEST
        text = action
        if action == HASH:
            text = self.redaction.digest(_decoded(cell.value, charset))
            text = text[: min(limit // width, MAX_DIGITS)]
        encoded = text.encode("utf-8" if charset in {None, BINARY} else CODECS[charset])
        if charset not in {None, BINARY} and decoder(charset)(encoded) != text:
            raise UnreadableError(f"a constant in {charset} for {column.name}", text)
        if len(encoded) > limit or (charset != BINARY and len(text) * width > limit):
            raise UnreadableError(f"a constant of at most {limit} bytes for {column.name}", text)
        return encoded

    def _set_integer(self, cell: Any, column: Column, action: str) -> None:
        has_halves = hasattr(cell, "high_signed") or hasattr(cell, "high_unsigned")
        beyond = cell.num_values**2 // 2 if has_halves else cell.num_values // 2
        if action == HASH:
            value = int(self.redaction.digest(str(cell.value)), 16) % beyond
        elif action.isdecimal() and int(action) < beyond:
            value = int(action)
        else:
            raise UnreadableError(f"an integer from 0 to {beyond - 1} for {column.name}", action)
        high, low = divmod(value, cell.num_values)
        cell.low = number_like(cell.low, low)
        if has_halves:
            name = "high_unsigned" if hasattr(cell, "high_unsigned") else "high_signed"
            setattr(cell, name, high)

    def _set_null(self, image: Any, cell: Any, column: Column) -> None:
        if not column.is_nullable:
            raise UnreadableError(f"{column.name} to be nullable, to redact it by null", "NOT NULL")
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


def _decoded(value: bytes, charset: str | None) -> str | bytes:
    """Return a text as characters, so that the same text has one hash in all charsets."""
    if charset in {None, BINARY}:
        return value
    try:
        return decoder(charset)(value)
    except UnicodeDecodeError:
        return value
