"""The operations by which rows follow ALTER TABLE."""

from __future__ import annotations

import re
from collections.abc import Iterable

import pyarrow as pa

from binlog_kaitai.catalog.conversions import added_value, is_strict, keeps_values
from binlog_kaitai.catalog.expressions import DeclinedError
from binlog_kaitai.catalog.partitions import Partitions
from binlog_kaitai.catalog.steps import TableStep
from binlog_kaitai.lake.columns import schema_from
from binlog_kaitai.lake.current.lineage import Altered, Parted, constant
from binlog_kaitai.lake.state import Dataset
from binlog_kaitai.model.definitions import ColumnDefinition, Definition, Flavor
from binlog_kaitai.model.schema import column_field

_KEYED = frozenset(
    {"tinyint", "smallint", "mediumint", "int", "bigint", "date", "datetime", "timestamp"}
)
"""Types of columns of which the partition of each value is known."""

_UNCHECKED = re.compile(r"\bwithout\s+validation\b|\bconvert\s+(partition|table)\b", re.IGNORECASE)

_FIRST = re.compile(
    r"(?:\W|\d|set\s+statement\b.*?\bfor\b)*(create|alter)\b", re.IGNORECASE | re.DOTALL
)


def is_create(statement: str) -> bool:
    """Return whether a statement is CREATE."""
    return _first(statement) == "create"


def is_alter(statement: str) -> bool:
    """Return whether a statement is ALTER."""
    return _first(statement) == "alter"


def _first(statement: str) -> str | None:
    found = _FIRST.match(statement)
    return None if found is None else found[1].lower()


def added_columns(step: TableStep) -> list[ColumnDefinition]:
    """Return the columns that ALTER TABLE adds."""
    if step.after is None:
        return [] if step.edits is None else list(step.edits.added)
    pairs = zip(step.after.columns, step.sources, strict=True)
    return [column for column, source in pairs if source is None]


def alter_operation(step: TableStep, statement: str, sql_mode: str) -> Altered:
    """Return the operation of ALTER TABLE on columns.

    Raises:
        DeclinedError: the values after the statement are not known.
    """
    values = ((_field(column.name), added_value(column)) for column in added_columns(step))
    added = {name: value for name, value in values if value is not None}
    if step.before is None or step.after is None:
        edits = step.edits
        if edits is None or edits.changed or edits.converts:
            raise DeclinedError("a table without a known definition")
        renamed = {_field(old): _field(new) for old, new in edits.renamed}
        return Altered(renamed, tuple(map(_field, edits.dropped)), added)
    strict = is_strict(sql_mode, statement, step.before.engine)
    renamed = {}
    known = {one.name: one for one in step.before.columns}
    used: set[str] = set()
    for column, source in zip(step.after.columns, step.sources, strict=True):
        if source is None:
            continue
        old = known[source]
        used.add(source)
        if old is column:
            continue
        if not keeps_values(old, column, is_strict=strict, sql_mode=sql_mode):
            raise DeclinedError(f"values of {old.name} {old.text} as {column.name} {column.text}")
        if _field(source) != _field(column.name):
            renamed[_field(source)] = _field(column.name)
    dropped = tuple(_field(name) for name in known if name not in used)
    return Altered(renamed, dropped, added)


def check_columns(
    datasets: Iterable[Dataset], operation: Altered, *, moves: bool, has_ddl: bool
) -> None:
    """Raise DeclinedError if columns move and the log does not name them, or not of its time.

    Also for defaults that do not fit the types that the columns have in the datasets.

    Args:
        datasets: those with the changes of a table.
        operation: that of a statement on the table.
        moves: whether the statement moves columns.
        has_ddl: whether the names of columns are those of a moment.
    """
    kinds: dict[str, pa.DataType] = {}
    for dataset in datasets:
        kinds |= {one.name.lower(): one.type for one in schema_from(dataset.columns)}
        is_named = any(layout.has_names for layout in dataset.layouts)
        if moves and (has_ddl or not is_named):
            raise DeclinedError(f"columns that {dataset.name} has by numbers or --ddl")
    for name, text in operation.added.items():
        try:
            if name in kinds:
                constant(text, kinds[name])
        except (ValueError, ArithmeticError) as error:
            raise DeclinedError(f"the default {text!r} of {name}") from error


def part_operation(step: TableStep, family: Flavor, statement: str) -> Parted:
    """Return the operation that removes the rows of partitions.

    Raises:
        DeclinedError: the partitions of rows are not known.
    """
    if _UNCHECKED.search(statement):
        raise DeclinedError("rows that may be of other partitions")
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
