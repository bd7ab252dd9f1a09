"""Which descriptions of a table the logs hold, and how each lies under a schema."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

import pyarrow as pa

from binlog_kaitai.changes import read_changes
from binlog_kaitai.schema import RECORD_FIELDS, column_field
from binlog_kaitai.tables import Column, Table


def read_layouts(paths: Iterable[str | os.PathLike[str]], table: str) -> Iterator[Table]:
    """Yields the descriptions of a table (`database.table`) that row images have, each once.

    Reads no further than the next one that is asked for. Raises BinlogError as `read_changes`.
    """
    seen: list[Table] = []
    for path in paths:
        for change in read_changes(path, table):
            if change.table is not None and change.table not in seen:
                seen.append(change.table)
                yield change.table


def match_columns(table: Table, schema: pa.Schema) -> dict[str, Column]:
    """The columns of a table by the names of those fields of a typed schema that hold them.

    They match by name. Where the log has no names and the schema has others, and as many as the
    table has columns, they match by position.
    """
    fields = [name for name in schema.names if name not in RECORD_FIELDS]
    columns = {column_field(column.name): column for column in table.columns}
    if not table.has_names and len(fields) == len(columns) and not columns.keys() >= set(fields):
        return dict(zip(fields, table.columns, strict=True))
    return {name: columns[name] for name in fields if name in columns}
