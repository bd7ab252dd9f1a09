"""Which descriptions of a table the logs hold, and how each lies under a schema."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import pyarrow as pa

from binlog_kaitai.changes import Change, read_changes
from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.schema import RECORD_FIELDS, column_field
from binlog_kaitai.scopes import Scope
from binlog_kaitai.tables import Column, Table


class PlacedLayout(NamedTuple):
    """A description of a table, and the position of the first event whose rows have it."""

    table: Table
    position: int


def read_layouts(
    paths: Iterable[str | os.PathLike[str]], table: str, engine: str = "kernels"
) -> Iterator[PlacedLayout]:
    """Yields the descriptions of a table (`database.table`) that row images have, each once.

    Reads no further than the next one that is asked for. Raises BinlogError as `read_changes`.
    """
    seen: list[Table] = []
    for path in paths:
        for layout in _tree_layouts(path, table) if engine == "tree" else _layouts(path, table):
            if layout.table not in seen:
                seen.append(layout.table)
                yield layout


def _tree_layouts(path: str | os.PathLike[str], table: str) -> Iterator[PlacedLayout]:
    last = None
    for change in read_changes(path, Scope(table)):
        assert isinstance(change, Change)
        if change.table is not None and change.table is not last:
            last = change.table
            yield PlacedLayout(last, change.position)


def _layouts(path: str | os.PathLike[str], table: str) -> Iterator[PlacedLayout]:
    from binlog_kaitai.columnar.walk import Rows, Walk  # noqa: PLC0415 - see batches.py

    for found in Walk(path, Scope(table)).found():
        if isinstance(found, Rows):
            yield from (PlacedLayout(*item) for item in found.tables())
        elif isinstance(found, list):
            for change in found:
                if change.table is not None:
                    yield PlacedLayout(change.table, change.position)


def match_columns(table: Table, schema: pa.Schema) -> dict[str, Column]:
    """The columns of a table by the names of those fields of a typed schema that hold them.

    They match by name, in any case, as in SQL. Where the log has no names, and the schema does
    not have those that stand in for them, they match by position, and UnreadableError is raised
    unless there are as many on both sides.
    """
    fields = [name for name in schema.names if name not in RECORD_FIELDS]
    columns = {column_field(column.name).casefold(): column for column in table.columns}
    named = {name: columns[name.casefold()] for name in fields if name.casefold() in columns}
    if table.has_names or named or not fields:
        return named
    if len(fields) != len(columns):
        raise UnreadableError(
            f"the {len(fields)} columns of the schema in {table.full_name}, by position,"
            " for the log has no names",
            f"{len(columns)} columns",
        )
    return dict(zip(fields, table.columns, strict=True))
