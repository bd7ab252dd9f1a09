"""The operations by which rows follow ALTER TABLE."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pyarrow as pa

from binlog_kaitai.catalog.conversions import added_value, is_strict, keeps_values
from binlog_kaitai.catalog.expressions import DeclinedError
from binlog_kaitai.catalog.partitions import Partitions
from binlog_kaitai.catalog.steps import TableStep
from binlog_kaitai.lake.current.lineage import Altered, Parted, constant
from binlog_kaitai.lake.facts import Ddl
from binlog_kaitai.model.definitions import ColumnDefinition, Definition, Flavor
from binlog_kaitai.model.schema import column_field

_KEYED = frozenset(
    {"tinyint", "smallint", "mediumint", "int", "bigint", "date", "datetime", "timestamp"}
)
"""Types of columns of which the partition of each value is known."""

_CREATE = re.compile(r"(\W|set\s+statement\b.*?\bfor\b)*create\b", re.IGNORECASE | re.DOTALL)


def is_create(statement: str) -> bool:
    """Return whether a statement is CREATE."""
    return _CREATE.match(statement) is not None


def alter_operation(
    before: Definition, after: Definition, sources: Sequence[str | None], one: Ddl
) -> Altered:
    """Return the operation of ALTER TABLE on columns.

    Args:
        before: the table.
        after: the table that the statement makes of it.
        sources: the columns of before by those of after, as of `TableStep`.
        one: the statement.

    Raises:
        DeclinedError: the values after the statement are not known.
    """
    strict = is_strict(one.sql_mode, one.statement, before.engine)
    renamed: dict[str, str] = {}
    added: dict[str, str] = {}
    known = {one.name: one for one in before.columns}
    used: set[str] = set()
    for column, source in zip(after.columns, sources, strict=True):
        if source is None:
            value = added_value(column)
            if value is not None:
                added[_field(column.name)] = value
            continue
        old = known[source]
        used.add(source)
        if old is column:
            continue
        if not keeps_values(old, column, is_strict=strict, sql_mode=one.sql_mode):
            raise DeclinedError(f"values of {old.name} {old.text} as {column.name} {column.text}")
        if _field(source) != _field(column.name):
            renamed[_field(source)] = _field(column.name)
    dropped = tuple(_field(name) for name in known if name not in used)
    return Altered(renamed, dropped, added)


def check_constant(name: str, text: str, kind: pa.DataType | None) -> None:
    """Raise DeclinedError for a default that does not fit the column's type, if it is known."""
    try:
        if kind is not None:
            constant(text, kind)
    except (ValueError, ArithmeticError) as error:
        raise DeclinedError(f"the default {text!r} of {name}") from error


def part_operation(step: TableStep, family: Flavor) -> Parted:
    """Return the operation that removes the rows of partitions.

    Raises:
        DeclinedError: the partitions of rows are not known.
    """
    before = step.before
    if before is None or before.partitioning is None:
        raise DeclinedError("a table whose partitions are not known")
    keys = {name.lower() for name in before.primary_key}
    used: list[ColumnDefinition] = []
    for name in Partitions(before, family=family).columns:
        column = before.column(name)
        if column is None or column.kind not in _KEYED or name not in keys:
            raise DeclinedError(f"partitions of {'.'.join(step.name)} that no key decides")
        used.append(column)
    names: set[str] = set()
    for each in before.partitioning.partitions:
        names |= {name.lower() for name in (each.name, *each.subpartitions)}
    if not {name.lower() for name in step.partitions} <= names:
        raise DeclinedError(f"the partitions {', '.join(step.partitions)}")
    slim = Definition("", tuple(used), partitioning=before.partitioning, keys=before.keys)
    return Parted(slim, step.partitions, keeps=False, family=family)


def _field(name: str) -> str:
    return column_field(name).lower()
