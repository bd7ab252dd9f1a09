"""Merge the layouts of datasets into columns for all of them, as each format can have them."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import pyarrow as pa

from binlog_kaitai.errors import BinlogError
from binlog_kaitai.io.finding import in_order
from binlog_kaitai.io.paths import base_name
from binlog_kaitai.lake.aside import TYPES, Aside, Place
from binlog_kaitai.lake.columns import columns_of, schema_from
from binlog_kaitai.lake.facts import DatasetFacts, Facts, Layout
from binlog_kaitai.lake.gathering import widen_alike
from binlog_kaitai.lake.state import Dataset, State
from binlog_kaitai.model.layouts import merged


@dataclass
class Merged:
    """A dataset with all its layouts, and their merged columns.

    The columns are given as `logged`, and in the format's types. Rows after `until` are left out,
    because their layout does not merge.
    """

    facts: DatasetFacts
    logged: str
    columns: str
    has_names: bool
    until: Place | None = None

    def take_anew(self, facts: DatasetFacts | None) -> None:
        """Replace the facts with those of a reading of all logs in these columns."""
        self.facts.pieces.clear()
        if facts is not None:
            facts.layouts = [replace(one, has_names=self.has_names) for one in facts.layouts]
            self.facts.add(facts)


def merge(state: State, new_facts: Facts) -> dict[str, Merged]:
    """Merge the datasets of an archive with new facts.

    A table with types that do not merge is set aside, and ends before the change.
    """
    every: dict[str, Merged] = {}
    for folder in dict.fromkeys([*state.datasets, *new_facts.datasets]):
        existing, new = state.datasets.get(folder), new_facts.datasets.get(folder)
        if existing is None:
            assert new is not None
            facts = DatasetFacts(new.name, new.database, new.table)
        else:
            name = existing.name if new is None else new.name
            facts = DatasetFacts(name, existing.database, existing.table, 0, [*existing.layouts])
        if new is not None:
            facts.add(new)
        schema, until = _merged(state, facts, 0 if existing is None else len(existing.layouts))
        columns = columns_of(in_format(schema, state.file_format))
        has_names = any(one.has_names for one in facts.layouts)
        every[folder] = Merged(facts, columns_of(schema), columns, has_names, until)
    return every


def _merged(state: State, facts: DatasetFacts, num_existing: int) -> tuple[pa.Schema, Place | None]:
    """Return the schema of a dataset, and the last valid position if a layout does not merge."""
    with suppress(BinlogError):
        return merged(facts.schemas()), None
    # a task finds the layouts of a chunk in any order
    new = sorted(range(num_existing, len(facts.layouts)), key=lambda at: _place(facts.layouts[at]))
    facts.keep([*range(num_existing), *new])
    try:
        return merged(facts.schemas()), None
    except BinlogError as error:
        places = [(one.log, one.position) for one in facts.layouts]
        at = places.index((error.file, error.position))
        reason = f"expected {error.expected}, found {error.found}"
    layout = facts.layouts[at]
    log, position = base_name(layout.log), layout.position
    until = log, position - 1
    aside = Aside(facts.database or "", facts.table or "", log, position, layout.gtid, None)
    before = state.aside.get(aside.key)
    aside = aside._replace(cause=TYPES, reason=reason, until=until, begins=until)
    if before is not None:
        aside = aside.as_before(before.bound, before.stale_from)
    state.put_aside(aside)
    facts.keep(range(at))
    return merged(facts.schemas()), until


def _place(layout: Layout) -> tuple[Any, int]:
    return in_order(base_name(layout.log)), layout.position


def to_read_anew(state: State, every: Mapping[str, Merged]) -> dict[str, str]:
    """Return the datasets whose rows must be read again from the logs for their columns."""
    anew = {}
    for folder, one in every.items():
        schema = schema_from(one.columns)
        layouts = [one.facts.layouts[number] for number in {p.layout for p in one.facts.pieces}]
        existing = state.datasets.get(folder)
        if existing is not None:
            layouts += [
                written(existing),
                *(existing.layouts[piece.layout] for piece in existing.waiting),
            ]
        are_alike = all(widen_alike(layout, schema, has_names=one.has_names) for layout in layouts)
        if folder in state.anew or not are_alike:
            anew[folder] = one.logged
    return anew


def written(dataset: Dataset) -> Layout:
    """Return the layout of the rows in a dataset's files."""
    return Layout(dataset.columns, any(one.has_names for one in dataset.layouts), "", 0)


def in_format(schema: pa.Schema, file_format: str | None) -> pa.Schema:
    """Convert a schema to a format.

    Delta and Iceberg have no intervals, so these become microseconds. Iceberg has no short
    integers.
    """
    kinds = _KINDS.get(file_format or "", {})
    return pa.schema([one.with_type(kinds.get(one.type, one.type)) for one in schema])


_INTERVALS = {pa.duration("us"): pa.int64()}
_KINDS = {
    "delta": _INTERVALS,
    "iceberg": {**_INTERVALS, pa.int8(): pa.int32(), pa.int16(): pa.int32()},
}


def evolves(columns: str, target: str, file_format: str | None) -> bool:
    """Return whether existing files can stay when the columns of a table change.

    Both are Spark's JSON. In a Parquet dataset, all files have the same columns. Delta accepts
    files without a column, Iceberg also files with some narrower types.
    """
    if columns == target:
        return True
    if file_format == "parquet":
        return False
    after = {one.name: one.type for one in schema_from(target)}
    return all(
        one.name in after
        and (
            one.type == after[one.name]
            or (file_format == "iceberg" and promotes(one.type, after[one.name]))
        )
        for one in schema_from(columns)
    )


def promotes(source: pa.DataType, target: pa.DataType) -> bool:
    """Return whether a type equals another by Iceberg's rules, or widens to it."""
    if source == target:
        return True
    if pa.types.is_decimal(source) and pa.types.is_decimal(target):
        return bool(source.scale == target.scale and source.precision <= target.precision)
    return (source, target) in {(pa.int32(), pa.int64()), (pa.float32(), pa.float64())}
