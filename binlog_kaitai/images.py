"""The row images of rows events."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from io import BytesIO
from typing import Any

from kaitaistruct import KaitaiStream

from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.generated.rows_event import RowsEvent
from binlog_kaitai.inflate import inflate
from binlog_kaitai.json_patch import apply_diffs
from binlog_kaitai.json_values import JsonDiffs, JsonText
from binlog_kaitai.tables import Column, Table
from binlog_kaitai.values import Value, pass_over, read_value

INSERT = "insert"
UPDATE_PREIMAGE = "update_preimage"
UPDATE_POSTIMAGE = "update_postimage"
DELETE = "delete"

Cells = list[tuple[Column, Value]]


def row_images(
    rows: Any, table: Table, wanted: Collection[str] | None = None
) -> Iterator[tuple[str, Cells]]:
    """Yields the change type and cells of each row image of a `RowsEvent`.

    The cells are those of columns whose names are `wanted`, or of all. Raises UnreadableError where
    the rows do not fit the table.
    """
    row_list = _row_list(rows)
    for row in row_list.items if row_list.has_items else ():
        if rows.is_insert:
            yield INSERT, _cells(row.after, table, wanted)
        elif not rows.is_update:
            yield DELETE, _cells(row.before, table, wanted)
        else:
            before = _cells(row.before, table, wanted)
            yield UPDATE_PREIMAGE, before
            after = _cells(row.after, table, wanted)
            if rows.is_partial_update:
                after = _apply_partial(before, after)
            yield UPDATE_POSTIMAGE, after


def num_images(rows: Any) -> int:
    """How many row images a `RowsEvent` has, without the values in them.

    Raises UnreadableError as `row_images` does.
    """
    if rows.is_pre_ga:
        return 1
    return 2 * num_rows(rows) if rows.is_update else num_rows(rows)


def num_rows(rows: Any) -> int:
    """How many rows a `RowsEvent` changes, an update's two images being one.

    Raises UnreadableError as `row_images` does.
    """
    row_list = _row_list(rows)
    return len(row_list.items) if row_list.has_items else 0


def pre_ga_change_type(rows: Any) -> str:
    """The change type of a `RowsEvent` whose images cannot be told apart."""
    if rows.is_insert:
        return INSERT
    return UPDATE_POSTIMAGE if rows.is_update else DELETE


def _row_list(rows: Any) -> Any:
    if not rows.table_map.has_metadata:
        raise UnreadableError("a TABLE_MAP with the metadata of its columns", "one without")
    if not rows.is_readable:
        raise UnreadableError(
            f"rows of {rows.table_map.num_columns.value} columns, as the TABLE_MAP event says",
            f"rows of {rows.num_columns.value}",
        )
    if not rows.is_compressed:
        row_list = rows.rows
    else:
        compressed = rows.compressed_rows
        data = inflate(compressed.data, compressed.len_uncompressed.value)
        row_list = RowsEvent.RowList(KaitaiStream(BytesIO(data)), rows, rows._root)  # noqa: SLF001
    if row_list.rest:
        found = f"{len(row_list.rest)} bytes of other data"
        raise UnreadableError("rows that hold a column", found)
    return row_list


def _cells(image: Any, table: Table, wanted: Collection[str] | None) -> Cells:
    cells: Cells = []
    for column, cell in zip(table.columns, image.cells, strict=True):
        if not cell.is_present or column.is_hidden:
            continue
        if wanted is None or column.name in wanted:
            cells.append((column, read_value(column, cell)))
        else:
            pass_over(column, cell)
    return cells


def _apply_partial(before: Cells, after: Cells) -> Cells:
    """Applies changes to JSON documents where the before image holds the document."""
    documents = {column.name: value for column, value in before if isinstance(value, JsonText)}
    cells: Cells = []
    for column, value in after:
        if isinstance(value, JsonDiffs) and column.name in documents:
            document = apply_diffs(documents[column.name], value)
            cells.append((column, value if document is None else document))
        else:
            cells.append((column, value))
    return cells
