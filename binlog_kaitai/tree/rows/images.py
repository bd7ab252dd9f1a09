"""The row images of rows events."""

from __future__ import annotations

import gc
import itertools
from collections import deque
from collections.abc import Callable, Collection, Iterator
from copy import deepcopy
from io import BytesIO
from types import SimpleNamespace
from typing import Any

from kaitaistruct import KaitaiStream

from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.generated.rows_event import RowsEvent
from binlog_kaitai.io.inflate import inflate
from binlog_kaitai.model.changes import DELETE, INSERT, UPDATE_POSTIMAGE, UPDATE_PREIMAGE, Cells
from binlog_kaitai.model.masking import (
    integer_of,
    is_null,
    is_text,
    masked_integer,
    masked_text,
    refuse_changes,
)
from binlog_kaitai.model.tables import Column, ColumnType, Table
from binlog_kaitai.model.values import JsonDiffs, JsonDocument, JsonText, Value
from binlog_kaitai.tree.rows.json_masks import Masks
from binlog_kaitai.tree.rows.json_patch import apply_diffs, patched
from binlog_kaitai.tree.rows.json_values import read_json
from binlog_kaitai.tree.rows.values import pass_over, read_value

LARGE = 2**22  # bytes of rows, above which no more than one is held in memory


def row_images(
    rows: Any,
    table: Table,
    wanted: Collection[str] | None = None,
    read: Callable[[Column, Any], Value] = read_value,
) -> Iterator[tuple[str, Cells]]:
    """Yield the change type and cells of each row image of a `RowsEvent`.

    The cells are those of columns whose names are `wanted`, or of all; `read` reads one. Raises
    UnreadableError where the rows do not fit the table.
    """
    for row in _rows(rows):
        if not rows.is_update:
            cells = _cells(row.after if rows.is_insert else row.before, table, wanted, read)
            if sum(len(v) for _, v in cells if isinstance(v, (bytes, str))) > LARGE:
                del row  # its bytes are no more needed, and the tree is a cycle
                gc.collect()
            yield INSERT if rows.is_insert else DELETE, cells
        else:
            before = _cells(row.before, table, wanted, read)
            yield UPDATE_PREIMAGE, before
            after = _cells(row.after, table, wanted, read)
            if rows.is_partial_update:
                after = _apply_partial(before, after)
            yield UPDATE_POSTIMAGE, after


def unchanged_cells(before: Cells, after: Cells) -> Cells:
    """Return what an update's before image holds and its after image leaves out."""
    held = {column.name for column, _ in after}
    return [(column, value) for column, value in before if column.name not in held]


def is_of_no_table(rows: Any) -> bool:
    """Return whether a `RowsEvent` has no rows, and only ends a statement.

    Raises UnreadableError where the TABLE_MAP of its rows is missing.
    """
    if rows.has_table_map:
        return False
    if rows.is_dummy:
        return True
    raise UnreadableError(
        f"a TABLE_MAP event for table id {rows.table_id.value} before the rows event",
        "none in this statement",
    )


def num_images(rows: Any) -> int:
    """Return how many row images a `RowsEvent` has, without the values in them.

    Raises UnreadableError as `row_images` and `is_of_no_table` do.
    """
    if is_of_no_table(rows):
        return 0
    if rows.is_pre_ga:
        return 1
    return 2 * num_rows(rows) if rows.is_update else num_rows(rows)


def num_rows(rows: Any) -> int:
    """Return how many rows a `RowsEvent` changes, an update's two images being one.

    Raises UnreadableError as `row_images` does.
    """
    return sum(1 for _ in _rows(rows))


def pre_ga_change_type(rows: Any) -> str:
    """Return the change type of a `RowsEvent` whose images cannot be told apart."""
    if rows.is_insert:
        return INSERT
    return UPDATE_POSTIMAGE if rows.is_update else DELETE


def _rows(rows: Any) -> Iterator[Any]:
    """Yield the rows of an event, all of which can be read; of a large one, one in memory a time.

    Raises UnreadableError as `row_images` does.
    """
    data = row_data(rows)
    if len(data) <= LARGE or not rows.has_cells:
        row_list = RowsEvent.RowList(KaitaiStream(BytesIO(data)), rows, rows._root)  # noqa: SLF001
        if row_list.rest:
            found = f"{len(row_list.rest)} bytes of other data"
            raise UnreadableError("rows with at least one column", found)
        yield from row_list.items if row_list.has_items else ()
        return
    one_by_one = _one_by_one(rows, data)
    first = [next(one_by_one)]
    if deque(one_by_one, maxlen=1):
        first.clear()
        yield from _one_by_one(rows, data)
    del data, one_by_one
    # who takes a row may free it
    while first:
        yield first.pop()


def _one_by_one(rows: Any, data: bytes) -> Iterator[Any]:
    stream = KaitaiStream(BytesIO(data))
    parent = SimpleNamespace(_parent=rows)
    collected = 0
    while not stream.is_eof():
        yield RowsEvent.Row(stream, parent, rows._root)  # noqa: SLF001
        if stream.pos() - collected > LARGE:
            gc.collect()  # trees are cycles
            collected = stream.pos()


def row_data(rows: Any) -> bytes:
    """Return the bytes of the rows of a `RowsEvent`, decompressed.

    Raises UnreadableError as `row_images` does.
    """
    if not rows.table_map.has_metadata:
        raise UnreadableError(
            "a TABLE_MAP event with column metadata", "a TABLE_MAP event without it"
        )
    if not rows.is_readable:
        raise UnreadableError(
            f"rows of {rows.table_map.num_columns.value} columns, as the TABLE_MAP event says",
            f"rows of {rows.num_columns.value}",
        )
    data: bytes
    if not rows.is_compressed:
        data = rows.row_data.data
        return data
    compressed = rows.compressed_rows
    length = compressed.len_uncompressed.value
    if length > LARGE:
        gc.collect()  # what the rows before this event left, which may be as large
    return inflate(compressed.data, length)


def _cells(
    image: Any,
    table: Table,
    wanted: Collection[str] | None,
    read: Callable[[Column, Any], Value],
) -> Cells:
    cells: Cells = []
    for column, cell in zip(table.columns, image.cells, strict=True):
        if not cell.is_present or column.is_hidden:
            continue
        if wanted is None or column.name in wanted:
            value = read(column, cell) if column.mask is None else _masked(column, cell, read)
            cells.append((column, value))
        else:
            pass_over(column, cell)
    return cells


def _masked(column: Column, cell: Any, read: Callable[[Column, Any], Value]) -> Value:
    """Return what takes the place of a value. Raises UnreadableError where nothing can."""
    if cell.is_null:
        return None
    assert column.mask is not None
    if column.mask.paths:
        return _masked_members(column, cell, read)
    if is_null(column):
        return None
    if cell.is_partial:
        refuse_changes(column)
    if not is_text(column):
        return masked_integer(column, integer_of(column, cell.value))
    cell.value.value = masked_text(column, cell.value.value)
    return read(column, cell)


def _masked_members(column: Column, cell: Any, read: Callable[[Column, Any], Value]) -> Value:
    """Return a document with other values at some paths."""
    masks = Masks(column)
    if column.type != ColumnType.json:
        cell.value.value = masks.text(cell.value.value)
        return read(column, cell)
    value = read(column, cell)
    if isinstance(value, JsonDiffs):
        return JsonDiffs(itertools.chain(*map(masks.diffs, value)))
    if isinstance(value, JsonDocument):
        return JsonDocument(masks.node(value.node))
    if isinstance(value, bytes):
        return masks.document(value)
    if not cell.value.len_value.value:  # the JSON null
        return value
    return JsonText.of(masks.node(read_json(cell.value.document)))


def _apply_partial(before: Cells, after: Cells) -> Cells:
    """Apply changes to JSON documents where the before image holds the document."""
    documents = {
        column.name: value
        for column, value in before
        if isinstance(value, (JsonText, JsonDocument))
    }
    cells: Cells = []
    for column, value in after:
        if isinstance(value, JsonDiffs) and column.name in documents:
            document = _patched(documents[column.name], value)
            cells.append((column, value if document is None else document))
        else:
            cells.append((column, value))
    return cells


def _patched(document: JsonText | JsonDocument, diffs: JsonDiffs) -> JsonText | JsonDocument | None:
    if isinstance(document, JsonText):
        return apply_diffs(document, diffs)
    node = patched(deepcopy(document.node), diffs)
    return None if node is None else JsonDocument(node)
