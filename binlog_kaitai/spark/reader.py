"""What the data source does once a log is to be read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import pyarrow as pa
from pyspark.sql.datasource import DataSourceReader, InputPartition
from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema
from pyspark.sql.types import StructType

from binlog_kaitai.batches import read_batches
from binlog_kaitai.ddl import read_definitions
from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.layouts import inferred_schema, match_columns, read_layouts
from binlog_kaitai.schema import RECORD_FIELDS, RECORD_SCHEMA, casts, column_field
from binlog_kaitai.scopes import Scope
from binlog_kaitai.spark.paths import find_files, given_paths
from binlog_kaitai.tables import Table


@dataclass(frozen=True)
class FilePartition(InputPartition):
    """A binary log file, by its absolute path."""

    path: str


class BinlogReader(DataSourceReader):
    """Reads the files that the options name, each as one partition.

    `is_inferred` says that the schema is what the source itself found. Raises ValueError for a
    schema that the files do not bear.
    """

    def __init__(
        self, options: Mapping[str, str], schema: StructType, *, is_inferred: bool
    ) -> None:
        self._table = options.get("table")
        self._files = find_files(given_paths(options))
        self._schema = to_arrow_schema(schema, timezone="UTC")
        self._is_projection = not is_inferred
        self._is_exact = is_inferred and not _merges(options)
        self._scope = _scope(options)
        if not is_inferred:
            check_schema(self._schema, self._files, self._scope)

    def partitions(self) -> Sequence[FilePartition]:
        return [FilePartition(file) for file in self._files]

    def read(self, partition: FilePartition) -> Iterator[pa.RecordBatch]:  # type: ignore[override]
        return read_batches(
            partition.path,
            self._table,
            schema=self._schema,
            is_projection=self._is_projection,
            is_exact=self._is_exact,
            scope=self._scope,
        )


def infer_schema(options: Mapping[str, str]) -> StructType:
    """The schema of the flat record, or of the table that the options name.

    The latter is `binlog_kaitai.layouts.inferred_schema`. Raises ValueError where there are no row
    images of the table, BinlogError where a file is damaged before them, or they do not merge.
    """
    table = options.get("table")
    if table is None:
        return from_arrow_schema(RECORD_SCHEMA)
    files = find_files(given_paths(options))
    schema = inferred_schema(files, _scope(options), merge_schema=_merges(options))
    if schema is None:
        raise ValueError(_no_rows(table, files))
    return from_arrow_schema(schema)


def _merges(options: Mapping[str, str]) -> bool:
    value = options.get("mergeschema", "false").lower()
    if value not in {"true", "false"}:
        raise ValueError(f"mergeSchema is true or false, not {value!r}")
    return value == "true"


def _scope(options: Mapping[str, str]) -> Scope:
    table, ddl = options.get("table"), options.get("ddl")
    return Scope(table, definitions=read_definitions(ddl, table) if ddl else None)


def _no_rows(table: str, files: Sequence[str]) -> str:
    where = files[0] if len(files) == 1 else f"{len(files)} files from {files[0]} to {files[-1]}"
    return f"no row image of a table {table} in {where}"


def check_schema(schema: pa.Schema, files: Sequence[str], scope: Scope) -> None:
    """Raises ValueError for a field that is not in the record or, typed, not in the table."""
    table = scope.table
    if table is None:
        _check_record_fields(schema, {field.name: field for field in RECORD_SCHEMA})
        return
    _check_record_fields(schema, RECORD_FIELDS, others=True)
    missing = set(schema.names) - RECORD_FIELDS.keys()
    layout = None
    for placed in read_layouts(files, scope):
        layout = placed.table
        missing -= _matched(layout, schema)
        if not missing:
            return
    if layout is None:
        raise ValueError(_no_rows(table, files))
    columns = ", ".join(column_field(column.name) for column in layout.columns)
    raise ValueError(f"{table} has no column {', '.join(sorted(missing))}; it has {columns}")


def _matched(layout: Table, schema: pa.Schema) -> set[str]:
    try:
        return set(match_columns(layout, schema))
    except UnreadableError:
        return set()


def _check_record_fields(
    schema: pa.Schema, fields: Mapping[str, pa.Field], *, others: bool = False
) -> None:
    for field in schema:
        known = fields.get(field.name)
        if known is None:
            if others:
                continue
            raise ValueError(f"a record has no field {field.name}; it has {', '.join(fields)}")
        if not casts(known.type, field.type):
            raise ValueError(f"{field.name} is {known.type}, which does not cast to {field.type}")
