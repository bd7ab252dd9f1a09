"""What a database defines of its tables, where the log tells less.

Logs with the least metadata, and all of MySQL 5.6 and 5.7, hold no names of columns and no labels
of ENUM and SET; the latter two neither tell signedness, nor charsets, nor CHAR from BINARY.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from typing import Any

from binlog_kaitai.errors import UnreadableError
from binlog_kaitai.model.tables import Column, ColumnType, Table, describe_table

# what a log's column must have, by its type in the log: attributes of Column, and their values
Fits = Mapping[ColumnType, Mapping[str, tuple[int, ...]]]


@dataclass(frozen=True, slots=True)
class ColumnDefinition:
    """A column as its database defines it.

    `text` is its type as it was written. `fits` are the types that a log may have for it, none if
    what was written is not a type that this project knows. `is_generated` says that the server
    computes its values. The rest is as `Column` has it.
    """

    name: str
    text: str
    fits: Fits
    is_unsigned: bool | None = None
    charset: str | None = None
    labels: tuple[str, ...] | None = None
    is_generated: bool = False


@dataclass(frozen=True, slots=True)
class Definition:
    """A table as its database defines it; `place` is the file and line, or the server, that say so.

    It has been so `since` then, in seconds since 1970; None where that is not known.
    """

    place: str
    columns: tuple[ColumnDefinition, ...]
    primary_key: tuple[str, ...] = ()
    since: int | None = None


@dataclass(frozen=True, slots=True)
class Definitions:
    """Definitions of tables by their full names, `database.table`."""

    tables: Mapping[str, Definition]


class NewerDefinitionWarning(UserWarning):
    """A table was defined as it is after the rows that are read by it."""


def described(
    table_map: Any, definition_of: Callable[[str], Definition | None], time: int | None = None
) -> Table:
    """Return the table that a `TableMapEvent` describes, with what is defined of it elsewhere.

    It is asked for where the log tells no names. A definition that is newer than the event is told
    by a NewerDefinitionWarning, and taken if it fits.

    Args:
        table_map: the tree of the event.
        definition_of: gives the definition of a table by its full name.
        time: of the event, in seconds since 1970.

    Raises UnreadableError as `describe_table`, and MisfitError as `completed` does.
    """
    table = describe_table(table_map)
    if table.has_names or not table_map.has_metadata:
        return table
    definition = definition_of(table.full_name)
    if definition is None:
        return table
    if time is not None and definition.since is not None and time < definition.since:
        warnings.warn(
            f"{table.full_name}: column names come from {definition.place}, but the table was"
            f" altered after its rows were logged ({_text(definition.since)} UTC)",
            NewerDefinitionWarning,
            stacklevel=2,
        )
    return completed(table, definition)


def _text(time: int) -> str:
    return f"{datetime.fromtimestamp(time, timezone.utc):%Y-%m-%d %H:%M:%S}"


class MisfitError(UnreadableError):
    """A table is not as it is defined."""


def completed(table: Table, definition: Definition) -> Table:
    """Return a table with what its log lacks of names, signedness, charsets and labels.

    One whose names the log holds is left as it is, for then the log tells the rest too. Raises
    MisfitError where the columns are not as many, or not of the types, as defined.
    """
    if table.has_names:
        return table
    if len(table.columns) != len(definition.columns):
        raise MisfitError(
            f"the {len(definition.columns)} columns of {table.full_name} in {definition.place}",
            f"{len(table.columns)} columns",
        )
    columns = []
    for number, pair in enumerate(zip(table.columns, definition.columns, strict=True), 1):
        column, defined = pair
        departure = _departure(column, defined)
        if departure is not None:
            raise MisfitError(
                f"column {number} of {table.full_name} as defined in {definition.place},"
                f" {defined.name} {defined.text}",
                departure,
            )
        columns.append(_completed(column, defined))
    return replace(
        table, columns=tuple(columns), has_names=True, primary_key=definition.primary_key
    )


def _completed(column: Column, defined: ColumnDefinition) -> Column:
    return replace(
        column,
        name=defined.name,
        is_unsigned=defined.is_unsigned if column.is_unsigned is None else column.is_unsigned,
        charset=defined.charset if column.charset is None else column.charset,
        labels=defined.labels if column.labels is None else column.labels,
    )


def _departure(column: Column, defined: ColumnDefinition) -> str | None:
    """Return what of a log's column is not as it is defined; None if all is."""
    attributes = defined.fits.get(column.type)
    if attributes is None:
        return str(column.type.name)
    for name, values in attributes.items():
        value = getattr(column, name)
        if value not in values:
            return f"{column.type.name} with the {name.replace('_', ' ')} {value}"
    if defined.is_unsigned is not None and column.is_unsigned == (not defined.is_unsigned):
        return f"{column.type.name}, {'unsigned' if column.is_unsigned else 'signed'}"
    if defined.charset is not None and column.charset not in (None, defined.charset):
        return f"{column.type.name} in {column.charset}"
    return None
