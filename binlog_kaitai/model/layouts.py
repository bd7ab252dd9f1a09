"""Which descriptions of a table the logs hold, and how each lies under a schema."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

import pyarrow as pa

from binlog_kaitai.errors import BinlogError, UnreadableError
from binlog_kaitai.model.schema import (
    RECORD_FIELDS,
    RECORD_SCHEMA,
    arrow_type,
    column_field,
    converts,
    table_schema,
    widens,
    wider,
)
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.model.tables import Column, Table


class PlacedLayout(NamedTuple):
    """A description of a table, and the file and position of the first event whose rows have it."""

    table: Table
    file: str
    position: int


class PlacedSchema(NamedTuple):
    """The typed schema of a table that a layout has, and where its rows begin.

    `has_names` is as of `Table`.
    """

    table: str
    schema: pa.Schema
    has_names: bool
    file: str
    position: int


def merged_schema(layouts: Iterable[PlacedLayout]) -> pa.Schema:
    """Return one typed schema for all layouts of a table: each column once, in order of appearance.

    A column has the narrowest type that all of its types widen into. Layouts without names, which
    match by position, count only where there are no others. Raises BinlogError for a column whose
    types widen into none.
    """
    return merged(
        PlacedSchema(
            placed.table.full_name,
            schema_of(placed),
            placed.table.has_names or placed.table.only_numbered,
            placed.file,
            placed.position,
        )
        for placed in layouts
    )


def merged(schemas: Iterable[PlacedSchema]) -> pa.Schema:
    """Return one schema for those of the layouts of a table, as `merged_schema` does."""
    every = list(schemas)
    named = [placed for placed in every if placed.has_names]
    fields: dict[str, pa.Field] = {}
    origins: dict[str, PlacedSchema] = {}
    for placed in named or every:
        for item in placed.schema:
            name = item.name.lower()
            field = fields.setdefault(name, item)
            wide = wider(field.type, item.type)
            if wide is None:
                origin = origins[name]
                raise BinlogError(
                    placed.file,
                    placed.position,
                    f"a type of the column {item.name} of {placed.table} that merges with"
                    f" {field.type} (at byte {origin.position} of {origin.file})",
                    f"{item.type}, and neither type widens into the other",
                )
            if name not in origins or wide != field.type:
                origins[name] = placed
            fields[name] = field.with_type(wide)
    return pa.schema(fields.values())


def schema_of(layout: PlacedLayout) -> pa.Schema:
    """Return the typed schema of a description. Raises BinlogError for columns of one name."""
    try:
        schema = table_schema(layout.table)
        _check_names(layout.table)
    except UnreadableError as error:
        raise BinlogError(layout.file, layout.position, error.expected, error.found) from error
    return schema


def _check_names(table: Table) -> None:
    """Raise UnreadableError for names that differ in case only, as no server lets them be."""
    names: dict[str, str] = {}
    for column in table.shown_columns:
        other = names.setdefault(column.name.lower(), column.name)
        if other != column.name:
            expected = f"column names of {table.full_name} that do not differ in case only"
            raise UnreadableError(expected, f"{other} and {column.name}")


def match_columns(table: Table, schema: pa.Schema) -> dict[str, Column]:
    """Return the columns of a table by the names of those fields of a typed schema that hold them.

    They match by name, in any case, as in SQL. Where the log has no names, and the schema does
    not have those that stand in for them, they match by position unless they are `only_numbered`,
    and UnreadableError is raised unless there are as many on both sides.
    """
    fields = [name for name in schema.names if name not in RECORD_FIELDS]
    columns = {column_field(column.name): column for column in table.shown_columns}
    in_any_case = {name.lower(): column for name, column in columns.items()}
    found = {name: columns.get(name) or in_any_case.get(name.lower()) for name in fields}
    named = {name: column for name, column in found.items() if column is not None}
    if table.has_names or table.only_numbered or named or not fields:
        return named
    if len(fields) != len(columns):
        raise UnreadableError(
            f"the {len(fields)} columns of the schema in {table.full_name}, matched by position,"
            " because the log has no column names",
            f"{len(columns)} columns",
        )
    return dict(zip(fields, table.shown_columns, strict=True))


@dataclass(frozen=True, slots=True)
class RowFormat:
    """The form of the rows that an engine makes.

    Attributes:
        schema: Their fields.
        is_typed: Whether they are rows of tables, with typed columns, or flat records.
        is_projection: Whether the schema may leave out columns.
        is_exact: Whether the schema is inferred, and all images have its columns.
    """

    schema: pa.Schema = RECORD_SCHEMA
    is_typed: bool = False
    is_projection: bool = False
    is_exact: bool = False

    def scope_of(self, scope: Scope) -> Scope:
        """Return a scope of no more columns than the schema holds."""

        def columns(table: Table) -> Collection[str]:
            try:
                return {column.name for column in match_columns(table, self.schema).values()}
            except UnreadableError:  # which whoever makes rows of the schema says
                return ()

        if self.is_typed:
            return replace(scope, columns=columns)
        return scope if "data" in self.schema.names else replace(scope, columns=lambda _: ())


TOO_LONG = "a text of 2 GiB or more"


def matched_columns(table: Table, form: RowFormat) -> dict[str, Column]:
    """Return the columns of a table by the names of those fields that hold them.

    Raises UnreadableError for a column that none holds, unless it is left out on purpose, and for
    one that does not convert to its field's type; if `is_exact`, also for a field that no column
    has, and a type that does not widen into the field's.
    """
    matches = match_columns(table, form.schema)
    if table.only_numbered and not matches and not RECORD_FIELDS.keys() >= {*form.schema.names}:
        raise UnreadableError(
            f"the columns of {table.full_name} by their names{_ALL}",
            "numbers: neither the log nor the DDL that is known here has names",
        )
    matched = {column.name for column in matches.values()}
    for column in table.shown_columns:
        if column.name not in matched and not form.is_projection:
            raise UnreadableError(
                f"the columns {', '.join(matches) or 'of the schema'} in {table.full_name}"
                f"{_ALL if form.is_exact else ''}",
                f"the additional column {column_field(column.name)} ({arrow_type(column)})",
            )
    for field in form.schema:
        found = matches.get(field.name)
        if found is None:
            if form.is_exact and field.name not in RECORD_FIELDS:
                raise UnreadableError(
                    f"a column {field.name} in {table.full_name}{_ALL}",
                    f"only {', '.join(matches) or 'other columns'}",
                )
        elif form.is_exact and not widens(arrow_type(found), field.type):
            raise UnreadableError(
                f"a column {field.name} in {table.full_name} that widens into {field.type}{_ALL}",
                f"{found.type.name}, {arrow_type(found)}",
            )
        elif not converts(found, field.type):
            raise UnreadableError(
                f"a column {field.name} in {table.full_name} that converts to {field.type}",
                f"{found.type.name}, {arrow_type(found)}",
            )
    return matches


MERGED = "mergeSchema=true"
"""The option for altered tables in an error, by its name in Spark."""

_ALL = f", or {MERGED}"


def expected_of(field: pa.Field) -> str:
    """Return what is expected of a value that does not fit a field."""
    return f"a value for {field.name} {field.type}{'' if field.nullable else ' not null'}"
