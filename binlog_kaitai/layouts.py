"""Which descriptions of a table the logs hold, and how each lies under a schema."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

import pyarrow as pa

from binlog_kaitai.definitions import described
from binlog_kaitai.errors import BinlogError, UnreadableError
from binlog_kaitai.framing import LogFile
from binlog_kaitai.names import full_name, quoted_name
from binlog_kaitai.schema import RECORD_FIELDS, column_field, table_schema, wider
from binlog_kaitai.scopes import Scope
from binlog_kaitai.spans import Span, spans_of
from binlog_kaitai.tables import Column, Table

PART = 2**25  # bytes of a file that are searched together for what its last rows are


class PlacedLayout(NamedTuple):
    """A description of a table, and the file and position of the first event whose rows have it."""

    table: Table
    file: str
    position: int


def read_layouts(paths: Iterable[str | os.PathLike[str]], scope: Scope) -> Iterator[PlacedLayout]:
    """Yields the descriptions of a scope's table that row images have, each once.

    Reads no further than the next one that is asked for. Raises BinlogError for a damaged file.
    """
    seen: set[Table] = set()
    for path in paths:
        for layout in _layouts(os.fspath(path), scope):
            if layout.table not in seen:
                seen.add(layout.table)
                yield layout


def latest_layout(paths: Iterable[str | os.PathLike[str]], scope: Scope) -> PlacedLayout | None:
    """The description that the last row images of a scope's table have in the first file with any.

    It is looked for from the file's end on. In a damaged file, those before the damage count.
    Raises BinlogError where there are none.
    """
    for path in paths:
        error = None
        for span in reversed(_parts(path)):
            latest = None
            part = replace(scope, span=span)
            try:
                for layout in _layouts(os.fspath(path), part):
                    latest = layout
                if latest is None and span.start:
                    latest = _layout_inside(os.fspath(path), part)
            except BinlogError as found:
                error = found
            if latest is not None:
                return latest
        if error is not None:
            raise error
    return None


def _layout_inside(file: str, scope: Scope) -> PlacedLayout | None:
    """The last description in a part of a log that a transaction goes through."""
    from binlog_kaitai.columnar.boundaries import Boundaries  # noqa: PLC0415 - see batches.py

    latest = None
    with LogFile(file) as log:
        boundaries = Boundaries(log, verifies=scope.verify_checksums)
        for position, table_map in boundaries.table_maps(scope.span):
            if scope.wants_table(full_name(table_map.database, table_map.table)):
                try:
                    table = described(table_map, scope.definition_of)
                except UnreadableError as error:
                    raise BinlogError(file, position, error.expected, error.found) from error
                latest = PlacedLayout(table, file, position)
    return latest


def _parts(path: str | os.PathLike[str]) -> list[Span]:
    with LogFile(path) as log:
        return spans_of(log.size, PART)


def _layouts(file: str, scope: Scope) -> Iterator[PlacedLayout]:
    """Yields the description of each row image that has another than the one before it."""
    last = None
    scope = replace(scope, columns=lambda _: ())
    for table, position in _tables(file, scope):
        if table is not last and table != last:
            last = table
            yield PlacedLayout(table, file, position)


def _tables(file: str, scope: Scope) -> Iterator[tuple[Table, int]]:
    from binlog_kaitai.columnar.rows import Rows  # noqa: PLC0415 - see batches.py
    from binlog_kaitai.columnar.walk import Walk  # noqa: PLC0415 - see batches.py

    for found in Walk(file, scope).found():
        if isinstance(found, Rows):
            yield from found.tables()
        elif isinstance(found, list):
            for change in found:
                if change.table is not None:
                    yield change.table, change.position


def inferred_schema(
    paths: Iterable[str | os.PathLike[str]], scope: Scope, *, merge_schema: bool
) -> pa.Schema | None:
    """The typed schema of a scope's table; None where there is no row image of it.

    That of its `latest_layout`, or with `merge_schema` the `merged_schema` of all that it has. A
    pattern stands for the first table that it matches, or with `merge_schema` for all of them.
    Raises BinlogError as they do.
    """
    paths = list(paths)
    if merge_schema:
        layouts = list(read_layouts(paths, scope))
        return merged_schema(layouts) if layouts else None
    if scope.is_pattern:
        first = next(read_layouts(paths, scope), None)
        if first is None:
            return None
        scope = replace(scope, table=quoted_name(first.table.database, first.table.name))
    layout = latest_layout(paths, scope)
    return None if layout is None else _schema_of(layout)


def merged_schema(layouts: Iterable[PlacedLayout]) -> pa.Schema:
    """One typed schema for all layouts of a table: each column once, in order of appearance.

    A column has the narrowest type that all of its types widen into. Layouts without names, which
    match by position, count only where there are no others. Raises BinlogError for a column whose
    types widen into none.
    """
    placed = list(layouts)
    named = [layout for layout in placed if layout.table.has_names]
    fields: dict[str, pa.Field] = {}
    origins: dict[str, PlacedLayout] = {}
    for layout in named or placed:
        for item in _schema_of(layout):
            name = item.name.lower()
            field = fields.setdefault(name, item)
            merged = wider(field.type, item.type)
            if merged is None:
                origin = origins[name]
                raise BinlogError(
                    layout.file,
                    layout.position,
                    f"{layout.table.full_name} with a column {item.name} that merges with the"
                    f" {field.type} at byte {origin.position} of {origin.file}",
                    f"{item.type}, which it does not widen into, nor that into it",
                )
            if name not in origins or merged != field.type:
                origins[name] = layout
            fields[name] = field.with_type(merged)
    return pa.schema(fields.values())


def _schema_of(layout: PlacedLayout) -> pa.Schema:
    try:
        schema = table_schema(layout.table)
        _check_names(layout.table)
    except UnreadableError as error:
        raise BinlogError(layout.file, layout.position, error.expected, error.found) from error
    return schema


def _check_names(table: Table) -> None:
    """Raises UnreadableError for names that differ in case only, as no server lets them be."""
    names: dict[str, str] = {}
    for column in table.shown_columns:
        other = names.setdefault(column.name.lower(), column.name)
        if other != column.name:
            expected = f"{table.full_name} with columns whose names differ in more than case"
            raise UnreadableError(expected, f"{other} and {column.name}")


def match_columns(table: Table, schema: pa.Schema) -> dict[str, Column]:
    """The columns of a table by the names of those fields of a typed schema that hold them.

    They match by name, in any case, as in SQL. Where the log has no names, and the schema does
    not have those that stand in for them, they match by position, and UnreadableError is raised
    unless there are as many on both sides.
    """
    fields = [name for name in schema.names if name not in RECORD_FIELDS]
    columns = {column_field(column.name): column for column in table.shown_columns}
    in_any_case = {name.lower(): column for name, column in columns.items()}
    found = {name: columns.get(name) or in_any_case.get(name.lower()) for name in fields}
    named = {name: column for name, column in found.items() if column is not None}
    if table.has_names or named or not fields:
        return named
    if len(fields) != len(columns):
        raise UnreadableError(
            f"the {len(fields)} columns of the schema in {table.full_name}, by position,"
            " for the log has no names",
            f"{len(columns)} columns",
        )
    return dict(zip(fields, table.shown_columns, strict=True))


def scope_under(scope: Scope, schema: pa.Schema, *, is_typed: bool) -> Scope:
    """A scope of no more columns than a schema holds: a typed one, or one of flat records."""

    def columns(table: Table) -> Collection[str]:
        try:
            return {column.name for column in match_columns(table, schema).values()}
        except UnreadableError:  # which whoever makes rows of the schema says
            return ()

    if is_typed:
        return replace(scope, columns=columns)
    return scope if "data" in schema.names else replace(scope, columns=lambda _: ())
