"""Infer the schema of the data source from options and logs, and check users' schemas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pyarrow as pa
from pyspark.sql.types import StringType, StructField, StructType

from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.model.conditions import columns_of, parse_condition
from binlog_kaitai.model.layouts import match_columns
from binlog_kaitai.model.schema import (
    CONTEXT_SCHEMA,
    RECORD_FIELDS,
    RECORD_SCHEMA,
    casts,
    column_field,
    with_context,
)
from binlog_kaitai.model.spans import WHOLE, Span
from binlog_kaitai.model.tables import Table
from binlog_kaitai.read.engines import Engine, soonest
from binlog_kaitai.read.indexed import LogIndex
from binlog_kaitai.read.known_names import table_hint, unqualified
from binlog_kaitai.read.layouts import inferred_schema, read_layouts
from binlog_kaitai.read.where import Where
from binlog_kaitai.spark.releases import from_arrow_schema
from binlog_kaitai.spark.source.options import Options
from binlog_kaitai.spark.source.paths import FoundFile, find_files, input_paths
from binlog_kaitai.spark.source.variants import as_text
from binlog_kaitai.spark.source.views import fault_field, scope_of, view_schema

HEAD = 2**24  # bytes at the start of each file to search for the columns of a user's schema


def infer_schema(options: Options) -> StructType:
    """Return the schema of a view, or of the table in the options.

    The latter is `inferred_schema` in `binlog_kaitai.read.layouts`.

    Raises:
        ValueError: there are no row images of the table, or a column has the name of the column
            for damage.
        BinlogError: a file is damaged before the row images, or their columns do not merge.
    """
    schema = from_arrow_schema(_arrow_schema(options))
    field = fault_field(options)
    if field is None:
        return schema
    if field.casefold() in map(str.casefold, schema.names):
        raise ValueError(
            f"the column {field} exists; set columnNameOfCorruptRecord to another name"
        )
    return schema.add(StructField(field, StringType()))


def _arrow_schema(options: Options) -> pa.Schema:
    if options.table is None or options.messages is not None:
        return view_schema(options)
    found = find_files(input_paths(options), options)
    files = [file.path for file in found]
    scope = scope_of(options, files).at_all_times
    engine = soonest(options.engine, files)
    without = LogIndex(found).without(scope, False)
    held = [path for number, path in enumerate(files) if number not in without]
    schema = inferred_schema(held, scope, merge_schema=options.merge_schema, engine=engine)
    if schema is None:
        raise ValueError(_no_rows(options.table, files, engine))
    return with_context(schema, is_typed=True) if options.context else schema


def _no_rows(table: str, files: Sequence[str], engine: Engine) -> str:
    where = files[0] if len(files) == 1 else f"{len(files)} files from {files[0]} to {files[-1]}"
    return f"no row image of table {table} in {where}{table_hint(table, files, engine)}"


def unqualified_table(table: str, options: Options) -> ValueError:
    """Build the error for a table without its database, with suggestions from the logs."""
    files = [file.path for file in find_files(input_paths(options), options)]
    return ValueError(f"option table: {unqualified(table, files, options.engine)}")


def check_schema(schema: pa.Schema, files: Sequence[FoundFile], options: Options) -> None:
    """Raise ValueError for a field that is not in the view or, if typed, not in the table.

    If the starts of the files contain all columns, or do not contain the table, the rest of larger
    files is not read.
    """
    schema = _checked_for_faults(schema, options)
    if options.table is None or options.messages is not None:
        fields = {field.name: field for field in as_text(view_schema(options))}
        row = _ROWS[options.view] if options.messages is None else "a message"
        _check_fields(as_text(schema), fields, row)
        return
    check_record_fields(schema, is_typed=True)
    paths = [file.path for file in files]
    scope = scope_of(options, paths).at_all_times
    if options.context:
        own = {f"_{field.name}": field for field in CONTEXT_SCHEMA}
        _check_fields(schema, own)
        schema = pa.schema(field for field in schema if field.name not in own)
    missing = set(schema.names) - RECORD_FIELDS.keys()
    layout, engine = None, soonest(options.engine, paths)
    for span in (Span(0, HEAD), WHOLE):
        for placed in read_layouts(paths, replace(scope, span=span), engine):
            layout = placed.table
            missing -= _matched(layout, schema)
            if not missing:
                return
        if layout is None and any(file.size > HEAD or file.is_compressed for file in files):
            return
    if layout is None:
        raise ValueError(_no_rows(options.table, paths, engine))
    columns = ", ".join(column_field(column.name) for column in layout.shown_columns)
    raise ValueError(
        f"{options.table} has no column {', '.join(sorted(missing))}; it has {columns}"
    )


def _matched(layout: Table, schema: pa.Schema) -> set[str]:
    try:
        return set(match_columns(layout, schema))
    except UnreadableError:
        return set()


def check_record_fields(schema: pa.Schema, *, is_typed: bool) -> None:
    """Raise ValueError for a field that the record lacks, or cannot be cast to.

    In typed rows, other fields are columns of the table.
    """
    if is_typed:
        _check_fields(schema, RECORD_FIELDS)
    else:
        _check_fields(schema, {field.name: field for field in RECORD_SCHEMA}, _ROWS["changes"])


def where_of(options: Options, schema: pa.Schema) -> Where | None:
    """Return the condition of the options. Raises ValueError for one that is not supported."""
    if options.where is None:
        return None
    if options.table is None:
        raise ValueError("option where: expected the option table")
    test = parse_condition(options.where)
    has_all = {name.lower() for name in schema.names} >= set(columns_of(test))
    return Where(test, schema, None if has_all else _arrow_schema(options))


# names of a view's rows
_ROWS = {"changes": "a record", "events": "an event", "transactions": "a transaction"}

# fields of a row about damage
_FAULT_PLACE = {"file", "_file", "position", "_position"}


def _checked_for_faults(schema: pa.Schema, options: Options) -> pa.Schema:
    """Return the fields without the one for damage; no other field may have its name."""
    name = fault_field(options)
    if name is None or name not in schema.names:
        return schema
    if schema.field(name).type != pa.string():
        raise ValueError(f"{name}: expected the type string, found {schema.field(name).type}")
    for field in schema:
        if not (field.nullable or field.name in _FAULT_PLACE):
            raise ValueError(
                f"{field.name}: expected a nullable field, because it is null in rows with {name}"
            )
    return pa.schema(field for field in schema if field.name != name)


def _check_fields(
    schema: pa.Schema, fields: Mapping[str, pa.Field], row: str | None = None
) -> None:
    """Raise ValueError for other types, and, with the name of a `row`, for unknown fields."""
    for field in schema:
        expected = fields.get(field.name)
        if expected is None:
            if row is None:
                continue
            raise ValueError(f"{row} has no field {field.name}; it has {', '.join(fields)}")
        if not casts(expected.type, field.type):
            raise ValueError(f"{field.name}: {expected.type} does not cast to {field.type}")
