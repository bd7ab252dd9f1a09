"""Definitions of tables held against the tables that row events have."""

from __future__ import annotations

from itertools import zip_longest

from binlog_kaitai.model.definitions import (
    ColumnDefinition,
    Definition,
    MisfitError,
    completed,
    departure,
)
from binlog_kaitai.model.tables import Column, Table


def check_fit(table: Table, definition: Definition) -> None:
    """Check that a table of a log is as the catalog has it, by all that the log has of it.

    Raises:
        MisfitError: it is not; its text has both sides.
    """
    if not table.has_names:
        completed(table, definition)
    elif len(table.shown_columns) != len(definition.columns):
        raise MisfitError(
            f"{table.full_name} with the columns {_names(definition.columns)} ({definition.place})",
            f"{_names(table.shown_columns)}",
        )
    for column, defined in zip(table.shown_columns, definition.columns, strict=True):
        found = _difference(column, defined, has_names=table.has_names)
        if found is not None:
            raise MisfitError(
                f"{table.full_name} with the column {defined.name} {defined.text}"
                f" ({definition.place})",
                found,
            )


def fits(table: Table, definition: Definition) -> bool:
    """Return whether a table of a log is as a definition has it, with the same names."""
    try:
        check_fit(table, definition)
    except MisfitError:
        return False
    return True


def conflict(known: Definition, other: Definition, name: str) -> MisfitError | None:
    """Return the contradiction between two definitions of a table at one place, if there is one."""
    for one, two in zip_longest(known.columns, other.columns):
        if one is None or two is None or _of_log(one) != _of_log(two) or _differ(one, two):
            expected = f"{name} with the columns {_texts(known)} ({known.place})"
            return MisfitError(expected, f"{_texts(other)} ({other.place})")
    return None


def _of_log(column: ColumnDefinition) -> object:
    return column.name, column.fits, column.is_unsigned, column.labels


def _differ(one: ColumnDefinition, two: ColumnDefinition) -> bool:
    return None not in {one.charset, two.charset} and one.charset != two.charset


def _texts(definition: Definition) -> str:
    return ", ".join(f"{one.name} {one.text}" for one in definition.columns)


def _names(columns: tuple[Column, ...] | tuple[ColumnDefinition, ...]) -> str:
    return ", ".join(column.name for column in columns)


def _difference(column: Column, defined: ColumnDefinition, *, has_names: bool) -> str | None:
    """Return the difference of a column of the log; None if there is none."""
    if has_names and column.name != defined.name:
        return f"a column {column.name}"
    if None not in {column.labels, defined.labels} and column.labels != defined.labels:
        return f"the labels {column.labels}"
    return departure(column, defined)
